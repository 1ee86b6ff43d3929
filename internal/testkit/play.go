package testkit

import (
	"context"
	"errors"
	"fmt"
	"runtime/debug"
	"slices"

	"github.com/beliefbase/revise/belief"
	"github.com/beliefbase/revise/internal/naive"
	"github.com/beliefbase/revise/revise"
)

// ErrUnplayable says that a world is of no use as a test: its program does not check, or its model is too big.
var ErrUnplayable = errors.New("the world cannot be played")

// Play runs the world on an engine of every strategy beside the oracle, and returns what it has come across. The error
// says where an engine and the oracle differ; it is ErrUnplayable if nothing could be learned from the world.
func Play(w *World, strategies []revise.Strategy) (seen Coverage, err error) {
	seen = Coverage{}
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("panic: %v\n%s", p, debug.Stack())
		}
	}()
	requests, err := w.Requests()
	if err != nil {
		return seen, fmt.Errorf("%w: %w", ErrUnplayable, err)
	}
	state, err := Start(w)
	var fault *naive.Fault
	if err != nil && !errors.As(err, &fault) {
		return seen, fmt.Errorf("%w: %w", ErrUnplayable, err)
	}
	var engines []*engine
	for _, strategy := range strategies {
		e, err := newEngine(w, strategy, state, fault)
		if err != nil {
			return seen, fmt.Errorf("%s, at the start: %w", strategy, err)
		}
		if e != nil {
			engines = append(engines, e)
		}
	}
	if fault != nil {
		seen["fault at the start"]++
		return seen, nil
	}
	for i, request := range requests {
		next, err := playStep(state, w.Revisions[i], request, engines, seen)
		if err != nil {
			return seen, err
		}
		state = next
	}
	for _, e := range engines {
		if err := e.Verify(context.Background()); err != nil {
			return seen, fmt.Errorf("%s: verify: %w", e.strategy, err)
		}
	}
	return seen, nil
}

// partial reports whether there are programs that the strategy does not cover.
func partial(s revise.Strategy) bool { return s == revise.Counting || s == revise.ATMS }

// engine is an engine under test.
type engine struct {
	*revise.Engine
	strategy revise.Strategy
	gone     bool // it refused what it does not cover
}

// newEngine returns nil if the strategy does not cover the program, or if there is rightly no materialization.
func newEngine(w *World, strategy revise.Strategy, state *State, fault *naive.Fault) (*engine, error) {
	e, err := revise.New(context.Background(), state.Program, w.Base(), revise.WithStrategy(strategy))
	var notCovered *revise.NotCoveredError
	var refusal *revise.Refusal
	switch {
	case errors.As(err, &notCovered):
		if !partial(strategy) {
			return nil, fmt.Errorf("not covered: %w", err)
		}
		return nil, nil
	case fault != nil && errors.As(err, &refusal) && refusal.Kind == revise.RefusedFault:
		return nil, nil
	case fault != nil:
		return nil, fmt.Errorf("got error %v, expected the fault %w", err, fault)
	case err != nil:
		return nil, err
	}
	made := &engine{Engine: e, strategy: strategy}
	return made, made.compare(state)
}

// playStep makes one revision on all engines and compares. It returns the state afterwards.
func playStep(state *State, r *Revision, request revise.Request, engines []*engine, seen Coverage) (*State, error) {
	next, refusals, err := state.Next(r)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrUnplayable, err)
	}
	outcomes := map[revise.Strategy]*revise.Outcome{}
	for _, e := range engines {
		if e.gone {
			continue
		}
		outcome, err := e.step(state, next, refusals, request)
		if err != nil {
			return nil, fmt.Errorf("%s, at %s: %w", e.strategy, r.Name, err)
		}
		if outcome != nil {
			outcomes[e.strategy] = outcome
			seen.outcome(e.strategy, outcome)
		}
	}
	if err := compareCosts(outcomes); err != nil {
		return nil, fmt.Errorf("at %s: costs: %w", r.Name, err)
	}
	for _, kind := range refusals {
		seen["refused: "+string(kind)]++
	}
	if next == nil {
		return state, nil
	}
	seen.model(state, next, r)
	if r.WhatIf {
		return state, nil
	}
	return next, nil
}

// step makes one revision on one engine and compares it with the oracle's. The outcome is nil if it was refused.
func (e *engine) step(state, next *State, refusals Refusals, request revise.Request) (*revise.Outcome, error) {
	outcome, err := e.Revise(context.Background(), request)
	if err != nil {
		return nil, e.refused(state, refusals, request, err)
	}
	if next == nil {
		return nil, fmt.Errorf("carried out, expected a refusal: %v", refusals)
	}
	if err := compareOutcome(outcome, state, next); err != nil {
		return nil, fmt.Errorf("outcome: %w", err)
	}
	if err := checkReasons(outcome, state, next); err != nil {
		return nil, fmt.Errorf("reasons: %w", err)
	}
	if request.WhatIf {
		next = state
	}
	if err := e.compare(next); err != nil {
		return nil, err
	}
	if err := e.checkJustifications(next); err != nil {
		return nil, fmt.Errorf("why: %w", err)
	}
	return outcome, nil
}

