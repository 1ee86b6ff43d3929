package testkit

import (
	"errors"
	"fmt"
	"math/big"
	"slices"

	"github.com/beliefbase/revise/belief"
	"github.com/beliefbase/revise/internal/naive"
	"github.com/beliefbase/revise/revise"
	"github.com/beliefbase/revise/rules"
)

// A proof is checked without the engine: every instance is unified with its rule anew and solved in the oracle's model.

// instance is a rule instance that a report names, solved in a state.
type instance struct {
	state *State
	body  []rules.Literal
	env   []belief.Value
}

var errFound = errors.New("found")

// instance returns the instance of a rule (or a constraint) with those premises and that head, if it is true in s.
func (s *State) instance(ref revise.RuleRef, premises []revise.Premise, head belief.Fact) (*instance, error) {
	err := fmt.Errorf("no rule says %q", ref.Text)
	for _, r := range s.Program.Rules {
		if r.Text != ref.Text || r.Head.Relation.Name != head.Relation {
			continue
		}
		var i *instance
		i, err = s.find(r.Body, r.Order, r.Variables, premises, func(env []belief.Value) bool {
			x := naive.Solver{Env: env}
			return slices.EqualFunc(r.Head.Terms, head.Values, func(t rules.Term, v belief.Value) bool { return x.Term(t) == v })
		})
		if err == nil {
			return i, nil
		}
	}
	for _, c := range s.Program.Constraints {
		if c.Name == ref.Name && c.Name == head.Relation {
			return s.find(c.Body, c.Order, c.Variables, premises, func(env []belief.Value) bool {
				return slices.EqualFunc(c.Arguments, head.Values, func(variable int, v belief.Value) bool { return env[variable] == v })
			})
		}
	}
	return nil, fmt.Errorf("%s by %s: %w", head, ref.Name, err)
}

// find solves the whole body and takes the solution with the head whose literals read as the premises do. Without
// premises any solution with the head will do.
func (s *State) find(body []rules.Literal, order []int, variables []rules.Variable, premises []revise.Premise, head func(env []belief.Value) bool) (*instance, error) {
	if len(premises) != len(body) && len(premises) > 0 {
		return nil, fmt.Errorf("%d premises for %d literals", len(premises), len(body))
	}
	x := naive.Solver{Facts: s.Model, Env: make([]belief.Value, len(variables))}
	found := &instance{state: s, body: body}
	err := x.Solve(body, order, big.NewInt(1), func(*big.Int) error {
		if !head(x.Env) {
			return nil
		}
		for i, p := range premises {
			if p.Text != textOf(&x, body[i], variables) {
				return nil
			}
		}
		found.env = slices.Clone(x.Env)
		return errFound
	})
	if !errors.Is(err, errFound) {
		return nil, fmt.Errorf("the instance is not true: %w", err)
	}
	for i, p := range premises {
		if p.Kind == revise.AtomPremise && p.Fact.Relation != "" && (!found.fits(i, p.Fact) || !s.Model.Holds(p.Fact)) {
			return nil, fmt.Errorf("premise %s does not hold by %s", p.Text, p.Fact)
		}
	}
	return found, nil
}

// textOf writes a literal with the values of the variables that have one.
func textOf(s *naive.Solver, l rules.Literal, variables []rules.Variable) string {
	return rules.Text(l, func(v int) string {
		if s.Bound(v) {
			return s.Env[v].String()
		}
		return "?" + variables[v].Name
	})
}

// holdsIn reports whether one literal of the instance is true in another state.
func (i *instance) holdsIn(other *State, literal int) (bool, error) {
	x := naive.Solver{Facts: other.Model, Env: slices.Clone(i.env)}
	err := x.Solve(i.body, []int{literal}, big.NewInt(1), func(*big.Int) error { return errFound })
	if errors.Is(err, errFound) {
		return true, nil
	}
	return false, err
}

// fits reports whether the fact is one that the atom speaks of.
func (i *instance) fits(literal int, f belief.Fact) bool {
	a := i.body[literal].(*rules.Atom)
	x := naive.Solver{Env: slices.Clone(i.env)}
	_, ok := x.Match(a.Terms, f.Values)
	return ok && a.Relation.Name == f.Relation
}

// checkReason checks the support that came or went with a change: it is true in the state that has it, and what is
// said to have changed is otherwise in the other one. Without other nothing is said to have changed.
func checkReason(r revise.Reason, f belief.Fact, has, other *State) error {
	if r.Base {
		if has.Ledger.Sources(f) == nil || other != nil && other.Ledger.Sources(f) != nil {
			return fmt.Errorf("%s: the base belief did not change", f)
		}
		return nil
	}
	i, err := has.instance(r.Rule, r.Premises, f)
	switch {
	case err != nil:
		return err
	case other == nil && r.Cause != -1:
		return fmt.Errorf("%s: what still stands has a cause", f)
	case other == nil:
		return nil
	case len(r.Premises) == 0 && !r.RuleChange:
		return fmt.Errorf("%s has no premises", f)
	case r.RuleChange:
		if slices.ContainsFunc(other.Program.Rules, func(x *rules.Rule) bool { return x.Name == r.Rule.Name && x.Text == r.Rule.Text }) {
			return fmt.Errorf("%s: the rule %s did not change", f, r.Rule.Name)
		}
		return nil
	case r.Cause < 0 || r.Cause >= len(r.Premises):
		return fmt.Errorf("%s has no cause: %+v", f, r)
	}
	cause := r.Premises[r.Cause]
	still, err := i.holdsIn(other, r.Cause)
	if cause.Kind == revise.AtomPremise && cause.Fact.Relation != "" {
		still = other.Model.Holds(cause.Fact) // in a bag each value of `_` is an instance of its own
	}
	if err != nil || still {
		return fmt.Errorf("%s: the cause %s did not change: %w", f, cause.Text, err)
	}
	return checkRoots(r.Roots, f, has, other)
}

