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
	e.rows, _ = s.relation.Cluster(s.relation.AllRows(), nil)
}

// heavyGroup is how many instances with one value make it sure that their heads need a group.
const heavyGroup = 32

// FillsGroups reports whether the rows of the outermost loop say in which group their heads are, and each value has so many
// instances that the heads' relation will have groups.
func (e *Enumeration) FillsGroups() bool {
	s, head := &e.join.steps[0], e.rule.Head
	if s.kind != stepScan && s.kind != stepDriver || head.Arity < 2 {
		return false
	}
	column := e.join.outerColumn(e.rule.HeadTerms[head.GroupColumn()])
	return column >= 0 && e.Expected() >= heavyGroup*s.relation.Distinct(column)
}

// ByShard puts the rows of the outermost loop in the order of the shards that their heads belong in, and returns the part
// of each shard. It reports false where the rows do not say in which group a head is, or the relation of the heads is read
// elsewhere in the rule, or by rows of other groups. That relation must be cut.
func (e *Enumeration) ByShard() (parts [store.Shards]Part, ok bool) {
	s, head := &e.join.steps[0], e.rule.Head.Relation
	if s.kind != stepScan && s.kind != stepDriver || !head.Grouped() {
		return parts, false
	}
	column := e.join.outerColumn(e.rule.HeadTerms[head.GroupColumn()])
	if column < 0 {
		return parts, false
	}
	for _, lit := range e.rule.Literals {
		own := lit == s.literal && column == head.GroupColumn()
		if lit.Relation.Relation == head && !own {
			return parts, false
		}
	}
	if e.rows == nil {
		e.rows = s.relation.AllRows()
	}
	var ends [store.Shards]int
	e.rows, ends = head.ByShard(e.rows, s.relation, column)
	for i := range parts {
		parts[i].To = ends[i]
		if i > 0 {
			parts[i].From = ends[i-1]
		}
	}
	return parts, true
}

// outerColumn returns the column of the outermost loop's rows that binds the term, in bunches too, or -1.
func (j *join) outerColumn(t Term) int {
	for i := range j.steps {
		s := &j.steps[i]
		if i > 0 && s.kind != stepBunch {
			continue
		}
		for _, b := range s.binds {
			if b.register == t.Register {
				return b.column
			}
		}
	}
	return -1
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

// Expected returns how many instances the enumeration has by the estimates of its join, and by what some rows of its outermost
// loop are joined to: where few values have most rows, that is far more than what one value has.
func (e *Enumeration) Expected() float64 {
	n := float64(e.Outer())
	steps := e.join.steps
	probed := false
	for i := 1; i < len(steps); i++ {
		s := &steps[i]
		if s.kind == stepShortest {
			steps = s.alternatives[0]
			s = &steps[i]
		}
		switch s.kind {
		case stepProbe:
			fanOut := s.fanOut
			if !probed {
				if sampled, ok := e.sampled(s); ok {
					fanOut = sampled
				}
			}
			n *= fanOut
			probed = true
		case stepScan:
			n *= float64(s.relation.Rows())
		}
	}
	return n
}

// sampled returns how many rows the probe finds on average for some rows of the outermost loop, if these say what it looks for.
func (e *Enumeration) sampled(probe *step) (fanOut float64, ok bool) {
	outer := &e.join.steps[0]
	if outer.kind != stepScan && outer.kind != stepDriver {
		return 0, false
	}
	columns := make([]int, len(probe.key))
	for k, t := range probe.key {
		if columns[k] = e.join.outerColumn(t); columns[k] < 0 {
			return 0, false
		}
	}
	key := make([]ID, len(columns))
	found, rows := 0, e.some()
	for _, row := range rows {
		for k, c := range columns {
			key[k] = outer.relation.Tuple(row)[c]
		}
		found += len(probe.index.Probe(key))
	}
	return float64(found) / float64(max(1, len(rows))), len(rows) > 0
}

// some returns some rows of the outermost loop, a scan's or a driver's, evenly spread.
func (e *Enumeration) some() []store.Row {
	const most = 64
	rows := make([]store.Row, 0, most)
	n := e.Outer()
	for i := range min(most, n) {
		at := i * n / min(most, n)
		if e.rows != nil {
			rows = append(rows, e.rows[at])
			continue
		}
		for s := range e.join.steps[0].relation.Between(at, at+1, 1) {
			rows = append(rows, s.From)
		}
	}
	return rows
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

// scanned returns the range of places, in the order of the relation's rows, that the scan at step k goes through.
func (x *Run) scanned(s *step, k int) (from, to int) {
	if k > 0 || x.part.To < 0 {
		return 0, s.relation.Rows()
	}
	return x.part.From, x.part.To
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
