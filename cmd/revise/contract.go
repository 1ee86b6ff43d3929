package main

import (
	"context"

	"github.com/spf13/cobra"

	"github.com/beliefbase/revise/belief"
	"github.com/beliefbase/revise/report"
	"github.com/beliefbase/revise/revise"
)

// contractOptions are the flags of contract.
type contractOptions struct {
	ask    askFlags
	remedy remedyFlags
}

func newContract(c *console) *cobra.Command {
	var o contractOptions
	cmd := &cobra.Command{
		Use:   "contract FILE ATOM",
		Short: "Lists the minimal changes of base beliefs that retract a conclusion, each with what else it would do, after all revisions of a file.",
		Example: example(
			"revise contract scenarios/penguins 'flies(wisdom)' --after 0",
			"revise contract scenarios/access-review 'can_read(dee, ledger)' --max 3 --size 2",
		),
		Args:              wants("FILE", "ATOM"),
		ValidArgsFunction: completeFiles,
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := o.remedy.check(cmd); err != nil {
				return err
			}
			return o.ask.run(cmd, c, args[0], args[1], o.explain)
		},
	}
	o.remedy.add(cmd, 0)
	o.ask.add(cmd)
	return cmd
}

// explain searches until a bound stops it; the time-out is one of them. What was found until then is written.
func (o *contractOptions) explain(ctx context.Context, e *revise.Engine, fact belief.Fact) (answer, error) {
	found, err := e.Contract(ctx, fact, o.remedy.limits)
	return searched(ctx, func(s stream, f report.Format, look report.Options) error {
		look.All = o.remedy.verbose
		o.ask.redact.hideIn(found)
		return report.WriteContractions(s, f, found, look)
	}), err
}
