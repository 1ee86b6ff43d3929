package rules

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

// lines makes a document of which every line is a rule in its one-line form, without a YAML reader in between.
func lines(texts ...string) *Document {
	doc := &Document{Name: "rules.yaml", Lines: slices.Concat([]string{"rules:"}, texts)}
	list := &Node{Kind: List, doc: doc}
	for i, text := range texts {
		n := &Node{Text: text, Length: len([]rune(text)), doc: doc}
		n.Place.File, n.Place.Line, n.Place.Column = doc.Name, i+2, 1
		list.Items = append(list.Items, n)
	}
	doc.Root = &Node{Kind: Map, doc: doc, Fields: []Field{{Key: &Node{Text: "rules", doc: doc}, Value: list}}}
	return doc
}

// seen is a signature of the relations that the rules mention and do not conclude, of unknown types.
func seen(doc *Document) Signature {
	s := &sections{reporter: &reporter{}}
	s.read(doc)
	known := map[string]bool{}
	for _, r := range s.rules {
		known[r.head.name] = true
	}
	var sig Signature
	for _, r := range slices.Concat(s.rules, s.constraints) {
		for _, l := range r.body {
			for _, atom := range l.atoms() {
				if !known[atom.atom.name] {
					known[atom.atom.name] = true
					sig = append(sig, Observation{Relation: atom.atom.name, Columns: make([]Column, len(atom.atom.args)), Place: atom.at.place()})
				}
			}
		}
	}
	return sig
}

// parseRules checks rules whose other relations have facts.
func parseRules(texts ...string) (*Program, Diagnostics) {
	doc := lines(texts...)
	return Parse([]*Document{doc}, seen(doc))
}

// mustParse is parseRules for rules without errors.
func mustParse(t *testing.T, texts ...string) *Program {
	t.Helper()
	p, diags := parseRules(texts...)
	if p == nil {
		t.Fatalf("%s\n%s", strings.Join(texts, "\n"), diags)
	}
	return p
}

// brief writes each diagnostic on a line: code, line:column, length, message, what is beside the caret and the hint.
func brief(diags Diagnostics) string {
	var b strings.Builder
	for _, d := range diags {
		fmt.Fprintf(&b, "%s %d:%d+%d %s", d.Code.Number(), d.Place.Line, d.Place.Column, d.Length, d.Message)
		if d.Caret != "" {
			fmt.Fprintf(&b, " | %s", d.Caret)
		}
		if d.Hint != "" {
			fmt.Fprintf(&b, " | %s", d.Hint)
		}
		b.WriteByte('\n')
	}
	return b.String()
}
