package plan

import (
	"slices"

	"github.com/beliefbase/revise/revise/internal/store"
)

// Gathered is how many heads a Sink gets together, at most.
const Gathered = 256

// A Sink takes the heads of instances of a rule, which lie one behind the other. It must not keep them.
type Sink interface{ Take(r *Rule, heads []ID) }

// gathering collects the heads of instances where nothing else of them is asked for.
type gathering struct {
	sink    Sink
	limit   int // of heads, in IDs
	heads   []ID
	batches []batch // one for each end that the steps have
	finder  store.Finder
	rows    []store.Row
}

// batch has heads whose last look-ups were put off, to be made for all of them together.
type batch struct {
	steps []step // the look-ups, and what is behind them
	heads []ID
	keys  [][]ID // by look-up, one behind the other
}

// Gather goes through a part of the enumeration, whose rule has a head with columns, and gives the sink the heads of its
// instances, many at a time. The sink may add rows to the head's relation.
func (x *Run) Gather(e *Enumeration, part Part, sink Sink) {
	g := &x.gathering
	g.sink, g.limit = sink, Gathered*len(e.rule.HeadTerms)
	x.Enumerate(e, part, nil)
	for i := range g.batches {
		x.test(&g.batches[i])
	}
	x.passOn()
	g.reset()
}

// reset forgets what was gathered, and keeps the memory.
func (g *gathering) reset() {
	for i := range g.batches {
		g.batches[i].forget()
	}
	g.sink, g.heads, g.batches = nil, g.heads[:0], g.batches[:0]
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
	b := g.batch(x.steps[k:])
	for i := range b.keys {
		for _, t := range b.steps[i].key {
			b.keys[i] = append(b.keys[i], x.valueOf(t))
		}
	}
	for _, t := range x.Rule.HeadTerms {
		b.heads = append(b.heads, x.valueOf(t))
	}
	if len(b.heads) >= g.limit {
		x.test(b)
	}
}

// batch returns the batch of the steps.
func (g *gathering) batch(steps []step) *batch {
	for i := range g.batches {
		if b := &g.batches[i]; &b.steps[0] == &steps[0] {
			return b
		}
	}
	n := len(g.batches)
	g.batches = slices.Grow(g.batches, 1)[:n+1]
	b := &g.batches[n]
	b.steps = steps
	looks := slices.IndexFunc(steps, func(s step) bool { return s.kind != stepFind })
	b.keys = slices.Grow(b.keys[:0], looks)[:looks]
	return b
}

func (b *batch) forget() {
	b.heads = b.heads[:0]
	for i := range b.keys {
		b.keys[i] = b.keys[i][:0]
	}
}

// test makes the look-ups of the batch, and puts the heads that stand them to the others.
func (x *Run) test(b *batch) {
	g, width := &x.gathering, len(x.Rule.HeadTerms)
	for i := range b.keys {
		s := &b.steps[i]
		view := x.views[s.literal.Position]
		g.rows = g.finder.Rows(s.relation, b.keys[i], len(b.heads)/width, g.rows[:0])
		standing := 0
		for n, row := range g.rows {
			if !view.Shows(s.relation.StateOf(row)) {
				continue
			}
			for k := i + 1; k < len(b.keys); k++ {
				move(b.keys[k], standing, n, len(b.steps[k].key))
			}
			move(b.heads, standing, n, width)
			standing++
		}
		for k := i + 1; k < len(b.keys); k++ {
			b.keys[k] = b.keys[k][:standing*len(b.steps[k].key)]
		}
		b.heads = b.heads[:standing*width]
	}
	if len(g.heads)+len(b.heads) > g.limit {
		x.passOn()
	}
	if g.heads = append(g.heads, b.heads...); len(g.heads) == g.limit {
		x.passOn()
	}
	b.forget()
}

// move copies the tuple of the width at one place to another before it.
func move(tuples []ID, to, from, width int) {
	if to < from {
		copy(tuples[to*width:(to+1)*width], tuples[from*width:])
	}
}

// passOn passes on the heads.
func (x *Run) passOn() {
	g := &x.gathering
	if len(g.heads) > 0 && x.Err == nil {
		x.Instances += uint64(len(g.heads) / len(x.Rule.HeadTerms))
		g.sink.Take(x.Rule, g.heads)
	}
	g.heads = g.heads[:0]
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
