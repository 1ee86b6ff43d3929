package fuzz

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/beliefbase/revise/scenarios/draft"
)

// Law is a change of a world that must not change what follows from it.
type Law struct {
	Name string
	// Apply returns the changed world, or nil where the law does not apply. It leaves w alone.
	Apply func(d *Dice, w *draft.Draft) *draft.Draft
	// Back translates a line of the changed world's states into the old world's words; it may be nil.
	Back func(line string) string
	// FactsOnly says that supports may differ.
	FactsOnly bool
	// Hides is a relation that the law adds; its facts are not compared.
	Hides string
}

// The relations that laws add.
const (
	splitRelation     = "fuzzsplit"
	unrelatedRelation = "fuzzunrelated"
)

// Laws are the metamorphic laws that change a world's text. They hold where nothing faults: what is undefined is a
// fault only when it is reached, and the order of the conditions decides that.
func Laws() []Law {
	return []Law{
		{Name: "order of facts, rules and literals", Apply: permute},
		{Name: "names of relations and variables", Apply: rename, Back: mirroredRelation},
		{Name: "a positive literal twice", Apply: repeatLiteral},
		{Name: "a rule twice", Apply: repeatRule, FactsOnly: true},
		{Name: "a join through a relation of its own", Apply: split, Hides: splitRelation},
		{Name: "a rule in two, one where a condition holds and one where it does not", Apply: partition},
		{Name: "something unrelated beside it", Apply: unrelated, Hides: unrelatedRelation},
	}
}

func permute(d *Dice, w *draft.Draft) *draft.Draft {
	c := w.Clone()
	if !HasBag(w) { // of a bag the last occurrence goes first, with its source
		Shuffle(d, c.Beliefs)
	}
	Shuffle(d, c.Rules)
	for _, r := range c.Rules {
		Shuffle(d, r.Body)
	}
	for _, r := range c.Revisions {
		if !slices.ContainsFunc(r.Withdraw, func(x draft.Withdrawal) bool { return x.Atom == nil || w.IsBag(x.Atom.Relation) }) {
			Shuffle(d, r.Withdraw)
		}
	}
	return c
}

// HasBag reports whether some relation keeps multiplicities.
func HasBag(w *draft.Draft) bool {
	return slices.ContainsFunc(w.Relations, func(r *draft.Relation) bool { return r.Bag })
}

var variableName = regexp.MustCompile(`"(?:[^"\\]|\\.)*"|\?\pL[\pL\pN_]*`)

// rename turns every name around, so that what is sorted by name comes in another order.
func rename(_ *Dice, w *draft.Draft) *draft.Draft {
	c := w.Clone()
	for _, r := range c.Relations {
		r.Name = renamed(r.Name)
	}
	for i := range c.Beliefs {
		c.Beliefs[i].Fact.Relation = renamed(c.Beliefs[i].Fact.Relation)
	}
	for _, r := range c.Rules {
		renameRule(r)
	}
	for _, x := range c.Constraints {
		renameBody(x.Body)
	}
	for _, r := range c.Revisions {
		for i := range r.Assert {
			r.Assert[i].Fact.Relation = renamed(r.Assert[i].Fact.Relation)
		}
		for i := range r.Withdraw {
			if a := r.Withdraw[i].Atom; a != nil {
				r.Withdraw[i].Atom = &draft.Atom{Relation: renamed(a.Relation), Terms: a.Terms}
			}
		}
		for _, x := range r.AddRules {
			renameRule(x)
		}
		for _, x := range r.AddConstraints {
			renameBody(x.Body)
		}
	}
	return c
}

// renamed turns a name around, letter by letter and digit by digit: a becomes z, and z becomes a.
func renamed(name string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case 'a' <= r && r <= 'z':
			return 'a' + 'z' - r
		case 'A' <= r && r <= 'Z':
			return 'A' + 'Z' - r
		case '0' <= r && r <= '9':
			return '0' + '9' - r
		default:
			return r
		}
	}, name)
}

// mirroredRelation renames the relation at the start of a line.
func mirroredRelation(line string) string {
	relation, rest, _ := strings.Cut(line, "(")
	return renamed(relation) + "(" + rest
}

func renameRule(r *draft.Rule) {
	r.Head.Relation = renamed(r.Head.Relation)
	renameTerms(r.Head.Terms)
	renameBody(r.Body)
}

func renameVariables(text string) string {
	return variableName.ReplaceAllStringFunc(text, func(v string) string {
		if v[0] == '"' {
			return v
		}
		return "?z" + v[1:]
	})
}

func renameTerms(terms []string) {
	for i, t := range terms {
		terms[i] = renameVariables(t)
	}
}

func renameBody(body []draft.Literal) {
	for i := range body {
		l := &body[i]
		l.Text = renameVariables(l.Text)
		if l.Atom != nil {
			l.Atom.Relation = renamed(l.Atom.Relation)
			renameTerms(l.Atom.Terms)
		}
		if a := l.Aggregate; a != nil {
			a.Result, a.Of = renameVariables(a.Result), renameVariables(a.Of)
			renameBody(a.Body)
		}
	}
}

