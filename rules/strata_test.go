package rules

import (
	"fmt"
	"strings"
	"testing"
)

func describeStrata(p *Program) string {
	var all []string
	for _, s := range p.Strata() {
		var names []string
		for _, r := range s.Relations {
			names = append(names, r.Name)
		}
		text := strings.Join(names, " ")
		if s.Recursive {
			text += " (recursive)"
		}
		all = append(all, fmt.Sprintf("%s: %d", text, len(s.Rules)))
	}
	return strings.Join(all, "; ")
}

// Each stratum needs only itself and earlier ones, and equal programs have equal strata.
func TestStrata(t *testing.T) {
	for _, test := range []struct {
		why   string
		rules []string
		want  string
	}{
		{"nothing", nil, ""},
		{"base relations are in none", []string{`p(?x) :- q(?x)`}, "p: 1"},
		{"users come after what they use", []string{`a(?x) :- b(?x)`, `b(?x) :- c(?x)`, `c(1)`}, "c: 1; b: 1; a: 1"},
		{"what is independent is in the order of names", []string{`z(1)`, `y(1)`, `x(?x) :- z(?x)`, `b(1)`}, "b: 1; y: 1; z: 1; x: 1"},
		{"recursion", []string{`t(?x, ?y) :- e(?x, ?y)`, `t(?x, ?z) :- t(?x, ?y), e(?y, ?z)`}, "t (recursive): 2"},
		{
			"mutual recursion",
			[]string{`even(0)`, `odd(?y) :- even(?x), next(?x, ?y)`, `even(?y) :- odd(?x), next(?x, ?y)`, `a(?x) :- even(?x)`},
			"even odd (recursive): 3; a: 1",
		},
		{"not and aggregates of what is below", []string{
			`t(?x, ?y) :- e(?x, ?y)`, `t(?x, ?z) :- t(?x, ?y), t(?y, ?z)`, `far(?x) :- n(?x), not t(a, ?x)`,
			`c(?n) :- ?n = count { far(_), not t(b, b) }`,
		}, "t (recursive): 2; far: 1; c: 1"},
		{"recursion beside not", []string{`p(?x) :- q(?x), not r(?x)`, `p(?y) :- p(?x), e(?x, ?y), not r(?y)`}, "p (recursive): 2"},
	} {
		t.Run(test.why, func(t *testing.T) {
			for range 20 { // the graph package walks maps
				if got := describeStrata(mustParse(t, test.rules...)); got != test.want {
					t.Fatalf("the strata are %s\nand not        %s", got, test.want)
				}
			}
		})
	}
}

