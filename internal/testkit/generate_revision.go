package testkit

import (
	"fmt"
	"slices"
)

func (g *generator) revisions() {
	for i := range g.dice.from(3, 6) {
		name := fmt.Sprintf("step-%d", i+1)
		r := g.revision(name)
		g.world.Revisions = append(g.world.Revisions, r)
		if len(r.AddRules)+len(r.RemoveRules) > 0 {
			g.declareAll() // what the rules no longer show stays known
		}
	}
}

func (g *generator) declareAll() {
	for _, r := range g.world.Relations {
		r.Declared = true
	}
}

func (g *generator) revision(name string) *Revision {
	d := g.dice
	r := &Revision{Name: name}
	if n := len(g.world.Revisions); n > 0 && d.chance(12) {
		r.Undo = g.world.Revisions[n-1-d.below(n)].Name
		return r
	}
	r.WhatIf = d.chance(15)
	r.Strict = d.chance(4)
	base := g.based()
	for range d.from(1, 6) {
		x := pick(d, base)
		if d.chance(50) {
			r.Assert = append(r.Assert, g.assertion(x))
		} else {
			r.Withdraw = append(r.Withdraw, g.withdrawal(x))
		}
	}
	if d.chance(12) {
		g.ruleChange(r)
	}
	return r
}

// based are the relations whose facts may be believed.
func (g *generator) based() []*Relation {
	return slices.DeleteFunc(slices.Clone(g.world.Relations), func(r *Relation) bool { return !r.Base })
}

// withdrawal mostly takes something that was believed at the start.
func (g *generator) withdrawal(r *Relation) Withdrawal {
	d := g.dice
	if d.chance(4) {
		return Withdrawal{Source: pick(d, []string{"alpha", "beta"})}
	}
	if d.chance(3) {
		r = pick(d, g.world.Relations) // perhaps a conclusion, which refuses the request
	}
	a := g.fact(r)
	if believed := g.believed(r); len(believed) > 0 && d.chance(75) {
		a = atomOf(pick(d, believed))
	}
	w := Withdrawal{Atom: &a, All: r.Bag && d.chance(20)}
	if len(a.Terms) > 0 && d.chance(10) {
		a.Terms[d.below(len(a.Terms))] = pick(d, []string{"_", "?x"})
		w.All = false
	}
	return w
}

func (g *generator) believed(r *Relation) []Assertion {
	return slices.DeleteFunc(slices.Clone(g.world.Beliefs), func(a Assertion) bool { return a.Fact.Relation != r.Name })
}

func atomOf(a Assertion) Atom {
	atom := Atom{Relation: a.Fact.Relation}
	for _, v := range a.Fact.Values {
		atom.Terms = append(atom.Terms, v.String())
	}
	return atom
}

// ruleChange adds or removes rules and constraints by name.
func (g *generator) ruleChange(r *Revision) {
	d := g.dice
	if d.chance(60) {
		concluded := slices.DeleteFunc(slices.Clone(g.world.Relations), func(x *Relation) bool { return x.layer == 0 })
		x := pick(d, concluded)
		rule := g.rule(x, !x.Bag && d.chance(50))
		g.names++
		rule.Name = fmt.Sprintf("added-%d", g.names)
		r.AddRules = append(r.AddRules, rule)
	}
	named := slices.DeleteFunc(slices.Clone(g.world.Rules), func(x *Rule) bool { return x.Name == "" })
	if len(named) > 0 && d.chance(60) {
		r.RemoveRules = append(r.RemoveRules, pick(d, named).Name)
	}
	if d.chance(15) {
		r.AddConstraints = append(r.AddConstraints, g.constraint())
	}
	if len(g.world.Constraints) > 0 && d.chance(15) {
		r.RemoveConstraints = append(r.RemoveConstraints, pick(d, g.world.Constraints).Name)
	}
}
