package revise_test

import (
	"context"
	"fmt"
	"sync"
	"testing"

	"github.com/beliefbase/revise/belief"
	"github.com/beliefbase/revise/revise"
	"github.com/beliefbase/revise/rules"
)

// TestReadersSeeWholeRevisions moves a token about while others look: it is always at exactly one place, with everything
// that follows from it.
func TestReadersSeeWholeRevisions(t *testing.T) {
	p, base := load(t, `
rules:
  - reach(?x) :- at(?x)
  - reach(?y) :- reach(?x), step(?x, ?y)
  - far(?n) :- ?n = count { reach(_) }
`, "at(1)", "step(1, 2)", "step(2, 3)", "step(3, 1)")
	e, err := revise.New(context.Background(), p, base)
	if err != nil {
		t.Fatal(err)
	}
	where := rules.Query{Relation: "at", Terms: []rules.Term{{Kind: rules.WildcardTerm}}}
	three := belief.NewFact("far", belief.Int(3))
	done := make(chan struct{})
	var readers sync.WaitGroup
	for range 4 {
		readers.Go(func() {
			for {
				select {
				case <-done:
					return
				default:
				}
				found, err := e.Query(where)
				if err != nil {
					t.Error(err)
					return
				}
				n := 0
				for range found {
					n++
				}
				if n != 1 || !e.Holds(three) {
					t.Errorf("the token is at %d places", n)
					return
				}
			}
		})
	}
	for i := range 300 {
		move := request(t, fmt.Sprintf("-at(%d)", i%3+1), fmt.Sprintf("+at(%d)", (i+1)%3+1))
		if _, err := e.Revise(context.Background(), move); err != nil {
			t.Error(err)
			break
		}
	}
	close(done)
	readers.Wait()
	if err := e.Verify(context.Background()); err != nil {
		t.Error(err)
	}
}

// What the engine holds may be asked beside the first look-up in a relation, which lays its primary.
func TestRetainedBesideLookUps(t *testing.T) {
	var facts []string
	for i := range 20_000 {
		facts = append(facts, fmt.Sprintf("e(%d, %d)", i/10, i%10))
	}
	p, base := load(t, "rules: ['p(?x, ?y) :- e(?x, ?y)']", facts...)
	e, err := revise.New(context.Background(), p, base)
	if err != nil {
		t.Fatal(err)
	}
	before := e.Retained().Bytes
	var wait sync.WaitGroup
	wait.Go(func() {
		for i := range 1000 {
			if !e.Holds(belief.Fact{Relation: "p", Values: []belief.Value{belief.Int(int64(i)), belief.Int(3)}}) {
				t.Errorf("p(%d, 3) does not hold", i)
			}
		}
	})
	wait.Go(func() {
		for range 200 {
			if b := e.Retained().Bytes; b > before*5/4 || b < before*3/4 {
				t.Errorf("%d bytes, and %d before anything was looked up", b, before)
			}
		}
	})
	wait.Wait()
}
