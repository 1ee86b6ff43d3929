package main

import (
	"fmt"
	"io"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/spf13/cobra"

	"github.com/beliefbase/revise/report"
	"github.com/beliefbase/revise/revise/journal"
)

func newLog(c *console) *cobra.Command {
	var f baseFlags
	most := 0
	cmd := &cobra.Command{
		Use:   "log BASE",
		Short: "Lists the revisions of a lasting base, the last first: when, by whom, why, and how much each changed.",
		Example: example(
			"revise log access.db",
			"revise log access.db -n 10 --format json",
		),
		Args:              wants("BASE"),
		ValidArgsFunction: completeBases,
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := f.check(cmd, c); err != nil {
				return err
			}
			if err := checkPositive(cmd, "last"); err != nil {
				return err
			}
			return readBase(cmd.Context(), args[0], func(j *journal.Journal) error {
				return f.writeLog(c, j, most)
			})
		},
	}
	cmd.Flags().IntVarP(&most, "last", "n", 0, "list only the last `N`")
	f.addRedacted(cmd, map[string]string{".txt": "text", ".json": "json"}, "text", "json")
	return cmd
}

func (f *baseFlags) writeLog(c *console, j *journal.Journal, most int) error {
	var list []journal.Revision
	err := j.Revisions(func(r journal.Revision) bool {
		list = append(list, r)
		return most == 0 || len(list) < most
	})
	if err != nil {
		return err
	}
	if err := f.redact.beginWith(c, j); err != nil {
		return err
	}
	f.redact.hideIn(&list)
	return f.output.write(c, func(s stream) error {
		if f.output.format.value == "json" {
			return writeLogJSON(s, j.Name(), list)
		}
		return writeLogText(s, list, c.columnsOf(s))
	})
}

// logEntry is a line of the log, for programs.
type logEntry struct {
	Revision int            `json:"revision"`
	Name     string         `json:"name,omitempty"`
	Because  string         `json:"because,omitempty"`
	By       string         `json:"by,omitempty"`
	At       string         `json:"at,omitempty"`
	Recorded string         `json:"recorded"`
	Undoes   int            `json:"undoes,omitempty"`
	Changes  map[string]int `json:"changes"`
	Hash     string         `json:"hash"`
}

type logDocument struct {
	Schema    int        `json:"schema"`
	Base      string     `json:"base"`
	Revisions []logEntry `json:"revisions"`
}

func writeLogJSON(w io.Writer, base string, list []journal.Revision) error {
	document := logDocument{Schema: 1, Base: base, Revisions: []logEntry{}}
	for _, r := range list {
		document.Revisions = append(document.Revisions, logEntry{
			r.Number, r.Name, r.Because, r.By, r.At, r.Recorded, r.Undoes, r.Changes, fmt.Sprintf("%x", r.Hash),
		})
	}
	return writeJSON(w, document)
}

// writeLogText writes a line for each revision, in columns; the reason is cut where the line is full.
func writeLogText(w io.Writer, list []journal.Revision, width int) error {
	rows := make([][]string, len(list))
	for i, r := range list {
		rows[i] = []string{fmt.Sprint(r.Number), dayOf(r.Stamp), shown(r.By), countsOf(r), calledAs(r)}
	}
	var b strings.Builder
	for i, row := range aligned(rows) {
		line := row
		if because := list[i].Because; because != "" {
			line = strings.TrimRight(line, " ") + "   because " + report.Safe(because)
		}
		fmt.Fprintln(&b, cutTo(line, width))
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// cutTo shortens a line to a width, and takes the blanks from its end.
func cutTo(line string, width int) string {
	line = strings.TrimRight(line, " ")
	if runes := []rune(line); len(runes) > width {
		return strings.TrimRight(string(runes[:width-1]), " ") + "…"
	}
	return line
}

// aligned makes a line of each row, its cells in columns; a column with nothing in it takes no room. The first column is
// of numbers.
func aligned(rows [][]string) []string {
	var widths []int
	for _, row := range rows {
		for i, cell := range row {
			if i == len(widths) {
				widths = append(widths, 0)
			}
			widths[i] = max(widths[i], utf8.RuneCountInString(cell))
		}
	}
	lines := make([]string, len(rows))
	for i, row := range rows {
		var cells []string
		for k, cell := range row {
			padding := strings.Repeat(" ", widths[k]-utf8.RuneCountInString(cell))
			switch {
			case widths[k] == 0:
			case k == 0:
				cells = append(cells, padding+cell)
			default:
				cells = append(cells, cell+padding)
			}
		}
		lines[i] = strings.Join(cells, "  ")
	}
	return lines
}

// dayOf is when a revision happened: as it says, or the day on which it was recorded.
func dayOf(s journal.Stamp) string {
	if s.At != "" {
		return report.Safe(s.At)
	}
	return s.Time().Format(time.DateOnly)
}

// countsOf says how many conclusions went, came, were kept and changed, by the signs of reports.
func countsOf(r journal.Revision) string {
	var counts []string
	for _, sign := range []struct{ sign, kind string }{{"-", "retracted"}, {"+", "gained"}, {"=", "kept"}, {"~", "changed"}} {
		if n := r.Changes[sign.kind]; n > 0 {
			counts = append(counts, sign.sign+strconv.Itoa(n))
		}
	}
	return strings.Join(counts, " ")
}

// shown is what a person wrote, on one line with nothing invisible in it; what was not written stays empty.
func shown(text string) string {
	if text == "" {
		return ""
	}
	return report.Safe(text)
}

// calledAs is what a revision is called.
func calledAs(r journal.Revision) string {
	switch {
	case r.Number == 0:
		return "start"
	case r.Name != "":
		return report.Safe(r.Name)
	case r.Undoes > 0:
		return fmt.Sprintf("undo of %d", r.Undoes)
	}
	return fmt.Sprintf("revision %d", r.Number)
}
