package testkit

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/beliefbase/revise/belief"
	"github.com/beliefbase/revise/revise"
	"github.com/beliefbase/revise/scenarios/draft"
)

// stopping is a context that ends when it has been asked a number of times.
type stopping struct {
	context.Context
	asks int
}

// Err counts down.
func (s *stopping) Err() error {
	if s.asks--; s.asks < 0 {
		return context.Canceled
	}
	return nil
}

// TestStoppedAnywhere stops every request at each place where it can be stopped, by its context and by a limit: it is
// refused and nothing has changed, or it is carried out as if there were neither.
func TestStoppedAnywhere(t *testing.T) {
	refusals := map[revise.RefusalKind]int{}
	eachWorld(t, func(seed uint64, w *World, make func() *revise.Engine) {
		e := make()
		for _, r := range requests(t, w) {
			before := dump(e)
			for asks := 0; ; asks++ {
				_, err := e.Preview(&stopping{context.Background(), asks}, r)
				var refusal *revise.Refusal
				stopped := errors.As(err, &refusal) && refusal.Kind == revise.RefusedCancelled
				if after := dump(e); !slices.Equal(before, after) {
					t.Fatalf("seed %d, %s, stopped at %d: before\n%s\nafter\n%s", seed, r.Name, asks, strings.Join(before, "\n"), strings.Join(after, "\n"))
				}
				if !stopped {
					break
				}
				refusals[refusal.Kind]++
			}
			_, _ = e.Revise(context.Background(), r)
		}
	})
	if refusals[revise.RefusedCancelled] == 0 {
		t.Errorf("nothing was ever stopped")
	}
}

// TestLimits gives every engine room for a few conclusions more than it starts with.
func TestLimits(t *testing.T) {
	refused := 0
	for i := range lawWorlds() {
		seed := *seed + uint64(i)
		w := Generate(NewDice(seed))
		strategy := strategyOf(seed)
		free := start(t, w, strategy)
		if free == nil {
			continue
		}
		limited, err := revise.New(context.Background(), free.Program(), w.Base(), revise.WithStrategy(strategy),
			revise.WithLimits(revise.Limits{Conclusions: free.Conclusions() + i%4}))
		if err != nil {
			t.Fatalf("seed %d: %v\n%s", seed, err, w.Text(true))
		}
		for _, r := range requests(t, w) {
			before := dump(limited)
			_, err := limited.Revise(context.Background(), r)
			var refusal *revise.Refusal
			if errors.As(err, &refusal) && refusal.Kind == revise.RefusedLimit {
				refused++
				if after := dump(limited); !slices.Equal(before, after) {
					t.Fatalf("seed %d, %s: before\n%s\nafter\n%s", seed, r.Name, strings.Join(before, "\n"), strings.Join(after, "\n"))
				}
				break // from here on the two are at different places
			}
			_, _ = free.Revise(context.Background(), r)
			if got, want := dump(limited), dump(free); !slices.Equal(got, want) {
				t.Fatalf("seed %d, %s: with a limit\n%s\nwithout\n%s", seed, r.Name, strings.Join(got, "\n"), strings.Join(want, "\n"))
			}
		}
	}
	if refused == 0 {
		t.Errorf("no limit was ever reached")
	}
}

// TestRefusesWhatDoesNotFit asks for facts of no relation, of another shape and of another type.
func TestRefusesWhatDoesNotFit(t *testing.T) {
	w := &World{
		Relations: []*Relation{{Name: "e0", Types: []belief.Type{belief.IntType}, Declared: true, Base: true}},
		Beliefs:   []Assertion{{Fact: belief.NewFact("e0", belief.Int(1))}},
	}
	assert := func(f belief.Fact) revise.Request { return revise.Request{Assert: []revise.Assertion{{Fact: f}}} }
	withdraw := func(f belief.Fact) revise.Request {
		a := draft.AtomOf(f)
		return revise.Request{Withdraw: []revise.Withdrawal{withdrawal(Withdrawal{Atom: &a})}}
	}
	for _, strategy := range revise.Strategies() {
		e := start(t, w, strategy)
		before := dump(e)
		for _, r := range []revise.Request{
			assert(belief.NewFact("e1", belief.Int(1))),
			assert(belief.NewFact("e0", belief.Int(1), belief.Int(1))),
			assert(belief.NewFact("e0", belief.String("1"))),
			withdraw(belief.NewFact("e1", belief.Int(1))),
			withdraw(belief.NewFact("e0")),
		} {
			_, err := e.Revise(context.Background(), r)
			var refusal *revise.Refusal
			if !errors.As(err, &refusal) || refusal.Kind != revise.RefusedRelation {
				t.Errorf("%s: %+v: %v", strategy, r, err)
			}
			if !slices.Equal(before, dump(e)) {
				t.Errorf("%s: %+v changed something", strategy, r)
			}
		}
	}
}
