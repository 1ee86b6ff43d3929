package gate

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/beliefbase/revise/belief"
	"github.com/beliefbase/revise/revise"
	"github.com/beliefbase/revise/rules"
)

// access is a small state of which tests change lines.
const access = `relations:
  member: [user, group]
rules:
  - name: via-group
    conclude: can(?u, ?d)
    when:
      - member(?u, ?g)
      - grant(?g, ?d)
      - not suspended(?u)
  - size(?g, ?n) :- group(?g), ?n = count { member(_, ?g) }
  - group(?g) :- grant(?g, _)
constraints:
  - name: two-hats
    deny:
      - can(?u, pay)
      - can(?u, approve)
`

var accessFacts = []string{
	"member(ana, clerks)", "member(bo, clerks)", "member(cyd, heads)", "grant(clerks, pay)", "grant(heads, approve)",
	"suspended(nobody)", "break_glass(ana)",
}

// state derives a state. Fact i stands in line i of the file facts.
func state(t *testing.T, side, text string, facts ...string) *revise.Engine {
	t.Helper()
	document, diags := rules.ReadDocument(side, []byte(strings.Replace(text, "[user, group]", "{columns: [user, group]}", 1)))
	if diags.HasErrors() {
		t.Fatal(diags)
	}
	base := belief.NewBase()
	var signature rules.Signature
	for i, written := range facts {
		f, err := belief.ParseFact(written)
		if err != nil {
			t.Fatal(err)
		}
		o := rules.Observation{Relation: f.Relation, Columns: []rules.Column{}, Place: belief.Place{File: side + "-facts", Line: i + 1}}
		for _, v := range f.Values {
			o.Columns = append(o.Columns, rules.Column{Type: v.Type()})
		}
		signature = append(signature, o)
		base.Add(f, belief.Attribution{Source: "s" + fmt.Sprint(i+1), Place: o.Place})
	}
	program, diags := rules.Parse([]*rules.Document{document}, signature)
	if program == nil {
		t.Fatal(diags)
	}
	engine, err := revise.New(context.Background(), program, base)
	if err != nil {
		t.Fatal(err)
	}
	return engine
}

func compare(t *testing.T, base, head *revise.Engine) *Comparison {
	t.Helper()
	c, err := Compare(context.Background(), base, head)
	if err != nil {
		t.Fatal(err)
	}
	if err := c.Verify(); err != nil {
		t.Error(err)
	}
	return c
}

// lines are the changes with their roots.
func lines(changes []Change) []string {
	var list []string
	for _, c := range changes {
		line := c.String()
		for _, r := range c.Roots {
			line += " | " + r.String() + " " + r.Side.String() + " " + r.Place.String()
		}
		list = append(list, line)
	}
	return list
}

func replaced(text, old, new string) string {
	if !strings.Contains(text, old) {
		panic("there is no " + old)
	}
	return strings.Replace(text, old, new, 1)
}

func without(facts []string, gone ...string) []string {
	return slices.DeleteFunc(slices.Clone(facts), func(f string) bool { return slices.Contains(gone, f) })
}

