package revise

import (
	"context"
	"errors"
	"strings"
	"testing"

	"github.com/beliefbase/revise/belief"
	"github.com/beliefbase/revise/revise/internal/store"
	"github.com/beliefbase/revise/rules"
)

// TestRecountFindsFlaws changes what a recursive stratum keeps beside counts, which no conclusion shows.
func TestRecountFindsFlaws(t *testing.T) {
	for what, change := range map[string]func(*Engine){
		"strict supports by its rank":            func(e *Engine) { e.program.Named("reach").UnsupportStrictly(0) },
		"rests by its rank on nothing that came": func(e *Engine) { cycle(e) },
		"has rank 9, and the clock stands at":    func(e *Engine) { e.program.Named("reach").SetRank(2, 9) },
		"":                                       func(*Engine) {},
	} {
		doc, _ := rules.ReadDocument("test.yaml", []byte("rules:\n  - reach(?x, ?y) :- link(?x, ?y)\n  - reach(?x, ?z) :- reach(?x, ?y), link(?y, ?z)\n"))
		program, diagnostics := rules.Parse([]*rules.Document{doc}, rules.Signature{pair("link")})
		if program == nil {
			t.Fatal(diagnostics)
		}
		base := belief.NewBase()
		for _, text := range []string{"link(a, b)", "link(b, c)"} {
			f, err := belief.ParseFact(text)
			if err != nil {
				t.Fatal(err)
			}
			base.Add(f, belief.Attribution{})
		}
		e, err := New(context.Background(), program, base)
		if err != nil {
			t.Fatal(err)
		}
		change(e)
		var flaw *Flaw
		if err := e.CheckAnew(context.Background()); errors.As(err, &flaw) != (what != "") || what != "" && !strings.Contains(err.Error(), what) {
			t.Errorf("got %v, want %q", err, what)
		}
	}
}

// cycle gives the fact that follows from another the smaller rank, and counts so.
func cycle(e *Engine) {
	reach := e.program.Named("reach")
	for row := range store.Row(3) {
		if tuple := reach.Tuple(row); e.base.Dictionary().Value(tuple[0]).Text() == "a" && e.base.Dictionary().Value(tuple[1]).Text() == "c" {
			reach.SetRank(row, 0)
			reach.UnsupportStrictly(row)
		}
	}
}
