package testkit

import (
	"fmt"
	"slices"

	"github.com/beliefbase/revise/scenarios/draft"
	"github.com/beliefbase/revise/scenarios/fuzz"
)

func (g *generator) revisions() {
	for i := range g.dice.From(3, 6) {
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
	if n := len(g.world.Revisions); n > 0 && d.Chance(12) {
		r.Undo = g.world.Revisions[n-1-d.Below(n)].Name
		return r
	}
	r.WhatIf = d.Chance(15)
	r.Strict = d.Chance(4)
	base := g.based()
	for range d.From(1, 6) {
		x := fuzz.Pick(d, base)
		if d.Chance(50) {
			r.Assert = append(r.Assert, g.assertion(x))
		} else {
			r.Withdraw = append(r.Withdraw, g.withdrawal(x))
		}
	}
	if d.Chance(12) {
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
	if d.Chance(4) {
		return Withdrawal{Source: fuzz.Pick(d, []string{"alpha", "beta"})}
	}
	if d.Chance(3) {
		r = fuzz.Pick(d, g.world.Relations) // perhaps a conclusion, which refuses the request
	}
	a := g.fact(r)
	if believed := g.believed(r); len(believed) > 0 && d.Chance(75) {
		a = draft.AtomOf(fuzz.Pick(d, believed).Fact)
	}
	w := Withdrawal{Atom: &a, All: r.Bag && d.Chance(20)}
	if len(a.Terms) > 0 && d.Chance(10) {
		a.Terms[d.Below(len(a.Terms))] = fuzz.Pick(d, []string{"_", "?x"})
		w.All = false
	}
	return w
}

func (g *generator) believed(r *Relation) []Assertion {
	return slices.DeleteFunc(slices.Clone(g.world.Beliefs), func(a Assertion) bool { return a.Fact.Relation != r.Name })
}

// ruleChange adds or removes rules and constraints by name.
func (g *generator) ruleChange(r *Revision) {
	d := g.dice
	if d.Chance(60) {
		concluded := slices.DeleteFunc(slices.Clone(g.world.Relations), func(x *Relation) bool { return x.Layer == 0 })
		x := fuzz.Pick(d, concluded)
		rule := g.rule(x, !x.Bag && d.Chance(50))
		g.names++
		rule.Name = fmt.Sprintf("added-%d", g.names)
		r.AddRules = append(r.AddRules, rule)
	}
	named := slices.DeleteFunc(slices.Clone(g.world.Rules), func(x *Rule) bool { return x.Name == "" })
	if len(named) > 0 && d.Chance(60) {
		r.RemoveRules = append(r.RemoveRules, fuzz.Pick(d, named).Name)
	}
	if d.Chance(15) {
		r.AddConstraints = append(r.AddConstraints, g.constraint())
	}
	if len(g.world.Constraints) > 0 && d.Chance(15) {
		r.RemoveConstraints = append(r.RemoveConstraints, fuzz.Pick(d, g.world.Constraints).Name)
	}
}
