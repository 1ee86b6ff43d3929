package testkit

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
)

// Law is a change of a world that must not change what follows from it.
type Law struct {
	Name string
	// Apply returns the changed world, or nil where the law does not apply. It leaves w alone.
	Apply func(d *Dice, w *World) *World
	// Back translates a line of the changed world's states into the old world's words; it may be nil.
	Back func(line string) string
	// FactsOnly says that supports may differ.
	FactsOnly bool
	// Hides are relations that the law adds, by prefix; their facts are not compared.
	Hides string
}

// Laws are the metamorphic laws that change a world's text. They hold where nothing faults: what is undefined is a
// fault only when it is reached, and the order of the conditions decides that.
func Laws() []Law {
	return []Law{
		{Name: "order of facts, rules and literals", Apply: permute},
		{Name: "names of relations and variables", Apply: rename, Back: renamedBack},
		{Name: "a positive literal twice", Apply: repeatLiteral},
		{Name: "a rule twice", Apply: repeatRule, FactsOnly: true},
		{Name: "a join through a relation of its own", Apply: split, Hides: "split"},
		{Name: "a rule in two, one where a condition holds and one where it does not", Apply: partition},
		{Name: "something unrelated beside it", Apply: unrelated, Hides: "unrelated"},
	}
}

func permute(d *Dice, w *World) *World {
	c := w.Clone()
	if !w.hasBag() { // of a bag the last occurrence goes first, with its source
		shuffle(d, c.Beliefs)
	}
	shuffle(d, c.Rules)
	for _, r := range c.Rules {
		shuffle(d, r.Body)
	}
	for _, r := range c.Revisions {
		if !slices.ContainsFunc(r.Withdraw, func(x Withdrawal) bool { return x.Atom == nil || w.isBag(x.Atom.Relation) }) {
			shuffle(d, r.Withdraw)
		}
	}
	return c
}

func (w *World) hasBag() bool {
	return slices.ContainsFunc(w.Relations, func(r *Relation) bool { return r.Bag })
}

var variableName = regexp.MustCompile(`\?[a-z][A-Za-z0-9_]*`)

// rename turns every name around, so that what is sorted by name comes in another order.
func rename(_ *Dice, w *World) *World {
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
				r.Withdraw[i].Atom = &Atom{renamed(a.Relation), a.Terms}
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

// renamed maps e0, e1, … to y9, y8, … and p0, p1, … to b9, b8, …
func renamed(name string) string {
	letter := map[byte]string{'e': "y", 'p': "b"}[name[0]]
	return letter + string('9'-(name[1]-'0'))
}

// renamedBack undoes renamed at the start of a line.
func renamedBack(line string) string {
	letter := map[byte]string{'y': "e", 'b': "p"}[line[0]]
	return letter + string('9'-(line[1]-'0')) + line[2:]
}

func renameRule(r *Rule) {
	r.Head.Relation = renamed(r.Head.Relation)
	renameTerms(r.Head.Terms)
	renameBody(r.Body)
}

func renameVariables(text string) string {
	return variableName.ReplaceAllStringFunc(text, func(v string) string { return "?z" + v[1:] })
}

func renameTerms(terms []string) {
	for i, t := range terms {
		terms[i] = renameVariables(t)
	}
}

func renameBody(body []Literal) {
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
func positives(body []Literal) []int {
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
func setRules(w *World, n int) []*Rule {
	return slices.DeleteFunc(slices.Clone(w.Rules), func(r *Rule) bool {
		return w.isBag(r.Head.Relation) || len(positives(r.Body)) < n || w.removes(r)
	})
}

// removes reports whether a revision removes the rule.
func (w *World) removes(rule *Rule) bool {
	return slices.ContainsFunc(w.Revisions, func(r *Revision) bool { return slices.Contains(r.RemoveRules, rule.Name) })
}

func repeatLiteral(d *Dice, w *World) *World {
	c := w.Clone()
	rules := setRules(c, 1)
	if len(rules) == 0 {
		return nil
	}
	r := pick(d, rules)
	r.Body = append(r.Body, r.Body[pick(d, positives(r.Body))])
	return c
}

func repeatRule(d *Dice, w *World) *World {
	c := w.Clone()
	rules := setRules(c, 0)
	if len(rules) == 0 || w.hasBag() {
		return nil
	}
	again := cloneRule(*pick(d, rules))
	again.Name = ""
	c.Rules = append(c.Rules, &again)
	return c
}

// split gives the join of a rule's first two positive atoms a relation of its own, with all their variables.
func split(d *Dice, w *World) *World {
	c := w.Clone()
	rules := setRules(c, 2)
	if len(rules) == 0 {
		return nil
	}
	r := pick(d, rules)
	at := positives(r.Body)
	joined := []Literal{r.Body[at[0]], r.Body[at[1]]}
	head := Atom{Relation: "split"}
	for _, l := range joined {
		for _, t := range l.Atom.Terms {
			if t[0] == '?' && !slices.Contains(head.Terms, t) {
				head.Terms = append(head.Terms, t)
			}
		}
	}
	r.Body[at[0]] = Literal{Atom: &head}
	r.Body = slices.Delete(r.Body, at[1], at[1]+1)
	c.Rules = append(c.Rules, &Rule{Head: head, Body: joined})
	return c
}

// partition replaces a rule by two: one for the values of a variable below a constant, one for the others.
func partition(d *Dice, w *World) *World {
	c := w.Clone()
	for _, r := range setRules(c, 1) {
		a := r.Body[positives(r.Body)[0]].Atom
		for i, t := range a.Terms {
			if t[0] != '?' {
				continue
			}
			g := generator{dice: d, domain: 2}
			limit := g.value(w.relation(a.Relation).Types[i])
			other := cloneRule(*r)
			other.Name = ""
			r.Body = append(r.Body, Literal{Text: fmt.Sprintf("%s < %s", t, limit)})
			other.Body = append(other.Body, Literal{Text: fmt.Sprintf("%s >= %s", t, limit)})
			c.Rules = append(c.Rules, &other)
			return c
		}
	}
	return nil
}

func unrelated(_ *Dice, w *World) *World {
	c := w.Clone()
	c.Relations = append(c.Relations, &Relation{Name: "unrelated", Types: w.Relations[0].Types, Declared: true})
	head := Atom{Relation: "unrelated"}
	for i := range w.Relations[0].Types {
		head.Terms = append(head.Terms, fmt.Sprintf("?u%d", i))
	}
	lower := Atom{Relation: w.Relations[0].Name, Terms: head.Terms}
	c.Rules = slices.Insert(c.Rules, 0, &Rule{Head: head, Body: []Literal{{Atom: &lower}}})
	return c
}

// translate brings the lines of a changed world's state into the words of the old world, sorted.
func (l Law) translate(lines []string) []string {
	var kept []string
	for _, line := range lines {
		if l.Hides != "" && strings.HasPrefix(line, l.Hides) {
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
