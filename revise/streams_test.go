package revise_test

import (
	"context"
	"errors"
	"fmt"
	"runtime"
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
