package testkit

import (
	"fmt"
	"slices"
	"strings"

	"github.com/beliefbase/revise/belief"
)

func caseString(s string) string { return belief.Quote(s) }

// translation turns the rules of a case into the file language. Helper relations take the place of braces that hold
// more than the listed terms.
type translation struct {
	rules   []string
	helpers int
}

func translateCase(program []string) []string {
	var t translation
	for _, text := range program {
		t.rule(parseCaseRule(text))
	}
	return t.rules
}

func (a caseAtom) String() string { return a.relation + "(" + strings.Join(a.terms, ", ") + ")" }

func isVariable(term string) bool { return strings.HasPrefix(term, "?") }

// outside are the variables of the literal that stand outside braces.
func (l caseLiteral) outside() []string {
	if l.atom != nil {
		return slices.DeleteFunc(slices.Clone(l.atom.terms), func(s string) bool { return !isVariable(s) })
	}
	return l.variables
}

func variablesOf(body []caseLiteral) []string {
	var all []string
	for _, l := range body {
		all = append(all, l.outside()...)
	}
	return all
}

func (t *translation) rule(r caseRule) {
	outer := append(variablesOf(r.body), caseLiteral{atom: &r.head}.outside()...)
	var body []string
	for i, l := range r.body {
		if l.aggregate == nil {
			body = append(body, l.plain())
			continue
		}
		target := l.aggregate.target
		if !isVariable(target) {
			target = fmt.Sprintf("?result%d", i)
		}
		body = append(body, target+" = "+t.aggregate(l.aggregate, r, outer))
		if target != l.aggregate.target {
			body = append(body, target+" = "+l.aggregate.target)
		}
	}
	t.add(r.head.String(), body)
}

func (t *translation) add(head string, body []string) {
	if len(body) > 0 {
		head += " :- " + strings.Join(body, ", ")
	}
	t.rules = append(t.rules, head)
}

func (l caseLiteral) plain() string {
	switch {
	case l.atom == nil:
		return l.text
	case l.negated:
		return "not " + l.atom.String()
	default:
		return l.atom.String()
	}
}

// aggregate returns the right side. The braces may stay as they are where every solution is one tuple of the terms, or
// where repetitions do not matter.
func (t *translation) aggregate(a *caseAggregate, r caseRule, outer []string) string {
	inner := variablesOf(a.body)
	group := slices.Compact(slices.Sorted(slices.Values(slices.DeleteFunc(slices.Clone(inner), func(v string) bool { return !slices.Contains(outer, v) }))))
	exact := isVariable(a.terms[0])
	for _, l := range a.body {
		for _, v := range inner {
			exact = exact && (slices.Contains(a.terms, v) || slices.Contains(group, v))
		}
		exact = exact && (l.atom == nil || l.negated || !slices.Contains(l.atom.terms, "_"))
	}
	of := " " + a.terms[0]
	switch {
	case isVariable(a.terms[0]) && (a.function == "min" || a.function == "max" || a.function == "count" && len(a.terms) == 1):
		exact = true
	case a.function == "count":
		of = ""
	}
	if exact {
		var body []string
		for _, l := range a.body {
			body = append(body, l.plain())
		}
		return fmt.Sprintf("%s%s { %s }", a.function, of, strings.Join(body, ", "))
	}
	return t.throughHelper(a, r, group)
}

// throughHelper lists group and terms in a relation of their own.
func (t *translation) throughHelper(a *caseAggregate, r caseRule, group []string) string {
	t.helpers++
	name := fmt.Sprintf("listed%d", t.helpers)
	var body []string
	for _, l := range a.body {
		body = append(body, l.plain())
	}
	if !boundInside(a.body, group) {
		for _, l := range r.body {
			if l.atom != nil && !l.negated {
				body = append(body, l.plain())
			}
		}
	}
	terms := slices.Clone(group)
	columns := slices.Clone(group)
	for i, term := range a.terms {
		column := fmt.Sprintf("?%s%d", name, i)
		terms, columns = append(terms, column), append(columns, column)
		body = append(body, column+" = "+term)
	}
	t.add(caseAtom{name, terms}.String(), body)
	of := " " + columns[len(group)]
	if a.function == "count" {
		of = ""
	}
	return fmt.Sprintf("%s%s { %s }", a.function, of, caseAtom{name, columns})
}

func boundInside(body []caseLiteral, group []string) bool {
	var bound []string
	for _, l := range body {
		if l.atom != nil && !l.negated {
			bound = append(bound, l.outside()...)
		}
	}
	return !slices.ContainsFunc(group, func(v string) bool { return !slices.Contains(bound, v) })
}
