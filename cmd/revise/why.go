package main

import (
	"cmp"
	"context"
	"slices"

	"github.com/spf13/cobra"

	"github.com/beliefbase/revise/belief"
	"github.com/beliefbase/revise/report"
	"github.com/beliefbase/revise/revise"
)

// graphs are the formats of a tree that show it as boxes and lines.
var graphs = []report.Format{report.DOT, report.Mermaid, report.SVG}

// whyOptions are the flags of why.
type whyOptions struct {
	ask    askFlags
	limits revise.WhyLimits
	all    bool
	max    int
}

func newWhy(c *console) *cobra.Command {
	var o whyOptions
	cmd := &cobra.Command{
		Use:   "why FILE ATOM",
		Short: "Shows what a conclusion rests on, down to base beliefs with their sources, after all revisions of a file.",
		Example: example(
			"revise why scenarios/penguins 'flies(wisdom)'",
			"revise why scenarios/access-review 'can_read(bo, ledger)' --after 0",
			"revise why scenarios/penguins 'flies(wisdom)' --all",
			"revise why scenarios/penguins 'flies(wisdom)' -o why.svg",
		),
		Args:              wants("FILE", "ATOM"),
		ValidArgsFunction: completeFiles,
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := o.check(cmd); err != nil {
				return err
			}
			if o.all {
				return o.ask.run(cmd, c, args[0], args[1], o.supports)
			}
			o.ask.compared = args[1]
			return o.ask.run(cmd, c, args[0], args[1], o.explain)
		},
	}
	cmd.Flags().BoolVar(&o.all, "all", false, "list all immediate supports instead of one tree; as text, json or yaml")
	cmd.Flags().IntVar(&o.max, "max", 0, "with --all: list at most `N` supports")
	cmd.Flags().IntVar(&o.limits.Depth, "depth", 0, "follow at most `N` rules down, and cut what lies deeper")
	o.ask.add(cmd, graphs...)
	return cmd
}

// check refuses flags that would be ignored.
func (o *whyOptions) check(cmd *cobra.Command) error {
	if err := cmp.Or(checkPositive(cmd, "max", "depth"), o.ask.output.check(cmd)); err != nil {
		return err
	}
	format := report.Format(o.ask.output.format.value)
	switch changed := cmd.Flags().Changed; {
	case o.all && changed("depth"):
		return refuse("--all lists one step; leave one of the two out", "--depth says nothing with --all")
	case !o.all && changed("max"):
		return refuse("it bounds the list of --all", "--max says nothing without --all")
	case o.all && slices.Contains(graphs, format):
		return refuse("write --format text, json or yaml", "--all does not write %s", format)
	}
	return nil
}

// explain shows one tree, and what the last revision did to the supports.
func (o *whyOptions) explain(ctx context.Context, e *revise.Engine, fact belief.Fact) (answer, error) {
	found, err := e.Why(ctx, fact, o.limits)
	if err != nil {
		return nil, err
	}
	y := &report.Why{Explanation: found}
	if was := o.ask.before; was != nil {
		y.Revision, y.Before, y.Lost = o.ask.revision, was.Support, e.Lost(was)
	}
	return func(s stream, f report.Format, look report.Options) error {
		o.ask.redact.hideIn(y)
		return report.WriteWhy(s, f, y, look)
	}, nil
}

// supports lists until a bound stops it; the time-out is one of them.
func (o *whyOptions) supports(ctx context.Context, e *revise.Engine, fact belief.Fact) (answer, error) {
	found, err := e.Supports(ctx, fact, revise.SupportsLimits{Max: o.max})
	return searched(ctx, func(s stream, f report.Format, look report.Options) error {
		o.ask.redact.hideIn(found)
		return report.WriteSupports(s, f, found, look)
	}), err
}
