// Package dred keeps a stratum in step by deleting too much and putting back what still follows.
//
// Reference: Gupta, Mumick, Subrahmanian, Maintaining Views Incrementally, SIGMOD 1993, section 7; for stratified
// negation and aggregates algorithms.md, 2.1. A base belief that remains is never overdeleted (there, 2.2).
// Guarantee: the new state exactly. Supports are counted along, from the instances that the algorithm enumerates anyway;
// no decision looks at them.
// Cost: every instance through an overdeleted fact twice, and a search for a derivation of each overdeleted fact.
// Not covered: bags.
package dred

import (
	"github.com/beliefbase/revise/revise/internal/maintain"
	"github.com/beliefbase/revise/revise/internal/plan"
	"github.com/beliefbase/revise/revise/internal/store"
)

// Maintain is delete and rederive for one stratum.
func Maintain(t *maintain.Turn, s *plan.Stratum) {
	overdelete(t, s)
	rederive(t, s)
	insert(t, s)
	maintain.Settle(s)
}

// overdelete removes every fact that has some derivation through what went: δ⁻(p) :- s₁ & … & δ⁻(sᵢ) & … & sₙ.
func overdelete(t *maintain.Turn, s *plan.Stratum) {
	remove := func(r *plan.Relation, row store.Row) {
		if r.Holds(row) && r.State(row)&store.Base == 0 {
			maintain.Queue(r, row)
		}
	}
	maintain.EachTouched(s, remove)
	lose := func(x *plan.Run) {
		h := x.Rule.Head
		row := h.Find(x.Head)
		h.Unsupport(row)
		remove(h, row)
	}
	t.Killed(s.Rules, lose)
	for maintain.Leave(s) && t.Err == nil {
		t.Lost(s, lose)
		maintain.EndWave(s)
		for _, r := range s.Relations {
			r.Out = append(r.Out, r.Wave...)
			t.Cost.Overdeleted += uint64(len(r.Wave))
		}
	}
}

// rederive queues every overdeleted fact that has a derivation from what remains: δ⁺(p) :- δ⁻(p) & s₁ν & … & sₙν.
func rederive(t *maintain.Turn, s *plan.Stratum) {
	t.Clock++
	for _, r := range s.Relations {
		for _, row := range r.Out {
			if t.Derivable(r, row) {
				maintain.Queue(r, row)
			}
		}
	}
}

// insert closes over what is put back and what is new.
func insert(t *maintain.Turn, s *plan.Stratum) {
	maintain.EachTouched(s, func(r *plan.Relation, row store.Row) {
		if !r.Holds(row) && r.State(row)&store.Base != 0 {
			maintain.Queue(r, row)
		}
	})
	t.Gained(s.Rules, func(x *plan.Run) {
		h := x.Rule.Head
		row := t.Add(x)
		h.Support(row)
		if !h.Holds(row) {
			maintain.Queue(h, row)
		}
	})
	t.Close(s)
	t.CountRederived(s)
}
