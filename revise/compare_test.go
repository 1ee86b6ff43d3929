package revise_test

import (
	"context"
	"errors"
	"testing"
	"time"

	"github.com/beliefbase/revise/belief"
	"github.com/beliefbase/revise/revise"
	"github.com/beliefbase/revise/rules"
)

// ring is a circle of roads with a way out of it, twice as good as it need be.
func ring(t *testing.T) (*rules.Program, *belief.Base) {
	t.Helper()
	return load(t, reach, "edge(a, b)", "edge(b, c)", "edge(c, a)", "edge(b, d)", "edge(c, d)", "edge(d, e)", "node(a)", "node(e)")
}

func TestCompare(t *testing.T) {
	program, base := ring(t)
	requests := []revise.Request{request(t, "-edge(b, d)"), request(t, "-reach(a, e)"), request(t, "-edge(a, b)", "+edge(e, a)")}
	ticks := time.Duration(0)
	c, err := revise.Compare(context.Background(), program, base, requests, revise.CompareOptions{
		Strategies: revise.Strategies(), Repeat: 2, Clock: func() time.Duration { ticks++; return ticks },
	})
	if err != nil {
		t.Fatal(err)
	}
	if !c.Agree() {
		t.Error("they do not agree")
	}
	if base.Len() != 8 {
		t.Error("the base was taken over")
	}
	for i, contest := range c.Contested {
		if contest.Strategy != revise.Strategies()[i] {
			t.Errorf("contest %d is that of %s", i, contest.Strategy)
		}
		if contest.Strategy == revise.Counting || contest.Strategy == revise.ATMS {
			if contest.NotCovered == nil || len(contest.Revisions) > 0 {
				t.Errorf("%s covers recursion and aggregates", contest.Strategy)
			}
			continue
		}
		if len(contest.Revisions) != 3 || contest.Revisions[1].Refused == nil || contest.Revisions[1].Refused.Kind != revise.RefusedConclusion {
			t.Fatalf("%s: %+v", contest.Strategy, contest.Revisions)
		}
		total := contest.Total()
		if total.Cost.Retracted == 0 || total.Cost.Instances == 0 || total.Took != 3 || contest.Start.Took != 1 {
			t.Errorf("%s: %+v", contest.Strategy, total)
		}
	}
}

// TestCompareOverdeletion has the ring broken where everything still follows, as all but dred find out beforehand.
func TestCompareOverdeletion(t *testing.T) {
	program, base := ring(t)
	c, err := revise.Compare(context.Background(), program, base, []revise.Request{request(t, "-edge(b, d)")},
		revise.CompareOptions{Strategies: []revise.Strategy{revise.DRed, revise.BF, revise.BFCounts, revise.PF}})
	if err != nil {
		t.Fatal(err)
	}
	overdeleted := func(i int) uint64 { return c.Contested[i].Total().Cost.Overdeleted }
	if overdeleted(0) == 0 || overdeleted(1) != 0 || overdeleted(2) != 0 || overdeleted(3) != 0 {
		t.Errorf("%d, %d, %d, %d overdeleted", overdeleted(0), overdeleted(1), overdeleted(2), overdeleted(3))
	}
}

// TestCompareRuleChange has counting leave when the rules become recursive.
func TestCompareRuleChange(t *testing.T) {
	program, base := load(t, "rules:\n  - reach(?x, ?y) :- edge(?x, ?y)\n", "edge(a, b)")
	doc, diagnostics := rules.ReadDocument("change.yaml", []byte("add_rules: [\"reach(?x, ?z) :- reach(?x, ?y), edge(?y, ?z)\"]"))
	if diagnostics.HasErrors() {
		t.Fatal(diagnostics)
	}
	recursive := revise.Request{Rules: rules.RuleChange{AddRules: doc.Root.Field("add_rules").Items}}
	c, err := revise.Compare(context.Background(), program, base, []revise.Request{request(t, "+edge(b, c)"), recursive, request(t, "-edge(a, b)")},
		revise.CompareOptions{Strategies: []revise.Strategy{revise.Counting, revise.BFCounts, revise.Ranked}})
	if err != nil {
		t.Fatal(err)
	}
	if c.Contested[0].NotCovered == nil || len(c.Contested[0].Revisions) != 1 || len(c.Contested[1].Revisions) != 3 || !c.Agree() {
		t.Errorf("%+v", c.Contested)
	}
}

func TestCompareCancelled(t *testing.T) {
	program, base := ring(t)
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	_, err := revise.Compare(ctx, program, base, nil, revise.CompareOptions{Strategies: []revise.Strategy{revise.Ranked}})
	var refusal *revise.Refusal
	if !errors.As(err, &refusal) || refusal.Kind != revise.RefusedCancelled {
		t.Errorf("got %v", err)
	}
}
