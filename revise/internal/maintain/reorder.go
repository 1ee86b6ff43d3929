package maintain

import (
	"github.com/beliefbase/revise/revise/internal/plan"
)

// Reorder gives new ranks to the facts whose last strict support went, where an algorithm that does not look at ranks
// let them stand, and to those that rested on their ranks (algorithms.md, 2.7): they are taken out and put back. Facts and
// supports are the same in the end; what did not come back would have had no proof. Reasons follow ranks; the decisions of
// the algorithm do not, and the instances are not counted as its own.
func (t *Turn) Reorder(s *plan.Stratum) {
	if !s.Recursive {
		return
	}
	counted := t.Instances
	suspect := func(f Fact) {
		if f.Doubtful() && f.Strict(f.Row) == 0 {
			Queue(f.Relation, f.Row)
		}
	}
	EachTouched(s, suspect)
	for Leave(s) && t.Err == nil {
		t.Undone(s, func(x *plan.Run) { suspect(t.Lose(x)) })
		EndWave(s)
		for _, r := range s.Relations {
			r.Out = append(r.Out, r.Wave...)
		}
	}
	Requeue(s)
	t.Close(s)
	for _, r := range s.Relations {
		for _, row := range r.Out {
			if !r.Holds(row) && t.Err == nil {
				panic("maintain: a fact of " + r.Name + " was let stand without a proof")
			}
		}
		r.Out = r.Out[:0]
	}
	t.Instances = counted
}
