package rules

import (
	"slices"
	"strings"
	"testing"

	"github.com/beliefbase/revise/belief"
)

// revised checks a file and applies the changes of its revisions one by one; the last program is returned with the
// diagnostics of its revision.
func revised(t *testing.T, file string) (programs []*Program, last Diagnostics) {
	t.Helper()
	doc, diags := ReadDocument("rules.yaml", []byte(file))
	if diags.HasErrors() {
		t.Fatal(diags)
	}
	p, diags := Parse([]*Document{doc}, Signature{{Relation: "q", Columns: []Column{{Type: belief.StringType}}}, {Relation: "r", Columns: make([]Column, 1)}})
	if p == nil {
		t.Fatal(diags)
	}
	programs = append(programs, p)
	for _, revision := range items(doc.Root.Field("revisions")) {
		p, last = programs[len(programs)-1].With(changeOf(revision))
		if p == nil {
			return programs, last
		}
		programs = append(programs, p)
	}
	return programs, last
}

func ruleList(p *Program) string {
	var all []string
	for _, r := range p.Rules {
		all = append(all, r.Name+": "+r.Text)
	}
	for _, c := range p.Constraints {
		all = append(all, c.Name+" denies "+c.Text)
	}
	return strings.Join(all, "\n")
}

const changing = `
rules:
  - p(?x) :- q(?x)
  - p(?x) :- r(?x)
  - name: both
    conclude: s(?x)
    when: [ 'p(?x)', 'q(?x)' ]
constraints:
  - name: c
    deny: [ 's(?x)', 'r(?x)' ]
revisions:
  - name: one
    remove_rules: ['p#1', both]
    add_rules:
      - p(?x) :- q(?x), r(?x)
      - name: both
        conclude: s(?x)
        when: [ 'r(?x)' ]
      - t(?x) :- s(?x)
    remove_constraints: [c]
    add_constraints:
      - name: d
        deny: [ 't(?x)' ]
        on_violation: refuse
  - name: two
    remove_rules: ['p#2', 'p#3']
`

// Rules come and go by name. Those that stay keep their names, and no name of an unnamed rule is given twice.
func TestWith(t *testing.T) {
	programs, diags := revised(t, changing)
	if len(programs) != 3 || len(diags) > 0 {
		t.Fatal(diags)
	}
	before, one, two := programs[0], programs[1], programs[2]
	if got, want := ruleList(one), `p#2: p(?x) :- r(?x)
p#3: p(?x) :- q(?x), r(?x)
both: s(?x) :- r(?x)
t#1: t(?x) :- s(?x)
d denies t(?x)`; got != want {
		t.Errorf("after the first change the rules are\n%s\nand not\n%s", got, want)
	}
	if one.Constraints[0].OnViolation != Refuse {
		t.Error("the new constraint does not refuse")
	}
	if got, want := ruleList(two), "both: s(?x) :- r(?x)\nt#1: t(?x) :- s(?x)\nd denies t(?x)"; got != want {
		t.Errorf("after the second change the rules are\n%s\nand not\n%s", got, want)
	}
	if p := two.Relation("p"); p == nil || len(p.Rules) != 0 || p.Columns[0].Type != belief.StringType {
		t.Errorf("a relation without rules is %+v", p)
	}
	if got := describeStrata(two); got != "s: 1; t: 1" {
		t.Errorf("the strata are %s", got)
	}
	if got := ruleList(before); !strings.HasPrefix(got, "p#1: p(?x) :- q(?x)\n") || !strings.HasSuffix(got, "c denies s(?x), r(?x)") {
		t.Errorf("the first program has changed:\n%s", got)
	}
}

// A change leaves the program as it was, so that the same change can be made again.
func TestWithTwice(t *testing.T) {
	p := mustParse(t, `p(?x) :- q(?x)`)
	change := RuleChange{AddRules: items(lines(`p(?x) :- r(?x), q(?x)`, `r(a)`).Root.Field("rules"))}
	for range 2 {
		after, diags := p.With(change)
		if after == nil {
			t.Fatal(diags)
		}
		if got, want := ruleList(after), "p#1: p(?x) :- q(?x)\np#2: p(?x) :- r(?x), q(?x)\nr#1: r(a)"; got != want {
			t.Errorf("the rules are\n%s\nand not\n%s", got, want)
		}
	}
}

// A constraint that a revision adds does what its file says about violations.
func TestWithOnViolation(t *testing.T) {
	programs, diags := revised(t, `
on_violation: refuse
rules: [ 'p(?x) :- q(?x)' ]
constraints: [ { name: old, deny: [ 'p(?x)' ] } ]
revisions:
  - name: a
    add_constraints: [ { name: new, deny: [ 'p(?x)' ] }, { name: mild, deny: [ 'p(?x)' ], on_violation: report } ]
`)
	if len(programs) != 2 {
		t.Fatal(diags)
	}
	for _, c := range programs[1].Constraints {
		if (c.OnViolation == Refuse) != (c.Name != "mild") {
			t.Errorf("%s does %d on a violation", c.Name, c.OnViolation)
		}
	}
}

