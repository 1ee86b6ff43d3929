package revise

import (
	"cmp"
	"context"
	"slices"

	"github.com/beliefbase/revise/belief"
	"github.com/beliefbase/revise/revise/internal/plan"
	"github.com/beliefbase/revise/revise/internal/store"
)

// remedyBounds bound a search; zero is no bound.
type remedyBounds struct {
	most   int    // remedies that are wanted
	size   int    // changes that a remedy may have
	trials int    // what-ifs that may be tried
	width  int    // sets that wait to be tried, on one level of the tree
	work   uint64 // rule instances that may be enumerated
}

// goal is what a remedy puts an end to.
type goal struct {
	fact     belief.Fact // the fact to be retracted, or to be made hold, if it is one
	standing func() (*plan.Relation, store.Row, bool)
	absent   *absentPattern // what is to be made hold; nil where something is to be retracted
	branches environment    // then the changes that can help
}

// retract is the goal that a fact holds no more.
func (e *Engine) retract(f belief.Fact) goal {
	return goal{fact: f, standing: func() (*plan.Relation, store.Row, bool) {
		r, row, ok := e.rowOf(f)
		return r, row, ok && r.Holds(row)
	}}
}

// search looks for the remedies of one goal: the minimal sets of changes with which it does not stand. It is a tree that
// is walked breadth first (algorithms.md, 5.4). Every set that is no solution has a support of the goal that stands under
// it, and every solution that contains the set has one more of the changes that can break the support: they are the
// branches. So what is found before anything is left out is minimal, and all of its size is found.
type search struct {
	*Engine
	remedyBounds
	ctx       context.Context
	goal      goal
	signed    *signed
	changes   []change // by number
	number    map[string]int32
	conflicts []conflict
	solutions []environment
	tried     int    // what-ifs
	instances uint64 // enumerated so far
	cut       bool   // something was left out
}

// conflict is a support of the goal that was met: every solution that contains the changes it was met under has one of
// those that can break it.
type conflict struct {
	under, breaking environment
	partly          bool // some of those may be missing
}

func (e *Engine) search(ctx context.Context, g goal, bounds remedyBounds) *search {
	return &search{Engine: e, ctx: ctx, goal: g, remedyBounds: bounds, signed: newSigned(e), number: map[string]int32{}}
}

// run finds the solutions, from a cone where that can be. Where no single change is one, it goes straight down first: what
// that finds is the answer where nothing else is found within the bounds.
func (s *search) run() {
	if s.trials == 0 && s.goal.absent == nil && s.cutOff() {
		return
	}
	var first environment
	if s.goal.absent == nil && !s.single() { // of what could help, all together is no way to go
		first = s.descend()
	}
	s.cut = false // what it left out may be met yet
	s.breadthFirst()
	s.cut = s.cut || s.signed.cut || s.occurrencesMatter()
	if len(s.solutions) == 0 && s.cut && first != nil {
		s.solutions = append(s.solutions, first)
	}
}

// occurrencesMatter reports whether the goal rests on an aggregate over a bag: there one occurrence more or less may do,
// and changes are of whole facts.
func (s *search) occurrencesMatter() bool {
	seen := map[*plan.Relation]bool{}
	var matters func(r *plan.Relation) bool
	any := func(list []*plan.Literal) bool {
		return slices.ContainsFunc(list, func(lit *plan.Literal) bool { return matters(lit.Relation) })
	}
	matters = func(r *plan.Relation) bool {
		if seen[r] {
			return false
		}
		seen[r] = true
		if a := r.Aggregate; a != nil {
			return a.IsBag() || any(a.Body.Literals)
		}
		return slices.ContainsFunc(r.Rules, func(rule *plan.Rule) bool { return any(rule.Literals) })
	}
	if s.goal.absent != nil {
		return matters(s.goal.absent.relation)
	}
	if r := s.program.Named(s.goal.fact.Relation); r != nil {
		return matters(r)
	}
	return slices.ContainsFunc(s.program.Violations, matters)
}

// single looks for the single changes that are solutions, and reports whether there are any.
func (s *search) single() bool {
	size := s.size
	s.size = 1
	s.breadthFirst()
	s.size = size
	return len(s.solutions) > 0
}

func (s *search) breadthFirst() {
	level, seen := []environment{nil}, map[string]bool{}
	for len(level) > 0 && !s.enough() {
		var next []environment
		for _, path := range level {
			if slices.ContainsFunc(s.solutions, func(found environment) bool { return found.Within(path) }) {
				continue
			}
			if s.spent() || s.enough() {
				s.cut = true
				return
			}
			branches, state := s.branches(path)
			switch {
			case s.ctx.Err() != nil:
				s.cut = true
				return
			case state == goalEnded:
				s.solve(path)
			case len(path) == s.size && s.size > 0:
				s.cut = s.cut || len(branches) > 0
				continue
			}
			for _, c := range branches {
				if s.width > 0 && len(next) == s.width {
					s.cut = true
					break
				}
				child := path.Union(environment{c})
				if key := keyOf(child); !seen[key] {
					seen[key] = true
					next = append(next, child)
				}
			}
		}
		level = next
	}
	s.cut = s.cut || len(level) > 0
}

