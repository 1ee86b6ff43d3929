package revise_test

import (
	"context"
	"fmt"
	"testing"

	"github.com/beliefbase/revise/belief"
	"github.com/beliefbase/revise/revise"
)

// Sums, differences and products are those of 64 bits, whether their terms and they themselves are small ints, which are their
// own IDs, or not.
func TestArithmetic(t *testing.T) {
	const small = 1 << 30
	edges := []int64{0, 1, -1, 7, -3, 46_341, small - 1, small, -small, -small - 1, 1 << 31}
	var facts []string
	for _, x := range edges {
		facts = append(facts, fmt.Sprintf("x(%d)", x))
	}
	p, base := load(t, `rules:
  - sum(?x, ?y, ?z) :- x(?x), x(?y), ?z = ?x + ?y
  - difference(?x, ?y, ?z) :- x(?x), x(?y), ?z = ?x - ?y
  - product(?x, ?y, ?z) :- x(?x), x(?y), ?z = ?x * ?y
  - next(?x, ?z) :- x(?x), ?z = 1 + ?x
  - total(?n) :- ?n = sum ?y { x(?x), ?y = ?x * 2 }
`, facts...)
	e, err := revise.New(context.Background(), p, base)
	if err != nil {
		t.Fatal(err)
	}
	total := int64(0)
	for _, x := range edges {
		total += 2 * x
		want(t, e, "next", x, x+1)
		for _, y := range edges {
			want(t, e, "sum", x, y, x+y)
			want(t, e, "difference", x, y, x-y)
			want(t, e, "product", x, y, x*y)
		}
	}
	want(t, e, "total", total)
	if err := e.Verify(context.Background()); err != nil {
		t.Error(err)
	}
}

// What a rule computes is compared where it is known, as where a fact is derived anew.
func TestArithmeticBackward(t *testing.T) {
	p, base := load(t, "rules: ['s(?z) :- s(?y), step(?d), ?z = ?y + ?d, ?z < 40']", "s(0)", "step(2)", "step(4)", "step(6)", "step(7)")
	e, err := revise.New(context.Background(), p, base, revise.WithStrategy(revise.DRed))
	if err != nil {
		t.Fatal(err)
	}
	for _, change := range []string{"-step(7)", "-step(2)", "-step(6)", "+step(3)"} {
		if _, err := e.Revise(context.Background(), request(t, change)); err != nil {
			t.Fatal(err)
		}
		if err := e.Verify(context.Background()); err != nil {
			t.Errorf("%s: %v", change, err)
		}
	}
}

func want(t *testing.T, e *revise.Engine, relation string, values ...int64) {
	t.Helper()
	f := belief.Fact{Relation: relation}
	for _, v := range values {
		f.Values = append(f.Values, belief.Int(v))
	}
	if !e.Holds(f) {
		t.Errorf("%s does not hold", f)
	}
}
