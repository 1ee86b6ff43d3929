package main

import (
	"cmp"
	"context"
	"io"
	"slices"
	"time"

	"github.com/spf13/cobra"

	"github.com/beliefbase/revise/report"
	"github.com/beliefbase/revise/revise"
	"github.com/beliefbase/revise/scenarios/draft"
	"github.com/beliefbase/revise/scenarios/fuzz"
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
	crossover      bool
	counterexample string
	graph          string
	forSpreadsheet bool
}

func newCompare(c *console) *cobra.Command {
	var o compareOptions
	cmd := &cobra.Command{
		Use:   "compare FILE",
		Short: "Applies the revisions of a file under several strategies, and says whether they agree and what each costs and keeps.",
		Example: example(
			"revise compare scenarios/access-review",
			"revise compare scenarios/access-review --strategies ranked,dred,recompute --format csv -o costs.csv",
			"revise compare scenarios/penguins --timings --repeat 5",
			"revise compare scenarios/sbom --strategies ranked,dred --crossover",
			"revise compare scenarios/sbom -o costs.svg",
			"revise compare scenarios/penguins --strategies ranked,jtms --graph network.dot",
		),
		Args:              wants("FILE"),
		ValidArgsFunction: completeFiles,
		RunE:              func(cmd *cobra.Command, args []string) error { return o.run(cmd, c, args[0]) },
	}
	flags := cmd.Flags()
	addStrategies(cmd, &o.strategies)
	flags.IntVar(&o.repeat, "repeat", 1, "apply everything `N` times, and show the median times")
	flags.BoolVar(&o.crossover, "crossover", false, "find out how many beliefs must go at once for recomputation to be cheaper")
	addCounterexample(cmd, &o.counterexample)
	flags.StringVar(&o.graph, "graph", "", "write the justification network of jtms after the last revision to `FILE`, for Graphviz")
	o.output.add(cmd, comparisonEndings, formatNames(report.ComparisonFormats())...)
	flags.BoolVar(&o.forSpreadsheet, "for-spreadsheet", false, "CSV: make cells harmless that a spreadsheet would run")
	flags.BoolVar(&o.timings, "timings", false, "show times where the output is no terminal, too")
	o.first.add(cmd)
	flags.BoolVar(&o.derive.verify, "verify", false, "check every state rule by rule; what is wrong ends with exit code 4")
	addRoot(cmd, &o.derive.root)
	o.derive.addBounds(cmd)
	o.look.add(cmd)
	return cmd
}

var comparisonEndings = map[string]string{".txt": "text", ".md": "markdown", ".json": "json", ".csv": "csv", ".svg": "svg"}

func (o *compareOptions) check(cmd *cobra.Command, c *console) error {
	if err := cmp.Or(o.look.apply(c), o.output.check(cmd), o.derive.check(cmd)); err != nil {
		return err
	}
	if o.repeat < 1 {
		return refuse("leave it out for once", "--repeat must be 1 or more")
	}
	if format := o.output.format.value; o.crossover && (format == string(report.CSV) || format == string(report.SVG)) {
		return refuse("add --format text, markdown or json", "--crossover is not part of %s", format)
	}
	if o.forSpreadsheet && o.output.format.value != string(report.CSV) {
		return refuse("add --format csv", "--for-spreadsheet is for CSV, and this is %s", o.output.format.value)
	}
	o.counterexample = counterexampleFile(cmd, o.counterexample)
	if err := checkBeside("--counterexample", o.counterexample, o.output.file); err != nil {
		return err
	}
	if !cmd.Flags().Changed("graph") {
		return nil
	}
	return checkBeside("--graph", o.graph, o.output.file, o.counterexample)
}

// checkStrategies refuses what makes no sense with the strategies that were asked for.
func (o *compareOptions) checkStrategies(strategies []revise.Strategy) error {
	if o.graph != "" && !slices.Contains(strategies, revise.JTMS) {
		return refuse("add jtms to --strategies", "--graph is for the network of jtms")
	}
	if o.crossover && !slices.ContainsFunc(strategies, isNotRecompute) {
		return refuse("add another one to --strategies", "--crossover compares strategies with recompute")
	}
	return nil
}

func isNotRecompute(s revise.Strategy) bool { return s != revise.Recompute }

func (o *compareOptions) run(cmd *cobra.Command, c *console, file string) error {
	if err := o.check(cmd, c); err != nil {
		return err
	}
	strategies, err := parseStrategies(o.strategies)
	if err != nil {
		return err
	}
	if err := o.checkStrategies(strategies); err != nil {
		return err
	}
	ctx, cancel := o.derive.bounded(cmd.Context())
	defer cancel()
	src, err := openSource(ctx, c, file, o.derive.root)
	if err != nil {
		return err
	}
	defer src.close()
	shown, match, err := o.compare(ctx, c, src, strategies)
	if err != nil {
		return err
	}
	if err = o.writeNetwork(c, shown.Network); err == nil {
		err = o.output.write(c, func(s stream) error {
			shown.Timed = o.timings || s.terminal
			return report.WriteComparison(s, report.Format(o.output.format.value), shown, report.Options{
				Width: c.columnsOf(s), Colour: c.colored(s), ForSpreadsheet: o.forSpreadsheet,
			})
		})
	}
	return overruled(c, err, o.agreed(ctx, c, match, shown.Comparison))
}

