package testkit

import (
	"fmt"

	"github.com/beliefbase/revise/belief"
	"github.com/beliefbase/revise/scenarios/fuzz"
)

// generator makes one world. Relations lie in layers: a body uses positively what lies in its own layer or below, and
// under not and in aggregates only what lies below.
type generator struct {
	dice   *Dice
	world  *World
	domain int           // values a column may have in facts
	types  []belief.Type // to choose columns from
	names  int           // rules and constraints named so far
	fresh  int           // variables that a computation or an aggregate bound so far
}

// Generate makes a random world.
func Generate(d *Dice) *World {
	g := &generator{dice: d, world: &World{}, domain: d.From(2, 4)}
	g.types = []belief.Type{belief.IntType}
	if d.Chance(40) {
		g.types = append(g.types, belief.IntType, fuzz.Pick(d, []belief.Type{belief.StringType, belief.StringType, belief.FloatType, belief.DateType, belief.BoolType}))
	}
	declared := !d.Chance(15)
	g.baseRelations(declared)
	g.ruleRelations(declared)
	for _, r := range g.world.Relations {
		if r.Layer > 0 {
			g.rulesFor(r)
		}
	}
	if d.Chance(30) {
		for range d.From(1, 2) {
			g.world.Constraints = append(g.world.Constraints, g.constraint())
		}
		g.world.Refuse = d.Chance(20)
	}
	g.beliefs()
	g.revisions()
	return g.world
}

func (g *generator) baseRelations(declared bool) {
	arities := []int{2, 1, 2, 2, 2, 3, 1, 0}
	for i := range g.dice.From(1, 3) {
		r := &Relation{Name: fmt.Sprintf("e%d", i), Declared: declared, Base: true}
		g.columns(r, fuzz.Pick(g.dice, arities))
		r.Bag = declared && g.dice.Chance(12)
		g.world.Relations = append(g.world.Relations, r)
	}
}

func (g *generator) ruleRelations(declared bool) {
	arities := []int{2, 1, 2, 2, 1, 2, 2, 1, 3, 0}
	layers := g.dice.From(1, 3)
	for i := range g.dice.From(2, 6) {
		r := &Relation{Name: fmt.Sprintf("p%d", i), Declared: declared, Layer: g.dice.From(1, layers)}
		g.columns(r, fuzz.Pick(g.dice, arities))
		r.Bag = declared && g.dice.Chance(12)
		r.Base = g.dice.Chance(25)
		g.world.Relations = append(g.world.Relations, r)
	}
}

func (g *generator) columns(r *Relation, arity int) {
	for range arity {
		r.Types = append(r.Types, fuzz.Pick(g.dice, g.types))
	}
}

// usable returns the relations that a rule for r may use: below its layer, or in it too if same is wanted.
func (g *generator) usable(r *Relation, same bool) []*Relation {
	var list []*Relation
	for _, x := range g.world.Relations {
		if x.Layer < r.Layer || same && x.Layer == r.Layer {
			list = append(list, x)
		}
	}
	return list
}

func (g *generator) rulesFor(r *Relation) {
	exits, recursive := g.dice.From(0, 2), g.dice.From(0, 2)
	if exits == 0 && g.dice.Chance(75) {
		exits = 1
	}
	if r.Bag || exits+recursive == 0 {
		exits, recursive = exits+1, 0
	}
	for range exits {
		g.world.Rules = append(g.world.Rules, g.rule(r, false))
	}
	for range recursive {
		g.world.Rules = append(g.world.Rules, g.rule(r, true))
	}
	if g.dice.Chance(8) {
		g.world.Rules = append(g.world.Rules, &Rule{Name: g.name("axiom"), Head: g.fact(r)})
	}
}

// name gives half of all rules a name.
func (g *generator) name(kind string) string {
	g.names++
	if g.dice.Chance(50) {
		return ""
	}
	return fmt.Sprintf("%s-%d", kind, g.names)
}

func (g *generator) fact(r *Relation) Atom {
	a := Atom{Relation: r.Name}
	for _, v := range g.values(r) {
		a.Terms = append(a.Terms, v.String())
	}
	return a
}

func (g *generator) values(r *Relation) []belief.Value {
	values := make([]belief.Value, len(r.Types))
	for i, t := range r.Types {
		values[i] = g.value(t)
	}
	return values
}

func (g *generator) value(t belief.Type) belief.Value {
	n := g.dice.Below(g.domain)
	var v belief.Value
	var err error
	switch t {
	case belief.StringType:
		v = belief.String([]string{"a", "b", "Ab c", ""}[n])
	case belief.FloatType:
		v, err = belief.Float([]float64{0.5, 0.1, -2, 1e16}[n])
	case belief.BoolType:
		v = belief.Bool(n%2 == 1)
	case belief.DateType:
		v, err = belief.Date([]int64{20000, 20001, 20031, -1}[n])
	default:
		v = belief.Int(int64(n))
	}
	if err != nil {
		panic(err) // the lists above hold only values
	}
	return v
}

func (g *generator) beliefs() {
	for _, r := range g.world.Relations {
		if !r.Base {
			continue
		}
		density := fuzz.Pick(g.dice, []int{30, 15, 40, 60})
		if r.Layer > 0 {
			density = fuzz.Pick(g.dice, []int{10, 5, 30})
		}
		cells := 1
		for range r.Types {
			cells *= g.domain
		}
		n := 0
		for range cells {
			if g.dice.Chance(density) {
				g.world.Beliefs = append(g.world.Beliefs, g.assertion(r))
				n++
			}
		}
		r.Declared = r.Declared || n == 0 // nothing else shows its types
	}
}

func (g *generator) assertion(r *Relation) Assertion {
	a := Assertion{Fact: belief.NewFact(r.Name, g.values(r)...)}
	if g.dice.Chance(15) {
		a.Source = fuzz.Pick(g.dice, []string{"alpha", "beta"})
	}
	return a
}
