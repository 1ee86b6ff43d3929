package revise_test

import (
	"context"
	"fmt"
	"testing"

	"github.com/beliefbase/revise/revise"
)

// Where there are too many ways to mend all violations, some are found.
func TestRepairMendsManyViolations(t *testing.T) {
	var facts []string
	for i := range 12 {
		facts = append(facts, fmt.Sprintf("a(%d)", i), fmt.Sprintf("b(%d)", i), fmt.Sprintf("c(%d)", i))
	}
	e := engineOf(t, "constraints: [{name: apart, deny: ['a(?x)', 'b(?x)', 'c(?x)']}]", facts...)
	found := e.Repair(context.Background(), revise.RemedyLimits{Max: 3})
	if len(found.All.List) == 0 || found.All.Complete || len(found.All.List[0].Withdraw) != 12 {
		t.Errorf("all: got %+v", found.All)
	}
	if len(found.Violations) != 12 || len(found.Violations[0].List) != 3 || !found.Violations[0].Complete {
		t.Errorf("each: got %+v", found.Violations)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if found := e.Repair(ctx, revise.RemedyLimits{}); found.All.Complete || found.Violations[0].Complete {
		t.Errorf("after the end of the context: got %+v", found)
	}
}

// A remedy for one violation may bring another; one for all may not.
func TestRepairForAllBringsNothing(t *testing.T) {
	e := engineOf(t, `
constraints:
  - {name: someone, deny: ['post(?p)', 'not holds(_, ?p)']}
  - {name: not-both, deny: ['holds(?x, left)', 'holds(?x, right)']}
`, "post(left)", "post(right)", "holds(ana, left)", "holds(ana, right)")
	found := e.Repair(context.Background(), revise.RemedyLimits{})
	if list := found.Violations[0].List; len(list) != 2 || len(list[0].Outcome.NewViolations) != 1 {
		t.Errorf("one: got %+v", list)
	}
	if list := found.All.List; len(list) != 2 || len(list[0].Withdraw) != 2 || len(list[0].Outcome.NewViolations) > 0 || !found.All.Complete {
		t.Errorf("all: got %+v", list)
	}
}

func ExampleEngine_Repair() {
	engine := duties()
	found := engine.Repair(context.Background(), revise.RemedyLimits{})
	for _, m := range found.All.List {
		fmt.Println("withdraw", m.Withdraw, "assert", m.Assert)
	}
	for _, v := range found.Violations {
		fmt.Println(v.Violation.Fact, "can be mended in", len(v.List), "ways")
	}
	_, err := engine.Revise(context.Background(), found.All.List[0].Request())
	fmt.Println(len(engine.Violations()), "violations,", err)
	// Output:
	// withdraw [role(bo, approver)] assert []
	// withdraw [role(bo, requester)] assert []
	// withdraw [] assert [waived(bo)]
	// separation-of-duties(bo) can be mended in 3 ways
	// 0 violations, <nil>
}
