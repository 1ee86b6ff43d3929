package plan

import (
	"slices"

	"github.com/beliefbase/revise/revise/internal/store"
)

// A bunch is rows of the outermost loop, one behind the other, that have the same values in the columns which the next
// step reads. What is joined to these values is found once for all of them. The loop over the bunch stands where its other
// columns are read first, or at the end, and then as many heads in a row as the bunch has rows are of one group.

// bunch gives the steps, all of a join, a loop over bunches, if the rows of the outermost loop come in such. The order of
// literals stays what it is.
func (r *Rule) bunch(steps []step) []step {
	first := &steps[0]
	if first.kind != stepDriver && first.kind != stepScan || !first.relation.Grouped() || len(first.same) > 0 || r.hasPartial() {
		return steps
	}
	next := &steps[1]
	var early, late []place
	for _, b := range first.binds {
		if next.reads(b.register) {
			early = append(early, b)
		} else {
			late = append(late, b)
		}
	}
	isGroup := func(b place) bool { return b.column == first.relation.GroupColumn() }
	if len(late) == 0 || !slices.ContainsFunc(early, isGroup) {
		return steps
	}
	loop := step{kind: stepBunch, literal: first.literal, relation: first.relation, binds: late}
	if !loop.bindsGroup(r) {
		steps = loop.insert(steps, 1)
	} else if next.kind != stepShortest && slices.ContainsFunc(steps[2:], func(s step) bool { return s.loops() }) {
		steps = loop.insertAt(steps, 2)
	} else {
		return steps
	}
	steps[0].binds, steps[0].bunched = early, true
	return steps
}

// insert puts the loop before the first step from k on that reads what it binds.
func (s *step) insert(steps []step, k int) []step {
	for ; ; k++ {
		next := &steps[k]
		if next.kind == stepEmit || slices.ContainsFunc(s.binds, func(b place) bool { return next.reads(b.register) }) {
			return s.insertAt(steps, k)
		}
		if next.kind == stepShortest {
			for i := range next.alternatives {
				next.alternatives[i] = s.insert(next.alternatives[i], k+1)
			}
			return steps
		}
	}
}

// insertAt puts the loop before step k, in the alternatives of a later step too: they have the same steps up to it.
func (s *step) insertAt(steps []step, k int) []step {
	for i := range steps[k:] {
		later := &steps[k+i]
		for i := range later.alternatives {
			later.alternatives[i] = s.insertAt(later.alternatives[i], k)
		}
		later.at++
	}
	return slices.Insert(steps, k, *s)
}

// bindsGroup reports whether the step says which group of the head's relation a fact is in.
func (s *step) bindsGroup(r *Rule) bool {
	if r.Head == nil || r.Head.Arity == 0 {
		return false
	}
	group := r.HeadTerms[r.Head.GroupColumn()].Register
	return slices.ContainsFunc(s.binds, func(b place) bool { return b.register == group })
}

// loops reports whether the step may find several rows.
func (s *step) loops() bool {
	return s.kind == stepScan || s.kind == stepProbe || s.kind == stepShortest
}

// reads reports whether the step needs the register's value.
func (s *step) reads(register int) bool {
	is := func(t Term) bool { return t.Register == register }
	if slices.ContainsFunc(s.key, is) || slices.ContainsFunc(s.same, func(b place) bool { return b.register == register }) {
		return true
	}
	if s.guard != nil {
		reads := s.kind == stepGuard && s.guard.comparison != nil && s.guard.comparison.Binds == register // it is only compared
		s.guard.reads(func(r int) { reads = reads || r == register })
		return reads
	}
	return slices.ContainsFunc(s.alternatives, func(steps []step) bool { return steps[s.at].reads(register) })
}

// bunches goes on with each bunch of the rows that the view shows.
func (x *Run) bunches(s *step, rows []store.Row, view store.View, k int, emit func(*Run)) bool {
	for len(rows) > 0 {
		first := s.relation.Tuple(rows[0])
		needed := s.needed(first)
		n := 0
		x.bunch = x.bunch[:0]
		for _, row := range rows {
			tuple, state := s.relation.Read(row)
			if n == Gathered || !s.sameBunch(first, tuple) {
				break
			}
			n++
			if needed && view.Shows(state) && s.picks(tuple) {
				x.bunch = append(x.bunch, row)
			}
		}
		rows = rows[n:]
		if x.interruptedAfter(n) {
			return false
		}
		if len(x.bunch) == 0 {
			continue
		}
		for _, b := range s.binds {
			x.Registers[b.register] = first[b.column]
		}
		if x.step(k+1, emit); x.Err != nil || x.halted {
			return false
		}
	}
	return true
}

func (s *step) sameBunch(a, b []ID) bool {
	for _, p := range s.binds {
		if a[p.column] != b[p.column] {
			return false
		}
	}
	return true
}
