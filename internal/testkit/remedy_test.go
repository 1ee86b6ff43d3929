package testkit

import (
	"context"
	"errors"
	"fmt"
	"math/bits"
	"slices"
	"strings"
	"testing"

	"github.com/beliefbase/revise/belief"
	"github.com/beliefbase/revise/internal/naive"
	"github.com/beliefbase/revise/revise"
)

// baseChange is a base belief withdrawn, or a fact asserted.
type baseChange struct {
	fact   belief.Fact
	assert bool
}

// changedWorld is a state with all sets of changes of its base up to a size. Bit i of a set is change i.
type changedWorld struct {
	*State
	changes []baseChange
	sets    []uint64 // smaller ones first
	models  []*Model // by set; nil where there is a fault
	faults  bool
}

// changedBy evaluates the state after all sets of at most size changes.
func (s *State) changedBy(size int) (*changedWorld, error) {
	w := &changedWorld{State: s}
	for _, f := range s.Ledger.Facts() {
		w.changes = append(w.changes, baseChange{f, false})
	}
	for _, f := range s.assertable() {
		w.changes = append(w.changes, baseChange{f, true})
	}
	w.sets = []uint64{0}
	for from := 0; size > 0; size-- {
		end := len(w.sets)
		for _, set := range w.sets[from:end] {
			for i := bits.Len64(set); i < len(w.changes); i++ {
				w.sets = append(w.sets, set|1<<i)
			}
		}
		from = end
	}
	for _, set := range w.sets {
		m, err := w.modelAfter(set)
		if err != nil {
			return nil, err
		}
		w.models, w.faults = append(w.models, m), w.faults || m == nil
	}
	return w, nil
}

func (w *changedWorld) modelAfter(set uint64) (*Model, error) {
	ledger := w.Ledger.Clone()
	for i, c := range w.changes {
		switch {
		case set>>i&1 == 0:
		case c.assert:
			ledger.Assert(c.fact, "", w.world.IsBag(c.fact.Relation))
		default:
			delete(ledger.entries, factKey(c.fact))
		}
	}
	m, err := Evaluate(w.Program, ledger)
	var fault *naive.Fault
	if errors.As(err, &fault) {
		return nil, nil
	}
	return m, err
}

// minimal lists, one line each, the sets after which it is ended and after no part of which it is.
func (w *changedWorld) minimal(ended func(*Model) bool) []string {
	var found []uint64
	lines := []string{}
	for i, set := range w.sets {
		if m := w.models[i]; m == nil || !ended(m) || slices.ContainsFunc(found, func(part uint64) bool { return part&set == part }) {
			continue
		}
		found = append(found, set)
		var r revise.Remedy
		for k, c := range w.changes {
			switch {
			case set>>k&1 == 0:
			case c.assert:
				r.Assert = append(r.Assert, c.fact)
			default:
				r.Withdraw = append(r.Withdraw, c.fact)
			}
		}
		lines = append(lines, remedyLine(r))
	}
	slices.Sort(lines)
	return lines
}

func remedyLine(r revise.Remedy) string { return fmt.Sprint(r.Withdraw, "+", r.Assert) }