func TestCompareNamesTheLineBehindEachChange(t *testing.T) {
	for _, test := range []struct {
		name  string
		rules string
		facts []string
		want  []string
	}{
		{"nothing", access, accessFacts, nil},
		{"a withdrawn belief", access, without(accessFacts, "member(bo, clerks)"), []string{
			"member(bo, clerks) is retracted | member(bo, clerks) was withdrawn base base-facts:2",
			"can(bo, pay) is retracted | member(bo, clerks) was withdrawn base base-facts:2",
			"size(clerks, _) changes from 2 to 1 | member(bo, clerks) was withdrawn base base-facts:2",
		}},
		{"an asserted belief below a negation", access, append(slices.Clone(accessFacts), "suspended(bo)"), []string{
			"suspended(bo) is gained | suspended(bo) was asserted head head-facts:8",
			"can(bo, pay) is retracted | suspended(bo) was asserted head head-facts:8",
		}},
		{"a removed condition", replaced(access, "      - not suspended(?u)\n", ""), append(slices.Clone(accessFacts), "suspended(bo)"), []string{
			"suspended(bo) is gained | suspended(bo) was asserted head head-facts:8",
		}},
		{"a removed rule, seen two rules above", replaced(access, "  - group(?g) :- grant(?g, _)\n", "  - group(?g) :- suspended(?g)\n"), accessFacts, []string{
			"group(nobody) is gained | rule group#1 was added head head:11:5",
			"size(nobody, 0) is gained | rule group#1 was added head head:11:5",
			"group(clerks) is retracted | rule group#1 was removed base base:11:5",
			"group(heads) is retracted | rule group#1 was removed base base:11:5",
			"size(clerks, 2) is retracted | rule group#1 was removed base base:11:5",
			"size(heads, 1) is retracted | rule group#1 was removed base base:11:5",
		}},
		{"a violation", access, append(slices.Clone(accessFacts), "member(cyd, clerks)"), []string{
			"member(cyd, clerks) is gained | member(cyd, clerks) was asserted head head-facts:8",
			"can(cyd, pay) is gained | member(cyd, clerks) was asserted head head-facts:8",
			"size(clerks, _) changes from 2 to 3 | member(cyd, clerks) was asserted head head-facts:8",
			"two-hats(cyd) is violated | member(cyd, clerks) was asserted head head-facts:8",
		}},
		{"a new constraint", access + "  - name: no-glass\n    deny: ['break_glass(?who)']\n", accessFacts, []string{
			"no-glass(ana) is violated | rule no-glass was added head head:17:5",
		}},
	} {
		t.Run(test.name, func(t *testing.T) {
			c := compare(t, state(t, "base", access, accessFacts...), state(t, "head", test.rules, test.facts...))
			if diff := cmp.Diff(test.want, lines(c.Changes)); diff != "" {
				t.Error(diff)
			}
		})
	}
}

// Rules that only moved or have other numbers are the same rules: what changes goes back to the belief that went.
func TestCompareKnowsMovedRules(t *testing.T) {
	base := "rules:\n  - p(?x) :- q(?x)\n  - p(?x) :- r(?x)\n"
	head := "rules:\n  - p(?x) :- s(?x)\n  - p(?x) :- q(?x)\n  - name: renamed\n    conclude: p(?x)\n    when: ['r(?x)']\n"
	c := compare(t, state(t, "base", base, "q(a)", "q(b)", "r(c)", "s(d)"), state(t, "head", head, "q(b)", "r(c)", "s(d)"))
	want := []string{
		"p(d) is gained | rule p#1 was added head head:2:5",
		"q(a) is retracted | q(a) was withdrawn base base-facts:1",
		"p(a) is retracted | q(a) was withdrawn base base-facts:1",
	}
	if diff := cmp.Diff(want, lines(c.Changes)); diff != "" {
		t.Error(diff)
	}
}

