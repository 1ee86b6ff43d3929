package main

import (
	"context"
	"errors"

	"github.com/spf13/cobra"

	"github.com/beliefbase/revise/report"
	"github.com/beliefbase/revise/revise"
	"github.com/beliefbase/revise/rules"
)

// whyNotOptions are the flags of why-not.
type whyNotOptions struct {
	ask     askFlags
	limits  revise.WhyNotLimits
	ways    revise.RemedyLimits
	verbose bool
}

func newWhyNot(c *console) *cobra.Command {
	var o whyNotOptions
	cmd := &cobra.Command{
		Use:   "why-not FILE ATOM",
		Short: "Shows what is missing for an atom to hold: of every rule the nearest miss, what fails followed down, after all revisions of a file.",
		Example: example(
			"revise why-not scenarios/penguins 'flies(sirocco)'",
			"revise why-not scenarios/access-review 'can_read(?who, minutes)' --after 0",
			"revise why-not scenarios/penguins 'flies(sirocco)' --repair 3",
		),
		Args:              wants("FILE", "ATOM"),
		ValidArgsFunction: completeFiles,
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := checkPositive(cmd, "depth", "repair"); err != nil {
				return err
			}
			return o.ask.study(cmd, c, args[0], func(ctx context.Context, s *session) (answer, error) { return o.explain(ctx, c, s, args[1]) })
		},
	}
	cmd.Flags().IntVar(&o.limits.Depth, "depth", 5, "follow what fails at most `N` rules down")
	cmd.Flags().IntVar(&o.ways.Max, "repair", 0, "list the `N` smallest changes of base beliefs that would make it hold, too")
	cmd.Flags().BoolVarP(&o.verbose, "verbose", "v", false, "text: every change of each way, nothing is cut")
	o.ask.add(cmd)
	return cmd
}

// explain says why not; the time-out bounds the search.
func (o *whyNotOptions) explain(ctx context.Context, c *console, s *session, atom string) (answer, error) {
	query, err := parseAtom(s.engine.Program(), atom)
	if err != nil {
		return nil, err
	}
	found, err := s.engine.WhyNot(ctx, query, o.limits)
	if errors.Is(err, revise.ErrHolds) {
		return nil, o.holds(c, s, query, atom)
	}
	if err != nil {
		return nil, err
	}
	y := &report.WhyNot{Missing: found}
	if o.ways.Max > 0 {
		if y.Ways, err = s.engine.Attain(ctx, query, o.ways); err != nil {
			return nil, err
		}
	}
	return searched(ctx, func(w stream, f report.Format, look report.Options) error {
		look.All = o.verbose
		o.ask.redact.hideIn(y)
		return report.WriteWhyNot(w, f, y, look)
	}), nil
}

// holds says what holds of that of which it was asked why it does not.
func (o *whyNotOptions) holds(c *console, s *session, query rules.Query, atom string) error {
	if fact, ground := query.Fact(); ground {
		c.say("%s holds%s; for why: revise why %s %s", fact, o.ask.moment(), shellQuote(s.given), shellQuote(atom))
	} else {
		c.say("%s has matches%s; for all of them: revise query %s %s", atom, o.ask.moment(), shellQuote(s.given), shellQuote(atom))
	}
	return exitError(exitNo)
}