// overruled returns the error that a command ends with: a disagreement, never to be ignored, or else the other one.
func overruled(c *console, err, disagreed error) error {
	if disagreed == nil {
		return err
	}
	c.tell(err)
	return disagreed
}

// writeNetwork writes the network if that is asked for, and says what its shape shows.
func (o *compareOptions) writeNetwork(c *console, n *revise.Network) error {
	if o.graph == "" {
		return nil
	}
	if err := c.read.spare("--graph", o.graph); err != nil {
		return err
	}
	var summary *report.NetworkSummary
	err := writeFile(o.graph, func(w io.Writer) error {
		var err error
		summary, err = report.WriteNetwork(w, n)
		return err
	})
	if err == nil {
		o.derive.note(c, o.graph+": "+summary.String())
	}
	return err
}

// agreed is the exit code of a comparison that is written. Where the strategies disagree, the least scenario that shows
// it is written, too.
func (o *compareOptions) agreed(ctx context.Context, c *console, match func() *fuzz.Match, compared *revise.Comparison) error {
	if compared.Agree() {
		return nil
	}
	o.derive.note(c, "the strategies disagree: looking for the least part of the file that shows it; Ctrl-C ends the search")
	found := match().Shrink(ctx)
	if found == nil { // the times of the steps, or a base that cannot be written down, are part of it
		c.say("error: the strategies disagree: this is a bug in revise, please report it")
		return exitError(exitDisagree)
	}
	writeCounterexample(c, o.counterexample, found)
	return exitError(exitDisagree)
}

// compare loads the file and plays its revisions under every strategy.
func (o *compareOptions) compare(ctx context.Context, c *console, src *source, strategies []revise.Strategy) (shown *report.Comparison, match func() *fuzz.Match, err error) {
	progress := startProgress(c, o.derive.quiet)
	defer progress.stop()
	scenario, err := src.load(ctx, progress)
	if err != nil {
		return nil, nil, err
	}
	if err := c.read.spare("--counterexample", o.counterexample); err != nil {
		return nil, nil, err
	}
	s := &session{scenario: scenario}
	if err := s.plan(&o.first); err != nil {
		return nil, nil, err
	}
	requests := requestsOf(s.steps)
	if len(requests) == 0 {
		o.derive.note(c, "note: there are no revisions, so only the start was compared; --withdraw and --assert make one")
	}
	match = func() *fuzz.Match {
		return &fuzz.Match{Draft: draft.Of(scenario.Program, scenario.Base, requests), Strategies: strategies}
	}
	defer func() {
		if caught := recover(); caught != nil {
			err = o.panicked(ctx, c, match(), caught)
		}
	}()
	began := time.Now()
	options := revise.CompareOptions{
		Strategies: strategies,
		Repeat:     o.repeat,
		Clock:      func() time.Duration { return time.Since(began) },
		Network:    o.graph != "",
		Check:      o.derive.verify,
		Options: []revise.Option{
			revise.WithLimits(revise.Limits{Conclusions: o.derive.limit, Memory: int64(o.derive.memory)}),
			revise.WithProgress(progress.deriving),
		},
	}
	shown = &report.Comparison{Title: src.title()}
	shown.Comparison, err = revise.Compare(ctx, scenario.Program, scenario.Base, requests, options)
	if err == nil {
		err = covered(shown.Contested)
	}
	if err != nil || !o.crossover {
		return shown, match, err
	}
	shown.Crossovers, err = revise.Crossovers(ctx, scenario.Program, scenario.Base, revise.CrossoverOptions{
		Strategies: slices.DeleteFunc(slices.Clone(strategies), func(s revise.Strategy) bool { return !isNotRecompute(s) }),
		Repeat:     o.repeat, Clock: options.Clock, Options: options.Options,
	})
	return shown, match, err
}

// covered returns why the first strategy does not cover the rules, if none does: then nothing was compared.
func covered(contested []revise.Contest) error {
	if slices.ContainsFunc(contested, func(x revise.Contest) bool { return x.NotCovered == nil }) {
		return nil
	}
	return contested[0].NotCovered
}

// panicked ends a comparison in which a strategy panicked: as a disagreement, if a scenario shows it.
func (o *compareOptions) panicked(ctx context.Context, c *console, match *fuzz.Match, caught any) error {
	found := match.Shrink(ctx)
	if found == nil {
		return bug(caught)
	}
	writeCounterexample(c, o.counterexample, found)
	return exitError(exitDisagree)
}
