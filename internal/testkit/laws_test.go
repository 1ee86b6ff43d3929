package testkit

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/beliefbase/revise/belief"
	"github.com/beliefbase/revise/revise"
	"github.com/beliefbase/revise/scenarios/fuzz"
)

// lawWorlds is how many random worlds each law is tried on.
func lawWorlds() int { return max(150, programCount()/10) }

// dump writes everything an engine holds, one line a fact, sorted.
func dump(e *revise.Engine) []string {
	var lines []string
	for _, r := range e.Program().Relations {
		for f, s := range e.Facts(r.Name) {
			believed, _ := e.Believed(f)
			var sources []string
			for _, a := range believed.Attributions {
				sources = append(sources, a.Source)
			}
			slices.Sort(sources)
			lines = append(lines, fmt.Sprintf("%s <- %d %t %q", f, s.Count, s.Base, sources))
		}
	}
	slices.Sort(lines)
	return lines
}

// start returns an engine for the world, or nil where there is none: a fault, or a strategy that does not cover it.
func start(t *testing.T, w *World, strategy revise.Strategy) *revise.Engine {
	t.Helper()
	program, err := w.Program()
	if err != nil {
		t.Fatalf("%v\n%s", err, w.Text(true))
	}
	e, err := revise.New(context.Background(), program, w.Base(), revise.WithStrategy(strategy))
	var refusal *revise.Refusal
	var notCovered *revise.NotCoveredError
	if err != nil && !errors.As(err, &refusal) && !errors.As(err, &notCovered) {
		t.Fatalf("%v\n%s", err, w.Text(true))
	}
	return e
}

// history returns what the engine holds after every revision. Where a fault comes up it returns nil: what faults may
// depend on how a rule is written.
func history(t *testing.T, w *World, strategy revise.Strategy) [][]string {
	t.Helper()
	e := start(t, w, strategy)
	if e == nil {
		return nil
	}
	requests, err := w.Requests()
	if err != nil {
		t.Fatalf("%v\n%s", err, w.Text(true))
	}
	states := [][]string{dump(e)}
	for _, r := range requests {
		var refusal *revise.Refusal
		var notCovered *revise.NotCoveredError
		_, err := e.Revise(context.Background(), r)
		if errors.As(err, &notCovered) || errors.As(err, &refusal) && (refusal.Kind == revise.RefusedFault || refusal.Kind == revise.RefusedRules) {
			return nil
		}
		states = append(states, dump(e))
	}
	return states
}

// TestLaws changes worlds in ways that must not change what they come to.
func TestLaws(t *testing.T) {
	for _, law := range fuzz.Laws() {
		t.Run(law.Name, func(t *testing.T) {
			tried := 0
			for i := range lawWorlds() {
				seed := *seed + uint64(i)
				w := Generate(NewDice(seed))
				changed := law.Apply(NewDice(seed), w)
				if changed == nil {
					continue
				}
				strategy := strategyOf(seed)
				want, got := history(t, w, strategy), history(t, changed, strategy)
				if want == nil || got == nil {
					continue
				}
				tried++
				for n := range want {
					compareStates(t, fmt.Sprintf("seed %d, %s, revision %d", seed, strategy, n), law, want[n], got[n], changed)
				}
			}
			if tried < lawWorlds()/4 {
				t.Errorf("tried on %d worlds only", tried)
			}
		})
	}
}

func compareStates(t *testing.T, where string, law fuzz.Law, want, got []string, changed *World) {
	t.Helper()
	plain := fuzz.Law{FactsOnly: law.FactsOnly}
	want, got = plain.Translate(want), law.Translate(got)
	if !slices.Equal(want, got) {
		t.Fatalf("%s: got\n%s\nexpected\n%s\nwith\n%s", where, strings.Join(got, "\n"), strings.Join(want, "\n"), changed.Text(true))
	}
}

// eachWorld calls f with engines of random worlds, one strategy after another.
func eachWorld(t *testing.T, f func(seed uint64, w *World, make func() *revise.Engine)) {
	for i := range lawWorlds() {
		seed := *seed + uint64(i)
		w := Generate(NewDice(seed))
		strategy := strategyOf(seed)
		if start(t, w, strategy) != nil {
			f(seed, w, func() *revise.Engine { return start(t, w, strategy) })
		}
	}
}

