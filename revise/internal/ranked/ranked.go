// Package ranked keeps a recursive stratum in step by counting, made sound by one rank per fact.
//
// Reference: algorithms.md, 2.7. A fact has the number of all its supports and of the strict ones, whose literals in the
// stratum have smaller ranks; it stands as long as a strict support or a base belief does.
// Guarantee: the new state exactly, with exact supports; what is suspected is part of what DRed overdeletes.
// Cost: the instances of what goes, of what is suspected and comes back, and of what comes.
// Not covered: bags, whose multiplicities would be infinite under recursion.
package ranked

import (
	"github.com/beliefbase/revise/revise/internal/maintain"
	"github.com/beliefbase/revise/revise/internal/plan"
	"github.com/beliefbase/revise/revise/internal/store"
)

// Maintain keeps one recursive stratum in step.
func Maintain(t *maintain.Turn, s *plan.Stratum) {
	suspect(t, s)
	if t.Abandoned {
		maintain.Abandon(s)
		return
	}
	restore(t, s)
	maintain.Settle(s)
}

// suspect takes out, wave by wave, every fact that lost its last strict support and is no base belief.
func suspect(t *maintain.Turn, s *plan.Stratum) {
	maintain.EachTouched(s, func(r *plan.Relation, row store.Row) {
		if r.Holds(row) && r.State(row)&store.Base == 0 && r.Strict(row) == 0 {
			maintain.Queue(r, row)
		}
	})
	lose := func(x *plan.Run) {
		if t.Spent(x) {
			return
		}
		h := x.Rule.Head
		row := h.Find(x.Head)
		strict := maintain.Strict(x, row)
		h.Unsupport(row)
		if !strict || !h.Holds(row) {
			return
		}
		if h.UnsupportStrictly(row) == 0 && h.State(row)&store.Base == 0 {
			maintain.Queue(h, row)
		}
	}
	t.Killed(s.Rules, lose)
	for !t.Abandoned && maintain.Leave(s) && t.Err == nil {
		t.Lost(s, lose)
		maintain.EndWave(s)
		for _, r := range s.Relations {
			r.Out = append(r.Out, r.Wave...)
			t.Cost.Overdeleted += uint64(len(r.Wave))
		}
	}
}

// restore lets back in, with new ranks, the suspects that kept a support, and what is new.
func restore(t *maintain.Turn, s *plan.Stratum) {
	t.Clock++
	for _, r := range s.Relations {
		for _, row := range r.Out {
			if r.Count(row) > 0 {
				maintain.Queue(r, row)
			}
		}
	}
	maintain.EachTouched(s, func(r *plan.Relation, row store.Row) {
		if !r.Holds(row) && r.State(row)&store.Base != 0 {
			maintain.Queue(r, row)
		}
	})
	t.Gained(s.Rules, func(x *plan.Run) {
		h := x.Rule.Head
		row := t.Add(x)
		h.Support(row)
		switch {
		case !h.Holds(row):
			maintain.Queue(h, row)
		case maintain.Strict(x, row):
			h.SupportStrictly(row)
		}
	})
	t.Close(s)
	t.CountRederived(s)
}
