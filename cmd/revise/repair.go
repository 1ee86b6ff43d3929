package main

import (
	"cmp"
	"context"
	"errors"

	"github.com/spf13/cobra"

	"github.com/beliefbase/revise/report"
	"github.com/beliefbase/revise/revise"
)

// repairOptions are the flags of repair.
type repairOptions struct {
	ask    askFlags
	remedy remedyFlags
}

func newRepair(c *console) *cobra.Command {
	var o repairOptions
	cmd := &cobra.Command{
		Use:   "repair FILE",
		Short: "Lists the minimal changes of base beliefs that mend the violations of constraints, all of them first and then each, after all revisions of a file.",
		Example: example(
			"revise repair scenarios/access-review --after 0",
			"revise repair scenarios/access-review --after 0 --size 1 --format json",
		),
		Args:              wants("FILE"),
		ValidArgsFunction: completeFiles,
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := o.remedy.check(cmd); err != nil {
				return err
			}
			return o.ask.study(cmd, c, args[0], o.explain)
		},
	}
	o.remedy.add(cmd, 5)
	o.ask.add(cmd)
	return cmd
}

// explain searches until a bound stops it; the time-out is one of them. What was found until then is written.
func (o *repairOptions) explain(ctx context.Context, s *session) (answer, error) {
	found := s.engine.Repair(ctx, o.remedy.limits)
	return searched(ctx, func(w stream, f report.Format, look report.Options) error {
		look.All = o.remedy.verbose
		o.ask.redact.hideIn(found)
		return report.WriteRepairs(w, f, found, look)
	}), nil
}

// remedyFlags bound a search for remedies, and say how much of each is shown.
type remedyFlags struct {
	limits  revise.RemedyLimits
	verbose bool
}

func (f *remedyFlags) add(cmd *cobra.Command, most int) {
	cmd.Flags().IntVar(&f.limits.Max, "max", most, "list at most `N` ways")
	cmd.Flags().IntVar(&f.limits.Size, "size", 0, "list only ways of at most `N` changes")
	cmd.Flags().BoolVarP(&f.verbose, "verbose", "v", false, "text: every change of each way, nothing is cut")
}

func (f *remedyFlags) check(cmd *cobra.Command) error { return checkPositive(cmd, "max", "size") }

// searched is the answer of a search: whoever ended it gets what it had found, and then the exit code.
func searched(ctx context.Context, write answer) answer {
	return func(s stream, f report.Format, look report.Options) error {
		return cmp.Or(write(s, f, look), interrupted(ctx))
	}
}

// interrupted is the error of a search that a person ended; a time-out only bounds it.
func interrupted(ctx context.Context) error {
	if err := ctx.Err(); !errors.Is(err, context.DeadlineExceeded) {
		return err
	}
	return nil
}
