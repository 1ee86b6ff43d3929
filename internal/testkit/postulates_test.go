package testkit

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/beliefbase/revise/belief"
	"github.com/beliefbase/revise/revise"
)

// contraction is what was found for one fact, each remedy as a set of withdrawn beliefs: bit i is belief i.
type contraction struct {
	fact     belief.Fact
	sets     []int
	complete bool
}

func contractionOf(facts []belief.Fact, found *revise.Contractions) (contraction, error) {
	c := contraction{fact: found.Fact, complete: found.Complete}
	for _, m := range found.List {
		set := 0
		for _, f := range m.Withdraw {
			i := slices.IndexFunc(facts, f.Equal)
			if i < 0 {
				return c, fmt.Errorf("inclusion: %s is not believed", f)
			}
			set |= 1 << i
		}
		if len(m.Assert) > 0 {
			return c, fmt.Errorf("inclusion: %v would be asserted", m.Assert)
		}
		c.sets = append(c.sets, set)
	}
	return c, nil
}

// checkPostulates checks the postulates of base contraction (Hansson) for every remedy that was found. The models are
// those without each set of beliefs; there is none where there is a fault.
func (c contraction) checkPostulates(models []*Model) error {
	all := len(models) - 1
	if len(c.sets) == 0 && c.complete {
		for set, m := range models {
			if m != nil && !m.Holds(c.fact) {
				return fmt.Errorf("success: %b retracts it", set)
			}
		}
	}
	for _, set := range c.sets {
		if m := models[set]; m == nil || m.Holds(c.fact) {
			return fmt.Errorf("success: after %b it still holds", set)
		}
		for b := 1; b <= set; b <<= 1 {
			if set&b == 0 || slices.Contains(models, nil) {
				continue // beside what is undefined nothing is compared
			}
			needed := func(withdrawn int) bool { // it does not hold without the set, and does if b is put back
				without, with := models[withdrawn], models[withdrawn&^b]
				return without != nil && with != nil && !without.Holds(c.fact) && with.Holds(c.fact)
			}
			core, relevant := false, false
			for withdrawn := range all + 1 {
				if withdrawn&b != 0 && needed(withdrawn) {
					core, relevant = true, relevant || withdrawn&^set == 0
				}
			}
			if !core || !relevant && c.complete {
				return fmt.Errorf("core-retainment %t, relevance %t: %b of %b", core, relevant, b, set)
			}
		}
	}
	return nil
}

// uniform checks that facts which hold without the same sets of beliefs are contracted by the same. It returns how many
// pairs there are.
func uniform(list []contraction, models []*Model) (pairs int, err error) {
	groups := map[string][]contraction{}
	for _, c := range list {
		pattern := ""
		for _, m := range models {
			pattern += fmt.Sprint(m != nil && m.Holds(c.fact))[:1]
		}
		if c.complete {
			groups[pattern] = append(groups[pattern], c)
		}
	}
	for _, g := range groups {
		for _, c := range g[1:] {
			a, b := slices.Sorted(slices.Values(g[0].sets)), slices.Sorted(slices.Values(c.sets))
			if pairs++; !slices.Equal(a, b) {
				return pairs, fmt.Errorf("uniformity: %s and %s hold alike, and are contracted by %b and %b", g[0].fact, c.fact, a, b)
			}
		}
	}
	return pairs, nil
}

// checkVacuity wants that nothing is found for what does not hold: facts that hold without some beliefs only.
func checkVacuity(s *State, e *revise.Engine, models []*Model) (tried int, err error) {
	for _, m := range models {
		if m == nil {
			continue
		}
		for name, extension := range m.Relations {
			for _, row := range extension {
				f := belief.NewFact(name, row.Values...)
				if s.Model.Holds(f) {
					continue
				}
				if _, err := e.Contract(context.Background(), f, revise.RemedyLimits{}); !errors.Is(err, revise.ErrNotHeld) {
					return tried, fmt.Errorf("vacuity: of %s it says %w", f, err)
				}
				tried++
			}
		}
	}
	return tried, nil
}