// checkRoots wants base changes, and at least one of them unless rules have changed.
func checkRoots(roots []revise.BaseEvent, f belief.Fact, a, b *State) error {
	if len(roots) == 0 && slices.Equal(a.rules, b.rules) {
		return fmt.Errorf("%s has no root", f)
	}
	for _, root := range roots {
		if slices.Equal(a.Ledger.Sources(root.Fact), b.Ledger.Sources(root.Fact)) {
			return fmt.Errorf("%s: the root %s did not change", f, root.Fact)
		}
	}
	return nil
}

// checkChain checks that a chain goes from one change to the next, down to a base change or a changed rule.
func checkChain(r revise.Reason, before, after *State) error {
	for s := r.Chain; s != nil; s = s.Next {
		was, is := before.Model.Holds(s.Fact), after.Model.Holds(s.Fact)
		sources := slices.Equal(before.Ledger.Sources(s.Fact), after.Ledger.Sources(s.Fact))
		ok := true
		switch s.Event {
		case revise.WasRetracted:
			ok = was && !is
		case revise.WasGained:
			ok = !was && is
		case revise.WasWithdrawn, revise.WasAsserted:
			ok = !sources && s.Next == nil
		default:
			ok = s.Group != "" || was && is
		}
		if !ok {
			return fmt.Errorf("a step of the chain says %+v", *s)
		}
		if s.Next == nil && sources && slices.Equal(before.rules, after.rules) {
			return fmt.Errorf("the chain ends at %+v", *s)
		}
	}
	if r.Cause >= 0 && r.Chain == nil && slices.Equal(before.rules, after.rules) {
		return fmt.Errorf("%s has no chain", r.Rule.Text)
	}
	return nil
}

// checkReasons checks all reasons of an outcome.
func checkReasons(o *revise.Outcome, before, after *State) error {
	for _, c := range o.Retracted {
		if err := checkChain(c.Reason, before, after); err != nil {
			return fmt.Errorf("%s: %w", c.Fact, err)
		}
		if err := checkReason(c.Reason, c.Fact, before, after); err != nil {
			return fmt.Errorf("retracted: %w", err)
		}
	}
	for _, c := range o.Gained {
		if err := checkChain(c.Reason, before, after); err != nil {
			return fmt.Errorf("%s: %w", c.Fact, err)
		}
		if err := checkReason(c.Reason, c.Fact, after, before); err != nil {
			return fmt.Errorf("gained: %w", err)
		}
	}
	for _, c := range o.Kept {
		if err := checkReason(c.Reason, c.Fact, after, nil); err != nil {
			return fmt.Errorf("kept: %w", err)
		}
	}
	for _, v := range o.NewViolations {
		if _, err := after.instance(v.Constraint, v.Reason.Premises, v.Fact); err != nil {
			return fmt.Errorf("new violation: %w", err)
		}
	}
	for _, v := range o.MendedViolations {
		if _, err := before.instance(v.Constraint, v.Reason.Premises, v.Fact); err != nil {
			return fmt.Errorf("mended violation: %w", err)
		}
	}
	return nil
}

// checkWhy checks a justification: every instance in it is true, it ends in base beliefs, and no fact justifies itself.
func (s *State) checkWhy(j *revise.Justification) error {
	return s.checkTree(j, map[string]bool{}, map[string]bool{})
}

func (s *State) checkTree(j *revise.Justification, above, done map[string]bool) error {
	key := factKey(j.Fact)
	row := s.Model.Row(j.Fact)
	switch {
	case row == nil || j.Support != supportOf(row):
		return fmt.Errorf("%s does not hold with support %+v", j.Fact, j.Support)
	case above[key]:
		return fmt.Errorf("%s justifies itself", j.Fact)
	case j.Shared && !done[key]:
		return fmt.Errorf("%s is said to be justified elsewhere, and is not", j.Fact)
	case j.Shared:
		return nil
	case j.Rule == revise.RuleRef{}:
		if row.Base == 0 {
			return fmt.Errorf("%s is said to be a base belief, and is not", j.Fact)
		}
		return nil
	}
	premises := make([]revise.Premise, len(j.Premises))
	for i, p := range j.Premises {
		premises[i] = p.Premise
	}
	instance, err := s.instance(j.Rule, premises, j.Fact)
	if err != nil {
		return err
	}
	above[key] = true
	defer delete(above, key)
	for i, p := range j.Premises {
		if p.Premise.Kind != revise.AtomPremise {
			continue
		}
		if p.Justification == nil || !instance.fits(i, p.Justification.Fact) {
			return fmt.Errorf("%s has no justification", p.Premise.Text)
		}
		if err := s.checkTree(p.Justification, above, done); err != nil {
			return err
		}
	}
	done[key] = true
	return nil
}
