package rules

import (
	"errors"
	"strings"
	"testing"

	"github.com/beliefbase/revise/belief"
)

// Atoms of the command line are written as in files, and print as they are written.
func TestParseAtom(t *testing.T) {
	for _, test := range []struct{ text, printed, variables, fact string }{
		{`member(ana, finance)`, `member(ana, finance)`, ``, `member(ana, finance)`},
		{` member ( ana,"finance" ) `, `member(ana, finance)`, ``, `member(ana, finance)`},
		{`alarm()`, `alarm()`, ``, `alarm()`},
		{`p(-7, 2.5, true, 2026-11-29, "a b", "X")`, `p(-7, 2.5, true, 2026-11-29, "a b", "X")`, ``, `p(-7, 2.5, true, 2026-11-29, "a b", "X")`},
		{`grant(?g, write, _, ?g, ?d)`, `grant(?g, write, _, ?g, ?d)`, `g d`, ``},
		{`état(Open)`, `état(Open)`, ``, `état(Open)`},
	} {
		q, err := ParseAtom(test.text)
		if err != nil {
			t.Errorf("%s: %v", test.text, err)
			continue
		}
		if q.String() != test.printed || strings.Join(q.Variables, " ") != test.variables {
			t.Errorf("%s prints as %s with the variables %s", test.text, q, q.Variables)
		}
		fact, ground := q.Fact()
		if ground != (test.fact != "") || ground && fact.String() != test.fact {
			t.Errorf("%s is the fact %s, %v", test.text, fact, ground)
		}
	}
}

func TestParseAtomErrors(t *testing.T) {
	for _, test := range []struct{ text, want string }{
		{``, `R1121 1:1+0 nothing is written here`},
		{`member`, `R1121 1:1+6 "member" has no parentheses | an atom without terms is written member()`},
		{`member(ana`, `R1121 1:11+0 a comma or the closing ) of member is missing here`},
		{`not member(ana)`, `R1128 1:1+3 an atom stands here, without not | write not in the body of a rule`},
		{`member(ana) :- p(a)`, `R1121 1:13+2 a rule cannot stand here | put it under rules:`},
		{`member(ana), p(a)`, `R1133 1:12+1 the atom ends here, but a comma follows | put each condition on a line of its own, as an entry of the list`},
		{`member(length(a), 1 + 2)`, "R1130 1:8+9 an atom takes constants and variables, and computes nothing | write the value itself\nR1130 1:19+5 an atom takes constants and variables, and computes nothing | write the value itself"},
		{`true(a)`, `R1126 1:1+4 true is a reserved word and cannot name a relation`},
		{`contains(box, thing)`, `R1212 1:1+8 contains is a built-in condition and cannot name a relation`},
		{`member(X)`, `R1135 1:8+1 X is a constant here, and looks like a variable | write ?X for the variable, or "X" for the text`},
		{"member(\xff)", `R1122 1:8+1 "\xff" has no meaning here`},
	} {
		_, err := ParseAtom(test.text)
		var diags Diagnostics
		if !errors.As(err, &diags) {
			t.Errorf("%s gives %v", test.text, err)
		}
		if got := strings.TrimSuffix(brief(diags), "\n"); got != test.want {
			t.Errorf("%s gives\n%s\nand not\n%s", test.text, got, test.want)
		}
	}
	n := &Node{Kind: List}
	if _, diags := ReadAtom(n); len(diags) != 1 || diags[0].Code != CodeWrongKind {
		t.Errorf("a list gives %v", diags)
	}
}

// An atom is checked against the relations of the program.
func TestCheck(t *testing.T) {
	p, diags := check(t, `
relations:
  member: {columns: [user: string, group: string]}
  salary: {columns: [user: string, amount: float]}
  open: {about: its columns are not known yet}
  any: {columns: [a, b]}
rules:
  - paid(?x) :- salary(?x, _), member(?x, _), any(_, _)
`, nil)
	if p == nil {
		t.Fatal(diags)
	}
	for _, test := range []struct{ why, atom, want string }{
		{"a fact", `member(ana, finance)`, ``},
		{"a pattern", `salary(?x, _)`, ``},
		{"a variable twice in columns of one type", `member(?x, ?x)`, ``},
		{"a relation whose columns are not known", `open(1, 2, 3)`, ``},
		{"columns whose types are not known", `any(1, a)`, ``},
		{"an unknown relation", `membr(ana, finance)`, `R1201 1:1+5 there is no relation membr | did you mean member?`},
		{"too few terms", `member(ana)`, `R1204 1:1+6 member has 2 columns, and here it has 1 term | write _ for a value that does not matter here`},
		{"another type", `salary(ana, 3)`, `R1205 1:13+1 column amount of salary is float, and here it is int | int and float do not mix: float(?i) and int(?f) convert, and 3.0 is a float`},
		{"a variable twice in columns of two types", `salary(?x, ?x)`, `R1205 1:12+2 column amount of salary is float, and here it is string | text in quotes is a string, whatever it looks like; text(?x) converts`},
	} {
		q, err := ParseAtom(test.atom)
		if err != nil {
			t.Fatal(err)
		}
		var diags Diagnostics
		if err := p.Check(q); err != nil && !errors.As(err, &diags) {
			t.Errorf("%s gives %v", test.atom, err)
		}
		if got := strings.TrimSuffix(brief(diags), "\n"); got != test.want {
			t.Errorf("%s: %s gives\n%s\nand not\n%s", test.why, test.atom, got, test.want)
		}
	}
	made := Query{Relation: "member", Terms: []Term{{Value: belief.Int(1)}, {Kind: WildcardTerm}}, Place: belief.Place{File: "rules.yaml", Line: 3}}
	if err := p.Check(made); err == nil || !strings.Contains(err.Error(), "3 |   member: {columns:") {
		t.Errorf("a query that was not read gives %v", err)
	}
}
