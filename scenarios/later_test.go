package scenarios

import (
	"fmt"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/beliefbase/revise/belief"
	"github.com/beliefbase/revise/rules"
)

// TestLaterAssertions checks that all that is wrong with asserted facts is found before anything is applied.
func TestLaterAssertions(t *testing.T) {
	for _, test := range []struct{ name, text, want string }{
		{"right", "revisions:\n  - assert:\n      - member(bo, dev)\n", ""},
		{"all at once", "revisions:\n  - assert:\n      - member(bo)\n      - membr(bo, dev)\n  - assert:\n      - belief: member(bo, 1)\n        source: s\n      - other(1)\n", `R1204 3:9+6 member has 2 columns, and here it has 1 term
R1201 4:9+5 there is no relation membr | did you mean member?
R1205 6:28+1 column group of member is string, and here it is int | text in quotes is a string, whatever it looks like; text(?x) converts
R1201 8:9+5 there is no relation other | to begin a new relation, put its declaration under relations: in the file of revisions that asserts its first fact`},
		{"a refusal that is expected", "revisions:\n  - assert:\n      - other(1)\n    expect:\n      refused: relation\n", ""},
		{"a new relation, declared", "relations:\n  other: {columns: [n]}\nrevisions:\n  - assert:\n      - other(1)\n", ""},
		{"a new relation, declared otherwise", "relations:\n  other: {columns: [a, b]}\nrevisions:\n  - assert:\n      - other(1)\n", `R1204 5:9+1 other: the relation has 2 columns, and here there are 1`},
		{"a new bag", "relations:\n  other: {columns: [n], semantics: bag, may_assert: true}\nrevisions:\n  - assert:\n      - other(1)\n", `R1501 2:36+3 other is new to the base, and cannot have semantics: bag | only a new base can give it that: 'revise export' writes this one as a file for 'revise init'
R1501 2:53+4 other is new to the base, and cannot have may_assert: true | only a new base can give it that: 'revise export' writes this one as a file for 'revise init'`},
		{"a type that there is not", "relations:\n  other: {columns: [n: strng]}\nrevisions:\n  - assert:\n      - other(1)\n", `R1136 2:24+5 there is no type "strng" | did you mean string?the types are string, int, float, bool, date`},
		{"declared unlike the base", "relations:\n  member: {columns: [user: string, since: date]}\nrevisions:\n  - assert:\n      - member(bo, dev)\n", `R1501 2:3+6 member has the type string in column group in the base, and date here | what a relation is stays: give the new one another name`},
		{"declared as in the base, in part", "relations:\n  member: {columns: [user, group]}\nrevisions:\n  - assert:\n      - member(bo, dev)\n", ""},
		{"a new relation that a rule needs", "revisions:\n  - add_rules:\n      - p(?x) :- other(?x)\n    assert:\n      - other(1)\n", ""},
	} {
		t.Run(test.name, func(t *testing.T) {
			program, diags := rules.Parse(nil, rules.Signature{{Relation: "member", Columns: []rules.Column{
				{Name: "user", Type: belief.StringType}, {Name: "group", Type: belief.StringType},
			}}})
			if diags.HasErrors() {
				t.Fatal(diags)
			}
			later, err := LoadRevisions(fstest.MapFS{"later.yaml": {Data: []byte(test.text)}}, "later.yaml", program, History{})
			var got []string
			if err != nil {
				for _, d := range err.(rules.Diagnostics) {
					line := fmt.Sprintf("%s %d:%d+%d %s", d.Code.Number(), d.Place.Line, d.Place.Column, d.Length, d.Message)
					if way := d.Caret + d.Hint; way != "" {
						line += " | " + way
					}
					got = append(got, line)
				}
			} else if test.want == "" && later == nil {
				t.Fatal("neither revisions nor an error")
			}
			if all := strings.Join(got, "\n"); all != test.want {
				t.Errorf("got\n%s\nexpected\n%s", all, test.want)
			}
		})
	}
}
