package scenarios

import (
	"errors"
	"fmt"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"

	"github.com/beliefbase/revise/belief"
	"github.com/beliefbase/revise/revise"
	"github.com/beliefbase/revise/rules"
)

// folder makes a file system of names and texts in turn.
func folder(namesAndTexts ...string) fstest.MapFS {
	fsys := fstest.MapFS{}
	for i := 0; i < len(namesAndTexts); i += 2 {
		fsys[namesAndTexts[i]] = &fstest.MapFile{Data: []byte(namesAndTexts[i+1])}
	}
	return fsys
}

// load loads main.yaml, which must be without errors.
func load(t *testing.T, fsys fstest.MapFS) *Scenario {
	t.Helper()
	s, err := Load(fsys, "main.yaml")
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// refused loads main.yaml, which must have errors, and lists them as number and place.
func refused(t *testing.T, fsys fstest.MapFS) string {
	t.Helper()
	s, err := Load(fsys, "main.yaml")
	if err == nil {
		t.Fatalf("it loads, with %d beliefs", s.Base.Len())
	}
	return told(t, err)
}

func told(t *testing.T, err error) string {
	t.Helper()
	var diags rules.Diagnostics
	if !errors.As(err, &diags) {
		t.Fatalf("%v is no diagnostics", err)
	}
	var parts []string
	for _, d := range diags {
		if d.Severity == rules.Error {
			parts = append(parts, d.Code.Number()+" "+d.Place.String())
		}
	}
	return strings.Join(parts, ", ")
}

// beliefs lists a base with its attributions.
func beliefs(b *belief.Base) []string {
	var lines []string
	for held := range b.All() {
		line := held.Fact.String()
		for _, a := range held.Attributions {
			line += fmt.Sprintf(" [%s %d %s]", a.Source, a.Entrenchment, a.Place)
		}
		lines = append(lines, line)
	}
	return lines
}

func TestLoadSections(t *testing.T) {
	s := load(t, folder(
		"main.yaml", `title: A contractor leaves
about: What is lost.
include: [lib/rules.yaml]
report: [can_read]
strict: true
beliefs:
  - member(ana, finance)
  - belief: member(bo, contractors)
    source: HR-2291
    entrenchment: 2
  - relation: grant
    file: data/grants.csv
    source: IT
  - relation: age
    rows: [[ana, 31], ["bo", 17]]
    entrenchment: -1
revisions:
  - name: Bo leaves
    because: HR ticket
    by: dee
    at: 2026-11-29
    withdraw:
      - member(bo, contractors)
      - grant(?g, write, _)
      - source: HR-2291
      - belief: age(bo, 17)
        all: true
    assert:
      - former(bo)
      - belief: former(cy)
        source: HR-1
        entrenchment: 3
    strict: false
    expect:
      retracted: ['can_read(bo, ledger)']
      gained: []
      changed: ['headcount(finance): 2 → 1', "headcount(x, \"a: b\"): -1 -> 2.5"]
      holds: [ 'former(bo)' ]
      absent: [ 'member(bo, contractors)' ]
      violations: [ 'no-two("a b", 7)' ]
  - undo: Bo leaves
  - what_if: true
    add_rules:
      - can_read(?u, ?d) :- former(?u), grant(_, _, ?d)
    remove_rules: [by-group]
    add_constraints:
      - name: none
        deny: [ 'former(_)' ]
    remove_constraints: [no-two]
    expect: {refused: conclusion}
`,
		"lib/rules.yaml", `rules:
  - name: by-group
    conclude: can_read(?u, ?d)
    when:
      - member(?u, ?g)
      - grant(?g, read, ?d)
  - headcount(?g, ?n) :- member(_, ?g), ?n = count { member(_, ?g) }
constraints:
  - name: no-two
    deny: [ 'former(?u)', 'age(?u, ?n)' ]
revisions:
  - name: first
    assert: ['former(ann)']
`,
		"data/grants.csv", "group,action,doc\nfinance,read,ledger\ncontractors,write,ledger\n",
	))
	if s.Title != "A contractor leaves" || s.About != "What is lost." || !s.Strict {
		t.Errorf("title %q, about %q, strict %v", s.Title, s.About, s.Strict)
	}
	if diff := cmp.Diff([]string{"can_read"}, s.Report); diff != "" {
		t.Error(diff)
	}
	want := []string{
		"age(ana, 31) [ -1 main.yaml:15]",
		"age(bo, 17) [ -1 main.yaml:15]",
		"grant(contractors, write, ledger) [IT 0 data/grants.csv:3]",
		"grant(finance, read, ledger) [IT 0 data/grants.csv:2]",
		"member(ana, finance) [ 0 main.yaml:7]",
		"member(bo, contractors) [HR-2291 2 main.yaml:8]",
	}
	if diff := cmp.Diff(want, beliefs(s.Base)); diff != "" {
		t.Error(diff)
	}
	if len(s.Steps) != 4 || s.Steps[0].Request.Name != "first" {
		t.Fatalf("%d steps", len(s.Steps))
	}
	checkRevision(t, s.Steps[1])
	if undo := s.Steps[2].Request; undo.Undo != "Bo leaves" || !undo.Strict {
		t.Errorf("%+v", undo)
	}
	last := s.Steps[3]
	change := last.Request.Rules
	if !last.Request.WhatIf || len(change.AddRules) != 1 || len(change.AddConstraints) != 1 ||
		change.RemoveRules[0].Name != "by-group" || change.RemoveConstraints[0].Name != "no-two" || last.Expect.Refused != revise.RefusedConclusion {
		t.Errorf("%+v", last)
	}
	var inputs []string
	for _, in := range s.Inputs {
		inputs = append(inputs, fmt.Sprintf("%s %d %.8s", in.Name, in.Bytes, in.SHA256))
	}
	if len(inputs) != 3 || !strings.HasPrefix(inputs[2], "data/grants.csv 62 ") {
		t.Errorf("%v", inputs)
	}
}

func checkRevision(t *testing.T, step Step) {
	t.Helper()
	r := step.Request
	if r.Name != "Bo leaves" || r.Because != "HR ticket" || r.By != "dee" || r.At != "2026-11-29" || r.Strict || r.WhatIf {
		t.Errorf("%+v", r)
	}
	var got []string
	for _, w := range r.Withdraw {
		if w.Pattern == nil {
			got = append(got, "source "+w.Source)
			continue
		}
		got = append(got, fmt.Sprintf("%s %v %v %s", w.Pattern.Relation, w.Pattern.Variables, w.All, w.Place))
	}
	for _, a := range r.Assert {
		got = append(got, fmt.Sprintf("%s [%s %d %s]", a.Fact, a.Attribution.Source, a.Attribution.Entrenchment, a.Attribution.Place))
	}
	want := []string{
		"member [] false main.yaml:23:9", "grant [g] false main.yaml:24:9", "source HR-2291", "age [] true main.yaml:26:9",
		"former(bo) [ 0 main.yaml:29:9]", "former(cy) [HR-1 3 main.yaml:30:17]",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	e := step.Expect
	got = []string{fmt.Sprint(e.Retracted[0].Fact, e.Gained, e.Holds[0].Fact, e.Absent[0].Fact, e.Violations[0].Fact, e.Changed[0], e.Changed[1], e.Report)}
	want = []string{`can_read(bo, ledger) [] former(bo) member(bo, contractors) no-two("a b", 7) headcount(finance): 2 → 1 headcount(x, "a: b"): -1 → 2.5 [can_read]`}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

func TestLoadIncludes(t *testing.T) {
	s := load(t, folder(
		"main.yaml", "include: [a/one.yaml, b/two.yaml]\nreport: [p]\nbeliefs: ['p(main)']\n",
		"a/one.yaml", "include: [../b/two.yaml]\nreport: [q]\nbeliefs: ['p(one)']\nrevisions:\n  - name: one\n    assert: ['p(x)']\n",
		"b/two.yaml", "title: ignored\nbeliefs: ['p(two)']\nrules: ['q(?x) :- p(?x)']\nrevisions:\n  - name: two\n    assert: ['p(y)']\n",
	))
	want := []string{"p(main) [ 0 main.yaml:3]", "p(one) [ 0 a/one.yaml:3]", "p(two) [ 0 b/two.yaml:2]"}
	if diff := cmp.Diff(want, beliefs(s.Base)); diff != "" {
		t.Error(diff)
	}
	if got := fmt.Sprint(s.Report, s.Steps[0].Request.Name, s.Steps[1].Request.Name, s.Title, len(s.Inputs)); got != "[p q]twoone3" {
		t.Error(got)
	}
}

// errorsInRules are rules and constraints of which most have an error.
const errorsInRules = `rules:
  - {name: twice, conclude: 'q(?x)', when: ['p(?x)']}
  - {name: twice, conclude: 'q(?x)', when: ['p(?x)', 'p(_)']}
  - s(?y) :- p(?x)
  - {name: broken, conclude: 'u(?x)', when: ['p(?x)', '?x is a thing']}
  - r(?x) :- nuthing(?x)
constraints:
  - {name: c, deny: ['q(?x)'], message: '{?y}'}
  - {name: d, deny: ['q(?x']}
beliefs: ['p(a)']
`

func TestLoadRefuses(t *testing.T) {
	const rule = "rules: ['q(?x) :- p(?x)']\nbeliefs: ['p(a)']\n"
	for _, test := range []struct {
		why  string
		fsys fstest.MapFS
		want string
	}{
		{"a circle of includes", folder("main.yaml", "include: [a.yaml]", "a.yaml", "include: [b.yaml]", "b.yaml", "include: [a.yaml]"), "R1020 b.yaml:1:11"},
		{"a file that includes itself", folder("main.yaml", "include: [./main.yaml]"), "R1020 main.yaml:1:11"},
		{"a missing file", folder("main.yaml", "include: [b.yaml]\nbeliefs:\n  - {relation: p, file: c.csv}\n"), "R1001 main.yaml:1:11, R1001 main.yaml:3:25"},
		{"a missing main file", folder("a.yaml", ""), "R1001 main.yaml"},
		{"an unknown key", folder("main.yaml", "belief: ['p(a)']\n"), "R1017 main.yaml:1:1"},
		{
			"unknown keys everywhere", folder("main.yaml", "beliefs:\n  - {belief: 'p(a)', sorce: b}\nrevisions:\n  - {nam: a, assert: [{belief: 'p(a)', x: y}], withdraw: [{sources: a}], expect: {hold: []}}\n"),
			"R1017 main.yaml:2:22, R1017 main.yaml:4:6, R1017 main.yaml:4:40, R1019 main.yaml:4:59, R1017 main.yaml:4:60, R1017 main.yaml:4:83",
		},
		{
			"wrong kinds", folder("main.yaml", "title: [a]\ninclude: a.yaml\nstrict: yes\nbeliefs: {a: b}\nrevisions: [a]\n"),
			"R1018 main.yaml:1:8, R1018 main.yaml:2:10, R1018 main.yaml:3:9, R1018 main.yaml:4:10, R1018 main.yaml:5:13",
		},
		{
			"wrong values", folder("main.yaml", "beliefs:\n  - {belief: 'p(a)', entrenchment: high}\n  - {belief: 'p(b)', entrenchment: '2'}\n  - {belief: 'p(c)', entrenchment: 010}\nrevisions:\n  - assert: ['p(a)']\n    expect: {refused: maybe}\n"),
			"R1018 main.yaml:2:36, R1018 main.yaml:3:36, R1104 main.yaml:4:36, R1136 main.yaml:7:23",
		},
		{
			"empty keys", folder("main.yaml", "title:\nbeliefs:\n  -\n  - belief:\n  - relation:\nrevisions:\n  - name: ~\n"),
			"R1019 main.yaml:1:1, R1018 main.yaml:3:4, R1019 main.yaml:4:5, R1019 main.yaml:5:5, R1019 main.yaml:7:5",
		},
		{"a belief with a variable", folder("main.yaml", "beliefs:\n  - p(?x)\n  - q(_)\n"), "R1401 main.yaml:2:5, R1401 main.yaml:3:5"},
		{"no atom", folder("main.yaml", "beliefs:\n  - p(a\n  - not p(a)\n"), "R1121 main.yaml:2:8, R1128 main.yaml:3:5"},
		{
			"keys that do not go together", folder("main.yaml", "beliefs:\n  - {belief: 'p(a)', relation: p, rows: [[b]]}\n  - {relation: p}\n  - {source: a}\n  - {relation: p, rows: [[a]], file: a.csv}\n  - {belief: 'p(a)', header: true}\n"),
			"R1409 main.yaml:2:32, R1409 main.yaml:3:16, R1019 main.yaml:4:5, R1409 main.yaml:5:25, R1409 main.yaml:6:30",
		},
		{"a relation that cannot be one", folder("main.yaml", "beliefs:\n  - {relation: p-q, rows: [[a]]}\n  - {relation: contains, rows: [[a, b]]}\n  - {relation: true, rows: [[a]]}\n"), "R1125 main.yaml:2:16, R1212 main.yaml:3:16, R1125 main.yaml:4:16"},
		{"another ending", folder("main.yaml", "beliefs:\n  - {relation: p, file: a.xlsx}\n"), "R1402 main.yaml:2:25"},
		{"an undo with other parts", folder("main.yaml", rule+"revisions:\n  - {name: a, assert: ['p(b)']}\n  - {undo: a, withdraw: ['p(a)']}\n"), "R1501 main.yaml:5:25"},
		{"a withdrawal of two things", folder("main.yaml", rule+"revisions:\n  - withdraw:\n    - {belief: 'p(a)', source: x}\n    - {source: x, all: true}\n    - {all: true}\n"), "R1501 main.yaml:5:32, R1501 main.yaml:6:24, R1019 main.yaml:7:7"},
		{"two revisions of one name", folder("main.yaml", rule+"revisions:\n  - {name: a, assert: ['p(b)']}\n  - {name: a, assert: ['p(c)']}\n"), "R1502 main.yaml:5:5"},
		{"an undo of nothing", folder("main.yaml", rule+"revisions:\n  - {undo: later}\n  - {name: later, assert: ['p(b)']}\n"), "R1503 main.yaml:4:5"},
		{"an undo of a what-if", folder("main.yaml", rule+"revisions:\n  - {name: a, what_if: true, assert: ['p(b)']}\n  - {undo: a}\n"), "R1504 main.yaml:5:5"},
		{
			"an unknown relation", folder("main.yaml", rule+"report: [r]\nrevisions:\n  - withdraw: ['r(a)']\n    expect:\n      gained: ['s(b)']\n      changed: ['p(a)']\n      violations: ['x']\n"),
			"R1506 main.yaml:3:10, R1201 main.yaml:5:17, R1201 main.yaml:7:17, R1505 main.yaml:8:17, R1505 main.yaml:9:20",
		},
		{"an unknown rule", folder("main.yaml", rule+"revisions:\n  - remove_rules: [r]\n"), "R1219 main.yaml:4:20"},
		{"a wrong number of terms", folder("main.yaml", rule+"revisions:\n  - withdraw: ['p(a, b)']\n  - assert: ['p(a, b)']\n"), "R1204 main.yaml:4:17, R1204 main.yaml:5:14"},
		{"an unknown violation", folder("main.yaml", rule+"constraints:\n  - {name: no-one, deny: ['q(?x)', 'p(_)']}\nrevisions:\n  - expect: {violations: ['no-one(a)', 'no-noe(a)', 'no-one(a, b)', 'no-one(1)']}\n"), "R1505 main.yaml:6:40, R1505 main.yaml:6:53, R1205 main.yaml:6:69"},
		{
			"errors of rules hide nothing", folder("main.yaml", "report: [q, nope]\n"+errorsInRules+"revisions:\n  - {remove_rules: [nope, twice, broken, 's#1'], expect: {holds: ['nope(a)', 'q(a, b)', 'q(1)', 'u(a)', 's(a)'], violations: ['c(a)', 'd(a)', 'e(a)']}}\n  - {name: more, add_rules: ['r(?x) :- q(?x), none(?x)', {name: more, conclude: 'r(?x)', when: ['q(?x)']}]}\n  - {remove_rules: [more], withdraw: ['r(a)', 'r(a, b)']}\n"),
			"R1506 main.yaml:1:13, R1207 main.yaml:4:12, R1202 main.yaml:5:7, R1121 main.yaml:6:59, R1201 main.yaml:7:14, R1217 main.yaml:9:43, R1121 main.yaml:10:27, R1219 main.yaml:13:21, R1201 main.yaml:13:68, R1204 main.yaml:13:79, R1205 main.yaml:13:92, R1505 main.yaml:13:143, R1201 main.yaml:14:47, R1204 main.yaml:15:48",
		},
		{"nothing is unknown beside a rule that cannot be read", folder("main.yaml", "report: [nope]\nrules: ['-', 'q(?x) :- p(?x)']\nbeliefs: ['p(a)']\nrevisions:\n  - expect: {holds: ['nope(a)', 'q(1)']}\n"), "R1121 main.yaml:2:10, R1205 main.yaml:5:36"},
		{"nothing is unknown beside a missing file", folder("main.yaml", "include: [rules.yaml]\n"+rule+"revisions:\n  - expect: {holds: ['nope(a)']}\n"), "R1001 main.yaml:1:11"},
		{"a belief that cannot be read makes its relation known", folder("main.yaml", "rules: ['q(?x) :- p(?x)']\nbeliefs: ['p(a']\nrevisions:\n  - assert: ['s(a']\n  - withdraw: ['p(a)', 's(b)', 't(b)']\n"), "R1121 main.yaml:2:15, R1121 main.yaml:4:18, R1201 main.yaml:5:33"},
		{"a wrong type", folder("main.yaml", rule+"revisions:\n  - withdraw: ['p(1)']\n    expect: {holds: ['q(1)']}\n"), "R1205 main.yaml:4:19, R1205 main.yaml:5:25"},
		{
			"everything at once", folder("main.yaml", "titel: x\nbeliefs:\n  - !p(a)\n  - {relation: p, rows: [[010]]}\nrules:\n  - q(?x) :- nothing(?x)\ninclude: [../x.yaml]\n"),
			"R1017 main.yaml:1:1, R1107 main.yaml:3:5, R1128 main.yaml:3:5, R1104 main.yaml:4:27, R1002 main.yaml:7:11",
		},
	} {
		t.Run(test.why, func(t *testing.T) {
			if got := refused(t, test.fsys); got != test.want {
				t.Errorf("\n got %s\nwant %s", got, test.want)
			}
		})
	}
}

// Each revision is checked against the program as it is when the revision comes.
func TestLoadFollowsRuleChanges(t *testing.T) {
	for _, test := range []struct{ why, revisions, want string }{
		{"added", "  - {add_rules: [{name: two, conclude: 'r(?x)', when: ['p(?x)']}], expect: {gained: ['r(a)']}}\n  - remove_rules: [two]", ""},
		{"removed", "  - remove_rules: [one]\n  - remove_rules: [one]", "R1219 main.yaml:8:20"},
		{"a what-if is taken back", "  - {what_if: true, remove_rules: [one]}\n  - remove_rules: [one]", ""},
		{"undone", "  - {name: less, remove_rules: [one]}\n  - undo: less\n  - remove_rules: [one]", ""},
		{"undone, and that undone", "  - {name: less, remove_rules: [one]}\n  - {name: back, undo: less}\n  - undo: back\n  - remove_rules: [one]", "R1219 main.yaml:10:20"},
		{"an undo of what was added", "  - {name: more, add_rules: [{name: two, conclude: 'r(?x)', when: ['p(?x)']}]}\n  - undo: more\n  - remove_rules: [two]", "R1219 main.yaml:9:20"},
		{"a constraint", "  - {name: less, remove_constraints: [none]}\n  - undo: less\n  - remove_constraints: [none]\n  - remove_constraints: [none]", "R1219 main.yaml:10:26"},
		{"an undo of which a part is undone already", "  - {name: swap, remove_rules: [one], add_rules: [{name: two, conclude: 'r(?x)', when: ['p(?x)']}]}\n  - remove_rules: [two]\n  - undo: swap\n  - remove_rules: [one]", ""},
	} {
		_, err := Load(folder("main.yaml", "beliefs: ['p(a)']\nrules:\n  - {name: one, conclude: 'q(?x)', when: ['p(?x)']}\nconstraints:\n  - {name: none, deny: ['q(b)']}\nrevisions:\n"+test.revisions+"\n"), "main.yaml")
		switch {
		case err == nil && test.want != "":
			t.Errorf("%s: it loads", test.why)
		case err != nil && told(t, err) != test.want:
			t.Errorf("%s: %v", test.why, err)
		}
	}
}

// A relation that only a revision asserts is known from the start.
func TestLoadKnowsWhatIsAsserted(t *testing.T) {
	s := load(t, folder("main.yaml", "rules: ['q(?x) :- p(?x)']\nrevisions:\n  - withdraw: ['p(?x)']\n  - assert: ['p(1)']\n"))
	if c := s.Program.Relation("p").Columns[0]; c.Type != belief.IntType {
		t.Errorf("the column is %v", c)
	}
}

func TestLoadBag(t *testing.T) {
	const text = "beliefs:\n  - {belief: 'p(a)', source: x}\n  - {belief: 'p(a)', source: x}\n  - {relation: p, rows: [[a], [a]], source: y}\n  - {belief: 'p(a)', source: x, entrenchment: 5}\n"
	set := load(t, folder("main.yaml", text))
	if diff := cmp.Diff([]string{"p(a) [x 0 main.yaml:2] [x 5 main.yaml:5] [y 0 main.yaml:4]"}, beliefs(set.Base)); diff != "" {
		t.Error(diff)
	}
	bag := load(t, folder("main.yaml", "relations: {p: {semantics: bag}}\n"+text))
	if diff := cmp.Diff([]string{"p(a) [x 0 main.yaml:3] [x 0 main.yaml:4] [x 5 main.yaml:6] [y 0 main.yaml:5] [y 0 main.yaml:5]"}, beliefs(bag.Base)); diff != "" {
		t.Error(diff)
	}
}

// Each code of this room has an example that gives just it.
func TestCodeExamples(t *testing.T) {
	for _, code := range rules.Codes() {
		number := code.Number()
		if number >= "R1108" && number < "R1400" {
			continue // those of rules
		}
		if len(code.Explanation()) < 60 {
			t.Errorf("%s explains too little: %s", number, code.Explanation())
		}
		if code.Example() == "" {
			continue
		}
		t.Run(number, func(t *testing.T) {
			s, err := Load(folder("main.yaml", code.Example()), "main.yaml")
			var diags rules.Diagnostics
			if !errors.As(err, &diags) && s != nil {
				diags = s.Warnings
			}
			if len(diags) == 0 {
				t.Fatal("nothing is said")
			}
			for _, d := range diags {
				if d.Code != code {
					t.Errorf("it gives %s too", d)
				}
			}
		})
	}
}
