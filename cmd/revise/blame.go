package main

import (
	"context"
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"github.com/beliefbase/revise/report"
	"github.com/beliefbase/revise/revise"
)

// blameOptions are the flags of blame.
type blameOptions struct {
	ask  askFlags
	idle bool
}

func newBlame(c *console) *cobra.Command {
	var o blameOptions
	cmd := &cobra.Command{
		Use:   "blame FILE REVISION ATOM",
		Short: "Finds the smallest part of a revision that retracts or brings a conclusion, as lines of the file; or, with --idle, the lines that change nothing.",
		Example: example(
			`revise blame scenarios/access-review "Bo's contract ends" 'offboarded(bo)'`,
			"revise blame scenarios/access-review 3 'can_write(dee, ledger)'",
			"revise blame scenarios/penguins 'jet packs' --idle",
		),
		ValidArgsFunction: completeFiles,
		RunE: func(cmd *cobra.Command, args []string) error {
			return o.ask.write(cmd, c, args[0], func(ctx context.Context, s *session) (answer, error) {
				request, note, err := s.playBefore(ctx, args[1])
				if err != nil {
					return nil, err
				}
				o.ask.derive.note(c, note)
				if o.idle {
					return o.idleLines(ctx, s, request)
				}
				return o.blame(ctx, c, s, request, args[2])
			})
		},
	}
	cmd.Args = func(cmd *cobra.Command, args []string) error {
		if o.idle {
			if len(args) == 3 {
				return refuse("leave out the atom, or --idle", "blame --idle looks at every line of the revision, and takes no atom")
			}
			return wants("FILE", "REVISION")(cmd, args)
		}
		return wants("FILE", "REVISION", "ATOM")(cmd, args)
	}
	cmd.Flags().BoolVar(&o.idle, "idle", false, "without ATOM: list the lines that could be left out")
	o.ask.addAll(cmd)
	return cmd
}

// playBefore plays the revisions before the one that is named or counted, and returns its request.
func (s *session) playBefore(ctx context.Context, revision string) (revise.Request, string, error) {
	if s.base {
		return revise.Request{}, "", refuse(fmt.Sprintf("revise show %s %s says what it changed", shellQuote(s.given), shellQuote(revision)), "blame is for files, and this is a belief base")
	}
	steps, err := s.until("REVISION", revision)
	if err != nil {
		return revise.Request{}, "", err
	}
	if len(steps) == 0 {
		return revise.Request{}, "", refuse(s.revisionsHint(), "REVISION %s: there is nothing before the first revision", revision)
	}
	last := len(steps) - 1
	note, err := s.playSteps(ctx, steps[:last])
	return steps[last].Request, note, err
}

// blame searches until the time-out stops it.
func (o *blameOptions) blame(ctx context.Context, c *console, s *session, request revise.Request, atom string) (answer, error) {
	fact, err := s.fact(atom)
	if err != nil {
		return nil, err
	}
	found, err := s.engine.Blame(ctx, request, fact)
	switch {
	case errors.Is(err, revise.ErrUnchanged) && s.engine.Holds(fact):
		c.say("%s holds before the revision and after it", fact)
		return nil, exitError(exitNo)
	case errors.Is(err, revise.ErrUnchanged):
		c.say("%s holds neither before the revision nor after it", fact)
		return nil, exitError(exitNo)
	case err == nil:
		err = interrupted(ctx)
	}
	return func(w stream, f report.Format, look report.Options) error {
		o.ask.redact.hideIn(found)
		return report.WriteBlame(w, f, found, look)
	}, err
}

// idleLines searches until a bound stops it; what was found until then is written.
func (o *blameOptions) idleLines(ctx context.Context, s *session, request revise.Request) (answer, error) {
	found, err := s.engine.Idle(ctx, request)
	return searched(ctx, func(w stream, f report.Format, look report.Options) error {
		o.ask.redact.hideIn(found)
		return report.WriteIdle(w, f, found, look)
	}), err
}
