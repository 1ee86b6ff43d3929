package main

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/beliefbase/revise/report"
	"github.com/beliefbase/revise/revise"
	"github.com/beliefbase/revise/scenarios"
	"github.com/beliefbase/revise/scenarios/draft"
	"github.com/beliefbase/revise/scenarios/fuzz"
)

// fuzzOptions are the flags of fuzz.
type fuzzOptions struct {
	root           string
	lasting        time.Duration
	runs           int
	seed           uint64
	strategies     []string
	counterexample string
	output         outputFlags
	look           lookFlags
	quiet          bool
}

func newFuzz(c *console) *cobra.Command {
	var o fuzzOptions
	cmd := &cobra.Command{
		Use:   "fuzz FILE",
		Short: "Tries the rules of a file on random beliefs and revisions: the strategies must agree, and what must not matter must not.",
		Example: example(
			"revise fuzz scenarios/access-review --for 30s",
			"revise fuzz scenarios/penguins --runs 100 --seed 7",
		),
		Args:              wants("FILE"),
		ValidArgsFunction: completeFiles,
		RunE:              func(cmd *cobra.Command, args []string) error { return o.run(cmd, c, args[0]) },
	}
	flags := cmd.Flags()
	flags.DurationVar(&o.lasting, "for", 30*time.Second, "go on for this `DURATION`")
	flags.IntVar(&o.runs, "runs", 0, "end after `N` random cases instead")
	flags.Uint64Var(&o.seed, "seed", 1, "`N` decides every choice: the same seed tries the same")
	addStrategies(cmd, &o.strategies)
	addCounterexample(cmd, &o.counterexample)
	o.output.add(cmd, map[string]string{".txt": "text", ".json": "json"}, "text", "json")
	addRoot(cmd, &o.root)
	flags.BoolVarP(&o.quiet, "quiet", "q", false, "no progress on standard error")
	o.look.add(cmd)
	return cmd
}

func addStrategies(cmd *cobra.Command, names *[]string) {
	cmd.Flags().StringSliceVar(names, "strategies", nil, "the `NAMES` of the strategies, with commas between them; all by default")
	cobra.CheckErr(cmd.RegisterFlagCompletionFunc("strategies", cobra.FixedCompletions(strategyNames(), cobra.ShellCompDirectiveNoFileComp)))
}

func addCounterexample(cmd *cobra.Command, file *string) {
	cmd.Flags().StringVar(file, "counterexample", "counterexample.yaml", "the `FILE` for the least scenario that shows what is wrong, if something is")
}

func (o *fuzzOptions) check(cmd *cobra.Command, c *console) error {
	if err := cmp.Or(o.look.apply(c), o.output.check(cmd)); err != nil {
		return err
	}
	switch {
	case o.lasting <= 0:
		return refuse("", "--for must be more than zero")
	case cmd.Flags().Changed("runs") && o.runs < 1:
		return refuse("leave it out to go on for a time", "--runs must be 1 or more")
	case cmd.Flags().Changed("runs") && cmd.Flags().Changed("for"):
		return refuse("leave one of them out", "--runs and --for both say when to end")
	}
	o.counterexample = counterexampleFile(cmd, o.counterexample)
	return checkBeside("--counterexample", o.counterexample, o.output.file)
}

func (o *fuzzOptions) run(cmd *cobra.Command, c *console, file string) error {
	if err := o.check(cmd, c); err != nil {
		return err
	}
	strategies, err := parseStrategies(o.strategies)
	if err != nil {
		return err
	}
	src, err := openSource(cmd.Context(), c, file, o.root)
	if err != nil {
		return err
	}
	defer src.close()
	result, err := o.fuzz(cmd.Context(), c, src, strategies)
	if err != nil {
		return err
	}
	interrupted, file := cmd.Context().Err(), ""
	switch {
	case result.Counterexample != nil:
		file = writeCounterexample(c, o.counterexample, result.Counterexample)
	case interrupted != nil && (result.Drafts == 0 || o.output.toFile()):
		return interrupted
	}
	err = o.output.write(c, func(s stream) error {
		f := report.Fuzzing{Title: src.title(), Seed: o.seed, Tried: result.Drafts, Dropped: result.Unplayable, Revisions: result.Revisions, Refused: result.Refused, Retracted: result.Retracted, Gained: result.Gained}
		if x := result.Counterexample; x != nil {
			f.Wrong, f.Law, f.Strategy, f.File = x.What, x.Law, string(x.Strategy), file
		}
		return report.WriteFuzzing(s, report.Format(o.output.format.value), &f, report.Options{Width: c.columnsOf(s), Colour: c.colored(s)})
	})
	if result.Counterexample != nil {
		return overruled(c, err, exitError(exitDisagree))
	}
	return cmp.Or(err, interrupted)
}

