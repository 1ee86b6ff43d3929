package testkit

import (
	"context"
	"errors"
	"slices"
	"testing"

	"github.com/beliefbase/revise/belief"
	"github.com/beliefbase/revise/revise"
	"github.com/beliefbase/revise/rules"
	"github.com/beliefbase/revise/scenarios/draft"
)

// TestCases runs every case under every strategy that covers it.
func TestCases(t *testing.T) {
	for _, c := range loadCases(t) {
		if c.Reject != "" {
			continue // TestCaseRejects
		}
		t.Run(c.name, func(t *testing.T) {
			program := c.mustParse(t, nil)
			covered := 0
			for _, strategy := range revise.Strategies() {
				if c.run(t, program, strategy) {
					covered++
				}
			}
			if covered < len(revise.Strategies())-2 {
				t.Errorf("%d strategies cover it", covered)
			}
			c.checkEngineDerivations(t, program)
			c.checkEngineSupports(t, program)
		})
	}
}

// engineOn returns an engine for a program over facts, nil where the strategy does not cover it.
func engineOn(t *testing.T, program *rules.Program, facts []belief.Fact, strategy revise.Strategy) *revise.Engine {
	t.Helper()
	e, err := revise.New(context.Background(), program, belief.NewBase(facts...), revise.WithStrategy(strategy))
	var notCovered *revise.NotCoveredError
	if errors.As(err, &notCovered) && partial(strategy) {
		return nil
	}
	if err != nil {
		t.Fatalf("%s: %v", strategy, err)
	}
	return e
}

// run goes through the states of the case and reports whether the strategy covers it.
func (c *acceptanceCase) run(t *testing.T, program *rules.Program, strategy revise.Strategy) bool {
	t.Helper()
	e := engineOn(t, program, c.base(t), strategy)
	if e == nil {
		return false
	}
	c.checkState(t, e, 0, strategy)
	for i, r := range c.Revisions {
		request := revise.Request{}
		for _, f := range caseFacts(r.Retract) {
			c.withdraw(t, e, f, &request)
		}
		for _, f := range caseFacts(r.Assert) {
			request.Assert = append(request.Assert, revise.Assertion{Fact: f})
		}
		o, err := e.Revise(context.Background(), request)
		var notCovered *revise.NotCoveredError
		if errors.As(err, &notCovered) && partial(strategy) {
			return false
		}
		if err != nil {
			t.Fatalf("%s, state %d: %v", strategy, i+1, err)
		}
		c.checkDelta(t, program, o, i, strategy)
		c.checkState(t, e, i+1, strategy)
	}
	if err := e.Verify(context.Background()); err != nil {
		t.Errorf("%s: %v", strategy, err)
	}
	return true
}

// withdraw adds a withdrawal to the request. What is only concluded cannot be withdrawn: that must be refused, and
// change nothing.
func (c *acceptanceCase) withdraw(t *testing.T, e *revise.Engine, f belief.Fact, request *revise.Request) {
	t.Helper()
	a := draft.AtomOf(f)
	line := withdrawal(Withdrawal{Atom: &a})
	if _, believed := e.Believed(f); believed || !e.Holds(f) {
		request.Withdraw = append(request.Withdraw, line)
		return
	}
	before := dump(e)
	_, err := e.Revise(context.Background(), revise.Request{Withdraw: []revise.Withdrawal{line}})
	var refusal *revise.Refusal
	if !errors.As(err, &refusal) || refusal.Kind != revise.RefusedConclusion {
		t.Errorf("withdrawing the conclusion %s: %v", f, err)
	}
	if !slices.Equal(before, dump(e)) {
		t.Errorf("the refused withdrawal of %s changed something", f)
	}
}

func (c *acceptanceCase) checkState(t *testing.T, e *revise.Engine, state int, strategy revise.Strategy) {
	t.Helper()
	for _, output := range c.Outputs {
		var facts []belief.Fact
		for f := range e.Facts(caseRelation(output)) {
			facts = append(facts, f)
		}
		if wrong := c.expected(state, output).check(facts); wrong != "" {
			t.Errorf("%s, state %d: %s has %s", strategy, state, output, wrong)
		}
	}
}

