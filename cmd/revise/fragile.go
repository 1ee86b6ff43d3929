package main

import (
	"context"

	"github.com/spf13/cobra"

	"github.com/beliefbase/revise/report"
	"github.com/beliefbase/revise/revise"
)

// fragileOptions are the flags of fragile.
type fragileOptions struct {
	ask     askFlags
	by      *choice
	k       int
	verbose bool
}

func newFragile(c *console) *cobra.Command {
	var o fragileOptions
	cmd := &cobra.Command{
		Use:   "fragile FILE",
		Short: "Lists the beliefs, sources or files that conclusions rest on alone, ranked by what falls without them, after all revisions of a file.",
		Example: example(
			"revise fragile scenarios/penguins --after 0",
			"revise fragile scenarios/access-review --by source",
			"revise fragile scenarios/claims --by source --k 2 --format json -o fragile.json",
		),
		Args:              wants("FILE"),
		ValidArgsFunction: completeFiles,
		RunE: func(cmd *cobra.Command, args []string) error {
			if o.k != 1 && o.k != 2 {
				return refuse("", "--k %d: write 1 or 2", o.k)
			}
			return o.ask.study(cmd, c, args[0], o.explain)
		},
	}
	var names []string
	for _, g := range revise.Groupings() {
		names = append(names, string(g))
	}
	o.by = addChoice(cmd, "by", "what is taken away", names...)
	cmd.Flags().IntVar(&o.k, "k", 1, "take away up to `N` at a time, 1 or 2")
	cmd.Flags().BoolVarP(&o.verbose, "verbose", "v", false, "conclusions of all relations; text: nothing is cut")
	o.ask.add(cmd)
	return cmd
}

// explain takes one after the other away until a bound stops it; what was found until then is written.
func (o *fragileOptions) explain(ctx context.Context, s *session) (answer, error) {
	options := revise.FragileOptions{By: revise.Grouping(o.by.value), Pairs: o.k == 2, Relations: s.scenario.Report}
	if o.verbose {
		options.Relations = nil
	}
	found := s.engine.Fragile(ctx, options)
	return searched(ctx, func(w stream, f report.Format, look report.Options) error {
		look.All = o.verbose
		o.ask.redact.hideIn(found)
		return report.WriteFragile(w, f, options, found, look)
	}), nil
}
