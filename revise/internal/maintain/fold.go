package maintain

import (
	"github.com/beliefbase/revise/revise/internal/aggregate"
	"github.com/beliefbase/revise/revise/internal/plan"
	"github.com/beliefbase/revise/revise/internal/store"
)

// Fold keeps the groups of an aggregate in step, and its relation of groups and values (algorithms.md, 1.5): per group and
// transaction at most one value goes and one comes.
func (t *Turn) Fold(s *plan.Stratum) {
	a := s.Aggregate
	body := []*plan.Rule{a.Body}
	if a.IsBag() {
		t.Telescoped(body, func(x *plan.Run, weight int64) error { return a.Groups.Add(x.Head, valueOf(x, a), weight) })
	} else {
		t.Killed(body, func(x *plan.Run) {
			if !t.Spent(x) {
				t.tell(a, x, -1)
			}
		})
	}
	if t.Abandoned {
		a.Groups.Rollback()
		return
	}
	if !a.IsBag() {
		t.Gained(body, func(x *plan.Run) { t.tell(a, x, 1) })
	}
	t.publish(a)
}

// tell tells the group of a solution, one that is no bag's, that it came or went.
func (t *Turn) tell(a *plan.Aggregate, x *plan.Run, n int64) { t.add(a, x.Head, valueOf(x, a), n) }

func (t *Turn) add(a *plan.Aggregate, group []plan.ID, value plan.ID, n int64) {
	if err := a.Groups.Add(group, value, n); err != nil {
		t.Stop(err)
	}
}

// tellWhole tells the groups of every solution that there is now, in streams where they are many.
func (t *Turn) tellWhole(a *plan.Aggregate) {
	if a.Groups.Loading() && a.Groups.Counts() && len(a.Body.HeadTerms) > 0 {
		t.deriveAll(a.Counting(), plan.Full, nil, &Now)
		a.Groups.Counted()
		return
	}
	e := plan.Prepare(a.Body, plan.Full, nil, &Now)
	if inStreams(&e) && !a.Body.Interns() {
		t.tellInStreams(&e, a)
	} else {
		t.Enumerate(&e, plan.All, func(x *plan.Run) { t.tell(a, x, 1) })
	}
}

// Refold empties the groups and fills them again. The returned function puts the old ones back.
func (t *Turn) Refold(s *plan.Stratum) (undo func()) {
	a := s.Aggregate
	old := a.Groups
	if !a.Relation.Loading() {
		a.Groups = old.Clear()
	}
	if a.IsBag() {
		t.Weighed([]*plan.Rule{a.Body}, func(x *plan.Run, weight int64) error { return a.Groups.Add(x.Head, valueOf(x, a), weight) })
	} else {
		t.tellWhole(a)
	}
	t.publish(a)
	return func() { a.Groups = old }
}

func valueOf(x *plan.Run, a *plan.Aggregate) plan.ID {
	if a.Of.Register < 0 {
		return a.Of.Constant
	}
	return x.Registers[a.Of.Register]
}

// publish turns changed values into rows that are lost and gained. An empty group has the value zero where the
// aggregate says so; its row may be there or not, and is put there when the value starts to differ.
func (t *Turn) publish(a *plan.Aggregate) {
	r := a.Relation
	zero := aggregate.None
	if a.ZeroGroup {
		zero = a.Groups.Zero()
	}
	if r.Loading() {
		publishAll(a, zero)
		return
	}
	t.tuple = append(t.tuple[:0], make([]plan.ID, r.Arity)...)
	tuple := t.tuple
	for c := range a.Groups.Changes(zero) {
		copy(tuple, c.Key)
		if c.Before != aggregate.None {
			tuple[len(c.Key)] = c.Before
			row := r.FindOrAdd(tuple)
			r.Touch(row)
			r.Mark(row, store.Old)
			r.Reset(row)
		}
		if c.After != aggregate.None {
			tuple[len(c.Key)] = c.After
			row := r.FindOrAdd(tuple)
			r.Support(row)
			r.Hold(row)
		}
	}
	r.Settle()
}

// publishAll is publish into an empty relation, many rows at a time.
func publishAll(a *plan.Aggregate, zero plan.ID) {
	r := a.Relation
	tuples := make([]plan.ID, 0, plan.Gathered*r.Arity)
	for c := range a.Groups.Changes(zero) {
		if c.After == aggregate.None {
			continue
		}
		if tuples = append(append(tuples, c.Key...), c.After); len(tuples) == cap(tuples) {
			r.SupportNew(tuples)
			tuples = tuples[:0]
		}
	}
	r.SupportNew(tuples)
	r.HoldSupported()
	r.Settle()
}

// CountRederived counts what left with a wave and is back, and forgets what left.
func (t *Turn) CountRederived(s *plan.Stratum) {
	for _, r := range s.Relations {
		for _, row := range r.Out {
			if r.Holds(row) {
				t.Cost.Rederived++
			}
		}
		r.Out = r.Out[:0]
	}
}
