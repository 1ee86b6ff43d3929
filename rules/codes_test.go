package rules

import (
	"cmp"
	"regexp"
	"strings"
	"testing"

	"github.com/beliefbase/revise/belief"
)

// check reads and checks one file as the first stations of a run do, and applies what its revisions do to the rules.
func check(t *testing.T, file string, sig Signature) (*Program, Diagnostics) {
	t.Helper()
	doc, diags := ReadDocument("rules.yaml", []byte(file))
	if doc.Root == nil {
		return nil, diags
	}
	for _, n := range items(doc.Root.Field("beliefs")) {
		q, found := ReadAtom(n)
		diags = append(diags, found...)
		if len(found) == 0 {
			sig = append(sig, observation(q))
		}
	}
	p, found := Parse([]*Document{doc}, sig)
	diags = append(diags, found...)
	for _, revision := range items(doc.Root.Field("revisions")) {
		if p == nil {
			break
		}
		p, found = p.With(changeOf(revision))
		diags = append(diags, found...)
	}
	return p, diags.Sort()
}

func items(n *Node) []*Node {
	if n == nil {
		return nil
	}
	return n.Items
}

func observation(q Query) Observation {
	o := Observation{Relation: q.Relation, Place: q.Place}
	for _, t := range q.Terms {
		o.Columns = append(o.Columns, Column{Type: t.Value.Type()})
	}
	return o
}

func changeOf(revision *Node) RuleChange {
	named := func(key string) (names []NameAt) {
		for _, n := range items(revision.Field(key)) {
			names = append(names, NameAt{n.Text, n.Place})
		}
		return names
	}
	return RuleChange{
		AddRules: items(revision.Field("add_rules")), RemoveRules: named("remove_rules"),
		AddConstraints: items(revision.Field("add_constraints")), RemoveConstraints: named("remove_constraints"),
	}
}

// A code is a promise: its number, its name, and what it says. Its example gives it and nothing else.
func TestCodes(t *testing.T) {
	signatures := map[Code]Signature{
		CodeColumnName: {{Relation: "grant", Columns: []Column{{Name: "group"}, {Name: "right"}, {Name: "file"}}, Place: belief.Place{File: "grants.csv", Line: 1}}},
	}
	without := map[Code]bool{CodeRuleTooBig: true}
	examples := map[Code]string{CodeColumnName: "relations:\n  grant: {columns: [group, right, document]}\n"} // of the signature above
	for _, code := range Codes() {
		if code < CodeRuleSyntax || code > CodeEndless {
			continue // those of files, of YAML and of scenarios are tested where they are given
		}
		t.Run(code.Slug(), func(t *testing.T) {
			if !regexp.MustCompile(`^[a-z]+(-[a-z]+)*$`).MatchString(code.Slug()) {
				t.Errorf("%q is no slug", code.Slug())
			}
			if len(code.Explanation()) < 60 || !strings.HasSuffix(code.Explanation(), ".") {
				t.Errorf("the explanation explains too little: %q", code.Explanation())
			}
			if without[code] {
				return
			}
			example := cmp.Or(examples[code], code.Example())
			_, diags := check(t, example, signatures[code])
			if len(diags) == 0 {
				t.Fatalf("the example has no defect:\n%s", example)
			}
			for _, d := range diags {
				if d.Code != code {
					t.Errorf("the example also gives\n%s", d)
				}
				if (d.Severity == Warning) != (code > 1250) {
					t.Errorf("severity %s", d.Severity)
				}
			}
		})
	}
	for _, code := range Codes() {
		for _, text := range []string{code.Number(), code.Slug(), strings.ToLower(code.Number())} {
			if got, err := ParseCode(text); err != nil || got != code {
				t.Errorf("ParseCode(%q) = %v, %v", text, got, err)
			}
		}
	}
	if _, err := ParseCode("unstratifed"); err == nil || !strings.Contains(err.Error(), "did you mean unstratified?") {
		t.Errorf("a misspelled slug gives %v", err)
	}
}