func (o *fuzzOptions) fuzz(ctx context.Context, c *console, src *source, strategies []revise.Strategy) (*fuzz.Result, error) {
	progress := startProgress(c, o.quiet)
	defer progress.stop()
	scenario, err := src.load(ctx, progress)
	if err != nil {
		return nil, err
	}
	if err := c.read.spare("--counterexample", o.counterexample); err != nil {
		return nil, err
	}
	d := draft.Of(scenario.Program, scenario.Base, requestsOf(scenario.Steps))
	options := fuzz.Options{Seed: o.seed, Runs: o.runs, Strategies: strategies}
	if o.runs == 0 {
		options.For = o.lasting
	}
	options.Progress = func(n int) { progress.say("trying random case %d", n) }
	result := fuzz.Fuzz(ctx, d, options)
	if result.Counterexample == nil && ctx.Err() == nil {
		if err := tried(&result, strategies); err != nil {
			return nil, err
		}
	}
	return &result, nil
}

// tried refuses to say that nothing is wrong where nothing was tried.
func tried(result *fuzz.Result, strategies []revise.Strategy) error {
	switch {
	case result.Drafts == 0 && result.Unplayable == 0:
		return refuse("give it more time, or beliefs and rules", "nothing could be tried")
	case result.Drafts == 0 && result.Why != nil:
		return refuse("", "nothing could be tried: each of %s is refused, the first because %v", plural(result.Unplayable, "random case"), result.Why)
	case result.Drafts == 0:
		return refuse("", "nothing could be tried: each of %s goes beyond a limit", plural(result.Unplayable, "random case"))
	case result.Covered == 0:
		names := make([]string, len(strategies))
		for i, s := range strategies {
			names[i] = string(s)
		}
		return refuse("add another one to --strategies, such as recompute", "nothing was tried: the rules are not covered by %s", strings.Join(names, " or "))
	}
	return nil
}

func requestsOf(steps []scenarios.Step) []revise.Request {
	requests := make([]revise.Request, len(steps))
	for i, step := range steps {
		requests[i] = step.Request
	}
	return requests
}

// parseStrategies reads the names of strategies; none stand for all. The error tells what is wrong with any of them.
func parseStrategies(names []string) ([]revise.Strategy, error) {
	if len(names) == 0 {
		return revise.Strategies(), nil
	}
	var list []revise.Strategy
	var wrong faults
	for _, name := range names {
		strategy, err := revise.ParseStrategy(strings.TrimSpace(name))
		switch {
		case err != nil:
			wrong = append(wrong, refuse("", "--strategies: %v%s", err, didYouMean(name, strategyNames())))
		case slices.Contains(list, strategy):
			wrong = append(wrong, refuse("", "--strategies names %s twice", strategy))
		}
		list = append(list, strategy)
	}
	return list, together(wrong...)
}

// counterexampleFile is the file for a counterexample: the one that is asked for, or else one that is not there yet, so that none
// is lost that was found before.
func counterexampleFile(cmd *cobra.Command, name string) string {
	if cmd.Flags().Changed("counterexample") {
		return name
	}
	stem, free := strings.TrimSuffix(name, ".yaml"), name
	for n := 2; ; n++ {
		if _, err := os.Lstat(free); err != nil {
			return free
		}
		free = fmt.Sprintf("%s-%d.yaml", stem, n)
	}
}

// writeCounterexample writes a scenario that shows what is wrong, says so, and returns where it is. Where it cannot be written
// to the file it goes to standard error, for it must not be lost.
func writeCounterexample(c *console, file string, x *fuzz.Counterexample) (written string) {
	err := c.read.spare("--counterexample", file)
	if err == nil {
		err = writeFile(file, func(w io.Writer) error {
			_, err := io.WriteString(w, x.Text(file))
			return err
		})
	}
	if err != nil {
		fmt.Fprint(c.errs, x.Text(file))
		c.tell(err)
		c.say("error: this is a bug in revise, please report it with the scenario above")
		return ""
	}
	c.say("error: this is a bug in revise, please report it: %s shows it, by 'revise test %s --strategy %s --verify'", file, shellQuote(file), x.Strategy)
	if !x.Least {
		c.say("there was no time to make it smaller")
	}
	return file
}
