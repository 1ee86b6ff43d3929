package maintain

import (
	"github.com/beliefbase/revise/revise/internal/plan"
)

// pending is how many heads are gathered before they are looked up together: enough that their memory accesses overlap,
// few enough that what the first pass has fetched is still there in the second.
const pending = 256

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