// positives returns the indexes of the positive atoms.
func positives(body []draft.Literal) []int {
	var list []int
	for i, l := range body {
		if l.Atom != nil && !l.Negated {
			list = append(list, i)
		}
	}
	return list
}

// setRules are the rules of set relations with at least n positive atoms that no revision removes. In a bag relation
// the laws that repeat or divide a join change multiplicities.
func setRules(w *draft.Draft, n int) []*draft.Rule {
	return slices.DeleteFunc(slices.Clone(w.Rules), func(r *draft.Rule) bool {
		return w.IsBag(r.Head.Relation) || len(positives(r.Body)) < n || removed(w, r)
	})
}

// removed reports whether a revision removes the rule.
func removed(w *draft.Draft, rule *draft.Rule) bool {
	return slices.ContainsFunc(w.Revisions, func(r *draft.Revision) bool { return slices.Contains(r.RemoveRules, rule.Name) })
}

func repeatLiteral(d *Dice, w *draft.Draft) *draft.Draft {
	c := w.Clone()
	rules := setRules(c, 1)
	if len(rules) == 0 {
		return nil
	}
	r := Pick(d, rules)
	r.Body = append(r.Body, r.Body[Pick(d, positives(r.Body))])
	return c
}

func repeatRule(d *Dice, w *draft.Draft) *draft.Draft {
	c := w.Clone()
	rules := setRules(c, 0)
	if len(rules) == 0 || HasBag(w) {
		return nil
	}
	again := Pick(d, rules).Clone()
	again.Name = ""
	c.Rules = append(c.Rules, again)
	return c
}

// split gives the join of a rule's first two positive atoms a relation of its own, with all their variables.
func split(d *Dice, w *draft.Draft) *draft.Draft {
	c := w.Clone()
	rules := setRules(c, 2)
	if len(rules) == 0 {
		return nil
	}
	r := Pick(d, rules)
	at := positives(r.Body)
	joined := []draft.Literal{r.Body[at[0]], r.Body[at[1]]}
	head := draft.Atom{Relation: splitRelation}
	for _, l := range joined {
		for _, t := range l.Atom.Terms {
			if t[0] == '?' && !slices.Contains(head.Terms, t) {
				head.Terms = append(head.Terms, t)
			}
		}
	}
	r.Body[at[0]] = draft.Literal{Atom: &head}
	r.Body = slices.Delete(r.Body, at[1], at[1]+1)
	c.Rules = append(c.Rules, &draft.Rule{Head: head, Body: joined})
	if _, err := c.Program(); err != nil {
		return nil // an aggregate needs what only the recursion binds now
	}
	return c
}

// partition replaces a rule by two: one for the values of a variable below a constant, one for the others.
func partition(d *Dice, w *draft.Draft) *draft.Draft {
	c := w.Clone()
	for _, r := range setRules(c, 1) {
		a := r.Body[positives(r.Body)[0]].Atom
		for i, t := range a.Terms {
			if t[0] != '?' {
				continue
			}
			believed := slices.DeleteFunc(slices.Clone(w.Beliefs), func(x draft.Assertion) bool { return x.Fact.Relation != a.Relation })
			if len(believed) == 0 {
				continue
			}
			limit := Pick(d, believed).Fact.Values[i]
			other := r.Clone()
			other.Name = ""
			r.Body = append(r.Body, draft.Literal{Text: fmt.Sprintf("%s < %s", t, limit)})
			other.Body = append(other.Body, draft.Literal{Text: fmt.Sprintf("%s >= %s", t, limit)})
			c.Rules = append(c.Rules, other)
			return c
		}
	}
	return nil
}

func unrelated(_ *Dice, w *draft.Draft) *draft.Draft {
	c := w.Clone()
	c.Relations = append(c.Relations, &draft.Relation{Name: unrelatedRelation, Types: w.Relations[0].Types, Declared: true})
	head := draft.Atom{Relation: unrelatedRelation}
	for i := range w.Relations[0].Types {
		head.Terms = append(head.Terms, fmt.Sprintf("?u%d", i))
	}
	lower := draft.Atom{Relation: w.Relations[0].Name, Terms: head.Terms}
	c.Rules = slices.Insert(c.Rules, 0, &draft.Rule{Head: head, Body: []draft.Literal{{Atom: &lower}}})
	return c
}

// Translate brings the lines of a changed world's state into the words of the old world, sorted.
func (l Law) Translate(lines []string) []string {
	var kept []string
	for _, line := range lines {
		if l.Hides != "" && strings.HasPrefix(line, l.Hides+"(") {
			continue
		}
		if l.Back != nil {
			line = l.Back(line)
		}
		if l.FactsOnly {
			line, _, _ = strings.Cut(line, " <- ")
		}
		kept = append(kept, line)
	}
	slices.Sort(kept)
	return kept
}
