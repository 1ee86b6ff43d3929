package draft

import "slices"

// Shrink takes parts away from a draft as long as it still fails, and returns what is left. One part at a time is
// enough: drafts are small.
func Shrink(w *Draft, fails func(*Draft) bool) *Draft {
	for shrunk := true; shrunk; {
		shrunk = false
		for i := 0; ; {
			edits := removals(w)
			if i >= len(edits) {
				break
			}
			smaller := w.Clone()
			edits[i](smaller)
			if fails(smaller) {
				w, shrunk = smaller, true
			} else {
				i++
			}
		}
	}
	return w
}

// Clone returns a copy that shares nothing that is ever changed.
func (w *Draft) Clone() *Draft {
	c := *w
	c.Relations = cloneEach(w.Relations, func(r Relation) Relation { return r })
	c.Rules = cloneEach(w.Rules, cloneRule)
	c.Constraints = cloneEach(w.Constraints, cloneConstraint)
	c.Beliefs = slices.Clone(w.Beliefs)
	c.Revisions = cloneEach(w.Revisions, func(r Revision) Revision {
		r.Holds, r.Absent = slices.Clone(r.Holds), slices.Clone(r.Absent)
		r.Withdraw, r.Assert = slices.Clone(r.Withdraw), slices.Clone(r.Assert)
		r.AddRules, r.RemoveRules = cloneEach(r.AddRules, cloneRule), slices.Clone(r.RemoveRules)
		r.AddConstraints, r.RemoveConstraints = cloneEach(r.AddConstraints, cloneConstraint), slices.Clone(r.RemoveConstraints)
		return r
	})
	return &c
}

func cloneEach[T any](list []*T, clone func(T) T) []*T {
	made := make([]*T, len(list))
	for i, x := range list {
		copied := clone(*x)
		made[i] = &copied
	}
	return made
}

// Clone returns a copy of the rule that shares nothing that is ever changed.
func (r *Rule) Clone() *Rule {
	c := cloneRule(*r)
	return &c
}

func cloneRule(r Rule) Rule {
	r.Head.Terms, r.Body = slices.Clone(r.Head.Terms), cloneBody(r.Body)
	return r
}

func cloneConstraint(c Constraint) Constraint {
	c.Body = cloneBody(c.Body)
	return c
}

func cloneBody(body []Literal) []Literal {
	made := slices.Clone(body)
	for i, l := range made {
		if l.Atom != nil {
			made[i].Atom = &Atom{Relation: l.Atom.Relation, Terms: slices.Clone(l.Atom.Terms)}
		}
		if l.Aggregate != nil {
			a := *l.Aggregate
			a.Body = cloneBody(a.Body)
			made[i].Aggregate = &a
		}
	}
	return made
}

// edit takes one part away from a draft.
type edit func(*Draft)

// removals lists everything that can be taken away, the largest parts first.
func removals(w *Draft) []edit {
	var edits []edit
	add := func(n int, remove func(w *Draft, i int)) {
		for i := n - 1; i >= 0; i-- {
			edits = append(edits, func(w *Draft) { remove(w, i) })
		}
	}
	add(len(w.Revisions), func(w *Draft, i int) { w.Revisions = slices.Delete(w.Revisions, i, i+1) })
	add(len(w.Rules), func(w *Draft, i int) { w.Rules = slices.Delete(w.Rules, i, i+1) })
	add(len(w.Constraints), func(w *Draft, i int) { w.Constraints = slices.Delete(w.Constraints, i, i+1) })
	add(len(w.Beliefs), func(w *Draft, i int) { w.Beliefs = slices.Delete(w.Beliefs, i, i+1) })
	for k := range w.Revisions {
		edits = append(edits, removalsIn(w.Revisions[k], func(w *Draft) *Revision { return w.Revisions[k] })...)
	}
	for k := range w.Rules {
		edits = append(edits, removalsOf(w.Rules[k].Body, func(w *Draft) *[]Literal { return &w.Rules[k].Body })...)
	}
	for k := range w.Constraints {
		edits = append(edits, removalsOf(w.Constraints[k].Body, func(w *Draft) *[]Literal { return &w.Constraints[k].Body })...)
	}
	add(len(w.Relations), func(w *Draft, i int) { w.Relations = slices.Delete(w.Relations, i, i+1) })
	return edits
}

func removalsIn(r *Revision, of func(*Draft) *Revision) []edit {
	var edits []edit
	add := func(n int, remove func(r *Revision, i int)) {
		for i := n - 1; i >= 0; i-- {
			edits = append(edits, func(w *Draft) { remove(of(w), i) })
		}
	}
	add(len(r.Withdraw), func(r *Revision, i int) { r.Withdraw = slices.Delete(r.Withdraw, i, i+1) })
	add(len(r.Assert), func(r *Revision, i int) { r.Assert = slices.Delete(r.Assert, i, i+1) })
	add(len(r.RemoveRules), func(r *Revision, i int) { r.RemoveRules = slices.Delete(r.RemoveRules, i, i+1) })
	add(len(r.AddRules), func(r *Revision, i int) { r.AddRules = slices.Delete(r.AddRules, i, i+1) })
	add(len(r.RemoveConstraints), func(r *Revision, i int) { r.RemoveConstraints = slices.Delete(r.RemoveConstraints, i, i+1) })
	add(len(r.AddConstraints), func(r *Revision, i int) { r.AddConstraints = slices.Delete(r.AddConstraints, i, i+1) })
	for k := range r.AddRules {
		edits = append(edits, removalsOf(r.AddRules[k].Body, func(w *Draft) *[]Literal { return &of(w).AddRules[k].Body })...)
	}
	if r.WhatIf || r.Strict {
		edits = append(edits, func(w *Draft) { of(w).WhatIf, of(w).Strict = false, false })
	}
	return edits
}

// removalsOf lists the literals of a body and of the braces in it.
func removalsOf(body []Literal, of func(*Draft) *[]Literal) []edit {
	var edits []edit
	for i := range body {
		edits = append(edits, func(w *Draft) {
			list := of(w)
			*list = slices.Delete(*list, i, i+1)
		})
		if a := body[i].Aggregate; a != nil && len(a.Body) > 1 {
			edits = append(edits, removalsOf(a.Body, func(w *Draft) *[]Literal { return &(*of(w))[i].Aggregate.Body })...)
		}
	}
	return edits
}
