package main

import (
	"cmp"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"github.com/beliefbase/revise/revise/journal"
	"github.com/beliefbase/revise/rules"
)

func newErase(c *console) *cobra.Command {
	var e journal.Erasure
	cmd := &cobra.Command{
		Use:   "erase BASE ATOM…",
		Short: "Replaces the values of facts that hold no more by salted digests, wherever the history of a lasting base has them.",
		Example: example(
			"revise withdraw access.db 'member(ana, _)' && revise erase access.db 'member(ana, _)' 'can_read(ana, _)' --because 'request 17'",
			"revise withdraw birds.db --source 'the diamond' && revise erase birds.db --source 'the diamond'",
		),
		Args: func(cmd *cobra.Command, args []string) error {
			if e.Source != "" {
				return wants("BASE")(cmd, args)
			}
			return wants("BASE", "ATOM…")(cmd, args)
		},
		ValidArgsFunction: completeBases,
		RunE: func(cmd *cobra.Command, args []string) error {
			for _, atom := range args[1:] {
				query, err := rules.ParseAtom(atom)
				if err != nil {
					return err
				}
				e.Patterns = append(e.Patterns, query)
			}
			recorded, err := c.recorded()
			if err != nil {
				return err
			}
			e.Recorded = recorded
			j, err := journal.OpenToWrite(cmd.Context(), args[0])
			if err != nil {
				return err
			}
			erased, err := j.Erase(e)
			if erased != nil {
				c.applied(args[0], erased.Revision, erased.Revision)
			}
			if err := cmp.Or(err, j.Close()); err != nil {
				return err
			}
			_, err = fmt.Fprintf(c.out, "revision %d: %s erased, from %s, %s and %s\n", erased.Revision, plural(erased.Facts, "fact"),
				plural(erased.Beliefs, "belief"), plural(erased.Changes, "change"), plural(erased.Revisions, "request"))
			c.noteLeft(args[0], erased.Left)
			return after(unreported, err)
		},
	}
	flags := cmd.Flags()
	flags.StringVar(&e.Source, "source", "", "erase what came from this `SOURCE`, and its name")
	flags.StringVar(&e.Because, "because", "", "`WHY` it is done")
	flags.StringVar(&e.By, "by", "", "`WHO` does it")
	addAt(cmd, &e.At)
	return cmd
}

// mostLeft bounds the facts that a note names.
const mostLeft = 3

// noteLeft says where else the history has values that were named.
func (c *console) noteLeft(base string, left []string) {
	if len(left) == 0 {
		return
	}
	named := left[:min(mostLeft, len(left))]
	more := ""
	if n := len(left) - len(named); n > 0 {
		more = fmt.Sprintf(" and %d more", n)
	}
	c.say("note: values that were named still stand in %s of the history: %s%s", plural(len(left), "other fact"), strings.Join(named, ", "), more)
	c.say("  hint: to erase the first of them, too: revise erase %s %s", shellQuote(base), shellQuote(left[0]))
}