// A cycle through not or an aggregate is printed as a path.
func TestUnstratified(t *testing.T) {
	for _, test := range []struct {
		why   string
		rules []string
		want  string
	}{
		{"the example of the language", []string{`flies(?x) :- bird(?x), not abnormal(?x)`, `abnormal(?x) :- flies(?x)`}, `
error[R1203]: flies depends on its own absence
  --> rules.yaml:2:24
     flies needs not abnormal        rules.yaml:2:24
     abnormal needs flies            rules.yaml:3:17
  hint: let abnormal depend on something that does not need flies
`},
		{"itself", []string{`p(?x) :- q(?x), not p(?x)`}, `
error[R1203]: p depends on its own absence
  --> rules.yaml:2:17
     p needs not p                   rules.yaml:2:17
  hint: conclude what stands in the braces or behind not in a relation of its own, below p
`},
		{"an aggregate", []string{`total(?n) :- ?n = count { part(_) }`, `part(?n) :- total(?n)`}, `
error[R1203]: total depends on an aggregate of itself
  --> rules.yaml:2:27
     total needs an aggregate of part  rules.yaml:2:27
     part needs total                  rules.yaml:3:13
  hint: let part depend on something that does not need total
`},
		{"not in braces", []string{`total(?n) :- ?n = count { q(?x), not part(?x) }`, `part(?n) :- total(?n)`}, `
error[R1203]: total depends on its own absence
  --> rules.yaml:2:34
     total needs not part            rules.yaml:2:34
     part needs total                rules.yaml:3:13
  hint: let part depend on something that does not need total
`},
		{"with and without not", []string{`a(?x) :- b(?x)`, `a(?x) :- q(?x), not b(?x)`, `b(?x) :- a(?x)`}, `
error[R1203]: a depends on its own absence
  --> rules.yaml:3:17
     a needs not b                   rules.yaml:3:17
     b needs a                       rules.yaml:4:10
  hint: let b depend on something that does not need a
`},
		{"with not first, then without", []string{`a(?x) :- q(?x), not b(?x)`, `a(?x) :- b(?x)`, `b(?x) :- a(?x)`}, `
error[R1203]: a depends on its own absence
  --> rules.yaml:2:17
     a needs not b                   rules.yaml:2:17
     b needs a                       rules.yaml:4:10
  hint: let b depend on something that does not need a
`},
		{"the shortest way round, and each cycle once", []string{
			`a(?x) :- q(?x), not b(?x)`, `b(?x) :- c(?x)`, `c(?x) :- d(?x)`, `d(?x) :- a(?x)`, `b(?x) :- d(?x)`, `c(?x) :- q(?x), not c(?x)`,
		}, `
error[R1203]: a depends on its own absence
  --> rules.yaml:2:17
     a needs not b                   rules.yaml:2:17
     b needs d                       rules.yaml:6:10
     d needs a                       rules.yaml:5:10
  hint: let b depend on something that does not need a

error[R1203]: c depends on its own absence
  --> rules.yaml:7:17
     c needs not c                   rules.yaml:7:17
  hint: conclude what stands in the braces or behind not in a relation of its own, below c
`},
	} {
		t.Run(test.why, func(t *testing.T) {
			for range 20 {
				p, diags := parseRules(test.rules...)
				if got := "\n" + diags.Error(); got != test.want || p != nil {
					t.Fatalf("gives%s\nand not%s", got, test.want)
				}
			}
		})
	}
}

// The graph stays quick for more relations than a person writes.
func TestManyRelations(t *testing.T) {
	var texts []string
	for i := range 3_000 {
		texts = append(texts, fmt.Sprintf("p%d(?x) :- p%d(?x), q(?x)", i+1, i))
	}
	if p := mustParse(t, texts...); len(p.Strata()) != 3_000 {
		t.Errorf("%d strata", len(p.Strata()))
	}
}

// An aggregate in a recursive rule may depend on what is known before the recursion.
func TestRecursiveParameters(t *testing.T) {
	for _, test := range []struct{ why, rule, want string }{
		{
			"bound by the recursion alone", `step(?n) :- step(?k), ?n = count { item(?x), ?x > ?k }`,
			`R1215 2:23+32 the aggregate needs ?k, which only the recursion of step binds | bind ?k by a relation that does not need step, too` + "\n",
		},
		{
			"computed from the recursion", `step(?n) :- step(?k), ?j = ?k + 1, ?n = count { item(?x), not r(?x, ?j) }, ?k < 9`,
			`R1215 2:36+38 the aggregate needs ?j, which only the recursion of step binds | bind ?j by a relation that does not need step, too` + "\n",
		},
		{"bound before", `step(?n) :- step(?k), limit(?k), ?n = count { item(?x), ?x > ?k }`, ""},
		{"computed from what is bound before", `step(?n) :- step(?k), limit(?l), ?k = ?l + 1, ?n = count { item(?x), ?x > ?k }`, ""},
		{"bound by another aggregate", `step(?n) :- step(?k), ?k = count { limit(_) }, ?n = count { item(?x), ?x > ?k }`, ""},
		{"a group is no parameter", `step(?n) :- step(?k), ?n = count { item2(?x, ?k) }`, ""},
		{"no recursion", `other(?n) :- step(?k), ?n = count { item(?x), ?x > ?k }`, ""},
	} {
		t.Run(test.why, func(t *testing.T) {
			p, diags := parseRules(test.rule, "step(?n) :- start(?n)")
			if got := brief(diags); got != test.want || (p == nil) != (test.want != "") {
				t.Errorf("gives\n%s\nand not\n%s", got, test.want)
			}
		})
	}
}
