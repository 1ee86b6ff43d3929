package testkit

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"math/big"
	"slices"
	"testing"

	"github.com/beliefbase/revise/belief"
	"github.com/beliefbase/revise/internal/naive"
	"github.com/beliefbase/revise/revise"
	"github.com/beliefbase/revise/rules"
)

// heights gives every fact of the model the height of its lowest tree, by trying all instances until nothing changes:
// 0 for a base belief, else one more than the highest positive atom of the lowest instance.
func (s *State) heights() (map[string]int, error) {
	heights := map[string]int{}
	for _, f := range s.Ledger.Facts() {
		heights[factKey(f)] = 0
	}
	for changed := true; changed; {
		changed = false
		for _, r := range s.Program.Rules {
			x := s.Model.solver(r.Name, r.Variables)
			err := x.Solve(r.Body, r.Order, big.NewInt(1), func(*big.Int) error {
				head := belief.Fact{Relation: r.Head.Relation.Name}
				for _, t := range r.Head.Terms {
					head.Values = append(head.Values, x.Term(t))
				}
				height, ok := s.Model.height(x.Env, r.Body, heights)
				if old, known := heights[factKey(head)]; ok && (!known || height+1 < old) {
					heights[factKey(head)], changed = height+1, true
				}
				return nil
			})
			if err != nil {
				return nil, err
			}
		}
	}
	return heights, nil
}

// height returns the height of the highest positive atom of a solution, if all have one.
func (m *Model) height(env []belief.Value, body []rules.Literal, heights map[string]int) (int, bool) {
	highest := 0
	for _, l := range body {
		a, ok := l.(*rules.Atom)
		if !ok || a.Negated {
			continue
		}
		least := -1
		for _, row := range m.Relations[a.Relation.Name] {
			height, known := heights[factKey(belief.NewFact(a.Relation.Name, row.Values...))]
			x := naive.Solver{Env: slices.Clone(env)}
			if _, fits := x.Match(a.Terms, row.Values); fits && known && (least < 0 || height < least) {
				least = height
			}
		}
		if least < 0 {
			return 0, false
		}
		highest = max(highest, least)
	}
	return highest, true
}

// heightOf measures a tree.
func heightOf(j *revise.Justification, shared map[string]int) int {
	if j.Shared {
		return shared[factKey(j.Fact)]
	}
	highest := 0
	for _, p := range j.Premises {
		if p.Justification != nil {
			highest = max(highest, heightOf(p.Justification, shared))
		}
	}
	if j.Rule != (revise.RuleRef{}) {
		highest++
	}
	shared[factKey(j.Fact)] = highest
	return highest
}

// checkLeast wants a true tree of the height that is said, and none lower.
func (s *State) checkLeast(x *revise.Explanation, heights map[string]int, without map[*belief.Fact]*Model) error {
	if err := s.checkWhy(x.Justification); err != nil {
		return err
	}
	want := heights[factKey(x.Fact)]
	if got := heightOf(x.Justification, map[string]int{}); !x.Least || x.Height != want || got != want {
		return fmt.Errorf("the tree of %s is %d high, is said to be %d high (least: %t), and could be %d", x.Fact, got, x.Height, x.Least, want)
	}
	return cmp.Or(s.checkNeeds(x, without), checkGroups(s, x.Justification))
}

// checkNeeds tries for every base belief whether the fact falls without it. Those at the ends of the tree must all be
// found; where nothing is negated there are others below groups only, and those must be found as well.
func (s *State) checkNeeds(x *revise.Explanation, without map[*belief.Fact]*Model) error {
	ends, negated := map[string]bool{}, false
	eachFact(x.Justification, func(j *revise.Justification) { ends[j.Fact.String()] = ends[j.Fact.String()] || j.Support.Base })
	for _, r := range s.Program.Rules {
		eachAtom(r.Body, func(a *rules.Atom) { negated = negated || a.Negated })
	}
	needs := map[string]bool{}
	for _, b := range x.Needs {
		needs[b.Fact.String()] = true
	}
	for f, model := range without {
		falls, must := !model.Holds(x.Fact), ends[f.String()] || !negated
		if needs[f.String()] && !falls || falls && must && x.NeedsKnown && !needs[f.String()] {
			return fmt.Errorf("%s is said to need %v (known: %t), and without %s it falls: %t", x.Fact, needs, x.NeedsKnown, f, falls)
		}
	}
	return nil
}

// withoutEach evaluates the state without each of its base beliefs; nil where one of them guards something undefined.
func (s *State) withoutEach() (map[*belief.Fact]*Model, error) {
	models := map[*belief.Fact]*Model{}
	for _, f := range s.Ledger.Facts() {
		without, err := s.withoutBeliefs([]belief.Fact{f})
		var fault *naive.Fault
		if errors.As(err, &fault) {
			return nil, nil
		}
		if err != nil {
			return nil, err
		}
		models[&f] = without.Model
	}
	return models, nil
}

func eachFact(j *revise.Justification, f func(*revise.Justification)) {
	f(j)
	for _, p := range j.Premises {
		if p.Justification != nil {
			eachFact(p.Justification, f)
		}
	}
}

