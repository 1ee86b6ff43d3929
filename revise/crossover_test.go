package revise_test

import (
	"context"
	"fmt"
	"testing"
	"time"

	"github.com/beliefbase/revise/revise"
)

// TestCrossovers finds where recomputation is cheaper, and agrees with trying every number.
func TestCrossovers(t *testing.T) {
	var edges []string
	for i := range 30 {
		edges = append(edges, fmt.Sprintf("edge(%d, %d)", i, (i+1)%30), fmt.Sprintf("edge(%d, %d)", i, (i*7+3)%30))
	}
	program, base := load(t, reach, append(edges, "node(0)")...)
	ticks := time.Duration(0)
	found, err := revise.Crossovers(context.Background(), program, base, revise.CrossoverOptions{
		Strategies: []revise.Strategy{revise.Ranked, revise.DRed, revise.Counting},
		Clock:      func() time.Duration { ticks++; return ticks },
	})
	if err != nil {
		t.Fatal(err)
	}
	ranked, dred, counting := found[0], found[1], found[2]
	if counting.NotCovered == nil {
		t.Error("counting covers recursion")
	}
	if ranked.Of != base.Len() || dred.ByInstances.Beliefs == 0 || dred.ByInstances.Beliefs >= ranked.ByInstances.Beliefs {
		t.Errorf("ranked %+v, dred %+v", ranked, dred)
	}
	for _, c := range []revise.Crossing{ranked.ByInstances, dred.ByInstances} {
		if c.Anew >= c.Strategy {
			t.Errorf("recomputation is not cheaper: %+v", c)
		}
	}
	if ranked.ByTime.Beliefs != 0 { // every withdrawal takes one tick
		t.Errorf("by time: %+v", ranked.ByTime)
	}
}
