package main

import (
	"strings"

	"github.com/spf13/cobra"

	"github.com/beliefbase/revise/revise/journal"
)

func newDiff(c *console) *cobra.Command {
	var f applyFlags
	cmd := &cobra.Command{
		Use:   "diff BASE FROM..TO",
		Short: "Reports how two states of a lasting base differ, as if one revision had led from the one to the other.",
		Example: example(
			"revise diff access.db 1..3",
			"revise diff access.db 2026-01-31..2026-06-30 --format json",
			"revise diff access.db 1..",
		),
		Args:              wants("BASE", "FROM..TO"),
		ValidArgsFunction: completeBases,
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := f.check(cmd, c); err != nil {
				return err
			}
			return readBase(cmd.Context(), args[0], func(j *journal.Journal) error { return f.diff(c, j, args[1]) })
		},
	}
	f.addReport(cmd)
	f.look.add(cmd)
	return cmd
}

func (f *applyFlags) diff(c *console, j *journal.Journal, moments string) error {
	first, second, found := strings.Cut(moments, "..")
	if !found || first == "" {
		return refuse("write two revisions or dates with two dots between: 1..3; without the second it is the present state", "%s is not FROM..TO", moments)
	}
	from, err := j.At(first)
	if err != nil {
		return err
	}
	to := j.Head().Number
	if second != "" {
		if to, err = j.At(second); err != nil {
			return err
		}
	}
	o, err := j.Diff(from, to)
	if err != nil {
		return err
	}
	if err := f.redact.beginWith(c, j); err != nil {
		return err
	}
	start, err := startAfter(j, from)
	if err != nil {
		return err
	}
	d, err := documentOf(j, start)
	if err != nil {
		return err
	}
	d.Outcomes = append(d.Outcomes, o)
	for _, number := range []int{from, to} {
		note, err := erasedNote(j, number)
		if err != nil {
			return err
		}
		if note != "" {
			c.say("%s", note)
		}
	}
	return f.write(c, d)
}
