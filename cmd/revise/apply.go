package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"github.com/beliefbase/revise/belief"
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
	redact         redactFlags
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
	f.redact.add(cmd)
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
	var whole wholeFlags
	var root, plan string
	cmd := &cobra.Command{
		Use:   "apply BASE FILE",
		Short: "Applies the revisions of a file to a lasting base, one after the other, and reports what each changed and why.",
		Example: example(
			"revise apply access.db leave.yaml",
			"revise apply access.db - --format json < leave.yaml",
			"revise plan access.db leave.yaml --save leave.plan && revise apply access.db --plan leave.plan",
			"revise apply access.db --rules rbac.yaml --because 'the audit of May' --by ann",
		),
		Args: func(cmd *cobra.Command, args []string) error {
			if plan != "" || whole.file != "" {
				return wants("BASE")(cmd, args)
			}
			return wants("BASE", "FILE")(cmd, args)
		},
		ValidArgsFunction: completeBaseAndFiles,
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := cmp.Or(f.check(cmd, c), whole.check(cmd)); err != nil {
				return err
			}
			ctx, cancel := f.derive.bounded(cmd.Context())
			defer cancel()
			switch {
			case plan != "" && whole.file != "":
				return refuse("make two commands of it", "--plan and --rules both say what to apply")
			case plan != "":
				return f.applyPlan(ctx, c, args[0], plan)
			}
			src, err := openSource(ctx, c, append(args, whole.file)[1], root)
			if err != nil {
				return err
			}
			defer src.close()
			src.whole = whole.request()
			return f.apply(ctx, c, args[0], src)
		},
	}
	cmd.Flags().StringVar(&plan, "plan", "", "apply what 'revise plan' saved in this `FILE`, if the base is still where it was then")
	whole.add(cmd)
	addRoot(cmd, &root)
	f.add(cmd)
	return cmd
}

// apply revises the base as the file of a source says, and writes the report.
func (f *applyFlags) apply(ctx context.Context, c *console, base string, sources ...*source) error {
	a := &application{applyFlags: f, console: c, sources: sources}
	if err := a.revise(ctx, base); err != nil {
		return err
	}
	return a.tell()
}

// tell writes the report of what was applied, and gives the verdict.
func (a *application) tell() error {
	err := a.write(a.console, a.document)
	if err != nil && a.console.done != "" {
		return after(unreported, err)
	}
	return cmp.Or(err, a.verdict(true))
}

// application is one call that applies revisions to a base, or only tries them.
type application struct {
	*applyFlags
	console  *console
	sources  []*source
	head     *journal.Head // where the base must be; nil: anywhere
	document *report.Document
	steps    []scenarios.Step
	idle     int             // revisions that changed nothing
	refused  *revise.Refusal // that ended it
}

// revise applies the revisions up to the first that is refused.
func (a *application) revise(ctx context.Context, base string) error {
	if err := a.inOrder(base); err != nil {
		return err
	}
	progress := startProgress(a.console, a.derive.quiet)
	defer progress.stop()
	recorded, err := a.console.recorded()
	if err != nil {
		return err
	}
	j, err := journal.OpenToWrite(ctx, base)
	if err != nil {
		return err
	}
	first := j.Head().Number + 1
	err = a.run(ctx, j, progress, func(s scenarios.Step) (*revise.Outcome, error) {
		o, err := j.Apply(ctx, journal.Request{Request: s.Request, Text: s.Text, Recorded: recorded})
		if last := j.Head().Number; last >= first {
			a.console.applied(base, first, last)
		}
		return o, err
	})
	closed := j.Close()
	if err == nil && a.console.done != "" {
		closed = after("only the file could not be closed", closed)
	}
	return cmp.Or(err, closed)
}

// inOrder refuses a base in place of a file of revisions.
func (a *application) inOrder(base string) error {
	for _, src := range a.sources {
		switch {
		case !src.isBase():
		case journal.IsBase(base):
			return refuse("write what is to change under revisions: in a file, or use assert, withdraw and undo", "%s is a belief base, and no file of revisions", src.given)
		default:
			return refuse("first the base, then the file: "+shellQuote(src.given)+" "+shellQuote(base), "%s is no belief base, and %s is one", base, src.given)
		}
	}
	return nil
}

// applied notes which revisions a base has got.
func (c *console) applied(base string, first, last int) {
	hint := fmt.Sprintf("'revise show %s %d' prints it", shellQuote(base), last)
	if first == last {
		c.change(hint, "revision %d of %s is applied", last, base)
		return
	}
	c.change(strings.ReplaceAll(hint, "prints it", "prints the last of them"), "revisions %d to %d of %s are applied", first, last, base)
}

