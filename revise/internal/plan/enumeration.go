package plan

import (
	"slices"

	"github.com/beliefbase/revise/revise/internal/store"
)

// Enumeration is one that Prepare made ready. Several Runs may go through parts of its outermost loop at once, as long as
// nothing is written that it reads.
type Enumeration struct {
	rule   *Rule
	driver int
	rows   []store.Row
	views  *Views
	join   *join
}

// Part is a range of the outermost loop of an enumeration; To is not in it.
type Part struct{ From, To int }

// All is all of it.
var All = Part{0, -1}

// Prepare compiles what Drive enumerates, and brings the indexes up to date.
func Prepare(r *Rule, driver int, rows []store.Row, views *Views) Enumeration {
	j := r.join(driver)
	for _, index := range j.indexes {
		index.Cover()
	}
	return Enumeration{r, driver, rows, views, j}
}

// clusterFrom is the number of rows of the outermost loop from which on their order matters.
const clusterFrom = 1 << 13

// Cluster lets the outermost loop go through its relation group by group, where what is derived is then of one group, too.
func (e *Enumeration) Cluster() {
	s := &e.join.steps[0]
	if s.kind != stepScan || s.relation.Rows() < clusterFrom || !s.relation.Grouped() {
		return
	}
	group := e.rule.HeadTerms[e.rule.Head.GroupColumn()]
	if !slices.Contains(s.binds, place{s.relation.GroupColumn(), group.Register}) {
		return
	}
	rows := make([]store.Row, s.relation.Rows())
	for i := range rows {
		rows[i] = store.Row(i)
	}
	e.rows, _ = s.relation.Cluster(rows, nil)
}

// Outer returns how many rows the outermost loop has, 0 if there is none. It is not for Backward.
func (e *Enumeration) Outer() int {
	switch s := &e.join.steps[0]; s.kind {
	case stepDriver:
		return len(e.rows)
	case stepScan:
		return s.relation.Rows()
	case stepProbe:
		key := make([]ID, len(s.key))
		for k, t := range s.key {
			key[k] = t.Constant // nothing has a value before the first step
		}
		return len(s.index.Probe(key))
	default:
		return 0
	}
}

// Enumerate goes through a part of the enumeration and calls emit for each instance.
func (x *Run) Enumerate(e *Enumeration, part Part, emit func(*Run)) {
	if x.Err != nil || x.cancelled() {
		return
	}
	x.use(e.rule)
	for _, lit := range e.rule.Literals {
		x.views[lit.Position] = e.views.of(lit, e.driver)
	}
	x.steps, x.drivers, x.part, x.halted = e.join.steps, e.rows, part, false
	x.mixed, x.passes = e.views.Mixed, e.views.Potential
	x.step(0, emit)
}

// outer returns the rows of the loop at step k that are in the part.
func (x *Run) outer(rows []store.Row, k int) []store.Row {
	if k > 0 || x.part.To < 0 {
		return rows
	}
	return rows[x.part.From:x.part.To]
}

// scanned returns the range of rows that the scan at step k goes through.
func (x *Run) scanned(s *step, k int) (from, to store.Row) {
	if k > 0 || x.part.To < 0 {
		return 0, store.Row(s.relation.Rows())
	}
	return store.Row(x.part.From), store.Row(x.part.To)
}

// scannedRow returns the row that comes at the place in the scan at step k.
func (x *Run) scannedRow(i store.Row, k int) store.Row {
	if k == 0 && x.drivers != nil {
		return x.drivers[i]
	}
	return i
}

// Follow makes the Run as good as new, over the program and the context of another.
func (x *Run) Follow(y *Run) { x.Reset(y.ctx, y.program) }

// Interns reports whether instances of the rule may bring new values into the dictionary: several Runs must not then
// enumerate them at once.
func (r *Rule) Interns() bool {
	return slices.ContainsFunc(r.guards, func(g guard) bool {
		return g.comparison != nil && g.comparison.Binds >= 0 && !g.simple
	})
}
