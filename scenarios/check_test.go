package scenarios

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/beliefbase/revise/revise"
)

// offices is a scenario of which each test takes one revision and says what it expects.
const offices = `report: [reads, size, odd]
beliefs:
  - member(ana, staff)
  - member(bo, staff)
  - reads(cy, wiki)
  - divisor(1)
rules:
  - {name: all, conclude: 'reads(?x, wiki)', when: ['member(?x, staff)']}
  - size(?g, ?n) :- group(?g), ?n = count { member(_, ?g) }
  - hidden(?x) :- member(?x, _)
  - odd(?y) :- divisor(?x), ?y = 10 / ?x
  - group(?g) :- member(_, ?g)
constraints:
  - {name: no-bo, deny: ['member(bo, ?g)', 'extra(?g)'], on_violation: refuse}
  - {name: one-left, deny: ['size(?g, 1)']}
relations: {extra: {columns: [group: string]}}
revisions:
`

func TestCheck(t *testing.T) {
	for _, test := range []struct {
		why, revision string
		want          []string // mismatches
	}{
		{"all as expected", `- withdraw: ['member(bo, staff)']
    expect: {retracted: ['reads(bo, wiki)'], gained: [], changed: ['size(staff): 2 → 1'], violations: ['one-left(staff)'], holds: ['reads(ana, wiki)', 'size(staff, 1)'], absent: ['hidden(bo)', 'member(bo, staff)']}`, nil},
		{"what is left out is not checked", "- withdraw: ['member(bo, staff)']\n    expect: {}", nil},
		{"nothing is expected", "- withdraw: ['member(bo, staff)']", nil},
		{"too little is expected", `- withdraw: ['member(bo, staff)']
    expect: {retracted: [], gained: [], changed: [], violations: []}`, []string{
			"main.yaml:19:13: reads(bo, wiki) is retracted, and that is not expected",
			"main.yaml:19:13: size(staff): 2 → 1 is changed, and that is not expected",
			`main.yaml:19:13: one-left(staff) is a new violation, and that is not expected`,
		}},
		{"too much is expected", `- assert: ['member(bo, staff)']
    expect:
      retracted: ['reads(bo, wiki)']
      gained: ['reads(ana, wiki)']
      changed: ['size(staff): 2 → 1']
      violations: ['one-left(staff)']
      holds: ['reads(zoe, wiki)']
      absent: ['reads(ana, wiki)']`, []string{
			"main.yaml:20:19: reads(bo, wiki) is not retracted",
			"main.yaml:21:16: reads(ana, wiki) is not gained",
			"main.yaml:22:17: size(staff): 2 → 1 is not changed",
			"main.yaml:23:20: one-left(staff) is not a new violation",
			"main.yaml:24:15: reads(zoe, wiki) does not hold",
			"main.yaml:25:16: reads(ana, wiki) holds",
		}},
		{"another value", `- withdraw: ['member(bo, staff)']
    expect: {changed: ['size(staff): 2 → 0']}`, []string{
			"main.yaml:19:24: size(staff): 2 → 0 is not changed",
			"main.yaml:19:13: size(staff): 2 → 1 is changed, and that is not expected",
		}},
		{"a belief that stays a conclusion", `- assert: ['reads(bo, wiki)']
    expect: {retracted: [], gained: []}`, nil},
		{"a belief of a relation with rules", `- withdraw: ['reads(cy, wiki)']
    expect: {retracted: ['reads(cy, wiki)'], gained: []}`, nil},
		{"a refusal that is expected", "- withdraw: ['reads(ana, wiki)']\n    expect: {refused: conclusion, holds: ['reads(ana, wiki)']}", nil},
		{"a refusal by a constraint", "- assert: ['extra(staff)']\n    expect: {refused: constraint}", nil},
		{"a fault", "- assert: ['divisor(0)']\n    expect: {refused: fault}", nil},
		{"a refusal that is not expected", "- assert: ['divisor(0)']\n    expect: {gained: []}", []string{"main.yaml:19:13: it was refused: "}},
		{"a refusal where nothing is expected", "- assert: ['divisor(0)']", []string{"main.yaml:18:5: it was refused: "}},
		{"another reason", "- assert: ['divisor(0)']\n    expect: {refused: constraint}", []string{"main.yaml:19:13: it was refused for another reason (fault, not constraint): "}},
		{"no refusal", "- assert: ['divisor(2)']\n    expect: {refused: fault}", []string{"main.yaml:19:13: it was not refused"}},
		{"a what-if", `- what_if: true
    withdraw: ['member(bo, staff)']
    assert: ['member(zoe, staff)', 'extra(x)']
    expect: {holds: ['reads(zoe, wiki)', 'member(zoe, staff)', 'extra(x)', 'size(staff, 2)'], absent: ['reads(bo, wiki)', 'member(bo, staff)', 'hidden(bo)']}`, nil},
		{"a what-if that changes a value", `- what_if: true
    withdraw: ['member(bo, staff)']
    expect: {holds: ['size(staff, 1)', 'size(staff, 2)'], absent: []}`, []string{"main.yaml:20:40: size(staff, 2) does not hold"}},
	} {
		t.Run(test.why, func(t *testing.T) {
			s := load(t, folder("main.yaml", offices+"  "+test.revision+"\n"))
			_, results, err := Run(t.Context(), s)
			if err != nil {
				t.Fatal(err)
			}
			var got []string
			for _, m := range results[0].Mismatches {
				got = append(got, m.String())
			}
			same := slices.EqualFunc(got, test.want, func(g, w string) bool {
				return g == w || strings.HasSuffix(w, ": ") && strings.HasPrefix(g, w) && len(g) > len(w)
			})
			if !same {
				t.Error(cmp.Diff(test.want, got))
			}
		})
	}
}

// A refused revision does not end a run; a context that is done does.
func TestRunGoesOn(t *testing.T) {
	text := offices + "  - assert: ['divisor(0)']\n  - assert: ['divisor(2)']\n    expect: {gained: ['odd(5)']}\n"
	s := load(t, folder("main.yaml", text))
	_, results, err := Run(t.Context(), s, revise.WithStrategy(revise.Recompute))
	if err != nil || len(results) != 2 || results[0].Outcome.Refused == nil || len(results[1].Mismatches) != 0 {
		t.Errorf("%d results, %v", len(results), err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	s = load(t, folder("main.yaml", text))
	if _, _, err := Run(ctx, s); !errors.Is(err, context.Canceled) {
		t.Errorf("the error is %v", err)
	}
}
