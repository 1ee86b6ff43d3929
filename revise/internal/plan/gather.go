package plan

import "github.com/beliefbase/revise/revise/internal/store"

// Gathered is how many heads a Sink gets together, at most.
const Gathered = 256

// A Sink takes the heads of instances of a rule, which lie one behind the other. It must not keep them.
type Sink interface{ Take(r *Rule, heads []ID) }

// gathering collects the heads of instances where nothing else of them is asked for.
type gathering struct {
	sink  Sink
	limit int // of heads, in IDs
	heads []ID
	tests []test // that heads have yet to stand, in the order of the heads
	keys  []ID   // of the tests
	read  ID     // depends on all that was read ahead, so that it is read
}

// test is a look-up that was put off.
type test struct {
	step *step
	view store.View
	head int // where its head begins
	key  int // where its key begins
	spot store.Spot
}

// Gather goes through a part of the enumeration, whose rule has a head with columns, and gives the sink the heads of its
// instances, many at a time. The sink may add rows to the head's relation.
func (x *Run) Gather(e *Enumeration, part Part, sink Sink) {
	g := &x.gathering
	g.sink, g.limit = sink, Gathered*len(e.rule.HeadTerms)
	x.Enumerate(e, part, nil)
	if x.Err == nil {
		x.passOn()
	}
	g.reset()
}

// reset forgets what was gathered, and keeps the memory.
func (g *gathering) reset() {
	g.sink, g.heads, g.tests, g.keys = nil, g.heads[:0], g.tests[:0], g.keys[:0]
}

// gather puts the head of the present binding to the others.
func (x *Run) gather() {
	g := &x.gathering
	for _, t := range x.Rule.HeadTerms {
		g.heads = append(g.heads, x.valueOf(t))
	}
	if len(g.heads) >= g.limit {
		x.passOn()
	}
}

// gatherToTest is gather where the look-ups from step k on, the last before the end, are put off.
func (x *Run) gatherToTest(k int) {
	g := &x.gathering
	for s := &x.steps[k]; s.kind == stepFind; s = &x.steps[k] {
		t := test{step: s, view: x.views[s.literal.Position], head: len(g.heads), key: len(g.keys)}
		for _, term := range s.key {
			g.keys = append(g.keys, x.valueOf(term))
		}
		t.spot = s.relation.Spot(g.keys[t.key:])
		g.tests = append(g.tests, t)
		k++
	}
	x.gather()
}

// passOn passes on the heads that stand their tests.
func (x *Run) passOn() {
	g := &x.gathering
	if len(g.tests) > 0 {
		g.stand(len(x.Rule.HeadTerms))
	}
	if len(g.heads) > 0 {
		x.Instances += uint64(len(g.heads) / len(x.Rule.HeadTerms))
		g.sink.Take(x.Rule, g.heads)
	}
	g.heads = g.heads[:0]
}

// stand takes out the heads that do not stand their tests. All that the tests will read is touched before: accesses for
// different ones do not wait for each other.
func (g *gathering) stand(width int) {
	for i := range g.tests {
		g.read += g.tests[i].step.relation.Ahead(g.tests[i].spot)
	}
	kept, next := 0, 0
	keep := func(to int) {
		kept += copy(g.heads[kept:], g.heads[next:to])
		next = to
	}
	for i := range g.tests {
		t := &g.tests[i]
		if t.head < next {
			continue // it has fallen
		}
		relation := t.step.relation
		row := relation.FindAt(t.spot, g.keys[t.key:t.key+len(t.step.key)])
		var state store.State
		if row != store.NoRow {
			state = relation.State(row)
		}
		if !t.view.Shows(state) {
			keep(t.head)
			next = t.head + width
		}
	}
	keep(len(g.heads))
	g.heads, g.tests, g.keys = g.heads[:kept], g.tests[:0], g.keys[:0]
}

// ending looks how the steps end, for Gather: the look-ups that are last can be put off. Where there are none, the
// innermost loop is a leaf, if every row of it that its view shows makes an instance.
func (r *Rule) ending(steps []step) {
	end := len(steps) - 1
	if steps[end].kind != stepEmit {
		return
	}
	last := end - 1
	for ; last >= 0 && steps[last].kind == stepFind; last-- {
		steps[last].test = true
	}
	if last < 0 || last < end-1 || len(r.HeadTerms) == 0 {
		return
	}
	s := &steps[last]
	if s.kind != stepDriver && s.kind != stepScan && s.kind != stepProbe && s.kind != stepBunch || len(s.same)+len(s.fixed) > 0 {
		return
	}
	s.leaf = make([]int, len(r.HeadTerms))
	for h, t := range r.HeadTerms {
		s.leaf[h] = -1
		for _, b := range s.binds {
			if t.Register == b.register {
				s.leaf[h] = b.column
			}
		}
	}
}

// gatherLeaf gathers the heads of the instances that the rows of a leaf make, those that the view shows. It reports false
// to stop.
func (x *Run) gatherLeaf(s *step, rows []store.Row, view store.View) bool {
	g, width := &x.gathering, len(s.leaf)
	for c, t := range x.Rule.HeadTerms {
		if s.leaf[c] < 0 {
			x.Head[c] = x.valueOf(t)
		}
	}
	for len(rows) > 0 && x.Err == nil {
		n := min(len(rows), (g.limit-len(g.heads))/width)
		if x.interruptedAfter(n) {
			return false
		}
		g.heads = s.relation.Pick(g.heads, rows[:n], view, s.leaf, x.Head)
		if rows = rows[n:]; len(g.heads) >= g.limit {
			x.passOn()
		}
	}
	return x.Err == nil
}
