package main

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/beliefbase/revise/report"
	"github.com/beliefbase/revise/revise"
)

// runOptions are the flags of run.
type runOptions struct {
	derive         deriveFlags
	first          reviseFlags
	output         outputFlags
	look           lookFlags
	verbose        bool
	timings        bool
	forSpreadsheet bool
	failOnChange   bool
	redact         redactFlags
}

func newRun(c *console) *cobra.Command {
	var o runOptions
	cmd := &cobra.Command{
		Use:   "run FILE",
		Short: "Derives what follows from the beliefs of a file, applies its revisions, and reports what each changed and why.",
		Example: example(
			"revise run scenarios/penguins",
			"revise run scenarios/sbom --format json -o sbom.json",
			"revise run scenarios/penguins --assert 'injured(wisdom)' --fail-on-change",
		),
		Args:              wants("FILE"),
		ValidArgsFunction: completeFiles,
		RunE:              func(cmd *cobra.Command, args []string) error { return o.run(cmd, c, args[0]) },
	}
	o.output.add(cmd, reportEndings, formatNames(report.Formats())...)
	o.first.add(cmd)
	o.derive.add(cmd)
	flags := cmd.Flags()
	flags.BoolVarP(&o.verbose, "verbose", "v", false, "every changed line, costs and inputs: nothing is cut")
	flags.BoolVar(&o.timings, "timings", false, "show times where the output is no terminal, too")
	flags.BoolVar(&o.forSpreadsheet, "for-spreadsheet", false, "CSV: make cells harmless that a spreadsheet would run")
	o.redact.add(cmd)
	flags.BoolVar(&o.failOnChange, "fail-on-change", false, "end with exit code 1 when a revision changed a reported conclusion or a violation")
	o.look.add(cmd)
	return cmd
}

var reportEndings = map[string]string{
	".txt": "text", ".md": "markdown", ".json": "json", ".yaml": "yaml", ".yml": "yaml", ".csv": "csv",
}

func formatNames[F ~string](formats []F) []string {
	names := make([]string, len(formats))
	for i, f := range formats {
		names[i] = string(f)
	}
	return names
}

func (o *runOptions) check(cmd *cobra.Command, c *console) error {
	if err := cmp.Or(o.look.apply(c), o.output.check(cmd), o.derive.check(cmd)); err != nil {
		return err
	}
	if o.forSpreadsheet && o.output.format.value != string(report.CSV) {
		return refuse("add --format csv", "--for-spreadsheet is for CSV, and this is %s", o.output.format.value)
	}
	return nil
}

func (o *runOptions) run(cmd *cobra.Command, c *console, file string) error {
	if err := o.check(cmd, c); err != nil {
		return err
	}
	ctx, cancel := o.derive.bounded(cmd.Context())
	defer cancel()
	src, err := openSource(ctx, c, file, o.derive.root)
	if err != nil {
		return err
	}
	defer src.close()
	r, err := o.play(ctx, c, src)
	if err != nil {
		return err
	}
	if err := o.write(c, src, r); err != nil {
		return err
	}
	o.noteWarnings(c, src, r)
	o.hintAtWhy(c, src, r)
	return o.verdict(c, r)
}

// finished is a run that came to its end.
type finished struct {
	*session
	start report.Start
	all   []played
}

// play derives and applies every revision.
func (o *runOptions) play(ctx context.Context, c *console, src *source) (*finished, error) {
	progress := startProgress(c, o.derive.quiet)
	defer progress.stop()
	s, err := o.derive.open(ctx, src, &o.first, progress)
	if err != nil {
		return nil, err
	}
	r := &finished{session: s, start: startOf(s.engine)}
	r.all, err = s.play(ctx, s.steps)
	return r, err
}

func (o *runOptions) write(c *console, src *source, r *finished) error {
	document := report.Document{
		Name:   src.title(),
		Title:  r.scenario.Title,
		About:  r.scenario.About,
		File:   src.path(src.name),
		Tool:   tool(),
		Inputs: inputs(src, r.scenario),
		Start:  r.start,
		Shown:  r.scenario.Report,
	}
	var times []time.Duration
	for _, p := range r.all {
		document.Outcomes = append(document.Outcomes, p.Outcome)
		times = append(times, p.took)
	}
	if err := o.redact.begin(c, r.engine); err != nil {
		return err
	}
	o.redact.hideIn(&document)
	return o.output.write(c, func(s stream) error {
		options := report.Options{
			Width: c.columnsOf(s), Colour: c.colored(s), All: o.verbose, ForSpreadsheet: o.forSpreadsheet,
		}
		if o.timings || s.terminal {
			options.Timings = times
		}
		return report.Write(s, report.Format(o.output.format.value), &document, options)
	})
}

// noteWarnings says that the file has warnings, and where to read them.
func (o *runOptions) noteWarnings(c *console, src *source, r *finished) {
	if n := len(r.scenario.Warnings); n > 0 {
		o.derive.note(c, fmt.Sprintf("note: %s, see 'revise check %s'", plural(n, "warning"), shellQuote(src.given)))
	}
}

// hintAtWhy shows a person how to go on: with a conclusion of the report that holds now, best one that was kept.
func (o *runOptions) hintAtWhy(c *console, src *source, r *finished) {
	if o.derive.quiet || !c.errs.terminal || !c.out.terminal || src.given == "-" {
		return
	}
	var kept, gained []revise.Change
	for _, p := range r.all {
		kept = append(kept, p.Outcome.Kept...)
		gained = append(gained, p.Outcome.Gained...)
	}
	for _, change := range slices.Concat(kept, gained) {
		if r.reports(change.Fact.Relation) && r.engine.Holds(change.Fact) {
			c.say("next: revise why %s %s", shellQuote(src.given), shellQuote(change.Fact.String()))
			return
		}
	}
}

// reports says whether reports show the changes of a relation.
func (s *session) reports(relation string) bool {
	return s.scenario.Report == nil || slices.Contains(s.scenario.Report, relation)
}

// changed says whether a revision changed something that reports show.
func (s *session) changed(o *revise.Outcome) bool {
	for _, change := range slices.Concat(o.Retracted, o.Gained) {
		if s.reports(change.Fact.Relation) {
			return true
		}
	}
	for _, change := range o.Changed {
		if s.reports(change.After.Relation) {
			return true
		}
	}
	return len(o.NewViolations)+len(o.MendedViolations) > 0
}

// verdict is the exit code of a run whose report is written.
func (o *runOptions) verdict(c *console, r *finished) error {
	code := exitDone
	for _, p := range r.all {
		switch {
		case p.Outcome.Refused != nil:
			code = max(code, refusalCode(p.Outcome.Refused))
		case o.failOnChange && r.changed(p.Outcome):
			code = max(code, exitNo)
		}
	}
	if n, _ := refusals(r.all); n > 0 {
		c.say("%d of %s refused", n, plural(len(r.all), "revision"))
	}
	if code != exitDone {
		return exitError(code)
	}
	return nil
}

// shellQuote makes a word of a text for a shell, where it needs it.
func shellQuote(text string) string {
	const safe = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-./@:+,="
	if text != "" && strings.Trim(text, safe) == "" {
		return text
	}
	return "'" + strings.ReplaceAll(text, "'", `'\''`) + "'"
}
