package maintain

import (
	"github.com/beliefbase/revise/revise/internal/plan"
	"github.com/beliefbase/revise/revise/internal/store"
)

// pending is how many heads are gathered before they are looked up together: enough that their memory accesses overlap,
// few enough that what the first pass has fetched is still there in the second.
const pending = 256

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
	if driver >= 0 && len(rows) < wide || r.Head.Arity == 0 || r.Interns() {
		t.Drive(r, driver, rows, views, t.Derive)
		return
	}
	e := plan.Prepare(r, driver, rows, views)
	if n := e.Outer(); inStreams(n) {
		t.deriveInStreams(&e, n, r.Head)
	} else {
		t.Enumerate(&e, plan.All, t.Derive)
	}
}

// Derive counts one more support of the instance's head, sooner or later: heads are gathered and looked up together.
// Flush brings up what is left.
func (t *Turn) Derive(x *plan.Run) {
	h := x.Rule.Head
	if h.Arity == 0 {
		t.support(h, x.Head)
		return
	}
	h.Heads = append(h.Heads, x.Head...)
	if len(h.Heads) >= pending*h.Arity {
		t.flush(h)
	}
}

// Flush looks up what Derive has gathered for the stratum.
func (t *Turn) Flush(s *plan.Stratum) {
	for _, r := range s.Relations {
		t.flush(r)
	}
}

func (t *Turn) flush(r *plan.Relation) {
	if len(r.Heads) > 8*r.Arity {
		r.Fetch(r.Heads)
	}
	for at := 0; at < len(r.Heads); at += r.Arity {
		t.support(r, r.Heads[at:at+r.Arity])
	}
	r.Heads = r.Heads[:0]
}

// support counts one more support of the tuple, and queues it when it does not hold yet and its stratum goes by waves.
func (t *Turn) support(r *plan.Relation, tuple []plan.ID) {
	rows := r.Rows()
	row := r.FindOrAdd(tuple)
	if r.Rows() > rows {
		t.added(r)
	}
	r.Support(row)
	if r.Stratum.Recursive && !r.Holds(row) {
		Queue(r, row)
	}
}
