package maintain

import (
	"slices"

	"github.com/beliefbase/revise/revise/internal/plan"
	"github.com/beliefbase/revise/revise/internal/store"
)

// Queue puts the row into the next wave, once.
func Queue(r *plan.Relation, row store.Row) {
	if r.State(row)&store.Queued == 0 {
		r.Touch(row)
		r.Mark(row, store.Queued)
		r.Next = append(r.Next, row)
	}
}

// Leave starts a wave of deletion: the queued rows stop holding. It reports whether there are any.
func Leave(s *plan.Stratum) bool {
	return advance(s, func(r *plan.Relation) { r.Leave(r.Wave) })
}

// LeaveUnless starts a wave of deletion without the queued rows that stand; nil: none does.
func LeaveUnless(s *plan.Stratum, stands func(Fact) bool) bool {
	if stands == nil {
		return Leave(s)
	}
	for _, r := range s.Relations {
		r.Next = slices.DeleteFunc(r.Next, func(row store.Row) bool {
			if !stands(Fact{r, row}) {
				return false
			}
			r.Clear(row, store.Queued)
			return true
		})
	}
	return Leave(s)
}

// Enter starts a wave of insertion: the queued rows hold, and in a recursive stratum get the rank of the wave.
func (t *Turn) Enter(s *plan.Stratum) bool {
	any := advance(s, func(r *plan.Relation) {
		if !r.Enter(r.Wave, t.Clock) {
			t.Stop(ErrSupports)
		}
	})
	t.Clock++
	return any && t.Err == nil
}

// advance makes what is queued the wave of each relation, and calls f with the relation.
func advance(s *plan.Stratum, f func(*plan.Relation)) bool {
	any := false
	for _, r := range s.Relations {
		for i, merged := range r.NextOf {
			r.Next = append(r.Next, merged...)
			r.NextOf[i] = merged[:0]
		}
		r.Wave, r.Next = r.Next, r.Wave[:0]
		f(r) // while new rows lie one behind the other
		if len(r.Wave) >= wide {
			r.Wave, r.Next = r.Cluster(r.Wave, r.Next)
		}
		any = any || len(r.Wave) > 0
	}
	return any
}

// EndWave ends the present wave.
func EndWave(s *plan.Stratum) {
	for _, r := range s.Relations {
		for _, row := range r.Wave {
			r.Clear(row, store.Wave)
		}
	}
}

// EndDeletion ends a wave of deletion: what left is overdeleted until it is found again.
func (t *Turn) EndDeletion(s *plan.Stratum) {
	EndWave(s)
	for _, r := range s.Relations {
		r.Out = append(r.Out, r.Wave...)
		t.Cost.Overdeleted += uint64(len(r.Wave))
	}
}

// Delete takes out, wave by wave, every fact that is in doubt and does not stand when its wave leaves (nil: none stands). In
// doubt may be whatever lost something: a belief that was withdrawn, the heads of the instances that lower changes made
// false, and then those of the instances that go with a wave (algorithms.md, 2.3, K and L).
func (t *Turn) Delete(s *plan.Stratum, inDoubt, stands func(Fact) bool) {
	doubt := func(f Fact) {
		if inDoubt(f) {
			Queue(f.Relation, f.Row)
		}
	}
	lose := func(x *plan.Run) {
		if !t.Spent(x) {
			t.LoseLater(x, doubt)
		}
	}
	EachTouched(s, doubt)
	t.Killed(s.Rules, lose)
	t.LoseAll(doubt)
	for !t.Abandoned && LeaveUnless(s, stands) && t.Err == nil {
		t.Lost(s, lose)
		t.LoseAll(doubt)
		t.EndDeletion(s)
	}
}

// Requeue queues what left and kept a support.
func Requeue(s *plan.Stratum) {
	for _, r := range s.Relations {
		for _, row := range r.Out {
			if r.Count(row) > 0 {
				Queue(r, row)
			}
		}
	}
}

// Close is the insertion half that all algorithms share: it lets the queued rows in, wave by wave, with everything that
// follows from them (algorithms.md, 2.4 and 2.7).
func (t *Turn) Close(s *plan.Stratum) {
	for t.Enter(s) {
		regroup(s)
		cover(s)
		t.deriveEntered(s)
		EndWave(s)
	}
}

// cover brings the indexes up to date that the wave needs and that are far behind, side by side.
func cover(s *plan.Stratum) {
	if !store.Parallel() {
		return
	}
	var behind []*store.Index
	for _, r := range s.Rules {
		for _, lit := range r.Literals {
			if !lit.InStratum || len(lit.Relation.Wave) == 0 {
				continue
			}
			for _, index := range r.Indexes(lit.Position) {
				if index.FarBehind() && !slices.Contains(behind, index) {
					behind = append(behind, index)
				}
			}
		}
	}
	store.InParallel(len(behind), func(i int) { behind[i].Cover() })
}
