package main

import (
	"cmp"
	"context"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/beliefbase/revise/report"
	"github.com/beliefbase/revise/revise"
	"github.com/beliefbase/revise/scenarios"
)

// compareOptions are the flags of compare.
type compareOptions struct {
	derive         deriveFlags
	first          reviseFlags
	output         outputFlags
	look           lookFlags
	strategies     []string
	repeat         int
	timings        bool
	forSpreadsheet bool
}

func newCompare(c *console) *cobra.Command {
	var o compareOptions
	cmd := &cobra.Command{
		Use:   "compare FILE",
		Short: "Applies the revisions of a file under several strategies, and says whether they agree and what each costs.",
		Example: example(
			"revise compare scenarios/access-review",
			"revise compare scenarios/access-review --strategies ranked,dred,recompute --format csv -o costs.csv",
			"revise compare scenarios/penguins --timings --repeat 5",
		),
		Args:              wants("FILE"),
		ValidArgsFunction: completeFiles,
		RunE:              func(cmd *cobra.Command, args []string) error { return o.run(cmd, c, args[0]) },
	}
	flags := cmd.Flags()
	flags.StringSliceVar(&o.strategies, "strategies", nil, "the `NAMES` of the strategies, with commas between them; all by default")
	cobra.CheckErr(cmd.RegisterFlagCompletionFunc("strategies", cobra.FixedCompletions(strategyNames(), cobra.ShellCompDirectiveNoFileComp)))
	flags.IntVar(&o.repeat, "repeat", 1, "apply everything `N` times, and show the least times")
	o.output.add(cmd, comparisonEndings, formatNames(report.ComparisonFormats())...)
	flags.BoolVar(&o.forSpreadsheet, "for-spreadsheet", false, "CSV: make cells harmless that a spreadsheet would run")
	flags.BoolVar(&o.timings, "timings", false, "show times where the output is no terminal, too")
	o.first.add(cmd)
	addRoot(cmd, &o.derive.root)
	o.derive.addBounds(cmd)
	o.look.add(cmd)
	return cmd
}

var comparisonEndings = map[string]string{".txt": "text", ".md": "markdown", ".json": "json", ".csv": "csv"}

func (o *compareOptions) check(cmd *cobra.Command, c *console) error {
	if err := cmp.Or(o.look.apply(c), o.output.check(cmd), o.derive.check(cmd)); err != nil {
		return err
	}
	if o.repeat < 1 {
		return refuse("leave it out for once", "--repeat must be 1 or more")
	}
	if o.forSpreadsheet && o.output.format.value != string(report.CSV) {
		return refuse("add --format csv", "--for-spreadsheet is for CSV, and this is %s", o.output.format.value)
	}
	return nil
}

func (o *compareOptions) run(cmd *cobra.Command, c *console, file string) error {
	if err := o.check(cmd, c); err != nil {
		return err
	}
	strategies, err := o.parse()
	if err != nil {
		return err
	}
	ctx, cancel := o.derive.bounded(cmd.Context())
	defer cancel()
	src, err := openSource(ctx, c, file, o.derive.root)
	if err != nil {
		return err
	}
	defer src.close()
	compared, err := o.compare(ctx, c, src, strategies)
	if err != nil {
		return err
	}
	err = o.output.write(c, func(s stream) error {
		shown := report.Comparison{Title: src.title(), Comparison: compared, Timed: o.timings || s.terminal}
		return report.WriteComparison(s, report.Format(o.output.format.value), &shown, report.Options{
			Width: c.columnsOf(s), Colour: c.colored(s), ForSpreadsheet: o.forSpreadsheet,
		})
	})
	return cmp.Or(err, agreed(c, compared))
}

// agreed is the exit code of a comparison that is written.
func agreed(c *console, compared *revise.Comparison) error {
	if compared.Agree() {
		return nil
	}
	c.say("error: the strategies disagree: this is a bug in revise, please report it")
	return exitError(exitDisagree)
}

// parse reads the names of the strategies.
func (o *compareOptions) parse() ([]revise.Strategy, error) {
	if len(o.strategies) == 0 {
		return revise.Strategies(), nil
	}
	var list []revise.Strategy
	for _, name := range o.strategies {
		strategy, err := revise.ParseStrategy(strings.TrimSpace(name))
		if err != nil {
			return nil, refuse("", "--strategies: %v%s", err, didYouMean(name, strategyNames()))
		}
		list = append(list, strategy)
	}
	return list, nil
}

// compare loads the file and plays its revisions under every strategy.
func (o *compareOptions) compare(ctx context.Context, c *console, src *source, strategies []revise.Strategy) (*revise.Comparison, error) {
	progress := startProgress(c, o.derive.quiet)
	defer progress.stop()
	scenario, err := scenarios.Load(src.fsys, src.name, scenarios.WithContext(ctx), scenarios.WithProgress(progress.reading))
	if err != nil {
		return nil, src.place(err)
	}
	s := &session{scenario: scenario}
	if err := s.plan(&o.first); err != nil {
		return nil, err
	}
	var requests []revise.Request
	for _, step := range s.steps {
		requests = append(requests, step.Request)
	}
	began := time.Now()
	return revise.Compare(ctx, scenario.Program, scenario.Base, requests, revise.CompareOptions{
		Strategies: strategies,
		Repeat:     o.repeat,
		Clock:      func() time.Duration { return time.Since(began) },
		Options: []revise.Option{
			revise.WithLimits(revise.Limits{Conclusions: o.derive.limit, Memory: int64(o.derive.memory)}),
			revise.WithProgress(progress.deriving),
		},
	})
}