// refused checks that a refusal is one of those expected, and that nothing has changed.
func (e *engine) refused(state *State, refusals Refusals, request revise.Request, err error) error {
	var refusal *revise.Refusal
	var notCovered *revise.NotCoveredError
	switch {
	case errors.As(err, &notCovered) && partial(e.strategy):
		e.gone = true // from here on the others' state is another one
	case !errors.As(err, &refusal):
		return err
	case !slices.Contains(refusals, refusal.Kind):
		return fmt.Errorf("refused as %s (%s), expected %v", refusal.Kind, refusal.Message, refusals)
	case refusal.Conclusion != nil && e.strategy == revise.Auto: // remedies are found in the same way under all
		if err := state.checkRemedies(refusal.Conclusion); err != nil {
			return fmt.Errorf("remedies: %w", err)
		}
	case refusal.Fault != nil:
		if err := state.checkFault(refusal.Fault, request); err != nil {
			return fmt.Errorf("fault: %w", err)
		}
	}
	return e.compare(state)
}

// checkJustifications asks why for one fact of every relation with rules: the last, which was not always there.
func (e *engine) checkJustifications(s *State) error {
	for _, r := range s.Program.Relations {
		facts := s.Model.facts(r.Name)
		if len(r.Rules) == 0 || len(facts) == 0 {
			continue
		}
		x, err := e.Why(context.Background(), facts[len(facts)-1], revise.WhyLimits{})
		if err != nil {
			return err
		}
		if err := s.checkWhy(x.Justification); err != nil {
			return err
		}
	}
	return nil
}

// compare compares all facts, supports and base beliefs.
func (e *engine) compare(s *State) error {
	conclusions := 0
	for _, r := range s.Program.Relations {
		held := 0
		for f, support := range e.Facts(r.Name) {
			held++
			row := s.Model.Row(f)
			if row == nil {
				return fmt.Errorf("%s holds, and should not", f)
			}
			if want := supportOf(row); support != want {
				return fmt.Errorf("%s has support %+v, expected %+v", f, support, want)
			}
			if err := e.compareBelief(s, f); err != nil {
				return err
			}
		}
		if want := s.Model.facts(r.Name); held != len(want) {
			for _, f := range want {
				if !e.Holds(f) {
					return fmt.Errorf("%s does not hold, and should", f)
				}
			}
			return fmt.Errorf("%s lists %d facts of %d", r.Name, held, len(want))
		}
		if len(r.Rules) > 0 {
			conclusions += held
		}
	}
	if e.Conclusions() != conclusions || e.BaseBeliefs() != len(s.Ledger.entries) {
		return fmt.Errorf("%d base beliefs and %d conclusions, expected %d and %d", e.BaseBeliefs(), e.Conclusions(), len(s.Ledger.entries), conclusions)
	}
	return compareViolations(e.Violations(), s.Model.violations(nil))
}

func (e *engine) compareBelief(s *State, f belief.Fact) error {
	var sources []string
	if b, ok := e.Believed(f); ok {
		for _, a := range b.Attributions {
			sources = append(sources, a.Source)
		}
	}
	slices.Sort(sources)
	if want := s.Ledger.Sources(f); !slices.Equal(sources, want) {
		return fmt.Errorf("%s is believed from %q, expected %q", f, sources, want)
	}
	return nil
}

// supportOf is the row's support as an engine tells it.
func supportOf(r *naive.Row) revise.Support {
	if r.Weight != nil {
		return revise.Support{Count: r.Weight.Uint64(), Base: r.Base > 0, Bag: true}
	}
	return revise.Support{Count: uint64(r.Instances), Base: r.Base > 0}
}

// facts returns the facts of a relation, sorted.
func (m *Model) facts(relation string) []belief.Fact {
	var facts []belief.Fact
	for _, row := range m.Relations[relation] {
		facts = append(facts, belief.NewFact(relation, row.Values...))
	}
	slices.SortFunc(facts, belief.Fact.Compare)
	return facts
}

// violations returns those that other, which may be nil, has not, sorted.
func (m *Model) violations(other *Model) []belief.Fact {
	var facts []belief.Fact
	for name, found := range m.Violations {
		for key, values := range found {
			if other == nil || other.Violations[name][key] == nil {
				facts = append(facts, belief.NewFact(name, values...))
			}
		}
	}
	slices.SortFunc(facts, belief.Fact.Compare)
	return facts
}

func compareViolations(got []revise.Violation, want []belief.Fact) error {
	var facts []belief.Fact
	for _, v := range got {
		facts = append(facts, v.Fact)
	}
	return compareFacts("violations", facts, want)
}

// compareFacts compares two lists whose order matters.
func compareFacts(what string, got, want []belief.Fact) error {
	if !slices.EqualFunc(got, want, belief.Fact.Equal) {
		return fmt.Errorf("%s are %v, expected %v", what, got, want)
	}
	return nil
}
