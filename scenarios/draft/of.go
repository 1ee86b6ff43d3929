package draft

import (
	"slices"
	"strings"
	"unicode"

	"github.com/beliefbase/revise/belief"
	"github.com/beliefbase/revise/revise"
	"github.com/beliefbase/revise/rules"
)

// Of takes a program, a base and requests apart.
func Of(program *rules.Program, base *belief.Base, requests []revise.Request) *Draft {
	d := &Draft{}
	for _, r := range program.Relations {
		d.Relations = append(d.Relations, relationOf(r))
	}
	for _, r := range program.Rules {
		d.Rules = append(d.Rules, ruleOf(r))
	}
	for _, c := range program.Constraints {
		d.Constraints = append(d.Constraints, constraintOf(c))
	}
	for b := range base.All() {
		for _, a := range b.Attributions {
			d.Beliefs = append(d.Beliefs, Assertion{Fact: b.Fact, Source: a.Source, Entrenchment: a.Entrenchment})
		}
	}
	for _, r := range requests {
		made := revisionOf(r)
		if next, _ := program.With(r.Rules); next != nil && !r.Rules.IsEmpty() {
			made.AddRules = added(program.Rules, next.Rules, func(r *rules.Rule) string { return r.Name }, ruleOf)
			made.AddConstraints = added(program.Constraints, next.Constraints, func(c *rules.Constraint) string { return c.Name }, constraintOf)
			if !r.WhatIf {
				program = next
			}
		}
		d.Revisions = append(d.Revisions, made)
	}
	return d
}

// added takes apart what is in after and, by name, not in before.
func added[T, M any](before, after []T, name func(T) string, of func(T) M) []M {
	var list []M
	for _, x := range after {
		if !slices.ContainsFunc(before, func(y T) bool { return name(x) == name(y) }) {
			list = append(list, of(x))
		}
	}
	return list
}

func ruleOf(r *rules.Rule) *Rule {
	v := variables(r.Variables)
	return &Rule{Name: givenName(r.Name), Head: v.atom(&r.Head), Body: v.body(r.Body)}
}

func constraintOf(c *rules.Constraint) *Constraint {
	made := &Constraint{Name: c.Name, Body: variables(c.Variables).body(c.Body), OnViolation: "report"}
	if c.OnViolation == rules.Refuse {
		made.OnViolation = "refuse"
	}
	for _, part := range c.Message {
		if part.Variable >= 0 {
			made.Message += "{?" + c.Variables[part.Variable].Name + "}"
		} else {
			made.Message += part.Text
		}
	}
	return made
}

func relationOf(r *rules.Relation) *Relation {
	made := &Relation{Name: r.Name, Bag: r.Bag, MayAssert: r.MayAssert, Declared: true}
	for _, c := range r.Columns {
		made.Types, made.Names = append(made.Types, c.Type), append(made.Names, c.Name)
	}
	return made
}

// givenName returns the name of a rule if the file gives it one: others are numbered.
func givenName(name string) string {
	if strings.Contains(name, "#") {
		return ""
	}
	return name
}

func revisionOf(r revise.Request) *Revision {
	made := &Revision{Name: r.Name, Undo: r.Undo, WhatIf: r.WhatIf, Strict: r.Strict}
	for _, w := range r.Withdraw {
		if w.Pattern == nil {
			made.Withdraw = append(made.Withdraw, Withdrawal{Source: w.Source})
			continue
		}
		v := make(variables, len(w.Pattern.Variables))
		for i, name := range w.Pattern.Variables {
			v[i].Name = name
		}
		made.Withdraw = append(made.Withdraw, Withdrawal{All: w.All, Atom: &Atom{w.Pattern.Relation, v.terms(w.Pattern.Terms)}})
	}
	for _, a := range r.Assert {
		made.Assert = append(made.Assert, Assertion{Fact: a.Fact, Source: a.Attribution.Source})
	}
	for _, n := range r.Rules.RemoveRules {
		made.RemoveRules = append(made.RemoveRules, n.Name)
	}
	for _, n := range r.Rules.RemoveConstraints {
		made.RemoveConstraints = append(made.RemoveConstraints, n.Name)
	}
	return made
}

// variables are those of a rule; a literal is written with their names.
type variables []rules.Variable

func (v variables) name(i int) string { return "?" + v[i].Name }

func (v variables) atom(a *rules.Atom) Atom { return Atom{a.Relation.Name, v.terms(a.Terms)} }

func (v variables) terms(list []rules.Term) []string {
	terms := make([]string, len(list))
	for i, t := range list {
		switch t.Kind {
		case rules.VariableTerm:
			terms[i] = v.name(t.Variable)
		case rules.WildcardTerm:
			terms[i] = "_"
		default:
			terms[i] = t.Value.String()
			if text := []rune(t.Value.Text()); len(text) > 0 && unicode.IsUpper(text[0]) {
				terms[i] = belief.Quote(string(text)) // bare, it could be taken for a variable of another language
			}
		}
	}
	return terms
}

func (v variables) body(list []rules.Literal) []Literal {
	var body []Literal
	for _, l := range list {
		switch l := l.(type) {
		case *rules.Atom:
			a := v.atom(l)
			body = append(body, Literal{Atom: &a, Negated: l.Negated})
		case *rules.Aggregate:
			a := &Aggregate{Result: v.name(l.Result), Function: l.Func.String(), Body: v.body(l.Body)}
			if l.Of >= 0 {
				a.Of = v.name(l.Of)
			}
			body = append(body, Literal{Aggregate: a})
		default:
			body = append(body, Literal{Text: rules.Text(l, v.name)})
		}
	}
	return body
}
