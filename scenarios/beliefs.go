package scenarios

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/beliefbase/revise/belief"
	"github.com/beliefbase/revise/rules"
)

// readBeliefs takes the beliefs sections: atoms go into the base, rows and files are put by for readTables.
func (l *loader) readBeliefs() {
	for _, doc := range l.order {
		if doc.Root == nil {
			continue
		}
		for _, n := range itemsOf(doc.Root, "beliefs") {
			l.readBelief(doc, n)
		}
	}
}

func (l *loader) readBelief(doc *rules.Document, n *rules.Node) {
	atom, relation := n.Field("belief"), n.Field("relation")
	if n.Kind == rules.Scalar {
		atom = n
	}
	switch {
	case n.Kind == rules.List || n.IsEmpty(): // package shape has spoken
	case atom != nil && relation != nil:
		l.report(rules.CodeBeliefEntry, relation, "the entry has belief: and relation:, which are two ways to write beliefs").Hint = "make two entries of it"
	case atom != nil:
		l.withoutKeys(n, "belief:", "file", "rows", "header")
		l.believe(atom, attributionOf(n))
	case relation != nil && relation.Kind == rules.Scalar && !relation.IsEmpty():
		l.putBy(doc, n, relation)
	case relation == nil:
		l.report(rules.CodeMissingKey, n, "the entry has neither belief: nor relation:").Hint = "write belief: with an atom, or relation: with file: or rows:"
	}
}

// withoutKeys reports the keys that do not go together with another one.
func (l *loader) withoutKeys(n *rules.Node, with string, keys ...string) {
	for _, key := range keys {
		if v := n.Field(key); v != nil {
			l.report(rules.CodeBeliefEntry, v, fmt.Sprintf("%s does not go together with %s", key, with))
		}
	}
}

// believe puts an atom into the base.
func (l *loader) believe(n *rules.Node, a belief.Attribution) {
	f, ok := l.fact(n, "a belief")
	if !ok {
		l.observeName(n)
		return
	}
	l.observe(f, n.Place)
	t := l.base.Table(f.Relation, len(f.Values))
	if t.Arity() != len(f.Values) {
		return // package rules reports it
	}
	row := make([]belief.ID, len(f.Values))
	for i, v := range f.Values {
		row[i] = l.base.Dictionary().ID(v)
	}
	a.Place = n.Place
	l.relation(f.Relation).adder(t)(row, t.Origin(a), uint32(n.Place.Line))
}

// atom reads the atom that a node is.
func (l *loader) atom(n *rules.Node) (rules.Query, bool) {
	if n.Kind != rules.Scalar || n.IsEmpty() {
		return rules.Query{}, false // package shape has spoken
	}
	q, diags := rules.ReadAtom(n)
	l.add(diags)
	return q, !diags.HasErrors()
}

// fact reads an atom that has no variables. What names it in a sentence.
func (l *loader) fact(n *rules.Node, what string) (belief.Fact, bool) {
	q, ok := l.atom(n)
	if !ok {
		return belief.Fact{}, false
	}
	f, ground := q.Fact()
	if !ground {
		l.report(rules.CodeNotGround, n, fmt.Sprintf("%s is about named things, and this has a variable", what)).Hint = "write a constant in its place"
	}
	return f, ground
}

// observe tells package rules what a fact shows about its relation.
func (l *loader) observe(f belief.Fact, place belief.Place) {
	o := rules.Observation{Relation: f.Relation, Columns: make([]rules.Column, len(f.Values)), Place: place}
	key := make([]byte, 0, len(f.Relation)+len(f.Values))
	key = append(key, f.Relation...)
	for i, v := range f.Values {
		o.Columns[i].Type = v.Type()
		key = append(key, ' ', byte(v.Type()))
	}
	if l.observed[string(key)] {
		return
	}
	l.observed[string(key)] = true
	l.signature = append(l.signature, o)
	l.relation(f.Relation).shape(make([]rules.Column, len(f.Values)), place)
}

// observeName tells package rules that a relation gets facts of which one cannot be read.
func (l *loader) observeName(n *rules.Node) {
	name, _, found := strings.Cut(n.Text, "(")
	if name = strings.TrimSpace(name); found && belief.IsRelationName(name) {
		l.signature = append(l.signature, rules.Observation{Relation: name, Place: n.Place})
	}
}

// attributionOf reads the source and the entrenchment of an entry.
func attributionOf(n *rules.Node) belief.Attribution {
	entrenchment, _ := strconv.Atoi(textOf(n, "entrenchment"))
	return belief.Attribution{Source: textOf(n, "source"), Entrenchment: entrenchment}
}
