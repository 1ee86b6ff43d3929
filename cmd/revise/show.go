package main

import (
	"io"
	"strings"

	"github.com/spf13/cobra"

	"github.com/beliefbase/revise/report"
	"github.com/beliefbase/revise/revise/journal"
)

func newShow(c *console) *cobra.Command {
	var f applyFlags
	request := false
	cmd := &cobra.Command{
		Use:   "show BASE REVISION",
		Short: "Shows a revision of a lasting base as it was reported when it was applied, or the request as it was written.",
		Example: example(
			"revise show access.db 1",
			"revise show access.db \"Bo's contract ends\" --format json",
			"revise show access.db 1 --request",
		),
		Args:              wants("BASE", "REVISION"),
		ValidArgsFunction: completeBases,
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := f.check(cmd, c); err != nil {
				return err
			}
			if request && len(f.redact.columns) > 0 {
				return refuse("leave one of the two out", "--request prints the request as it was written, and --redact does not go with it")
			}
			return readBase(cmd.Context(), args[0], func(j *journal.Journal) error {
				number, err := j.Find(args[1])
				if err != nil {
					return err
				}
				if !request {
					return f.show(c, j, number)
				}
				r, err := j.Revision(number)
				if err != nil {
					return err
				}
				return f.output.write(c, func(s stream) error { return writeRequest(s, r) })
			})
		},
	}
	cmd.Flags().BoolVar(&request, "request", false, "print the request as it was written, and nothing else")
	f.addReport(cmd)
	f.look.add(cmd)
	return cmd
}

// show writes the report of a revision.
func (f *applyFlags) show(c *console, j *journal.Journal, number int) error {
	if err := f.redact.beginWith(c, j); err != nil {
		return err
	}
	r, err := j.Outcome(number)
	if err != nil {
		return err
	}
	start, err := startAfter(j, number-1)
	if err != nil {
		return err
	}
	d, err := documentOf(j, start)
	if err != nil {
		return err
	}
	d.Outcomes = append(d.Outcomes, r.Outcome)
	return f.write(c, d)
}

// startAfter describes the state after a revision, as far as the base says without deriving it.
func startAfter(j *journal.Journal, number int) (report.Start, error) {
	r, err := j.Revision(number)
	if err != nil {
		return report.Start{}, err
	}
	program, err := j.ProgramAfter(number)
	if err != nil {
		return report.Start{}, err
	}
	return report.Start{
		BaseBeliefs: r.Outcome.BaseBeliefs, Conclusions: r.Outcome.Conclusions,
		Rules: len(program.Rules), Constraints: len(program.Constraints),
	}, nil
}

// writeRequest prints the lines of a request, without the blank ones that other revisions left around it.
func writeRequest(s stream, r journal.Revision) error {
	var b strings.Builder
	blank := true
	for line := range strings.Lines(r.Request) {
		if now := strings.TrimSpace(line) == ""; !now || !blank {
			b.WriteString(visible(strings.TrimSuffix(line, "\n")) + "\n")
			blank = now
		}
	}
	_, err := io.WriteString(s, b.String())
	return err
}