// checkRemedyList compares what the engine found with all there is.
func (w *changedWorld) checkRemedyList(list []revise.Remedy, ended func(*Model) bool) error {
	got, want := []string{}, w.minimal(ended)
	for _, r := range list {
		if !slices.ContainsFunc(r.Assert, w.strange) {
			got = append(got, remedyLine(r))
		}
	}
	slices.Sort(got)
	if w.faults {
		return nil // what lies behind a fault may not be found
	}
	if !slices.Equal(got, want) {
		return fmt.Errorf("got\n%s\nexpected\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
	return nil
}

// strange reports whether the fact has a value that a rule has computed.
func (w *changedWorld) strange(f belief.Fact) bool {
	return !slices.ContainsFunc(w.changes, func(c baseChange) bool { return c.fact.Equal(f) })
}

// askableWorld is a world with few beliefs, and one relation that may be asserted.
func askableWorld(seed uint64) *World {
	w := Generate(NewDice(seed))
	w.Beliefs = w.Beliefs[:min(len(w.Beliefs), kernelBeliefs)]
	r := w.Relations[int(seed)%len(w.Relations)]
	r.Declared, r.MayAssert = true, true
	return w
}

// eachChangedWorld calls f with those small worlds that are wanted, after every few changes.
func eachChangedWorld(t *testing.T, worlds int, wanted func(*Model) bool, f func(seed uint64, w *changedWorld, e *revise.Engine, size int) error) {
	for i := range worlds {
		seed := *seed + uint64(i)
		w := askableWorld(seed)
		s, err := Start(w)
		if err != nil || !wanted(s.Model) {
			continue // something is undefined
		}
		size := 2
		switch n := len(s.Ledger.Facts()) + len(s.assertable()); {
		case n > 20:
			continue
		case n <= 8:
			size = 3
		}
		changed, err := s.changedBy(size)
		e := start(t, w, strategyOf(seed))
		if e == nil || err != nil {
			continue
		}
		if err := f(seed, changed, e, size); err != nil {
			t.Fatalf("seed %d: %v\nwith\n%s", seed, err, w.Text(false))
		}
	}
}

// TestRemediesWithAssertions compares the remedies for all facts of small worlds with what trying every set of changes
// gives.
func TestRemediesWithAssertions(t *testing.T) {
	worlds, asserting := max(150, programCount()/8), 0
	any := func(*Model) bool { return true }
	eachChangedWorld(t, worlds, any, func(_ uint64, w *changedWorld, e *revise.Engine, size int) error {
		before := dump(e)
		for name, extension := range w.Model.Relations {
			for _, row := range extension {
				f := belief.NewFact(name, row.Values...)
				found, err := e.Contract(context.Background(), f, revise.RemedyLimits{Size: size})
				if err == nil {
					err = w.checkRemedyList(found.List, func(m *Model) bool { return !m.Holds(f) })
				}
				if err != nil {
					return fmt.Errorf("%s: %w", f, err)
				}
				if slices.ContainsFunc(found.List, func(r revise.Remedy) bool { return r.Assert != nil }) {
					asserting++
				}
			}
		}
		if after := dump(e); !slices.Equal(before, after) {
			return errors.New("the state is another one")
		}
		return nil
	})
	if t.Logf("%d facts with assertions", asserting); asserting < worlds/10 {
		t.Errorf("only %d facts could be retracted by an assertion", asserting)
	}
}

// TestRepairs compares the repairs of small worlds with what trying every set of changes gives.
func TestRepairs(t *testing.T) {
	worlds, mended := max(150, programCount()/5), 0
	violating := func(m *Model) bool { return !m.violatesNothing() }
	eachChangedWorld(t, worlds, violating, func(_ uint64, w *changedWorld, e *revise.Engine, size int) error {
		before := dump(e)
		found := e.Repair(context.Background(), revise.RemedyLimits{Size: size})
		standing := 0
		for _, violations := range w.Model.Violations {
			standing += len(violations)
		}
		if len(found.Violations) != standing {
			return fmt.Errorf("%d violations, expected %d", len(found.Violations), standing)
		}
		for _, x := range found.Violations {
			mends := func(m *Model) bool {
				return m.Violations[x.Violation.Fact.Relation][naive.Key(x.Violation.Fact.Values)] == nil
			}
			if err := w.checkRemedyList(x.List, mends); err != nil {
				return fmt.Errorf("%s: %w", x.Violation.Fact, err)
			}
			mended += len(x.List)
		}
		if err := w.checkRemedyList(found.All.List, (*Model).violatesNothing); err != nil {
			return fmt.Errorf("all: %w", err)
		}
		if after := dump(e); !slices.Equal(before, after) {
			return errors.New("the state is another one")
		}
		return nil
	})
	if t.Logf("%d repairs", mended); mended < worlds/10 {
		t.Errorf("only %d repairs", mended)
	}
}

func (m *Model) violatesNothing() bool {
	for _, violations := range m.Violations {
		if len(violations) > 0 {
			return false
		}
	}
	return true
}