// strategyOf gives neighbouring seeds different strategies.
func strategyOf(seed uint64) revise.Strategy {
	all := revise.Strategies()
	return all[seed%uint64(len(all))]
}

func requests(t *testing.T, w *World) []revise.Request {
	t.Helper()
	list, err := w.Requests()
	if err != nil {
		t.Fatal(err)
	}
	return list
}

// TestBatchIsSequence makes every request line by line on one engine and whole on another.
func TestBatchIsSequence(t *testing.T) {
	tried := 0
	eachWorld(t, func(seed uint64, w *World, make func() *revise.Engine) {
		whole, parts := make(), make()
		for _, r := range requests(t, w) {
			if r.WhatIf || r.Undo != "" || !r.Rules.IsEmpty() {
				continue
			}
			if !reviseAll(parts, r) {
				return // a part alone may be refused where the whole is not
			}
			if _, err := whole.Revise(context.Background(), r); err != nil {
				return // and the whole where the parts are not
			}
			tried++
			if got, want := dump(parts), dump(whole); !slices.Equal(got, want) {
				t.Fatalf("seed %d, %s: line by line\n%s\nat once\n%s\nwith\n%s", seed, r.Name, strings.Join(got, "\n"), strings.Join(want, "\n"), w.Text(true))
			}
		}
	})
	if tried < lawWorlds() {
		t.Errorf("tried on %d requests only", tried)
	}
}

// reviseAll makes a request line by line and reports whether no line was refused.
func reviseAll(e *revise.Engine, r revise.Request) bool {
	var lines []revise.Request
	for _, x := range r.Withdraw {
		lines = append(lines, revise.Request{Withdraw: []revise.Withdrawal{x}})
	}
	for _, x := range r.Assert {
		lines = append(lines, revise.Request{Assert: []revise.Assertion{x}})
	}
	for _, line := range lines {
		if _, err := e.Revise(context.Background(), line); err != nil {
			return false
		}
	}
	return true
}

// TestThereAndBack undoes every revision at once: everything is as it was, supports and sources included.
func TestThereAndBack(t *testing.T) {
	tried := 0
	eachWorld(t, func(seed uint64, w *World, make func() *revise.Engine) {
		e := make()
		for _, r := range requests(t, w) {
			if r.WhatIf || r.Undo != "" {
				continue
			}
			before := dump(e)
			if _, err := e.Revise(context.Background(), r); err != nil {
				continue
			}
			after := dump(e)
			if _, err := e.Revise(context.Background(), revise.Request{Name: "back-" + r.Name, Undo: r.Name}); err != nil {
				var refusal *revise.Refusal
				if errors.As(err, &refusal) && refusal.Kind == revise.RefusedConstraint {
					continue // a violation that the revision mended comes back
				}
				t.Fatalf("seed %d, undo of %s: %v\n%s", seed, r.Name, err, w.Text(true))
			}
			tried++
			if back := dump(e); !slices.Equal(back, before) {
				t.Fatalf("seed %d, %s: before\n%s\nback\n%s\nwith\n%s", seed, r.Name, strings.Join(before, "\n"), strings.Join(back, "\n"), w.Text(true))
			}
			if _, err := e.Revise(context.Background(), revise.Request{Undo: "back-" + r.Name}); err != nil {
				t.Fatalf("seed %d, redo of %s: %v\n%s", seed, r.Name, err, w.Text(true))
			}
			if again := dump(e); !slices.Equal(again, after) {
				t.Fatalf("seed %d, %s: after\n%s\nredone\n%s\nwith\n%s", seed, r.Name, strings.Join(after, "\n"), strings.Join(again, "\n"), w.Text(true))
			}
		}
	})
	if tried < lawWorlds() {
		t.Errorf("tried on %d requests only", tried)
	}
}

