package draft

import (
	"fmt"
	"strings"

	"github.com/beliefbase/revise/belief"
)

// Draft is a program, a belief base and revisions of them, as text that can still be taken apart and changed.
type Draft struct {
	Relations   []*Relation
	Rules       []*Rule
	Constraints []*Constraint
	Refuse      bool // constraints refuse unless they say otherwise
	Beliefs     []Assertion
	Revisions   []*Revision
}

// Relation is a relation of a draft. One that is not declared is left to inference.
type Relation struct {
	Name      string
	Types     []belief.Type
	Bag       bool
	MayAssert bool // suggestions may add facts to it
	Declared  bool
	Base      bool     // its facts may be believed
	Layer     int      // above everything that it needs under `not` and in aggregates; a generator's own
	Names     []string // of the columns; without them they are x1, x2 and so on
}

// Rule is a rule as it is written.
type Rule struct {
	Name string // may be empty
	Head Atom
	Body []Literal
}

// Constraint is a constraint as it is written; OnViolation is empty, report or refuse.
type Constraint struct {
	Name        string
	Body        []Literal
	OnViolation string
	Message     string // with its variables in braces; may be empty
}

// Atom is a relation and the texts of its terms.
type Atom struct {
	Relation string
	Terms    []string
}

// AtomOf returns the fact as an atom.
func AtomOf(f belief.Fact) Atom {
	a := Atom{Relation: f.Relation}
	for _, v := range f.Values {
		a.Terms = append(a.Terms, v.String())
	}
	return a
}

// Literal is an atom, an aggregate or, as Text, any other condition.
type Literal struct {
	Atom      *Atom
	Negated   bool
	Aggregate *Aggregate
	Text      string
}

// Aggregate is `Result = Function Of { Body }`; Of may be empty.
type Aggregate struct {
	Result, Function, Of string
	Body                 []Literal
}

// Assertion is a fact from a source.
type Assertion struct {
	Fact         belief.Fact
	Source       string
	Entrenchment int
}

// Revision is one request of a draft.
type Revision struct {
	Name              string
	Withdraw          []Withdrawal
	Assert            []Assertion
	AddRules          []*Rule
	RemoveRules       []string
	AddConstraints    []*Constraint
	RemoveConstraints []string
	Undo              string
	WhatIf, Strict    bool
	Holds, Absent     []belief.Fact // what is expected after it
	Refused           string        // the kind of refusal that is expected; empty: none
}

// Withdrawal is an atom, which may be a pattern, or a source.
type Withdrawal struct {
	Atom   *Atom
	Source string
	All    bool
}

// String returns the atom as the file language writes it.
func (a Atom) String() string { return a.Relation + "(" + strings.Join(a.Terms, ", ") + ")" }

// String returns the literal as the file language writes it.
func (l Literal) String() string {
	switch {
	case l.Aggregate != nil:
		a := l.Aggregate
		function := strings.TrimSpace(a.Function + " " + a.Of)
		return fmt.Sprintf("%s = %s { %s }", a.Result, function, joinLiterals(a.Body))
	case l.Atom == nil:
		return l.Text
	case l.Negated:
		return "not " + l.Atom.String()
	default:
		return l.Atom.String()
	}
}

// String returns the rule in the one-line form, without its name.
func (r *Rule) String() string {
	if len(r.Body) == 0 {
		return r.Head.String()
	}
	return r.Head.String() + " :- " + joinLiterals(r.Body)
}

func joinLiterals(body []Literal) string {
	texts := make([]string, len(body))
	for i, l := range body {
		texts[i] = l.String()
	}
	return strings.Join(texts, ", ")
}

// Relation returns the relation with the name, or nil.
func (d *Draft) Relation(name string) *Relation {
	for _, r := range d.Relations {
		if r.Name == name {
			return r
		}
	}
	return nil
}

// IsBag reports whether the relation keeps multiplicities.
func (d *Draft) IsBag(relation string) bool {
	r := d.Relation(relation)
	return r != nil && r.Bag
}
