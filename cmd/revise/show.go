package main

import (
	"io"
	"strings"

	"github.com/spf13/cobra"

	"github.com/beliefbase/revise/report"
	"github.com/beliefbase/revise/revise/journal"
)

// showOptions are the flags of show.
type showOptions struct {
	output         outputFlags
	look           lookFlags
	verbose        bool
	forSpreadsheet bool
	request        bool
}

func newShow(c *console) *cobra.Command {
	var o showOptions
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
		RunE:              func(cmd *cobra.Command, args []string) error { return o.run(cmd, c, args[0], args[1]) },
	}
	o.output.add(cmd, reportEndings, formatNames(report.Formats())...)
	cmd.Flags().BoolVar(&o.request, "request", false, "print the request as it was written, and nothing else")
	cmd.Flags().BoolVarP(&o.verbose, "verbose", "v", false, "every changed line and costs: nothing is cut")
	cmd.Flags().BoolVar(&o.forSpreadsheet, "for-spreadsheet", false, "CSV: make cells harmless that a spreadsheet would run")
	o.look.add(cmd)
	return cmd
}

func (o *showOptions) run(cmd *cobra.Command, c *console, base, revision string) error {
	f := applyFlags{output: o.output, look: o.look, verbose: o.verbose, forSpreadsheet: o.forSpreadsheet}
	if err := f.check(cmd, c); err != nil {
		return err
	}
	return readBase(cmd.Context(), c, base, func(j *journal.Journal) error {
		number, err := j.Find(revision)
		if err != nil {
			return err
		}
		r, err := j.Outcome(number)
		if err != nil {
			return err
		}
		if o.request {
			return f.output.write(c, func(s stream) error { return writeRequest(s, r) })
		}
		d, err := documentOf(j, report.Start{})
		if err != nil {
			return err
		}
		if d.Start, err = startBefore(j, number); err != nil {
			return err
		}
		d.Outcomes = append(d.Outcomes, r.Outcome)
		return f.write(c, d)
	})
}

// startBefore describes the state before a revision, as far as the base says without deriving it.
func startBefore(j *journal.Journal, number int) (report.Start, error) {
	before, err := j.Revision(number - 1)
	if err != nil {
		return report.Start{}, err
	}
	program, err := j.ProgramAfter(number - 1)
	if err != nil {
		return report.Start{}, err
	}
	return report.Start{
		BaseBeliefs: before.Outcome.BaseBeliefs, Conclusions: before.Outcome.Conclusions,
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
