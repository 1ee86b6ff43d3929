package draft

import "slices"

// Shrink takes parts away from a draft as long as it still fails, and returns what is left: of each list first halves,
// then smaller pieces, and in the end every part alone. It leaves the draft alone.
func Shrink(d *Draft, fails func(*Draft) bool) *Draft {
	for pieces := 2; pieces <= 2*largest(d); pieces *= 2 {
		d = shrinkBy(d, fails, func(d *Draft) []edit { return chunks(d, pieces) })
	}
	for {
		before := d
		if d = shrinkBy(d, fails, removals); d == before {
			return d
		}
	}
}

// shrinkBy makes every edit that leaves a draft that fails.
func shrinkBy(d *Draft, fails func(*Draft) bool, edits func(*Draft) []edit) *Draft {
	for i := 0; ; {
		list := edits(d)
		if i >= len(list) {
			return d
		}
		smaller := d.Clone()
		list[i](smaller)
		if fails(smaller) {
			d = smaller
		} else {
			i++
		}
	}
}

// largest is the length of the longest list that chunks divides.
func largest(d *Draft) int { return max(len(d.Beliefs), len(d.Revisions), len(d.Rules)) }

// chunks divides the long lists into that many pieces and lists the removal of each.
func chunks(d *Draft, pieces int) []edit {
	var edits []edit
	add := func(n int, remove func(d *Draft, from, to int)) {
		size := n / pieces
		for from := 0; size > 1 && from < n; from += size {
			edits = append(edits, func(d *Draft) { remove(d, from, min(from+size, n)) })
		}
	}
	add(len(d.Revisions), func(d *Draft, from, to int) { d.Revisions = slices.Delete(d.Revisions, from, to) })
	add(len(d.Beliefs), func(d *Draft, from, to int) { d.Beliefs = slices.Delete(d.Beliefs, from, to) })
	add(len(d.Rules), func(d *Draft, from, to int) { d.Rules = slices.Delete(d.Rules, from, to) })
	return edits
}

// Clone returns a copy that shares nothing that is ever changed.
func (d *Draft) Clone() *Draft {
	c := *d
	c.Relations = cloneEach(d.Relations, func(r Relation) Relation { return r })
	c.Rules = cloneEach(d.Rules, cloneRule)
	c.Constraints = cloneEach(d.Constraints, cloneConstraint)
	c.Beliefs = slices.Clone(d.Beliefs)
	c.Revisions = cloneEach(d.Revisions, func(r Revision) Revision {
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
func removals(d *Draft) []edit {
	var edits []edit
	add := func(n int, remove func(d *Draft, i int)) {
		for i := n - 1; i >= 0; i-- {
			edits = append(edits, func(d *Draft) { remove(d, i) })
		}
	}
	add(len(d.Revisions), func(d *Draft, i int) { d.Revisions = slices.Delete(d.Revisions, i, i+1) })
	add(len(d.Rules), func(d *Draft, i int) { d.Rules = slices.Delete(d.Rules, i, i+1) })
	add(len(d.Constraints), func(d *Draft, i int) { d.Constraints = slices.Delete(d.Constraints, i, i+1) })
	add(len(d.Beliefs), func(d *Draft, i int) { d.Beliefs = slices.Delete(d.Beliefs, i, i+1) })
	for k := range d.Revisions {
		edits = append(edits, removalsIn(d.Revisions[k], func(d *Draft) *Revision { return d.Revisions[k] })...)
	}
	for k := range d.Rules {
		edits = append(edits, removalsOf(d.Rules[k].Body, func(d *Draft) *[]Literal { return &d.Rules[k].Body })...)
	}
	for k := range d.Constraints {
		edits = append(edits, removalsOf(d.Constraints[k].Body, func(d *Draft) *[]Literal { return &d.Constraints[k].Body })...)
	}
	add(len(d.Relations), func(d *Draft, i int) { d.Relations = slices.Delete(d.Relations, i, i+1) })
	return edits
}

func removalsIn(r *Revision, of func(*Draft) *Revision) []edit {
	var edits []edit
	add := func(n int, remove func(r *Revision, i int)) {
		for i := n - 1; i >= 0; i-- {
			edits = append(edits, func(d *Draft) { remove(of(d), i) })
		}
	}
	add(len(r.Withdraw), func(r *Revision, i int) { r.Withdraw = slices.Delete(r.Withdraw, i, i+1) })
	add(len(r.Assert), func(r *Revision, i int) { r.Assert = slices.Delete(r.Assert, i, i+1) })
	add(len(r.RemoveRules), func(r *Revision, i int) { r.RemoveRules = slices.Delete(r.RemoveRules, i, i+1) })
	add(len(r.AddRules), func(r *Revision, i int) { r.AddRules = slices.Delete(r.AddRules, i, i+1) })
	add(len(r.RemoveConstraints), func(r *Revision, i int) { r.RemoveConstraints = slices.Delete(r.RemoveConstraints, i, i+1) })
	add(len(r.AddConstraints), func(r *Revision, i int) { r.AddConstraints = slices.Delete(r.AddConstraints, i, i+1) })
	for k := range r.AddRules {
		edits = append(edits, removalsOf(r.AddRules[k].Body, func(d *Draft) *[]Literal { return &of(d).AddRules[k].Body })...)
	}
	if r.WhatIf || r.Strict {
		edits = append(edits, func(d *Draft) { of(d).WhatIf, of(d).Strict = false, false })
	}
	return edits
}

// removalsOf lists the literals of a body and of the braces in it.
func removalsOf(body []Literal, of func(*Draft) *[]Literal) []edit {
	var edits []edit
	for i := range body {
		edits = append(edits, func(d *Draft) {
			list := of(d)
			*list = slices.Delete(*list, i, i+1)
		})
		if a := body[i].Aggregate; a != nil && len(a.Body) > 1 {
			edits = append(edits, removalsOf(a.Body, func(d *Draft) *[]Literal { return &(*of(d))[i].Aggregate.Body })...)
		}
	}
	return edits
}
