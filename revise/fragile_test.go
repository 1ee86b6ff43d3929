package revise_test

import (
	"context"
	"fmt"
	"slices"
	"testing"

	"github.com/beliefbase/revise/revise"
)

// pillarsOf writes what falls without what, one line each.
func pillarsOf(f *revise.Fragile) []string {
	var lines []string
	for _, p := range f.Pillars {
		line := ""
		for _, part := range p.Parts {
			if part.Name != "" {
				line += part.Name + " "
			} else {
				line += part.Belief.Fact.String() + " "
			}
		}
		lines = append(lines, fmt.Sprint(line, p.Falls))
	}
	return lines
}

func TestFragile(t *testing.T) {
	e := engineOf(t, `
rules:
  - goal() :- a(?x), b(?x)
  - goal() :- c(1)
  - lone() :- b(2), not d(_)
  - quiet() :- not lone()
  - seen(?x) :- a(?x)
`, "a(1)", "b(1)", "b(2)", "c(1)", "d(1)", "seen(9)")
	for _, c := range []struct {
		options revise.FragileOptions
		want    []string
	}{
		{revise.FragileOptions{}, []string{"a(1) [seen(1)]", "d(1) [quiet()]"}},
		{revise.FragileOptions{Relations: []string{"quiet"}}, []string{"d(1) [quiet()]"}},
		{revise.FragileOptions{Pairs: true, Relations: []string{"goal"}}, []string{"a(1) c(1) [goal()]", "b(1) c(1) [goal()]"}},
		{revise.FragileOptions{By: revise.BySource}, nil},
	} {
		found := e.Fragile(context.Background(), c.options)
		if got := pillarsOf(found); !slices.Equal(got, c.want) || !found.Complete {
			t.Errorf("%+v: got %q, want %q", c.options, got, c.want)
		}
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if found := e.Fragile(ctx, revise.FragileOptions{}); found.Complete {
		t.Error("complete after the end of the context")
	}
}

func ExampleEngine_Fragile() {
	engine := access()
	found := engine.Fragile(context.Background(), revise.FragileOptions{Relations: []string{"can_read"}})
	fmt.Println(found.Resting, "of", found.Conclusions)
	for _, p := range found.Pillars {
		fmt.Println(p.Parts[0].Belief.Fact, p.Falls)
	}
	// Output:
	// 3 of 4
	// grant(finance, ledger) [can_read(ana, ledger) can_read(bo, ledger)]
	// member(ana, finance) [can_read(ana, handbook) can_read(ana, ledger)]
	// grant(finance, handbook) [can_read(ana, handbook)]
	// member(bo, finance) [can_read(bo, ledger)]
}
