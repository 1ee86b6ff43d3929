package main

import (
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"github.com/beliefbase/revise/belief"
	"github.com/beliefbase/revise/report"
	"github.com/beliefbase/revise/revise"
	"github.com/beliefbase/revise/revise/journal"
	"github.com/beliefbase/revise/rules"
)

func newLife(c *console) *cobra.Command {
	var f baseFlags
	cmd := &cobra.Command{
		Use:   "life BASE ATOM",
		Short: "Tells the life of a fact in a lasting base: when it held, by which revision it came and went, and why.",
		Example: example(
			"revise life access.db 'can_read(bo, ledger)'",
			"revise life access.db 'member(bo, contractors)' --format json",
		),
		Args:              wants("BASE", "ATOM"),
		ValidArgsFunction: completeBases,
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := f.check(cmd, c); err != nil {
				return err
			}
			return readBase(cmd.Context(), args[0], func(j *journal.Journal) error {
				if err := f.redact.beginWith(c, j); err != nil {
					return err
				}
				fact, err := factIn(j, args[1])
				if err != nil {
					return err
				}
				life, err := j.Life(fact)
				if err != nil {
					return err
				}
				f.redact.hideIn(life)
				return f.writeLife(c, life)
			})
		},
	}
	f.addRedacted(cmd, map[string]string{".txt": "text", ".json": "json"}, "text", "json")
	return cmd
}

// factIn reads a fact of the command line: of a relation that the base has or once had, or a violation.
func factIn(j *journal.Journal, text string) (belief.Fact, error) {
	query, err := rules.ParseAtom(text)
	if err != nil {
		return belief.Fact{}, err
	}
	fact, ground := query.Fact()
	if !ground {
		return fact, refuse("write the values themselves", "%s stands for many facts: ask about one", text)
	}
	if j.Program().Relation(fact.Relation) == nil && j.Knew(fact.Relation) {
		return fact, nil
	}
	return fact, j.Program().Check(query)
}

func (f *baseFlags) writeLife(c *console, life *journal.Life) error {
	return f.output.write(c, func(s stream) error {
		if f.output.format.value == "json" {
			return writeLifeJSON(s, life)
		}
		return writeLifeText(s, life, c.columnsOf(s))
	})
}

// writeLifeText writes what is so now, and a line for each event; what made it is cut where the line is full.
func writeLifeText(w io.Writer, life *journal.Life, width int) error {
	var rows [][]string
	if life.AtStart {
		rows = append(rows, []string{"0", "", "held from the start", ""})
	}
	for _, e := range life.Events {
		rows = append(rows, []string{strconv.Itoa(e.Number), dayOf(e.Stamp), e.Kind, supportsOf(e), strings.TrimSpace(whyOf(e) + "   " + calledAs(e.Revision))})
	}
	now := "does not hold now"
	if life.Holds {
		now = "holds now"
	}
	if len(rows) == 0 {
		now = "never held"
	}
	var b strings.Builder
	fmt.Fprintf(&b, "%s %s\n", life.Fact, now)
	for _, line := range aligned(rows) {
		fmt.Fprintln(&b, cutTo("  "+line, width))
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// supportsOf shows how the support of a conclusion changed.
func supportsOf(e journal.Event) string {
	if e.Before == (revise.Support{}) && e.After == (revise.Support{}) {
		return ""
	}
	return fmt.Sprintf("%d → %d", e.Before.Total(), e.After.Total())
}

// whyOf says what made an event: the support that came or went, the sources, the other value.
func whyOf(e journal.Event) string {
	var sources []string
	for _, a := range e.Attributions {
		if a.Source != "" {
			sources = append(sources, report.Safe(a.Source))
		}
	}
	switch {
	case len(sources) > 0:
		return "[" + strings.Join(sources, ", ") + "]"
	case e.Other.Relation != "" && e.Became():
		return "from " + e.Other.String()
	case e.Other.Relation != "":
		return "to " + e.Other.String()
	case e.Kind == "kept":
		return "still by " + report.Safe(e.Reason.Rule.Name)
	}
	return report.Because(e.Reason, e.Kind == "retracted" || e.Kind == "mended")
}

type lifeJSON struct {
	Schema  int             `json:"schema"`
	Fact    string          `json:"fact"`
	AtStart bool            `json:"at_start"`
	Holds   bool            `json:"holds"`
	Events  []lifeEventJSON `json:"events"`
}

type lifeEventJSON struct {
	Revision int    `json:"revision"`
	Name     string `json:"name,omitempty"`
	Because  string `json:"because,omitempty"`
	By       string `json:"by,omitempty"`
	At       string `json:"at,omitempty"`
	Recorded string `json:"recorded"`
	Kind     string `json:"kind"`
	Before   uint64 `json:"before,omitempty"`
	After    uint64 `json:"after,omitempty"`
	Why      string `json:"why,omitempty"`
}

func writeLifeJSON(w io.Writer, life *journal.Life) error {
	document := lifeJSON{Schema: 1, Fact: life.Fact.String(), AtStart: life.AtStart, Holds: life.Holds, Events: []lifeEventJSON{}}
	for _, e := range life.Events {
		document.Events = append(document.Events, lifeEventJSON{
			e.Number, e.Name, e.Because, e.By, e.At, e.Recorded, e.Kind, e.Before.Total(), e.After.Total(), whyOf(e),
		})
	}
	return writeJSON(w, document)
}