// TestPreviewIsRevision previews every request: the outcome is that of the revision, and nothing is changed by it.
func TestPreviewIsRevision(t *testing.T) {
	eachWorld(t, func(seed uint64, w *World, make func() *revise.Engine) {
		e := make()
		for _, r := range requests(t, w) {
			r.WhatIf = false
			before := dump(e)
			previewed, previewErr := e.Preview(context.Background(), r)
			if after := dump(e); !slices.Equal(before, after) {
				t.Fatalf("seed %d, preview of %s: before\n%s\nafter\n%s\nwith\n%s", seed, r.Name, strings.Join(before, "\n"), strings.Join(after, "\n"), w.Text(true))
			}
			revised, err := e.Revise(context.Background(), r)
			if (previewErr == nil) != (err == nil) {
				t.Fatalf("seed %d, %s: preview says %v, revision %v", seed, r.Name, previewErr, err)
			}
			if err == nil && changes(previewed) != changes(revised) {
				t.Fatalf("seed %d, %s: preview\n%s\nrevision\n%s\nwith\n%s", seed, r.Name, changes(previewed), changes(revised), w.Text(true))
			}
		}
	})
}

// TestApplyIsRevision makes every request twice, once unexplained: what comes and goes is the same, and so is the state.
func TestApplyIsRevision(t *testing.T) {
	eachWorld(t, func(seed uint64, w *World, make func() *revise.Engine) {
		explained, unexplained := make(), make()
		for _, r := range requests(t, w) {
			o, err := explained.Revise(context.Background(), r)
			var told []string
			effect, applyErr := unexplained.Apply(context.Background(), r, func(f belief.Fact, gained bool) {
				told = append(told, fmt.Sprint(f, gained))
			})
			if fmt.Sprint(err) != fmt.Sprint(applyErr) {
				t.Fatalf("seed %d, %s: Revise says %v, Apply %v", seed, r.Name, err, applyErr)
			}
			if err != nil {
				continue
			}
			var want []string
			for _, c := range o.Retracted {
				want = append(want, fmt.Sprint(c.Fact, false))
			}
			for _, c := range o.Gained {
				want = append(want, fmt.Sprint(c.Fact, true))
			}
			for _, c := range o.Changed {
				want = append(want, fmt.Sprint(c.Before, false), fmt.Sprint(c.After, true))
			}
			slices.Sort(told)
			slices.Sort(want)
			if !slices.Equal(told, want) || effect.Retracted+effect.Gained != len(want) || effect.Number != o.Number {
				t.Fatalf("seed %d, %s: applied\n%s\n%+v\nrevised\n%s\nwith\n%s", seed, r.Name, strings.Join(told, "\n"), effect, strings.Join(want, "\n"), w.Text(true))
			}
			if got, want := dump(unexplained), dump(explained); !slices.Equal(got, want) {
				t.Fatalf("seed %d, after %s: applied\n%s\nrevised\n%s\nwith\n%s", seed, r.Name, strings.Join(got, "\n"), strings.Join(want, "\n"), w.Text(true))
			}
		}
	})
}

// changes writes what an outcome says of facts, reasons and their chains included.
func changes(o *revise.Outcome) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%+v\n", o.Base)
	for _, list := range [][]revise.Change{o.Retracted, o.Gained, o.Kept} {
		for _, c := range list {
			chain := unchain(&c.Reason)
			fmt.Fprintf(&b, "%+v%s\n", c, chain)
		}
	}
	for _, c := range o.Changed {
		chain := unchain(&c.Reason)
		fmt.Fprintf(&b, "%+v%s\n", c, chain)
	}
	for _, list := range [][]revise.Violation{o.NewViolations, o.MendedViolations} {
		for _, v := range list {
			chain := unchain(&v.Reason)
			fmt.Fprintf(&b, "%+v%s\n", v, chain)
		}
	}
	return b.String()
}

// unchain takes the chain out of the reason, and writes it step by step.
func unchain(r *revise.Reason) string {
	text := ""
	for s := r.Chain; s != nil; s = s.Next {
		step := *s
		step.Next = nil
		text += fmt.Sprintf(" since %+v", step)
	}
	r.Chain = nil
	return text
}

