package revise

import (
	"context"
	"slices"

	"github.com/beliefbase/revise/revise/internal/plan"
)

// cuts finds for the nodes of a cone the minimal sets of beliefs, of at most size each, without which they do not follow:
// labels (ALGORITHMS 5.2) with "and" and "or" exchanged. A node is cut off where it is not believed and each of its
// clauses has a premise that is cut off. Facts that support each other only are cut off with no belief withdrawn, which is
// the greatest solution of that: every node begins with the empty set.
type cuts struct {
	*cone
	ctx     context.Context
	size    int
	of      [][]environment // by node, none of them a part of another
	clauses [][]int         // by node: those that conclude it
	cut     bool            // a set was left out because it has more than size beliefs
	work    int             // done, by the sets that were looked at
	ended   bool            // the time is up, or it is more work than a label is good for
}

// cutsOf computes the cuts.
func cutsOf(ctx context.Context, c *cone, size int) *cuts {
	k := &cuts{cone: c, ctx: ctx, size: size, of: make([][]environment, len(c.places)), clauses: make([][]int, len(c.places))}
	for i, x := range c.clauses {
		k.clauses[x.head] = append(k.clauses[x.head], i)
	}
	queue, waiting := make([]int, len(c.places)), slices.Repeat([]bool{true}, len(c.places))
	for n := range k.of {
		k.of[n] = []environment{{}}
		queue[n] = len(queue) - 1 - n // beliefs, which are met last, first
	}
	for len(queue) > 0 {
		n := queue[0]
		queue, waiting[n] = queue[1:], false
		sets := k.node(n)
		if k.ended {
			return k
		}
		if slices.EqualFunc(sets, k.of[n], slices.Equal[environment]) {
			continue
		}
		k.of[n] = sets
		for _, use := range c.uses[n] {
			if head := c.clauses[use].head; !waiting[head] {
				queue, waiting[head] = append(queue, head), true
			}
		}
	}
	return k
}

// node returns the cuts of a node, as those of its premises are known.
func (k *cuts) node(n int) []environment {
	sets := []environment{{}}
	if b := k.belief[n]; b >= 0 {
		sets = k.with(nil, environment{int32(b)})
	}
	for _, use := range k.clauses[n] {
		var further []environment
		for _, set := range sets {
			for _, p := range k.cone.clauses[use].premises {
				for _, e := range k.of[p] {
					if further = k.with(further, set.Union(e)); k.ended {
						return nil
					}
				}
			}
		}
		sets = further
	}
	slices.SortFunc(sets, slices.Compare[environment])
	return sets
}

// with adds a set to others, in place of those that contain it.
func (k *cuts) with(sets []environment, set environment) []environment {
	const pause = 1 << 10
	before := k.work
	k.work += 1 + len(sets)
	k.ended = k.work > labelWork || before/pause != k.work/pause && k.ctx.Err() != nil
	switch {
	case slices.ContainsFunc(sets, func(e environment) bool { return e.Within(set) }):
		return sets
	case len(set) > k.size:
		k.cut = true
		return sets
	}
	sets = slices.DeleteFunc(sets, func(e environment) bool { return set.Within(e) })
	return append(sets, set)
}

// coneSize bounds the cone whose cuts are looked for.
const coneSize = 1 << 16

// cutOff finds the solutions from the cone of the fact, smaller ones first, and reports whether those are all within the
// bounds. It does so where only withdrawals can retract the fact, and every one of them does no more than that: where it
// rests on nothing that is absent and on no group. Where that ends early, by a fault or because there is too much, those
// that were found are kept.
func (s *search) cutOff() bool {
	r, row, stands := s.goal.standing()
	if !stands || restsOnAbsence(r) {
		return false
	}
	c, err := s.coneWithin(s.ctx, r, row, coneSize)
	if err != nil {
		return false
	}
	largest := len(c.beliefs)
	if s.size > 0 {
		largest = min(largest, s.size)
	}
	for size := min(1, largest); ; size = min(2*size, largest) {
		k := cutsOf(s.ctx, c, size)
		if k.ended {
			return false
		}
		if !s.keep(c, k.of[0]) {
			return false
		}
		if !k.cut || size == largest || s.enough() {
			s.cut = k.cut
			return true
		}
	}
}

// keep keeps the sets of beliefs of a cone as solutions, and reports whether they all are: a what-if may meet a fault.
func (s *search) keep(c *cone, sets []environment) bool {
	for _, set := range sets {
		var solution environment
		for _, b := range set {
			solution = solution.Union(environment{s.numbered(change{fact: c.beliefs[b].Fact})})
		}
		switch {
		case slices.ContainsFunc(s.solutions, func(found environment) bool { return slices.Equal(found, solution) }):
		case s.try(solution, nil) != goalEnded:
			return false
		default:
			s.solutions = append(s.solutions, solution)
		}
	}
	return true
}

// restsOnAbsence reports whether facts of the relation may rest on a negation or a group.
func restsOnAbsence(r *plan.Relation) bool {
	for _, through := range restsThrough(r) {
		if through {
			return true
		}
	}
	return r.Aggregate != nil
}