// checkDelta compares what was retracted and gained; for a relation of base beliefs only, what was withdrawn and asserted.
func (c *acceptanceCase) checkDelta(t *testing.T, program *rules.Program, o *revise.Outcome, revision int, strategy revise.Strategy) {
	t.Helper()
	gone, come := map[string][]belief.Fact{}, map[string][]belief.Fact{}
	for _, x := range o.Retracted {
		gone[x.Fact.Relation] = append(gone[x.Fact.Relation], x.Fact)
	}
	for _, x := range o.Gained {
		come[x.Fact.Relation] = append(come[x.Fact.Relation], x.Fact)
	}
	for _, x := range o.Changed {
		gone[x.Before.Relation] = append(gone[x.Before.Relation], x.Before)
		come[x.After.Relation] = append(come[x.After.Relation], x.After)
	}
	for _, x := range o.Base.Withdrawn {
		if r := x.Fact.Relation; len(program.Relation(r).Rules) == 0 {
			gone[r] = append(gone[r], x.Fact)
		}
	}
	for _, x := range o.Base.Asserted {
		if r := x.Fact.Relation; len(program.Relation(r).Rules) == 0 {
			come[r] = append(come[r], x.Fact)
		}
	}
	for _, output := range c.Outputs {
		delta, listed := c.Revisions[revision].Delta[output]
		if !listed {
			continue
		}
		if wrong := delta.Lost.check(gone[caseRelation(output)]); wrong != "" {
			t.Errorf("%s, state %d: %s lost %s", strategy, revision+1, output, wrong)
		}
		if wrong := delta.Gained.check(come[caseRelation(output)]); wrong != "" {
			t.Errorf("%s, state %d: %s gained %s", strategy, revision+1, output, wrong)
		}
	}
}

// checkEngineDerivations compares supports, and multiplicities in a program whose relations are bags.
func (c *acceptanceCase) checkEngineDerivations(t *testing.T, program *rules.Program) {
	if len(c.Derivations) == 0 {
		return
	}
	asBags := c.mustParse(t, bags(program))
	for _, d := range c.Derivations {
		f := caseFact(d.Relation, d.Row)
		facts := c.ledgers(t)[d.State].Facts()
		for _, strategy := range revise.Strategies() {
			if e := engineOn(t, program, facts, strategy); e != nil {
				if s, _ := e.Support(f); s.Total() != d.Set {
					t.Errorf("%s, state %d: %s has %d derivations, expected %d", strategy, d.State, f, s.Total(), d.Set)
				}
			}
			if e := engineOn(t, asBags, facts, strategy); e != nil {
				if s, _ := e.Support(f); s.Total() != d.Bag {
					t.Errorf("%s, state %d: %s has multiplicity %d, expected %d", strategy, d.State, f, s.Total(), d.Bag)
				}
			}
		}
	}
}

// checkEngineLabel wants as many environments in what is believed as there are minimal sets; that each of them is enough and
// minimal is what TestLabels says of all labels.
func (c *acceptanceCase) checkEngineLabel(t *testing.T, program *rules.Program, state int, goal belief.Fact, want int) {
	t.Helper()
	facts := c.ledgers(t)[state].Facts()
	e := engineOn(t, program, facts, revise.ATMS)
	if e == nil {
		return
	}
	list, err := e.Environments(goal)
	if err != nil || len(list) != want || len(list) == 0 {
		t.Errorf("atms, state %d: %s has the label %v, expected %d environments: %v", state, goal, list, want, err)
	}
}

// checkEngineSupports asserts every minimal set by itself: the fact follows, and does no more when one of them is
// withdrawn. That there is no other set is what the oracle says in TestCasesOracle.
func (c *acceptanceCase) checkEngineSupports(t *testing.T, program *rules.Program) {
	for _, s := range c.Supports {
		goal := caseFact(s.Relation, s.Row)
		c.checkEngineLabel(t, program, s.State, goal, len(s.Minimal))
		for _, set := range s.Minimal {
			var facts []belief.Fact
			for _, pair := range set {
				facts = append(facts, caseFact(pair[0].(string), pair[1].([]any)))
			}
			e := engineOn(t, program, facts, revise.Auto)
			if !e.Holds(goal) {
				t.Errorf("%s does not follow from %v", goal, facts)
			}
			for _, f := range facts {
				a := draft.AtomOf(f)
				request := revise.Request{Withdraw: []revise.Withdrawal{withdrawal(Withdrawal{Atom: &a})}}
				o, err := e.Preview(context.Background(), request)
				if err != nil || !slices.ContainsFunc(o.Retracted, func(x revise.Change) bool { return x.Fact.Equal(goal) }) {
					t.Errorf("without %s of %v %s still follows: %v", f, facts, goal, err)
				}
			}
		}
	}
}
