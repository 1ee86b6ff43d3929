package testkit

import (
	"context"
	"slices"
	"strings"
	"testing"

	"github.com/beliefbase/revise/revise"
	"github.com/beliefbase/revise/revise/gate"
)

// TestGate compares the states at the start and at the end of random histories, rule changes included: what the gate says
// is gained, retracted, changed and violated must be the difference of the two sets of facts, and the state that it
// comes to that of the end.
func TestGate(t *testing.T) {
	changes, rooted := 0, 0
	eachWorld(t, func(seed uint64, w *World, make func() *revise.Engine) {
		base, head := make(), make()
		for _, r := range requests(t, w) {
			head.Revise(context.Background(), r) // one that is refused changes nothing
		}
		for _, direction := range [][2]*revise.Engine{{base, head}, {head, base}} {
			c, err := gate.Compare(context.Background(), direction[0], direction[1])
			if err != nil {
				t.Fatalf("seed %d: %v\n%s", seed, err, w.Text(true))
			}
			if err := c.Verify(); err != nil {
				t.Fatalf("seed %d: %v\n%s", seed, err, w.Text(true))
			}
			var got []string
			for _, change := range c.Changes {
				if changes++; len(change.Roots) > 0 {
					rooted++
				}
				switch change.Kind {
				case gate.Changed:
					got = append(got, "retracted "+change.Before.String(), "gained "+change.Fact.String())
				default:
					got = append(got, change.Kind.String()+" "+change.Fact.String())
				}
			}
			slices.Sort(got)
			if want := differences(direction[0], direction[1]); !slices.Equal(got, want) {
				t.Fatalf("seed %d: got\n%s\nexpected\n%s\nwith\n%s", seed, strings.Join(got, "\n"), strings.Join(want, "\n"), w.Text(true))
			}
		}
	})
	if changes < 2*lawWorlds() || rooted < changes*95/100 {
		t.Errorf("%d changes, of which %d have a root", changes, rooted)
	}
	t.Logf("%d changes, of which %d have a root", changes, rooted)
}

// differences compares two states fact by fact.
func differences(base, head *revise.Engine) []string {
	var list []string
	compare := func(kind string, one, other *revise.Engine) {
		for _, r := range one.Program().Relations {
			for f := range one.Facts(r.Name) {
				if !other.Holds(f) {
					list = append(list, kind+" "+f.String())
				}
			}
		}
	}
	compare("retracted", base, head)
	compare("gained", head, base)
	old := map[string]bool{}
	for _, v := range base.Violations() {
		old[v.Constraint.Text+v.Fact.String()] = true
	}
	for _, v := range head.Violations() {
		if !old[v.Constraint.Text+v.Fact.String()] {
			list = append(list, "violated "+v.Fact.String())
		}
	}
	slices.Sort(list)
	return list
}