// run makes every revision of the sources by a function.
func (a *application) run(ctx context.Context, j *journal.Journal, progress *progress, make func(scenarios.Step) (*revise.Outcome, error)) error {
	if a.head != nil {
		if err := j.Stands(*a.head); err != nil {
			return err
		}
	}
	for _, src := range a.sources {
		later, engine, err := a.prepare(ctx, j, src, progress)
		if err != nil {
			return err
		}
		if a.document == nil {
			if a.document, err = documentOf(j, startOf(engine)); err != nil {
				return err
			}
		}
		if err := a.redact.beginWith(a.console, j); err != nil {
			return err // before anything is applied
		}
		for _, step := range later.Steps {
			if err := a.step(ctx, engine, step, progress, make); err != nil || a.refused != nil {
				return err
			}
		}
	}
	return nil
}

// step makes one revision. A refusal that the file does not expect ends it all.
func (a *application) step(ctx context.Context, engine *revise.Engine, step scenarios.Step, progress *progress, make func(scenarios.Step) (*revise.Outcome, error)) error {
	name := stepName(step.Request, len(a.steps)+1)
	progress.say("revising: %s", name)
	outcome, err := make(step)
	a.steps = append(a.steps, step)
	var refusal *revise.Refusal
	switch {
	case errors.As(err, &refusal) && refusal.Kind != revise.RefusedCancelled:
		outcome, err = engine.Refused(step.Request, refusal), nil
		if step.Expect == nil || step.Expect.Refused != refusal.Kind {
			a.refused = refusal
		}
	case err == nil && a.derive.verify:
		err = engine.Verify(ctx)
	}
	if err != nil {
		return &duringError{"revision " + belief.Quote(name), err}
	}
	if outcome.Number == 0 && outcome.Refused == nil {
		a.idle++
	}
	a.document.Outcomes = append(a.document.Outcomes, outcome)
	return nil
}

// prepare reads the revisions for the base, and its engine.
func (f *applyFlags) prepare(ctx context.Context, j *journal.Journal, src *source, progress *progress) (*scenarios.Later, *revise.Engine, error) {
	past, err := history(j)
	if err != nil {
		return nil, nil, err
	}
	if src.whole != nil {
		if err := src.difference(ctx, j.Program()); err != nil {
			return nil, nil, err
		}
	}
	later, err := scenarios.LoadRevisions(src.fsys, src.name, j.Program(), past, scenarios.WithContext(ctx))
	if err != nil {
		return nil, nil, src.place(err)
	}
	if len(later.Steps) == 0 {
		hint := "write them under revisions:, each with assert: and withdraw:; for its rules: revise apply %s --rules %s"
		return nil, nil, refuse(fmt.Sprintf(hint, shellQuote(j.Name()), shellQuote(src.given)), "%s has no revisions", src.given)
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
	f.redact.hideIn(d)
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

// verdict is the exit code of revisions that were applied or only tried, up to one that was refused.
func (a *application) verdict(applied bool) error {
	a.derive.note(a.console, a.notRecorded(applied))
	if a.refused == nil {
		return nil
	}
	before := 0 // revisions that changed something
	for _, o := range a.document.Outcomes {
		if o.Number != 0 && o.Refused == nil {
			before++
		}
	}
	if before > 0 {
		what := plural(before, "revision") + " before it"
		if applied && before == 1 {
			what += " was applied, and stays"
		} else if applied {
			what += " were applied, and stay"
		}
		a.console.say("%s; nothing after the refused one was looked at", what)
	} else {
		a.console.say("refused; nothing was changed%s", a.instead())
	}
	return exitError(refusalCode(a.refused))
}

// instead goes on in the sentence that a conclusion was not withdrawn, with the command that retracts it.
func (a *application) instead() string {
	detail := a.refused.Conclusion
	if detail == nil || len(detail.Remedies) == 0 || len(detail.Remedies[0].Assert) > 0 {
		return ""
	}
	command := "; for example: revise withdraw " + shellQuote(a.document.File)
	for _, fact := range detail.Remedies[0].Withdraw {
		command += " " + shellQuote(fact.String())
	}
	return command
}

// notRecorded says that revisions changed nothing: the history has none that did not.
func (a *application) notRecorded(applied bool) string {
	switch {
	case a.idle == 0:
		return ""
	case len(a.steps) == 1 && applied:
		return "nothing changed, and nothing was recorded"
	case len(a.steps) == 1:
		return "nothing would change, and nothing would be recorded"
	case applied:
		return fmt.Sprintf("%d of %s changed nothing, and nothing of that was recorded", a.idle, plural(len(a.steps), "revision"))
	}
	return fmt.Sprintf("%d of %s would change nothing, and nothing of that would be recorded", a.idle, plural(len(a.steps), "revision"))
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