func TestCompareRefusesUnlikeRelations(t *testing.T) {
	base := state(t, "base", "rules:\n  - p(?x) :- q(?x)\n", "q(a)", "n(1)")
	head := state(t, "head", "rules:\n  - p(?x) :- q(?x, _)\n", "q(a, b)", "n(a)")
	_, err := Compare(context.Background(), base, head)
	var got []string
	for _, u := range Unlike(err) {
		got = append(got, u.Error())
	}
	want := []string{"the relation n has the type int in column c1 here and string there", "the relation q has 1 column here and 2 columns there"}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

func day(t *testing.T, text string) belief.Value {
	t.Helper()
	v, err := belief.ParseDate(text)
	if err != nil {
		t.Fatal(err)
	}
	return v
}

// judged is the verdict as lines: + a breach, = what is allowed.
func judged(t *testing.T, c *Comparison, policy string) ([]string, error) {
	t.Helper()
	p, diags := ReadPolicy("gate.yaml", []byte(policy))
	if diags.HasErrors() {
		return nil, diags
	}
	v, err := p.Judge(context.Background(), c, day(t, "2026-12-01"))
	if err != nil {
		return nil, err
	}
	var list []string
	for _, r := range v.Results {
		state := "ok "
		if r.Breached() {
			state = "no "
		}
		list = append(list, state+r.Check.Name)
		for _, b := range r.Breaches {
			line := "+ " + b.Message
			if b.Exception.Because != "" {
				line += " after " + b.Exception.Because
			}
			list = append(list, line)
		}
		for _, b := range r.Allowed {
			list = append(list, "= "+b.Message+" because "+b.Exception.Because)
		}
	}
	for _, e := range v.Idle {
		list = append(list, "idle "+e.Because)
	}
	for _, e := range v.Ended {
		list = append(list, "ended "+e.Because)
	}
	return list, nil
}

func TestJudge(t *testing.T) {
	head := append(without(accessFacts, "member(bo, clerks)", "break_glass(ana)"), "member(cyd, clerks)", "member(dee, clerks)")
	c := compare(t, state(t, "base", access, accessFacts...), state(t, "head", access, head...))
	for _, test := range []struct{ name, policy, want string }{
		{"a relation", "forbid: [{name: a, retracted: can}]", "no a\n+ can(bo, pay) is retracted"},
		{"an atom", "forbid: [{name: a, gained: 'can(dee, _)'}]", "no a\n+ can(dee, pay) is gained"},
		{"an atom that nothing matches", "forbid: [{name: a, gained: 'can(?u, ?u)'}]", "ok a"},
		{"several kinds", "forbid: [{name: a, retracted: can, gained: [can, member]}]", "no a\n+ member(cyd, clerks) is gained\n+ member(dee, clerks) is gained\n+ can(cyd, pay) is gained\n+ can(dee, pay) is gained\n+ can(bo, pay) is retracted"},
		{"a base relation", "forbid: [{name: nobody loses it, retracted: 'break_glass(?who)', message: '{?who} loses break-glass'}]", "no nobody loses it\n+ ana loses break-glass"},
		{"a condition", "forbid: [{name: a, gained: 'can(?u, ?d)', when: ['can(?u, approve)']}]", "no a\n+ can(cyd, pay) is gained"},
		{"a negated condition", "forbid: [{name: a, gained: 'can(?u, _)', when: ['not can(?u, approve)']}]", "no a\n+ can(dee, pay) is gained"},
		{"an aggregate of the same relation", "forbid: [{name: a, retracted: 'can(?u, ?d)', when: ['?n = count { can(_, ?d) }', '?n < 4'], message: '{?n} are left for {?d}'}]", "no a\n+ 3 are left for pay"},
		{"a value", "forbid: [{name: a, changed: 'size(?g): ?old → ?new', when: ['?new > ?old'], message: '{?g}: {?old}, {?new}'}]", "no a\n+ clerks: 2, 3"},
		{"a value and its fact", "forbid: [{name: a, changed: 'size(?g, 3)'}]", "no a\n+ size(clerks, _) changes from 2 to 3"},
		{"a violation", "forbid: [{name: a, violated: two-hats}]", "no a\n+ two-hats(cyd) is violated"},
		{"a violation with a value", "forbid: [{name: a, violated: 'two-hats(?u)', when: ['member(?u, heads)'], message: '{?u} wears two'}, {name: b, violated: 'two-hats(dee)'}]", "no a\n+ cyd wears two\nok b"},
		{"a limit that is kept", "forbid: [{name: a, gained: can, at_most: 2}]", "ok a\n+ can(cyd, pay) is gained\n+ can(dee, pay) is gained"},
		{"a limit that is passed", "forbid: [{name: a, gained: can, at_most: 1}]", "no a\n+ can(cyd, pay) is gained\n+ can(dee, pay) is gained"},
		{"everything, with a message", "forbid: [{name: a, message: ask first, at_most: 9}]", "ok a\n+ ask first\n+ ask first\n+ ask first\n+ ask first\n+ ask first"},
		{"everything", "forbid: [{name: a}]", "no a\n+ can(cyd, pay) is gained\n+ can(dee, pay) is gained\n+ can(bo, pay) is retracted\n+ size(clerks, _) changes from 2 to 3\n+ two-hats(cyd) is violated"},
		{"an exception", "forbid: [{name: a, gained: can}]\nexceptions: [{gained: 'can(cyd, _)', because: HR-1, until: 2026-12-01}]", "no a\n+ can(dee, pay) is gained\n= can(cyd, pay) is gained because HR-1"},
		{"one that ended", "forbid: [{name: a, gained: 'can(cyd, _)'}]\nexceptions: [{gained: 'can(cyd, _)', because: HR-1, until: 2026-11-30}]", "no a\n+ can(cyd, pay) is gained after HR-1\nended HR-1"},
		{"one of another check", "forbid: [{name: a, gained: 'can(cyd, _)'}, {name: b}]\nexceptions: [{of: b, gained: 'size', because: HR-1}]", "no a\n+ can(cyd, pay) is gained\nno b\n+ can(cyd, pay) is gained\n+ can(dee, pay) is gained\n+ can(bo, pay) is retracted\n+ size(clerks, _) changes from 2 to 3\n+ two-hats(cyd) is violated\nidle HR-1"},
		{"within the limit by an exception", "forbid: [{name: a, gained: can, at_most: 1}]\nexceptions: [{of: a, gained: 'can(cyd, pay)', because: HR-1}]", "ok a\n+ can(dee, pay) is gained\n= can(cyd, pay) is gained because HR-1"},
		{"only a message", "forbid: [{name: a, violated: two-hats, message: two hats on one head}]", "no a\n+ two hats on one head"},
	} {
		got, err := judged(t, c, test.policy+"\n")
		if err != nil {
			t.Errorf("%s: %v", test.name, err)
		} else if diff := cmp.Diff(strings.Split(test.want, "\n"), got); diff != "" {
			t.Errorf("%s:\n%s", test.name, diff)
		}
	}
}

func TestPolicyDiagnostics(t *testing.T) {
	c := compare(t, state(t, "base", access, append(slices.Clone(accessFacts), "gone(a)")...), state(t, "head", access, accessFacts...))
	for _, test := range []struct{ policy, code, at, message string }{
		{"forbid:\n  - name: a\n    gained: cann\n", "R1201", "3:13", "there is no relation cann"},
		{"forbid:\n  - name: a\n    gained: 'can(?u)'\n", "R1204", "3:14", "can has 2 columns, and here it has 1 term"},
		{"forbid:\n  - name: a\n    gained: can(?u, ?d\n", "R1121", "", ""},
		{"forbid:\n  - name: a\n    gained: gone\n", "R1201", "3:13", "base has a relation gone and head has none, so that nothing of it can be gained"},
		{"forbid:\n  - name: a\n    gained: can(?u, _)\n    when:\n      - suspended(?v)\n      - ?w > 3\n", "R1202", "6:9", ""},
		{"forbid:\n  - name: a\n    gained: can(?u, _)\n    when:\n      - suspendedd(?u)\n", "R1201", "5:9", ""},
		{"forbid:\n  - name: a\n    gained: can(?u, _)\n    when: ['size(_, ?u)']\n", "R1205", "", ""},
		{"forbid:\n  - name: a\n    gained: can(?u, _)\n    message: '{?who} gains'\n", "R1217", "", ""},
		{"forbid:\n  - name: a\n    changed: can(?u, _)\n", "R1601", "3:14", "can has no value that changes: not all its rules put an aggregate into one column"},
		{"forbid:\n  - name: a\n    changed: 'size(?g): 3'\n", "R1601", "3:14", ""},
		{"forbid:\n  - name: a\n    changed: 'size(?g, _): 3 → ?n'\n", "R1204", "3:14", "beside its value size has 1 column, and here it has 2"},
		{"forbid:\n  - name: a\n    violated: two-hat\n", "R1219", "3:15", `head has no constraint called "two-hat"`},
		{"forbid:\n  - name: a\n    violated: two-hats(?u, ?v)\n", "R1204", "3:15", "a violation of two-hats has 1 value, and here it has 2"},
		{"forbid:\n  - name: a\n  - name: a\n", "R1207", "3:5", `there are two checks called "a"`},
		{"forbid:\n  - name: a\n    when: [can(a)]\n", "R1019", "2:5", "the check has conditions, and names no changes that they are about"},
		{"forbid:\n  - name: a\nexceptions:\n  - because: x\n", "R1019", "4:5", "the exception does not say which changes it lets pass"},
		{"forbid:\n  - name: ab cd\nexceptions:\n  - of: ab ce\n    gained: can\n    because: x\n", "R1219", "4:9", `there is no check called "ab ce"`},
		{"forbid:\n  - name: a\nexceptions:\n  - gained: can\n    because: x\n    until: soon\n", "R1018", "6:12", "until is a day, such as 2026-12-31"},
	} {
		_, err := judged(t, c, test.policy)
		var diags rules.Diagnostics
		if !errors.As(err, &diags) || len(diags) == 0 {
			t.Errorf("%s\ngot %v", test.policy, err)
			continue
		}
		d := diags[0]
		if d.Code.Number() != test.code || test.at != "" && fmt.Sprintf("%d:%d", d.Place.Line, d.Place.Column) != test.at || test.message != "" && d.Message != test.message || d.Source == "" {
			t.Errorf("%s\ngot\n%s", test.policy, err)
		} else if testing.Verbose() {
			t.Logf("%s", err)
		}
	}
}
