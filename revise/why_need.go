package revise

import (
	"context"
	"slices"

	"github.com/beliefbase/revise/belief"
	"github.com/beliefbase/revise/revise/internal/plan"
	"github.com/beliefbase/revise/revise/internal/store"
)

const (
	// mostLeaves is for how many beliefs of a tree it is asked whether the fact needs them.
	mostLeaves = 100
	// trialConclusions and trialInstances bound what is tried for that, for a question must not cost more than its answer.
	trialConclusions = 10_000
	trialInstances   = 1 << 18
)

// needs returns the base beliefs under the tree each of which, withdrawn alone, would retract the fact. A belief on which
// the fact rests through no negation and no group is looked up in the cone; what a withdrawal of another would do is
// tried. It reports false where that would cost too much.
func (e *Engine) needs(ctx context.Context, h *heights, root *Justification) ([]belief.Belief, bool) {
	leaves, whole := e.leavesOf(root)
	if !whole || len(leaves) > mostLeaves {
		return nil, false
	}
	needed := []belief.Belief{}
	var entangled []belief.Belief
	through := restsThrough(h.rows[0].relation)
	for _, b := range leaves {
		switch r, row, _ := e.rowOf(b.Fact); {
		case through[r]:
			entangled = append(entangled, b)
		case !h.followsWithout(h.nodes[changedRow{r, row}]):
			needed = append(needed, b)
		}
	}
	if len(entangled) > 0 && e.conclusions() > trialConclusions {
		return nil, false
	}
	work := uint64(0)
	for _, b := range entangled {
		holds, instances, err := e.holdsWithout(ctx, root.Fact, b.Fact)
		if work += instances; err != nil || work > trialInstances {
			return nil, false
		}
		if !holds {
			needed = append(needed, b)
		}
	}
	slices.SortFunc(needed, func(a, b belief.Belief) int { return a.Fact.Compare(b.Fact) })
	return needed, true
}

// leavesOf returns the base beliefs at the ends of a tree, and at those of the solutions of its groups. It reports false
// where a group has more solutions than are shown.
func (e *Engine) leavesOf(root *Justification) ([]belief.Belief, bool) {
	l := newLeaves(e)
	whole := true
	pending := []*Justification{root}
	for len(pending) > 0 {
		j := pending[len(pending)-1]
		pending = pending[:len(pending)-1]
		if j.Support.Base {
			l.found[j.Fact.String()] = j.Fact
		}
		for _, p := range j.Premises {
			if p.Justification != nil {
				pending = append(pending, p.Justification)
			}
			if g := p.Group; g != nil {
				whole = whole && (len(g.Shown) == g.Members || g.Extreme)
				for _, solution := range g.Shown {
					l.visitAll(solution)
				}
			}
		}
	}
	var list []belief.Belief
	for _, f := range l.sorted() {
		b, _ := e.base.Find(f)
		list = append(list, b)
	}
	return list, whole && !l.partly
}

// visitAll visits the facts of a solution.
func (l *leaves) visitAll(solution []Premise) {
	for _, p := range solution {
		if p.Kind != AtomPremise || p.Fact.Relation == "" {
			continue
		}
		if r, row, ok := l.rowOf(p.Fact); ok {
			l.visit(r, row)
		}
	}
}

// holdsWithout tries whether the goal would hold without a base belief, and says how many rule instances that took.
func (e *Engine) holdsWithout(ctx context.Context, goal, without belief.Fact) (holds bool, instances uint64, err error) {
	gone := []belief.Fact{without}
	trial := Remedy{Withdraw: gone, Every: gone}
	tx := e.begin(trial.Request(), true)
	defer tx.takeBack()
	err = tx.apply(ctx)
	if tx.turn != nil {
		instances = tx.turn.Instances
	}
	return tx.holds(goal), instances, err
}

// followsWithout reports whether the fact follows from what is believed but for one belief; what is absent, and every
// group, is taken as it is.
func (h *heights) followsWithout(belief int) bool {
	missing := make([]int, len(h.steps))
	holds := make([]bool, len(h.rows))
	var queue []int
	reach := func(n int) {
		if !holds[n] {
			holds[n] = true
			queue = append(queue, n)
		}
	}
	for n, at := range h.rows {
		if n != belief && at.relation.State(at.row)&store.Base != 0 {
			reach(n)
		}
	}
	for k := range h.steps {
		if missing[k] = len(h.steps[k].needs); missing[k] == 0 {
			reach(h.steps[k].head)
		}
	}
	for k := 0; k < len(queue) && !holds[0]; k++ {
		for _, use := range h.uses[queue[k]] {
			if missing[use]--; missing[use] == 0 {
				reach(h.steps[use].head)
			}
		}
	}
	return holds[0]
}

// restsThrough returns the relations on which the relation rests through a negation or a group: a change of theirs may make it
// gain as well as lose.
func restsThrough(r *plan.Relation) map[*plan.Relation]bool {
	type place struct {
		relation *plan.Relation
		through  bool
	}
	seen, through := map[place]bool{}, map[*plan.Relation]bool{}
	pending := []place{{relation: r}}
	for len(pending) > 0 {
		at := pending[len(pending)-1]
		pending = pending[:len(pending)-1]
		if seen[at] {
			continue
		}
		seen[at] = true
		through[at.relation] = through[at.relation] || at.through
		rules := at.relation.Rules
		if a := at.relation.Aggregate; a != nil {
			rules = []*plan.Rule{a.Body}
		}
		for _, rule := range rules {
			for _, lit := range rule.Literals {
				pending = append(pending, place{lit.Relation, at.through || lit.Negated || lit.Relation.Aggregate != nil})
			}
		}
	}
	return through
}