// Undoing puts the same rules back under the same names, whatever has changed since.
func TestRestore(t *testing.T) {
	programs, _ := revised(t, changing)
	before, one, two := programs[0], programs[1], programs[2]
	p, diags := two.With(RuleChange{
		RemoveRules:        []NameAt{{Name: "both"}, {Name: "t#1"}},
		RemoveConstraints:  []NameAt{{Name: "d"}},
		RestoreRules:       append(slices.Clone(before.Rules), one.Rules[1]),
		RestoreConstraints: before.Constraints,
	})
	if p == nil || len(diags) > 0 {
		t.Fatal(diags)
	}
	want := `p#1: p(?x) :- q(?x)
p#2: p(?x) :- r(?x)
both: s(?x) :- p(?x), q(?x)
p#3: p(?x) :- q(?x), r(?x)
c denies s(?x), r(?x)`
	if got := ruleList(p); got != want {
		t.Errorf("the rules are\n%s\nand not\n%s", got, want)
	}
	if !(RuleChange{}).IsEmpty() || (RuleChange{RestoreRules: before.Rules}).IsEmpty() {
		t.Error("IsEmpty does not see what is restored")
	}
}

// A change that does not check is refused as a whole, with everything that is wrong with it.
func TestWithErrors(t *testing.T) {
	for _, test := range []struct{ why, change, want string }{
		{
			"names that are not there", "remove_rules: [boths, 'p#3']\n    remove_constraints: [x]",
			`R1219 13:20+5 there is no rule called "boths" | did you mean both?
R1219 13:27+3 there is no rule called "p#3" | did you mean p#1?
R1219 14:26+1 there is no constraint called "x"`,
		},
		{"a name that is taken", "add_rules: [{name: both, conclude: 's(a)'}]", `R1207 13:24+4 there are two rules called "both" | give each a name of its own; names are unique over all files`},
		{"a cycle through an old rule", "add_rules: ['p(?x) :- q(?x), not s(?x)']", `R1203 13:34+9 p depends on its own absence | let s depend on something that does not need p`},
		{"another type than the columns have", "add_rules: ['p(3)']", `R1205 13:20+1 column c1 of p is string, and the constant 3 is int | text in quotes is a string, whatever it looks like; text(?x) converts`},
		{
			"an unsafe rule and an unknown relation", "add_rules: ['p(?y) :- q(?x)', 'p(?x) :- k(?x)']",
			`R1202 13:20+2 ?y is not bound, and the head needs its value | bind ?y by a positive atom, as in relation(?y), or by ?y = …
R1201 13:45+1 there is no relation k: no fact, no rule and no declaration makes it | declare it under relations: if facts come later`,
		},
		{"a rule that cannot be read", "add_rules: ['p(?y']", `R1121 13:22+0 a comma or the closing ) of p is missing here`},
	} {
		t.Run(test.why, func(t *testing.T) {
			file := changing[:strings.Index(changing, "revisions:")] + "revisions:\n  - name: bad\n    " + test.change + "\n"
			programs, diags := revised(t, file)
			if got := strings.TrimSuffix(brief(diags), "\n"); got != test.want || len(programs) != 1 {
				t.Errorf("%s\ngives\n%s\nand not\n%s", test.change, got, test.want)
			}
		})
	}
}

// What is probably not meant is told of the rules that come, not again of those that stay.
func TestWithWarnings(t *testing.T) {
	file := strings.Replace(changing, "p(?x) :- q(?x)\n", "p(?x) :- q(?x), ?x != ?x\n", 1)
	file = file[:strings.Index(file, "revisions:")] + "revisions:\n  - name: a\n    add_rules: ['p(?x) :- q(?x), ?x < ?x']\n"
	programs, diags := revised(t, file)
	if got, want := brief(diags), "R1252 13:34+7 ?x < ?x can never hold\n"; got != want || len(programs) != 2 {
		t.Errorf("gives\n%s\nand not\n%s", got, want)
	}
}

// A relation that comes with a rule is known to the rules that come with it, and to later ones.
func TestWithNewRelation(t *testing.T) {
	p := mustParse(t, `p(?x) :- q(?x)`)
	added := lines(`new(?x, ?n) :- p(?x), ?n = length(?x)`, `user(?n) :- new(_, ?n)`)
	after, diags := p.With(RuleChange{AddRules: items(added.Root.Field("rules"))})
	if after == nil {
		t.Fatal(diags)
	}
	if got := columnTypes(after); got != "new(string, int) p(string) q(string) user(int)" {
		t.Errorf("the types are %s", got)
	}
	open, diags := check(t, "relations: {q: {about: of any shape}}\nrules: ['p(a)']\nrevisions: [{add_rules: ['p(?x) :- q(?x, 3)']}]", nil)
	if open == nil || columnTypes(open) != "p(string) q(string, int)" {
		t.Errorf("a relation without columns gets none by a rule: %v", diags)
	}
}
