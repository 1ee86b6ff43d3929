package scenarios

import (
	"context"
	"errors"

	"github.com/beliefbase/revise/revise"
)

// Result is what became of one step.
type Result struct {
	Step       Step
	Outcome    *revise.Outcome // also of a refused step
	Mismatches []Mismatch      // where it is not what the file expects
}

// Apply makes the step's revision. A refusal is an outcome too, unless the context is done: then the error says so,
// and nothing has changed.
func (s Step) Apply(ctx context.Context, engine *revise.Engine) (Result, error) {
	if err := ctx.Err(); err != nil {
		return Result{}, err
	}
	outcome, err := engine.Revise(ctx, s.Request)
	var refusal *revise.Refusal
	switch {
	case errors.As(err, &refusal) && refusal.Kind != revise.RefusedCancelled:
		outcome = engine.Refused(s.Request, refusal)
	case err != nil:
		return Result{}, err
	}
	return Result{Step: s, Outcome: outcome, Mismatches: Check(s.Expect, outcome, engine)}, nil
}

// Run replays all revisions of a scenario on a new engine, which takes over the scenario's base, and goes on after one
// that is refused. The error is that of revise.New, or of a context that is done; the results up to then come with it.
func Run(ctx context.Context, s *Scenario, opts ...revise.Option) (*revise.Engine, []Result, error) {
	engine, err := revise.New(ctx, s.Program, s.Base, opts...)
	if err != nil {
		return nil, nil, err
	}
	results := make([]Result, 0, len(s.Steps))
	for _, step := range s.Steps {
		r, err := step.Apply(ctx, engine)
		if err != nil {
			return engine, results, err
		}
		results = append(results, r)
	}
	return engine, results, nil
}
