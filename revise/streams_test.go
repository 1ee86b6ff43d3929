package revise_test

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"sync/atomic"
	"testing"

	"github.com/beliefbase/revise/revise"
)

// A large revision that is refused in the middle of its waves leaves nothing behind for the next one.
func TestRefusedInStreams(t *testing.T) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(2))
	facts := []string{"on(no)"}
	for i := range 20_000 {
		facts = append(facts, fmt.Sprintf("e(%d, %d)", i, i%10))
	}
	for i := range 90 {
		facts = append(facts, fmt.Sprintf("f(%d, %d)", i, i+10))
	}
	p, base := load(t, "rules: ['p(?x, ?y) :- on(yes), e(?x, ?y)', 'p(?x, ?z) :- p(?x, ?y), f(?y, ?z)']", facts...)
	e, err := revise.New(context.Background(), p, base, revise.WithLimits(revise.Limits{Conclusions: 90_000}))
	if err != nil {
		t.Fatal(err)
	}
	_, err = e.Revise(context.Background(), request(t, "+on(yes)"))
	var refusal *revise.Refusal
	if !errors.As(err, &refusal) || refusal.Kind != revise.RefusedLimit {
		t.Fatalf("it is not refused for its conclusions: %v", err)
	}
	o, err := e.Revise(context.Background(), request(t, "+f(500, 501)"))
	if err != nil {
		t.Fatal(err)
	}
	if e.Conclusions() != 0 || len(o.Gained) != 0 {
		t.Errorf("%d conclusions hold and %d were gained, though nothing is on", e.Conclusions(), len(o.Gained))
	}
	if err := e.Verify(context.Background()); err != nil {
		t.Error(err)
	}
}

// So does one whose shards count what they derive themselves, whenever it is cancelled.
func TestCancelledInStreamsOfShards(t *testing.T) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(2))
	var facts []string
	for i := range 82_000 {
		facts = append(facts, fmt.Sprintf("e(%d, %d)", i/10, i%10))
	}
	for i := range 5 {
		facts = append(facts, fmt.Sprintf("f(%d, %d)", i+100, i+101))
	}
	p, base := load(t, "rules: ['p(?x, ?y) :- e(?x, ?y)', 'p(?x, ?z) :- p(?x, ?y), f(?y, ?z)']", facts...)
	e, err := revise.New(context.Background(), p, base)
	if err != nil {
		t.Fatal(err)
	}
	cancelled := 0
	for asked := int64(1); ; asked += asked/2 + 1 {
		ctx := &asking{Context: context.Background()}
		ctx.left.Store(asked)
		if _, err := e.Preview(ctx, request(t, "+f(5, 100)")); err == nil {
			break
		}
		cancelled++
		for _, change := range []string{"+f(5, 100)", "-f(5, 100)"} {
			o, err := e.Revise(context.Background(), request(t, change))
			if err != nil {
				t.Fatal(err)
			}
			if len(o.Gained)+len(o.Retracted) != 6*8_200 {
				t.Fatalf("%s changes %d conclusions after the context was asked %d times", change, len(o.Gained)+len(o.Retracted), asked)
			}
		}
	}
	if cancelled < 5 {
		t.Errorf("it was cancelled %d times only", cancelled)
	}
	if err := e.Verify(context.Background()); err != nil {
		t.Error(err)
	}
}

// asking is a context that is cancelled when it has been asked so many times.
type asking struct {
	context.Context
	left atomic.Int64
}

func (c *asking) Err() error {
	if c.left.Add(-1) < 0 {
		return context.Canceled
	}
	return nil
}

// A limit that is passed where streams enumerate is that of their rule, as on one processor.
func TestLimitInStreams(t *testing.T) {
	var facts []string
	for i := range 20_000 {
		facts = append(facts, fmt.Sprintf("e(%d, %d)", i/2, i%2))
	}
	for rule, loops := range map[string]string{"h": "e(?x, ?y)", "j": "e(?x, ?z), e(?x, ?y), ?y <= ?z"} {
		for _, processors := range []int{1, 2} {
			before := runtime.GOMAXPROCS(processors)
			p, base := load(t, "rules: ['a(?x) :- e(?x, 1), ?x < 2', '"+rule+"(?x, ?y) :- "+loops+"']", facts...)
			_, err := revise.New(context.Background(), p, base, revise.WithLimits(revise.Limits{Conclusions: 100}))
			runtime.GOMAXPROCS(before)
			var refusal *revise.Refusal
			if !errors.As(err, &refusal) || refusal.Fault == nil || refusal.Fault.Rule.Name != rule+"#1" {
				t.Errorf("on %d processors: %v, want one of rule %s#1", processors, err, rule)
			}
		}
	}
}
