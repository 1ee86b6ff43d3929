package testkit

import (
	"fmt"
	"slices"

	"github.com/beliefbase/revise/belief"
	"github.com/beliefbase/revise/scenarios/fuzz"
)

// variables are the names a body may use, by type.
var variables = map[belief.Type][]string{
	belief.IntType:    {"?a", "?b", "?c", "?d"},
	belief.StringType: {"?s", "?t", "?u"},
	belief.FloatType:  {"?f", "?g", "?h"},
	belief.BoolType:   {"?q", "?r"},
	belief.DateType:   {"?k", "?l"},
}

// scope is the body of one rule in the making, with what it binds.
type scope struct {
	g         *generator
	relation  *Relation // the head; a constraint has one above everything
	body      []Literal
	bound     []string // in the order they came
	types     map[string]belief.Type
	computed  []string // bound by a computation or an aggregate
	groups    []string // bound by an aggregate's braces alone, and local to them as long as nothing else uses them
	lower     []string // bound by an atom below the layer of the head
	recursive bool     // some atom lies in the layer of the head
	inner     bool     // it is the braces of an aggregate
}

func (g *generator) scope(r *Relation) *scope {
	return &scope{g: g, relation: r, types: map[string]belief.Type{}}
}

func (s *scope) bind(name string, t belief.Type) {
	if _, known := s.types[name]; !known {
		s.types[name] = t
		s.bound = append(s.bound, name)
	}
}

// boundOf returns the bound variables of a type.
func (s *scope) boundOf(t belief.Type) []string {
	var list []string
	for _, name := range s.bound {
		if s.types[name] == t {
			list = append(list, name)
		}
	}
	return list
}

// fresh binds a variable that no other literal uses.
func (s *scope) fresh(t belief.Type) string {
	s.g.fresh++
	name := fmt.Sprintf("?v%d", s.g.fresh)
	s.bind(name, t)
	s.computed = append(s.computed, name)
	return name
}

// rule makes a rule for r; a recursive one uses its layer.
func (g *generator) rule(r *Relation, recursive bool) *Rule {
	s := g.scope(r)
	d := g.dice
	n := fuzz.Pick(d, []int{2, 1, 2, 2, 3})
	if !recursive && d.Chance(8) {
		n = 0
	}
	s.atoms(n, recursive)
	s.conditions()
	rule := &Rule{Name: g.name("rule"), Head: s.head(), Body: s.body}
	if len(rule.Body) == 0 {
		rule.Body = []Literal{s.negated()}
	}
	fuzz.Shuffle(d, rule.Body[:len(rule.Body)-s.ordered()])
	return rule
}

// ordered is how many literals at the end must stay where they are: computations and their guards.
func (s *scope) ordered() int {
	first := slices.IndexFunc(s.body, func(l Literal) bool { return l.Atom == nil })
	if first < 0 {
		return 0
	}
	return len(s.body) - first
}

func (g *generator) constraint() *Constraint {
	g.names++
	top := &Relation{Layer: 1 << 20}
	s := g.scope(top)
	s.atoms(g.dice.From(1, 2), false)
	s.conditions()
	c := &Constraint{Name: fmt.Sprintf("deny-%d", g.names), Body: s.body}
	if g.dice.Chance(40) {
		c.OnViolation = fuzz.Pick(g.dice, []string{"report", "refuse"})
	}
	return c
}

// atoms adds n positive atoms, the first of them from the layer of the head if that is wanted.
func (s *scope) atoms(n int, recursive bool) {
	d := s.g.dice
	lower := s.g.usable(s.relation, false)
	var chosen []*Relation
	for i := range n {
		r := fuzz.Pick(d, lower)
		if d.Chance(50) {
			r = lower[len(lower)-1]
		}
		if recursive && (i == 0 || i == 1 && d.Chance(35)) {
			r = fuzz.Pick(d, s.g.usable(s.relation, true))
		}
		if i == 1 && d.Chance(20) {
			r = chosen[0]
		}
		chosen = append(chosen, r)
	}
	for _, r := range chosen {
		s.recursive = s.recursive || r.Layer == s.relation.Layer
		s.body = append(s.body, Literal{Atom: s.atom(r)})
	}
}

// atom is a positive atom of r. It prefers variables that it does not hold yet.
func (s *scope) atom(r *Relation) *Atom {
	d := s.g.dice
	a := &Atom{Relation: r.Name}
	for _, t := range r.Types {
		switch {
		case d.Chance(8):
			a.Terms = append(a.Terms, "_")
		case d.Chance(7):
			a.Terms = append(a.Terms, s.g.value(t).String())
		default:
			names := variables[t]
			if s.inner && d.Chance(60) {
				names = []string{"?x" + t.String(), "?y" + t.String()}
			}
			name := fuzz.Pick(d, names)
			if slices.Contains(a.Terms, name) && d.Chance(93) {
				name = fuzz.Pick(d, names)
			}
			a.Terms = append(a.Terms, name)
		}
	}
	for i, term := range a.Terms {
		if term[0] != '?' {
			continue
		}
		s.bind(term, r.Types[i])
		if r.Layer < s.relation.Layer {
			s.lower = append(s.lower, term)
		}
	}
	return a
}

// negated is a negated atom of a lower layer over what is bound.
func (s *scope) negated() Literal {
	d := s.g.dice
	r := fuzz.Pick(d, s.g.usable(s.relation, false))
	a := &Atom{Relation: r.Name}
	for _, t := range r.Types {
		names := s.boundOf(t)
		switch {
		case d.Chance(15):
			a.Terms = append(a.Terms, "_")
		case len(names) > 0 && d.Chance(85):
			a.Terms = append(a.Terms, fuzz.Pick(d, names))
		default:
			a.Terms = append(a.Terms, s.g.value(t).String())
		}
	}
	return Literal{Atom: a, Negated: true}
}

// conditions adds what is no positive atom.
func (s *scope) conditions() {
	d := s.g.dice
	if d.Chance(40) {
		for range d.From(1, 2) {
			s.body = append(s.body, s.negated())
		}
	}
	for d.Chance(22) {
		s.aggregate()
	}
	if d.Chance(20) {
		s.computation()
	}
	if d.Chance(20) {
		s.comparison()
	}
	if d.Chance(8) {
		s.body = append(s.body, s.negated())
	}
}

// head chooses bound variables, those first that were computed, and constants where nothing of the type is bound.
func (s *scope) head() Atom {
	d := s.g.dice
	a := Atom{Relation: s.relation.Name}
	for _, t := range s.relation.Types {
		names := s.boundOf(t)
		computed := slices.DeleteFunc(slices.Clone(s.computed), func(n string) bool { return s.types[n] != t })
		switch {
		case len(computed) > 0 && d.Chance(70):
			a.Terms = append(a.Terms, fuzz.Pick(d, computed))
		case len(names) > 0 && d.Chance(95):
			name := fuzz.Pick(d, names)
			if slices.Contains(a.Terms, name) {
				name = fuzz.Pick(d, names)
			}
			a.Terms = append(a.Terms, name)
		default:
			a.Terms = append(a.Terms, s.g.value(t).String())
		}
	}
	return a
}
