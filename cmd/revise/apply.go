package main

import (
	"cmp"
	"context"
	"errors"

	"github.com/spf13/cobra"

	"github.com/beliefbase/revise/report"
	"github.com/beliefbase/revise/revise"
	"github.com/beliefbase/revise/revise/journal"
	"github.com/beliefbase/revise/scenarios"
)

// applyFlags are those of the commands that revise a base, and report what that changed.
type applyFlags struct {
	derive         deriveFlags
	output         outputFlags
	look           lookFlags
	verbose        bool
	forSpreadsheet bool
}

func (f *applyFlags) add(cmd *cobra.Command) {
	f.addReport(cmd)
	cmd.Flags().BoolVar(&f.derive.verify, "verify", false, "compare with recomputation; a difference ends with exit code 4")
	f.derive.addBounds(cmd)
	f.look.add(cmd)
}

// addReport defines the flags that say how a report looks.
func (f *applyFlags) addReport(cmd *cobra.Command) {
	f.output.add(cmd, reportEndings, formatNames(report.Formats())...)
	cmd.Flags().BoolVarP(&f.verbose, "verbose", "v", false, "every changed line and costs: nothing is cut")
	cmd.Flags().BoolVar(&f.forSpreadsheet, "for-spreadsheet", false, "CSV: make cells harmless that a spreadsheet would run")
}

func (f *applyFlags) check(cmd *cobra.Command, c *console) error {
	if err := cmp.Or(f.look.apply(c), f.output.check(cmd), f.derive.check(cmd)); err != nil {
		return err
	}
	if f.forSpreadsheet && f.output.format.value != string(report.CSV) {
		return refuse("add --format csv", "--for-spreadsheet is for CSV, and this is %s", f.output.format.value)
	}
	return nil
}

func newApply(c *console) *cobra.Command {
	var f applyFlags
	var root string
	cmd := &cobra.Command{
		Use:   "apply BASE FILE",
		Short: "Applies the revisions of a file to a lasting base, one after the other, and reports what each changed and why.",
		Example: example(
			"revise apply access.db leave.yaml",
			"revise apply access.db - --format json < leave.yaml",
		),
		Args:              wants("BASE", "FILE"),
		ValidArgsFunction: completeBaseAndFiles,
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := f.check(cmd, c); err != nil {
				return err
			}
			ctx, cancel := f.derive.bounded(cmd.Context())
			defer cancel()
			src, err := openSource(ctx, c, args[1], root)
			if err != nil {
				return err
			}
			defer src.close()
			return f.apply(ctx, c, args[0], src)
		},
	}
	addRoot(cmd, &root)
	f.add(cmd)
	return cmd
}

// apply revises the base as the file of a source says, and writes the report.
func (f *applyFlags) apply(ctx context.Context, c *console, base string, src *source) error {
	d, err := f.revise(ctx, c, base, src)
	if err != nil {
		return err
	}
	if err := f.write(c, d); err != nil {
		return err
	}
	return appliedCode(c, d.Outcomes)
}

// revise applies the revisions up to the first that is refused.
func (f *applyFlags) revise(ctx context.Context, c *console, base string, src *source) (*report.Document, error) {
	progress := startProgress(c, f.derive.quiet)
	defer progress.stop()
	j, err := journal.OpenToWrite(ctx, base)
	if err != nil {
		return nil, err
	}
	d, err := f.reviseOpen(ctx, c, j, src, progress)
	return d, cmp.Or(err, j.Close())
}

func (f *applyFlags) reviseOpen(ctx context.Context, c *console, j *journal.Journal, src *source, progress *progress) (*report.Document, error) {
	later, engine, err := f.prepare(ctx, j, src, progress)
	if err != nil {
		return nil, err
	}
	recorded, err := c.recorded()
	if err != nil {
		return nil, err
	}
	d, err := documentOf(j, startOf(engine))
	if err != nil {
		return nil, err
	}
	for i, step := range later.Steps {
		progress.say("revising: %s", stepName(step.Request, i+1))
		outcome, err := j.Apply(ctx, journal.Request{Request: step.Request, Text: step.Text, Recorded: recorded})
		var refusal *revise.Refusal
		switch {
		case errors.As(err, &refusal) && refusal.Kind != revise.RefusedCancelled:
			d.Outcomes = append(d.Outcomes, engine.Refused(step.Request, refusal))
			if step.Expect == nil || step.Expect.Refused != refusal.Kind {
				return d, nil
			}
			continue
		case err == nil && f.derive.verify:
			err = engine.Verify(ctx)
		}
		if err != nil {
			return nil, &duringError{"revision " + stepName(step.Request, i+1), err}
		}
		d.Outcomes = append(d.Outcomes, outcome)
	}
	return d, nil
}

// prepare reads the revisions for the base, and its engine.
func (f *applyFlags) prepare(ctx context.Context, j *journal.Journal, src *source, progress *progress) (*scenarios.Later, *revise.Engine, error) {
	past, err := history(j)
	if err != nil {
		return nil, nil, err
	}
	later, err := scenarios.LoadRevisions(src.fsys, src.name, j.Program(), past, scenarios.WithContext(ctx))
	if err != nil {
		return nil, nil, src.place(err)
	}
	if len(later.Steps) == 0 {
		return nil, nil, refuse("write them under revisions:, each with assert: and withdraw:", "%s has no revisions", src.given)
	}
	j.Widen(later.Program)
	options, err := f.derive.options(progress)
	if err != nil {
		return nil, nil, err
	}
	engine, err := j.Engine(ctx, options...)
	return later, engine, err
}

func (f *applyFlags) write(c *console, d *report.Document) error {
	return f.output.write(c, func(s stream) error {
		options := report.Options{Width: c.columnsOf(s), Colour: c.colored(s), All: f.verbose, ForSpreadsheet: f.forSpreadsheet}
		return report.Write(s, report.Format(f.output.format.value), d, options)
	})
}

// documentOf starts a report on a base.
func documentOf(j *journal.Journal, start report.Start) (*report.Document, error) {
	scenario, err := scenarioOf(j)
	if err != nil {
		return nil, err
	}
	return &report.Document{
		Name: j.Name(), Title: scenario.Title, About: scenario.About, File: j.Name(), Tool: tool(), Start: start, Shown: scenario.Report,
		Lasting: true,
	}, nil
}

// appliedCode is the exit code of revisions that were applied, up to one that was refused.
func appliedCode(c *console, outcomes []*revise.Outcome) error {
	if len(outcomes) == 0 || outcomes[len(outcomes)-1].Refused == nil {
		return nil
	}
	refused := outcomes[len(outcomes)-1].Refused
	if applied := len(outcomes) - 1; applied > 0 {
		c.say("%s applied, then one was refused, and nothing after it was looked at", plural(applied, "revision"))
	} else {
		c.say("refused; nothing was changed")
	}
	return exitError(refusalCode(refused))
}

func completeBaseAndFiles(cmd *cobra.Command, args []string, word string) ([]cobra.Completion, cobra.ShellCompDirective) {
	if len(args) == 0 {
		return completeBases(cmd, args, word)
	}
	return completeFiles(cmd, args[1:], word)
}

// completeBases completes a first argument with belief bases.
func completeBases(_ *cobra.Command, args []string, _ string) ([]cobra.Completion, cobra.ShellCompDirective) {
	if len(args) > 0 {
		return nil, cobra.ShellCompDirectiveNoFileComp
	}
	return []cobra.Completion{"db"}, cobra.ShellCompDirectiveFilterFileExt
}