// checkGroups wants the number of solutions of every group, and those shown to be solutions.
func checkGroups(s *State, j *revise.Justification) error {
	for _, p := range j.Premises {
		if p.Justification != nil {
			if err := checkGroups(s, p.Justification); err != nil {
				return err
			}
		}
		if p.Group == nil {
			continue
		}
		if most := min(p.Group.Members, 10); len(p.Group.Shown) > most || len(p.Group.Shown) == 0 && most > 0 {
			return fmt.Errorf("%s shows %d of %d solutions", p.Premise.Text, len(p.Group.Shown), p.Group.Members)
		}
		for _, solution := range p.Group.Shown {
			for _, l := range solution {
				if l.Kind == revise.AtomPremise && l.Fact.Relation != "" && !s.Model.Holds(l.Fact) {
					return fmt.Errorf("%s shows %s, which does not hold", p.Premise.Text, l.Fact)
				}
			}
		}
	}
	return nil
}

// checkDepth wants everything to be justified that lies less than depth rules below the fact, and nothing else.
func checkDepth(e *revise.Engine, f belief.Fact, depth int) error {
	x, err := e.Why(context.Background(), f, revise.WhyLimits{Depth: depth})
	if err != nil {
		return err
	}
	near, level := map[string]bool{}, []*revise.Justification{x.Justification}
	byFact := map[string]*revise.Justification{}
	eachFact(x.Justification, func(j *revise.Justification) {
		if !j.Shared {
			byFact[factKey(j.Fact)] = j
		}
	})
	for range depth {
		var next []*revise.Justification
		for _, j := range level {
			near[factKey(j.Fact)] = true
			for _, p := range byFact[factKey(j.Fact)].Premises {
				if p.Justification != nil {
					next = append(next, p.Justification)
				}
			}
		}
		level = next
	}
	for key, j := range byFact {
		if cut := !near[key] && !j.Support.Base; j.Cut != cut {
			return fmt.Errorf("%s at depth %d: %s is cut: %t, expected %t", f, depth, j.Fact, j.Cut, cut)
		}
	}
	return nil
}

// checkSupports wants as many instances as the fact has supports, all different and all true.
func (s *State) checkSupports(e *revise.Engine, f belief.Fact) error {
	all, err := e.Supports(context.Background(), f, revise.SupportsLimits{})
	if err != nil {
		return err
	}
	row := s.Model.Row(f)
	sum, seen := uint64(0), map[string]bool{}
	for _, i := range all.List {
		sum += i.Multiplicity
		premises := make([]revise.Premise, len(i.Premises))
		key := i.Rule.Name + " " + i.Rule.Text
		for k, p := range i.Premises {
			premises[k] = p.Premise
			key += "\n" + p.Premise.Text + p.Premise.Fact.String()
		}
		if seen[key] {
			return fmt.Errorf("%s is listed twice for %s", key, f)
		}
		seen[key] = true
		if _, err := s.instance(i.Rule, premises, f); err != nil {
			return err
		}
	}
	want := uint64(row.Instances)
	if row.Weight != nil {
		want = row.Weight.Uint64() - uint64(row.Base)
	}
	if sum != want || !all.Complete || all.Support != supportOf(row) || (all.Attributions != nil) != (row.Base > 0) {
		return fmt.Errorf("%s: the supports add up to %d, expected %d (complete: %t)", f, sum, want, all.Complete)
	}
	if len(all.List) > 1 {
		some, err := e.Supports(context.Background(), f, revise.SupportsLimits{Max: 1})
		if err != nil || len(some.List) != 1 || some.Complete {
			return fmt.Errorf("%s: %d supports of at most 1, complete: %t: %w", f, len(some.List), some.Complete, err)
		}
	}
	return nil
}

// TestWhy asks why for every fact of random worlds, and for all its supports.
func TestWhy(t *testing.T) {
	worlds, tried, needed, unknown := max(150, programCount()/5), 0, 0, 0
	for i := range worlds {
		seed := *seed + uint64(i)
		w := Generate(NewDice(seed))
		s, err := Start(w)
		if err != nil {
			continue // something is undefined
		}
		e := start(t, w, strategyOf(seed))
		heights, err := s.heights()
		without, tooBig := s.withoutEach()
		if e == nil || err != nil || tooBig != nil {
			continue
		}
		for _, name := range slices.Sorted(maps.Keys(s.Model.Relations)) {
			for _, f := range s.Model.facts(name) {
				x, err := e.Why(context.Background(), f, revise.WhyLimits{})
				if err == nil {
					err = s.checkLeast(x, heights, without)
				}
				if err == nil {
					err = s.checkSupports(e, f)
				}
				for depth := 1; depth < 4 && err == nil; depth++ {
					err = checkDepth(e, f, depth)
				}
				if err != nil {
					t.Fatalf("seed %d: %v\nwith\n%s", seed, err, w.Text(false))
				}
				if needed += len(x.Needs); !x.NeedsKnown {
					unknown++
				}
				tried++
			}
		}
	}
	if t.Logf("%d facts need %d beliefs; of %d it is not known", tried, needed, unknown); tried < 10*worlds || needed < worlds || unknown > tried/20 {
		t.Errorf("too few of them")
	}
}
