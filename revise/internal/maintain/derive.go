package maintain

import (
	"github.com/beliefbase/revise/revise/internal/plan"
	"github.com/beliefbase/revise/revise/internal/store"
)

// DeriveWhole counts a support for every instance that is true now of the rules that have no literal in their own stratum.
func (t *Turn) DeriveWhole(rules []*plan.Rule) {
	for _, r := range rules {
		if !r.Recursive() {
			t.deriveAll(r, plan.Full, nil, &Now)
		}
	}
}

// deriveEntered counts a support for every instance that comes with the rows of the present wave.
func (t *Turn) deriveEntered(s *plan.Stratum) {
	for _, r := range s.Rules {
		for _, lit := range r.Literals {
			if lit.InStratum && len(lit.Relation.Wave) > 0 {
				t.deriveAll(r, lit.Position, lit.Relation.Wave, &entered)
			}
		}
	}
}

// deriveAll counts a support for every instance of an enumeration, in streams where it is long.
func (t *Turn) deriveAll(r *plan.Rule, driver int, rows []store.Row, views *plan.Views) {
	e := plan.Prepare(r, driver, rows, views)
	if r.Head.Arity == 0 {
		t.Enumerate(&e, plan.All, func(x *plan.Run) { t.support(r.Head, x.Head) })
		return
	}
	e.Cluster()
	fresh, wide := driver == plan.Full && areNew(r), inStreams(&e) && !r.Interns()
	t.Rule = r // that an error names, also where streams enumerate
	switch {
	case fresh && wide:
		t.deriveNewInStreams(e, r.Head)
	case fresh:
		t.Gather(&e, plan.All, (*newSink)(t))
	case wide:
		t.deriveInStreams(e, r.Head)
	default:
		t.Gather(&e, plan.All, t)
	}
}

// areNew reports whether no head of the rule is there yet, and none comes twice.
func areNew(r *plan.Rule) bool {
	h := r.Head
	return h.Loading() && h.Rows() == 0 && !h.Stratum.Recursive && r.HeadsDiffer()
}

// newSink takes heads that are new.
type newSink Turn

// Take adds them, each with a support.
func (s *newSink) Take(r *plan.Rule, heads []plan.ID) {
	if t := (*Turn)(s); t.fits(r.Head, len(heads)/r.Head.Arity) {
		r.Head.SupportNew(heads)
		t.added(r.Head, len(heads)/r.Head.Arity)
	}
}

// support counts one more support of the tuple, and queues it when it does not hold yet and its stratum goes by waves.
func (t *Turn) support(r *plan.Relation, tuple []plan.ID) {
	rows := r.Rows()
	row := r.FindOrAdd(tuple)
	t.added(r, r.Rows()-rows)
	r.Support(row)
	if r.Stratum.Recursive && !r.Holds(row) {
		Queue(r, row)
	}
}

// Take counts one more support of each of the heads, and queues those as support does.
func (t *Turn) Take(r *plan.Rule, heads []plan.ID) {
	h := r.Head
	if !t.fits(h, len(heads)/h.Arity) {
		return
	}
	rows := h.Rows()
	h.Next = h.SupportAll(heads, h.Next, h.Stratum.Recursive)
	t.added(h, h.Rows()-rows)
}

// fits reports whether the relation has numbers for so many more rows, and stops the transaction if it has not.
func (t *Turn) fits(r *plan.Relation, rows int) bool {
	fits := r.Fits(rows)
	if !fits {
		t.Stop(ErrRows)
	}
	return fits
}
