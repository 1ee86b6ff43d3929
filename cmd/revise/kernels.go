package main

import (
	"context"
	"errors"
	"slices"

	"github.com/spf13/cobra"

	"github.com/beliefbase/revise/belief"
	"github.com/beliefbase/revise/report"
	"github.com/beliefbase/revise/revise"
)

// kernelsOptions are the flags of kernels.
type kernelsOptions struct {
	ask    askFlags
	limits revise.KernelLimits
}

func newKernels(c *console) *cobra.Command {
	var o kernelsOptions
	cmd := &cobra.Command{
		Use:   "kernels FILE ATOM",
		Short: "Lists the minimal sets of base beliefs from which a conclusion follows, after all revisions of a file.",
		Example: example(
			"revise kernels scenarios/penguins 'flies(wisdom)' --after 0",
			"revise kernels scenarios/access-review 'can_read(dee, ledger)' --max 5 --size 4",
		),
		Args:              wants("FILE", "ATOM"),
		ValidArgsFunction: completeFiles,
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := checkPositive(cmd, "max", "size"); err != nil {
				return err
			}
			return o.ask.run(cmd, c, args[0], args[1], o.explain)
		},
	}
	cmd.Flags().IntVar(&o.limits.Max, "max", 0, "list at most `N` sets")
	cmd.Flags().IntVar(&o.limits.Size, "size", 0, "list only sets of at most `N` beliefs")
	o.ask.add(cmd)
	return cmd
}

// checkPositive refuses bounds that leave nothing.
func checkPositive(cmd *cobra.Command, flags ...string) error {
	for _, name := range flags {
		n, err := cmd.Flags().GetInt(name)
		if err == nil && cmd.Flags().Changed(name) && n <= 0 {
			err = refuse("leave it out for no such bound", "--%s must be more than zero", name)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// explain enumerates while it writes, until a bound stops it; the time-out is one of them.
func (o *kernelsOptions) explain(ctx context.Context, e *revise.Engine, fact belief.Fact) (answer, error) {
	found := &report.Kernels{Fact: fact, Kernels: slices.Values[[]revise.Kernel](nil), Complete: func() bool { return false }}
	kernels, err := e.Kernels(ctx, fact, o.limits)
	switch {
	case err == nil:
		found.Kernels, found.Complete = kernels.All(), kernels.Complete
	case errors.Is(err, context.DeadlineExceeded):
		err = nil
	}
	return searched(ctx, func(s stream, f report.Format, look report.Options) error {
		o.ask.redact.hideIn(&found.Fact)
		found.Kernels = o.ask.redact.kernels(found.Kernels)
		return report.WriteKernels(s, f, found, look)
	}), err
}
