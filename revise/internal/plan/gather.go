package plan

import "github.com/beliefbase/revise/revise/internal/store"

// Gathered is how many heads Gather passes on together.
const Gathered = 256

// gathering collects the heads of instances where nothing else of them is asked for.
type gathering struct {
	heads []ID
	limit int // of IDs
	pass  func(heads []ID)
}

// Gather goes through a part of the enumeration, whose rule has a head with columns, and passes on the heads of its
// instances, Gathered at a time, one behind the other; pass must not keep them. It may add rows to the head's relation.
func (x *Run) Gather(e *Enumeration, part Part, pass func(heads []ID)) {
	g := &x.gathering
	g.limit, g.pass = Gathered*len(e.rule.HeadTerms), pass
	x.Enumerate(e, part, nil)
	if len(g.heads) > 0 && x.Err == nil {
		pass(g.heads)
	}
	g.heads, g.pass = g.heads[:0], nil
}

// gather puts the head of the present instance to the others.
func (x *Run) gather() {
	g := &x.gathering
	x.Instances++
	for _, t := range x.Rule.HeadTerms {
		g.heads = append(g.heads, x.valueOf(t))
	}
	if len(g.heads) >= g.limit {
		x.passOn()
	}
}

func (x *Run) passOn() {
	g := &x.gathering
	g.pass(g.heads)
	g.heads = g.heads[:0]
}

// leaf makes the last step a leaf if it can be one: if every row of it that its view shows makes an instance.
func (c *compiler) leaf() {
	if len(c.steps) == 0 || len(c.rule.HeadTerms) == 0 {
		return
	}
	s := &c.steps[len(c.steps)-1]
	switch s.kind {
	case stepDriver, stepScan, stepProbe:
	default:
		return
	}
	if len(s.same)+len(s.fixed) > 0 {
		return
	}
	s.leaf = make([]int, len(c.rule.HeadTerms))
	for h, t := range c.rule.HeadTerms {
		s.leaf[h] = -1
		for _, b := range s.binds {
			if t.Register == b.register {
				s.leaf[h] = b.column
			}
		}
	}
}

// gatherLeaf gathers the heads of the instances that the rows of a leaf make.
func (x *Run) gatherLeaf(s *step, rows []store.Row) {
	g, width := &x.gathering, len(s.leaf)
	view := store.Everything
	if s.kind != stepDriver {
		view = x.views[s.literal.Position]
	}
	for c, t := range x.Rule.HeadTerms {
		if s.leaf[c] < 0 {
			x.Head[c] = x.valueOf(t)
		}
	}
	for len(rows) > 0 && x.Err == nil {
		n := min(len(rows), (g.limit-len(g.heads))/width)
		if x.interruptedAfter(n) {
			return
		}
		before := len(g.heads)
		g.heads = s.relation.Pick(g.heads, rows[:n], view, s.leaf, x.Head)
		x.Instances += uint64((len(g.heads) - before) / width)
		if rows = rows[n:]; len(g.heads) >= g.limit {
			x.passOn()
		}
	}
}

// gatherScan is gatherLeaf for a range of rows.
func (x *Run) gatherScan(s *step, from, to store.Row) {
	var rows [Gathered]store.Row
	for from < to && x.Err == nil {
		n := min(Gathered, to-from)
		for i := range n {
			rows[i] = from + i
		}
		x.gatherLeaf(s, rows[:n])
		from += n
	}
}
