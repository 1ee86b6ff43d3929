package testkit

import (
	"errors"
	"fmt"
	"slices"

	"github.com/beliefbase/revise/belief"
	"github.com/beliefbase/revise/internal/naive"
	"github.com/beliefbase/revise/revise"
)

// checkRemedies checks what the refusal to withdraw a conclusion offers instead: every remedy retracts the conclusion,
// no part of it does, and what else it does is counted right.
func (s *State) checkRemedies(d *revise.RefusedConclusionDetail) error {
	if want := supportIn(s, d.Fact); d.Support != want {
		return fmt.Errorf("%s has support %+v, expected %+v", d.Fact, d.Support, want)
	}
	for _, m := range d.Remedies {
		after, err := s.withoutBeliefs(m.Withdraw)
		var fault *naive.Fault
		if errors.As(err, &fault) {
			continue
		}
		if err != nil {
			return err
		}
		if after.Model.Holds(d.Fact) {
			return fmt.Errorf("without %v %s still holds", m.Withdraw, d.Fact)
		}
		went, came := lost(s, after), lost(after, s)
		retracts := m.Retracts + m.Changes // with the fact itself, where that is a value which changes
		if valueOf(d.Fact, came) == 0 || retracts < len(went) {
			retracts++
		}
		if retracts != len(went) || m.Gains+m.Changes != len(came) {
			return fmt.Errorf("without %v %d are retracted and %d gained, expected %d and %d", m.Withdraw, retracts, m.Gains+m.Changes, len(went), len(came))
		}
		for i := range m.Withdraw {
			part, err := s.withoutBeliefs(slices.Delete(slices.Clone(m.Withdraw), i, i+1))
			if err == nil && !part.Model.Holds(d.Fact) {
				return fmt.Errorf("of %v %s is not needed to retract %s", m.Withdraw, m.Withdraw[i], d.Fact)
			}
		}
	}
	return nil
}

// valueOf counts the facts that differ from the fact in one column only: one of them may be its new value.
func valueOf(f belief.Fact, facts []belief.Fact) int {
	n := 0
	for _, other := range facts {
		if other.Relation != f.Relation {
			continue
		}
		differ := 0
		for c := range f.Values {
			if f.Values[c] != other.Values[c] {
				differ++
			}
		}
		if differ == 1 {
			n++
		}
	}
	return n
}

// withoutBeliefs is the state without some base beliefs.
func (s *State) withoutBeliefs(facts []belief.Fact) (*State, error) {
	after := &State{world: s.world, Program: s.Program, Ledger: s.Ledger.Clone()}
	for _, f := range facts {
		delete(after.Ledger.entries, factKey(f))
	}
	return after, after.evaluate()
}

// checkFault checks that the beliefs which are said to have led to a fault are base beliefs, before or by the request.
func (s *State) checkFault(f *revise.Fault, request revise.Request) error {
	if f.Rule.Text == "" || f.Literal == "" || f.What == "" {
		return fmt.Errorf("it does not say where it is: %+v", f)
	}
	for _, b := range f.Beliefs {
		asserted := slices.ContainsFunc(request.Assert, func(a revise.Assertion) bool { return a.Fact.Equal(b.Fact) })
		if s.Ledger.Sources(b.Fact) == nil && !asserted && request.Undo == "" {
			return fmt.Errorf("%s is no base belief", b.Fact)
		}
	}
	return nil
}
