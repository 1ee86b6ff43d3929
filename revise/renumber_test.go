package revise

import (
	"context"
	"testing"

	"github.com/beliefbase/revise/belief"
	"github.com/beliefbase/revise/rules"
)

// TestRenumber lets the clock of ranks run full between two revisions of a graph with a cycle.
func TestRenumber(t *testing.T) {
	doc, _ := rules.ReadDocument("test.yaml", []byte("rules:\n  - r(?x, ?y) :- e(?x, ?y)\n  - r(?x, ?z) :- r(?x, ?y), e(?y, ?z)\n"))
	edge := func(x, y int64) belief.Fact { return belief.NewFact("e", belief.Int(x), belief.Int(y)) }
	base := belief.NewBase(edge(1, 2), edge(2, 3), edge(3, 1), edge(3, 4), edge(2, 4))
	column := rules.Column{Type: belief.IntType}
	p, diagnostics := rules.Parse([]*rules.Document{doc}, rules.Signature{{Relation: "e", Columns: []rules.Column{column, column}}})
	if p == nil {
		t.Fatal(diagnostics)
	}
	e, err := New(context.Background(), p, base)
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range []belief.Fact{edge(3, 4), edge(3, 1), edge(2, 3)} {
		e.clock = renumberFrom // as after very many waves
		without := Remedy{Withdraw: []belief.Fact{f}}
		_, err := e.Revise(context.Background(), without.Request())
		if err != nil {
			t.Fatal(err)
		}
		if e.clock > 100 {
			t.Fatalf("the clock stands at %d", e.clock)
		}
		if err := e.Verify(context.Background()); err != nil {
			t.Fatal(err)
		}
		for to := range int64(5) {
			if f := belief.NewFact("r", belief.Int(1), belief.Int(to)); e.Holds(f) {
				if _, err := e.Why(context.Background(), f, WhyLimits{}); err != nil {
					t.Fatal(err)
				}
			}
		}
	}
}