// TestHistoryDoesNotMatter compares what a world has come to with a new engine on the same beliefs.
func TestHistoryDoesNotMatter(t *testing.T) {
	eachWorld(t, func(seed uint64, w *World, make func() *revise.Engine) {
		e := make()
		for _, r := range requests(t, w) {
			_, _ = e.Revise(context.Background(), r) // a refused one changes nothing
		}
		fresh, err := revise.New(context.Background(), e.Program(), believed(e))
		if err != nil {
			t.Fatalf("seed %d: %v\n%s", seed, err, w.Text(true))
		}
		if got, want := dump(e), dump(fresh); !slices.Equal(got, want) {
			t.Fatalf("seed %d: revised\n%s\nfresh\n%s\nwith\n%s", seed, strings.Join(got, "\n"), strings.Join(want, "\n"), w.Text(true))
		}
	})
}

// believed copies the base beliefs of an engine.
func believed(e *revise.Engine) *belief.Base {
	base := belief.NewBase()
	for _, r := range e.Program().Relations {
		for f := range e.Facts(r.Name) {
			if b, ok := e.Believed(f); ok {
				for _, a := range b.Attributions {
					base.Add(f, a)
				}
			}
		}
	}
	return base
}

// TestSameOutcome runs every world twice, its beliefs in another order and under another hash seed: everything that is
// said of a revision is the same, reasons and the order of lists included.
func TestSameOutcome(t *testing.T) {
	eachWorld(t, func(seed uint64, w *World, make func() *revise.Engine) {
		shuffled := w.Clone()
		if !fuzz.HasBag(w) {
			fuzz.Shuffle(NewDice(seed), shuffled.Beliefs)
		}
		program, err := w.Program()
		if err != nil {
			t.Fatal(err)
		}
		one := make()
		other, err := revise.New(context.Background(), program, shuffled.Base(), revise.WithStrategy(strategyOf(seed)))
		if err != nil {
			t.Fatal(err)
		}
		for _, r := range requests(t, w) {
			first, err := one.Revise(context.Background(), r)
			second, otherErr := other.Revise(context.Background(), r)
			if fmt.Sprint(err) != fmt.Sprint(otherErr) {
				t.Fatalf("seed %d, %s: %v\nand\n%v\nwith\n%s", seed, r.Name, err, otherErr, w.Text(true))
			}
			if err == nil && changes(first) != changes(second) {
				t.Fatalf("seed %d, %s:\n%s\nand\n%s\nwith\n%s", seed, r.Name, changes(first), changes(second), w.Text(true))
			}
		}
	})
}

// TestPositiveIsMonotone takes negation and aggregates out of worlds: then asserting retracts nothing, and withdrawing
// gains nothing.
func TestPositiveIsMonotone(t *testing.T) {
	tried := 0
	for i := range lawWorlds() {
		seed := *seed + uint64(i)
		w := positive(Generate(NewDice(seed)))
		if _, err := w.Program(); err != nil {
			continue // something is not bound any more
		}
		e := start(t, w, strategyOf(seed))
		if e == nil {
			continue
		}
		for _, r := range requests(t, w) {
			if r.Undo != "" || !r.Rules.IsEmpty() {
				continue
			}
			assert, withdraw := revise.Request{Assert: r.Assert}, revise.Request{Withdraw: r.Withdraw}
			if o, err := e.Revise(context.Background(), assert); err == nil && len(o.Retracted) > 0 {
				t.Fatalf("seed %d, %s: asserting retracted %v\n%s", seed, r.Name, o.Retracted, w.Text(true))
			}
			if o, err := e.Revise(context.Background(), withdraw); err == nil && len(o.Gained) > 0 {
				t.Fatalf("seed %d, %s: withdrawing gained %v\n%s", seed, r.Name, o.Gained, w.Text(true))
			}
			tried++
		}
	}
	if tried < lawWorlds()/2 {
		t.Errorf("tried on %d requests only", tried)
	}
}

// positive leaves out every negated atom and every aggregate.
func positive(w *World) *World {
	for _, r := range w.Rules {
		r.Body = slices.DeleteFunc(r.Body, func(l Literal) bool { return l.Negated || l.Aggregate != nil })
	}
	w.Constraints = nil
	return w
}