// descend takes the first branch again and again, and returns a minimal part of where that ends; nil if it ends nowhere.
func (s *search) descend() environment {
	var path environment
	for !s.spent() && (s.size == 0 || len(path) <= s.size) {
		branches, state := s.branches(path)
		switch {
		case state == goalEnded:
			return s.minimal(path)
		case len(branches) == 0:
			return nil
		}
		path = path.Union(environment{branches[0]})
	}
	return nil
}

// enough reports whether one more is found than is wanted, which tells that there are others.
func (s *search) enough() bool { return s.most > 0 && len(s.solutions) > s.most }

// spent reports whether the search has cost what it may.
func (s *search) spent() bool {
	return s.ctx.Err() != nil || s.trials > 0 && s.tried >= s.trials || s.work > 0 && s.instances > s.work
}

// solve keeps the set of changes as a solution.
func (s *search) solve(path environment) {
	if s.cut || s.signed.cut {
		path = s.minimal(path)
	}
	if path != nil && !slices.ContainsFunc(s.solutions, func(found environment) bool { return slices.Equal(found, path) }) {
		s.solutions = append(s.solutions, path)
	}
}

// minimal leaves out changes as long as the goal stays ended without them; nil if that cannot be known.
func (s *search) minimal(path environment) environment {
	for i := 0; i < len(path); {
		if s.spent() {
			return nil
		}
		if rest := slices.Delete(slices.Clone(path), i, i+1); s.try(rest, nil) == goalEnded {
			path, i = rest, 0
		} else {
			i++
		}
	}
	return path
}

// state is what became of the goal in a trial.
type state int

const (
	nothingKnown state = iota // a fault or a limit
	goalStands
	goalEnded
)

// branches returns the changes of which every solution that contains the set has one, what is given up sooner first, and
// what becomes of the goal under the set.
func (s *search) branches(path environment) ([]int32, state) {
	if s.goal.absent != nil {
		return s.attaining(path)
	}
	for _, c := range s.conflicts {
		if c.under.Within(path) && !slices.ContainsFunc(c.breaking, path.Has) {
			s.cut = s.cut || c.partly
			return s.ordered(c.breaking), goalStands
		}
	}
	l := newLeaves(s.Engine)
	state := s.try(path, l.visit)
	if state != goalStands {
		return nil, state
	}
	c := s.conflict(l, path)
	s.cut = s.cut || c.partly
	s.conflicts = append(s.conflicts, c)
	return s.ordered(c.breaking), state
}

// conflict is what the leaves of a support say that stands under the path.
func (s *search) conflict(l *leaves, path environment) conflict {
	c := conflict{partly: l.partly}
	if len(l.absent) > 0 {
		c.under = path // what is absent may be so because of it
	}
	for _, f := range l.sorted() {
		if n, known := s.number[changeKey(change{f, true})]; known && path.Has(n) {
			c.under = path // it stands on what the path asserts
			continue
		}
		c.breaking = append(c.breaking, s.numbered(change{fact: f}))
	}
	for _, a := range l.absent {
		for _, x := range s.signed.breaking(a) {
			if n := s.numbered(x); !path.Has(n) {
				c.breaking = append(c.breaking, n)
			}
		}
	}
	slices.Sort(c.breaking)
	c.breaking = slices.Compact(c.breaking)
	return c
}

func (s *search) numbered(c change) int32 {
	key := changeKey(c)
	n, known := s.number[key]
	if !known {
		n = int32(len(s.changes))
		s.number[key] = n
		s.changes = append(s.changes, c)
	}
	return n
}

func changeKey(c change) string {
	if c.assert {
		return "+" + c.fact.String()
	}
	return "-" + c.fact.String()
}

// ordered sorts changes so that what is given up sooner is tried sooner, assertions last: the search may stop early.
func (s *search) ordered(set environment) []int32 {
	rank := func(c change) int {
		if c.assert {
			return 1
		}
		return 0
	}
	list := slices.Clone(set)
	slices.SortFunc(list, func(m, n int32) int {
		a, b := s.changes[m], s.changes[n]
		return cmp.Or(cmp.Compare(rank(a), rank(b)), cmp.Compare(s.entrenchment(a.fact), s.entrenchment(b.fact)), a.fact.Compare(b.fact))
	})
	return list
}

// try makes the changes, calls f in that state with what stands of the goal, and takes them back.
func (s *search) try(set environment, f func(*plan.Relation, store.Row)) state {
	s.tried++
	var m Remedy
	for _, n := range set {
		if c := s.changes[n]; c.assert {
			m.Assert = append(m.Assert, c.fact)
		} else {
			m.Withdraw = append(m.Withdraw, c.fact)
		}
	}
	m.Every = m.Withdraw
	tx := s.begin(m.Request(), true)
	defer tx.takeBack()
	err := tx.apply(s.ctx)
	if tx.turn != nil {
		s.instances += tx.turn.Instances
	}
	if err != nil {
		s.cut = true
		return nothingKnown
	}
	r, row, stands := s.goal.standing()
	if !stands {
		return goalEnded
	}
	if f != nil {
		f(r, row)
	}
	return goalStands
}
