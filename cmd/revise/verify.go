package main

import (
	"cmp"
	"context"
	"errors"

	"github.com/spf13/cobra"

	"github.com/beliefbase/revise/report"
	"github.com/beliefbase/revise/revise"
	"github.com/beliefbase/revise/scenarios"
)

// verifyOptions are the flags of verify.
type verifyOptions struct {
	derive deriveFlags
	first  reviseFlags
	output outputFlags
	look   lookFlags
}

func newVerify(c *console) *cobra.Command {
	var o verifyOptions
	cmd := &cobra.Command{
		Use:   "verify FILE",
		Short: "Checks every state of a file rule by rule, and compares it with recomputation.",
		Example: example(
			"revise verify scenarios/access-review",
			"revise verify scenarios/penguins --strategy dred --format json",
		),
		Args:              wants("FILE"),
		ValidArgsFunction: completeFiles,
		RunE:              func(cmd *cobra.Command, args []string) error { return o.run(cmd, c, args[0]) },
	}
	o.output.add(cmd, map[string]string{".txt": "text", ".json": "json", ".yaml": "yaml", ".yml": "yaml"}, "text", "json", "yaml")
	o.first.add(cmd)
	o.derive.addStrategy(cmd)
	o.derive.addBounds(cmd)
	o.look.add(cmd)
	return cmd
}

func (o *verifyOptions) run(cmd *cobra.Command, c *console, file string) error {
	if err := cmp.Or(o.look.apply(c), o.output.check(cmd), o.derive.check(cmd)); err != nil {
		return err
	}
	ctx, cancel := o.derive.bounded(cmd.Context())
	defer cancel()
	src, err := openSource(ctx, c, file, o.derive.root)
	if err != nil {
		return err
	}
	defer src.close()
	v, err := o.verify(ctx, c, src)
	if err != nil {
		return err
	}
	err = o.output.write(c, func(s stream) error {
		return report.WriteVerification(s, report.Format(o.output.format.value), v, report.Options{Width: c.columnsOf(s), Colour: c.colored(s)})
	})
	if err == nil && !v.Sound() {
		c.say("error: verification failed: this is a bug in revise, please report it")
		return exitError(exitDisagree)
	}
	return err
}

// verify plays the revisions and verifies the state at the start and after each.
func (o *verifyOptions) verify(ctx context.Context, c *console, src *source) (*report.Verification, error) {
	progress := startProgress(c, o.derive.quiet)
	defer progress.stop()
	s, err := o.derive.open(ctx, src, &o.first, progress)
	if err != nil {
		return nil, err
	}
	v := &report.Verification{Title: src.title(), Strategy: revise.Strategy(o.derive.strategy.value)}
	start, err := verifiedState(ctx, s.engine)
	if err != nil {
		return nil, err
	}
	v.States = append(v.States, start)
	for i, step := range s.steps {
		all, err := s.play(ctx, []scenarios.Step{step})
		if err != nil {
			return nil, err
		}
		state, err := verifiedState(ctx, s.engine)
		if err != nil {
			return nil, err
		}
		state.Title, state.Refused = stepName(step.Request, i+1), all[0].Outcome.Refused
		v.States = append(v.States, state)
	}
	return v, nil
}

// verifiedState verifies the present state. The error is one that ends everything: a time-out, an interruption.
func verifiedState(ctx context.Context, e *revise.Engine) (report.VerifiedState, error) {
	checked, err := e.Check(ctx)
	if err == nil {
		err = e.CheckAnew(ctx)
	}
	var flaw *revise.Flaw
	var disagreement *revise.Disagreement
	if errors.As(err, &flaw) || errors.As(err, &disagreement) {
		return report.VerifiedState{Checked: checked, Wrong: err}, nil
	}
	return report.VerifiedState{Checked: checked}, err
}
