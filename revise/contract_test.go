package revise_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"testing"

	"github.com/beliefbase/revise/revise"
	"github.com/beliefbase/revise/rules"
)

func pattern(t *testing.T, atom string) rules.Query {
	t.Helper()
	q, err := rules.ParseAtom(atom)
	if err != nil {
		t.Fatal(err)
	}
	return q
}

func TestRemedyLimits(t *testing.T) {
	e := engineOf(t, "rules: ['goal() :- a(?x), b(?x)', 'goal() :- c(?x)']", "a(1)", "b(1)", "c(1)", "c(2)")
	all := []string{"[a(1) c(1) c(2)]", "[b(1) c(1) c(2)]"}
	for limits, want := range map[revise.RemedyLimits][]string{
		{}:                 all,
		{Max: 1}:           all[:1],
		{Max: 2}:           all,
		{Size: 2}:          nil,
		{Size: 3}:          all,
		{Max: 1, Size: 3}:  all[:1],
		{Max: 5, Size: 10}: all,
	} {
		found, err := e.Contract(context.Background(), fact(t, "goal()"), limits)
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, c := range found.List {
			got = append(got, fmt.Sprint(c.Withdraw))
		}
		if !slices.Equal(got, want) || found.Complete != (len(want) == 2) {
			t.Errorf("%+v: got %v, complete: %t, want %v", limits, got, found.Complete, want)
		}
	}
}

// One belief that all supports share is found within any bounds, however many they are and whatever comes first in the
// alphabet.
func TestRemedyOfManySupports(t *testing.T) {
	facts := []string{"top(t)"}
	for i := range 1000 {
		facts = append(facts, fmt.Sprintf("link(%d)", i))
	}
	e := engineOf(t, "rules: ['any(?t) :- top(?t), link(_)', 'each(?t, ?x) :- top(?t), link(?x)', 'some(?t) :- each(?t, ?x)']", facts...)
	for _, goal := range []string{"any(t)", "some(t)"} {
		query := pattern(t, goal)
		_, err := e.Revise(context.Background(), revise.Request{Withdraw: []revise.Withdrawal{{Pattern: &query}}})
		var refusal *revise.Refusal
		if !errors.As(err, &refusal) || refusal.Conclusion == nil {
			t.Fatalf("%s: %v", goal, err)
		}
		found := refusal.Conclusion.Remedies
		if len(found) == 0 || fmt.Sprint(found[0].Withdraw) != "[top(t)]" {
			t.Errorf("%s: got %v, want top(t) first", goal, found)
		}
	}
}

// Where occurrences are counted, changes of whole facts are not all there are, and that is said.
func TestRemediesOfBagsAreNotComplete(t *testing.T) {
	e := engineOf(t, `
relations: {paid: {columns: [who: string], semantics: bag, may_assert: true}}
rules: ['times(?n) :- open(), ?n = count { paid(_) }', 'seen(?x) :- paid(?x)']
constraints: [{name: few, deny: ['times(?n)', '?n > 1']}]
`, "open()", "paid(bo)", "paid(bo)")
	for atom, complete := range map[string]bool{"times(2)": false, "seen(bo)": true} {
		found, err := e.Contract(context.Background(), fact(t, atom), revise.RemedyLimits{})
		if err != nil || found.Complete != complete {
			t.Errorf("%s: complete: %t, %v", atom, found.Complete, err)
		}
	}
	query := pattern(t, "times(3)")
	if found, err := e.Attain(context.Background(), query, revise.RemedyLimits{Max: 2}); err != nil || found.Complete {
		t.Errorf("times(3): %+v, %v", found, err)
	}
	for _, r := range e.Repair(context.Background(), revise.RemedyLimits{}).Violations {
		if r.Complete {
			t.Errorf("%v: complete", r.Violation.Fact)
		}
	}
}

// What a constraint would refuse is listed with the refusal, and rules alone cannot be withdrawn.
func TestContractSaysWhatIsRefused(t *testing.T) {
	e := engineOf(t, `
on_violation: refuse
rules: ['staff(?x) :- hired(?x)', 'always()']
constraints:
  - name: everyone-is-hired
    deny: ['person(?x)', 'not hired(?x)']
`, "hired(bo)", "person(bo)")
	found, err := e.Contract(context.Background(), fact(t, "staff(bo)"), revise.RemedyLimits{})
	if err != nil || len(found.List) != 1 || found.List[0].Outcome.Refused == nil || found.List[0].Outcome.Refused.Kind != revise.RefusedConstraint {
		t.Errorf("got %+v, %v", found, err)
	}
	found, err = e.Contract(context.Background(), fact(t, "always()"), revise.RemedyLimits{})
	if err != nil || len(found.List) > 0 || !found.Complete {
		t.Errorf("of what holds by rules alone: got %+v, %v", found, err)
	}
	if _, err = e.Contract(context.Background(), fact(t, "staff(cy)"), revise.RemedyLimits{}); !errors.Is(err, revise.ErrNotHeld) {
		t.Errorf("of what does not hold: %v", err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if found, err = e.Contract(ctx, fact(t, "staff(bo)"), revise.RemedyLimits{}); err != nil || found.Complete {
		t.Errorf("after the end of the context: got %+v, %v", found, err)
	}
}

// Of two ways at each of many steps there are more supports than anyone waits for, and few ways to cut them off.
func TestContractOfManySupports(t *testing.T) {
	rules, facts := "rules: ['at(?x) :- start(?x)', 'at(?y) :- at(?x), left(?x, ?y)', 'at(?y) :- at(?x), right(?x, ?y)']", []string{"start(0)"}
	for n := range 40 {
		facts = append(facts, fmt.Sprintf("left(%d, %d)", n, n+1), fmt.Sprintf("right(%d, %d)", n, n+1))
	}
	e := engineOf(t, rules, facts...)
	found, err := e.Contract(context.Background(), fact(t, "at(40)"), revise.RemedyLimits{})
	if err != nil || len(found.List) != 41 || !found.Complete {
		t.Errorf("%d ways, complete: %t, %v", len(found.List), found.Complete, err)
	}
}

func ExampleEngine_Contract() {
	engine := access()
	found, err := engine.Contract(context.Background(), parsed("can_read(bo, handbook)"), revise.RemedyLimits{Max: 2})
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, c := range found.List {
		fmt.Println("withdraw", c.Withdraw)
		for _, lost := range c.Outcome.Retracted {
			fmt.Println("  retracts", lost.Fact)
		}
	}
	fmt.Println("complete:", found.Complete)
	// Output:
	// withdraw [grant(contractors, handbook) grant(finance, handbook)]
	//   retracts can_read(ana, handbook)
	//   retracts can_read(bo, handbook)
	// withdraw [grant(contractors, handbook) member(bo, finance)]
	//   retracts can_read(bo, handbook)
	//   retracts can_read(bo, ledger)
	// complete: false
}
