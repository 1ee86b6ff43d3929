package jtms

import (
	"slices"

	"github.com/beliefbase/revise/revise/internal/maintain"
	"github.com/beliefbase/revise/revise/internal/network"
	"github.com/beliefbase/revise/revise/internal/plan"
	"github.com/beliefbase/revise/revise/internal/store"
)

// weigh keeps one stratum in step that is a bag: of each justification with an antecedent that changed it takes off what it
// weighed, and then adds what it weighs. So no sum on the way is larger than the one that is left or the one that comes.
func (y *System) weigh(t *maintain.Turn, s *plan.Stratum) {
	pending := slices.Compact(slices.Sorted(slices.Values(y.pending[s.Number])))
	for _, j := range pending {
		if y.Valid(j) {
			y.add(t, j, -y.weight(t, j, before))
		}
	}
	for _, j := range pending {
		if y.states[j]&unsat > 0 {
			y.set(j, y.states[j]&^valid)
			continue
		}
		y.set(j, y.states[j]|valid)
		y.add(t, j, y.weight(t, j, now))
	}
	t.Gained(s.Rules, func(x *plan.Run) { y.weighNew(t, x) })
	s.Relations[0].HoldSupported()
}

// weighNew keeps a true instance of a bag's rule that is not known yet. One that is known has been weighed along the links.
func (y *System) weighNew(t *maintain.Turn, x *plan.Run) {
	j, isNew := y.Add(x, t.Add(x))
	if isNew {
		t.Grew(1)
		y.states = append(y.states, 0)
		y.set(j, valid)
		y.add(t, j, y.weight(t, j, now))
	}
}

// now and before are the multiplicities of a row in this transaction.
func now(r *plan.Relation, row store.Row) int64 { n, _ := r.Multiplicity(row); return n }

func before(r *plan.Relation, row store.Row) int64 { _, n := r.Multiplicity(row); return n }

// weight returns the product of the multiplicities of a justification's antecedents, of one that is valid when they are looked
// at. What is no bag, and what is absent, counts once.
func (y *System) weight(t *maintain.Turn, j network.ID, when func(*plan.Relation, store.Row) int64) int64 {
	weight := int64(1)
	for _, lit := range y.Rule(j).Literals {
		if lit.Negated || !lit.Relation.IsBag() {
			continue
		}
		var fits bool
		if weight, fits = maintain.Times(weight, when(lit.Relation, y.Antecedent(j, lit))); !fits {
			t.Stop(store.ErrOverflow)
		}
	}
	return weight
}

func (y *System) add(t *maintain.Turn, j network.ID, weight int64) {
	f := y.Head(j)
	if err := f.AddMultiplicity(f.Row, weight); err != nil {
		t.Stop(err)
	}
}

// tellWeight tells the bags above that a fact that held holds more or less often than it did, which matters to justifications that
// have it in their in-list.
func (y *System) tellWeight(t *maintain.Turn, f maintain.Fact) {
	if f.State(f.Row)&store.Old == 0 || !f.Holds(f.Row) {
		return
	}
	y.Uses(f, func(j network.ID, lit *plan.Literal) {
		if above := y.Head(j).Stratum; above.Bag && !lit.Negated && !t.Interrupted() {
			t.Instances++
			y.pending[above.Number] = append(y.pending[above.Number], j)
		}
	})
}
