package fuzz

import (
	"fmt"
	"slices"

	"github.com/beliefbase/revise/belief"
	"github.com/beliefbase/revise/scenarios/draft"
)

// The most that one random draft has.
const (
	mostBeliefs   = 40
	mostRevisions = 6
	mostLines     = 5
)

// generator makes drafts of one program.
type generator struct {
	*sample
	program *draft.Draft // its rules, constraints and relations
}

// draft makes a random base and random revisions for the program.
func (g *generator) draft(d *Dice) *draft.Draft {
	made := &draft.Draft{Relations: g.program.Relations, Rules: g.program.Rules, Constraints: g.program.Constraints}
	var chosen []belief.Fact
	for range d.From(1, mostBeliefs) {
		chosen = append(chosen, g.belief(d, chosen))
	}
	for _, f := range chosen {
		made.Beliefs = append(made.Beliefs, g.assertion(d, f))
	}
	for i := range d.From(1, mostRevisions) {
		made.Revisions = append(made.Revisions, g.revision(d, made, &chosen, i))
	}
	return made.Clone() // the parts of the program are shared until here
}

// belief makes a fact: more often than not one of the user's.
func (g *generator) belief(d *Dice, chosen []belief.Fact) belief.Fact {
	if f, ok := g.near(d, chosen); ok && d.Chance(75) {
		return f
	}
	return g.fact(d, Pick(d, g.relations))
}

func (g *generator) assertion(d *Dice, f belief.Fact) draft.Assertion {
	a := draft.Assertion{Fact: f}
	if d.Chance(15) {
		a.Source = Pick(d, []string{"alpha", "beta"})
	}
	return a
}

// revision makes one request. Chosen is what is or was believed.
func (g *generator) revision(d *Dice, made *draft.Draft, chosen *[]belief.Fact, n int) *draft.Revision {
	r := &draft.Revision{Name: fmt.Sprintf("step-%d", n+1)}
	if undoable := slices.DeleteFunc(slices.Clone(made.Revisions), func(x *draft.Revision) bool { return x.WhatIf }); len(undoable) > 0 && d.Chance(12) {
		r.Undo = Pick(d, undoable).Name
		return r
	}
	r.WhatIf = d.Chance(10)
	for range d.From(1, mostLines) {
		if d.Chance(50) {
			r.Withdraw = append(r.Withdraw, g.withdrawal(d, *chosen))
			continue
		}
		f := g.belief(d, *chosen)
		*chosen = append(*chosen, f)
		r.Assert = append(r.Assert, g.assertion(d, f))
	}
	if name := g.removable(d, made); name != "" && d.Chance(6) {
		r.RemoveRules = append(r.RemoveRules, name)
	}
	return r
}

// removable returns the name of a rule that no revision removes yet, or nothing.
func (g *generator) removable(d *Dice, made *draft.Draft) string {
	named := slices.DeleteFunc(slices.Clone(made.Rules), func(r *draft.Rule) bool { return r.Name == "" || removed(made, r) })
	if len(named) == 0 {
		return ""
	}
	return Pick(d, named).Name
}

func (g *generator) withdrawal(d *Dice, chosen []belief.Fact) draft.Withdrawal {
	if d.Chance(4) {
		return draft.Withdrawal{Source: Pick(d, []string{"alpha", "beta"})}
	}
	f := Pick(d, chosen)
	a := draft.AtomOf(f)
	w := draft.Withdrawal{Atom: &a}
	switch {
	case g.program.IsBag(f.Relation):
		w.All = d.Chance(20)
	case len(a.Terms) > 0 && d.Chance(8):
		a.Terms[d.Below(len(a.Terms))] = "_"
	}
	return w
}
