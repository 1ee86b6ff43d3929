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
)

// kernelBeliefs bounds the beliefs of a world whose sets of beliefs are all tried.
const kernelBeliefs = 6

// withoutAggregates leaves out every aggregate, and all beliefs but a few.
func withoutAggregates(w *World) *World {
	for _, r := range w.Rules {
		r.Body = slices.DeleteFunc(r.Body, func(l Literal) bool { return l.Aggregate != nil })
	}
	w.Constraints = nil
	w.Beliefs = w.Beliefs[:min(len(w.Beliefs), kernelBeliefs)]
	return w
}

// partModels evaluates every set of the state's beliefs, absences as they are in the whole. Bit i of a set is belief i.
func (s *State) partModels() ([]belief.Fact, []*Model, error) {
	facts := s.Ledger.Facts()
	var models []*Model
	for set := range 1 << len(facts) {
		part := s.Ledger.Clone()
		for i, f := range facts {
			if set>>i&1 == 0 {
				delete(part.entries, factKey(f))
			}
		}
		m, err := evaluateGiven(s.Program, part, s.Model)
		if err != nil {
			return nil, nil, err
		}
		models = append(models, m)
	}
	return facts, models, nil
}

// bruteKernels lists, one line each, the sets from which the fact follows and from no part of which it does.
func bruteKernels(facts []belief.Fact, models []*Model, f belief.Fact) []string {
	var minimal []int
	for size := range len(facts) + 1 {
		for set, m := range models {
			if len(members(facts, set)) == size && m.Holds(f) &&
				!slices.ContainsFunc(minimal, func(part int) bool { return part&set == part }) {
				minimal = append(minimal, set)
			}
		}
	}
	var lines []string
	for _, set := range minimal {
		lines = append(lines, fmt.Sprint(members(facts, set)))
	}
	slices.Sort(lines)
	return lines
}

func members(facts []belief.Fact, set int) []belief.Fact {
	list := []belief.Fact{}
	for i, f := range facts {
		if set>>i&1 == 1 {
			list = append(list, f)
		}
	}
	return list
}

// engineKernels lists the kernels that the engine finds, and checks their order.
func engineKernels(e *revise.Engine, f belief.Fact, limits revise.KernelLimits) (lines []string, complete bool, err error) {
	found, err := e.Kernels(context.Background(), f, limits)
	if err != nil {
		return nil, false, err
	}
	var before []belief.Fact
	for k := range found.All() {
		facts := []belief.Fact{}
		for _, b := range k {
			facts = append(facts, b.Fact)
		}
		if !slices.IsSortedFunc(facts, belief.Fact.Compare) || len(lines) > 0 && (len(before) > len(facts) ||
			len(before) == len(facts) && slices.CompareFunc(before, facts, belief.Fact.Compare) >= 0) {
			return nil, false, fmt.Errorf("%v stands before %v", before, facts)
		}
		before = facts
		lines = append(lines, fmt.Sprint(facts))
	}
	slices.Sort(lines)
	return lines, found.Complete(), nil
}

// kernelSearches are the ways to find all kernels of a fact, one line each: what each finds is compared with brute force.
var kernelSearches = map[string]func(*revise.Engine, belief.Fact) (lines []string, complete bool, err error){
	"kernels": func(e *revise.Engine, f belief.Fact) ([]string, bool, error) {
		return engineKernels(e, f, revise.KernelLimits{})
	},
}

// checkKernels compares the kernels of every fact with brute force and returns how many facts it compared.
func checkKernels(s *State, e *revise.Engine) (int, error) {
	facts, models, err := s.partModels()
	if err != nil {
		return 0, err
	}
	tried := 0
	for name, extension := range s.Model.Relations {
		for _, row := range extension {
			f := belief.NewFact(name, row.Values...)
			want := bruteKernels(facts, models, f)
			for name, search := range kernelSearches {
				got, complete, err := search(e, f)
				if err != nil || !complete || !slices.Equal(got, want) {
					return tried, fmt.Errorf("%s, %s (complete: %t, error: %w): got\n%s\nexpected\n%s", name, f, complete, err, strings.Join(got, "\n"), strings.Join(want, "\n"))
				}
			}
			tried++
			if err := checkKernelLimits(e, f, want); err != nil {
				return tried, fmt.Errorf("%s: %w", f, err)
			}
		}
	}
	return tried, nil
}

// checkKernelLimits wants no kernel above a limit, every one below it, and nothing hidden called complete.
func checkKernelLimits(e *revise.Engine, f belief.Fact, all []string) error {
	for n := 1; n <= 2; n++ {
		got, complete, err := engineKernels(e, f, revise.KernelLimits{Max: n})
		if err != nil || len(got) != min(n, len(all)) || complete != (len(all) <= n) {
			return fmt.Errorf("at most %d: %d of %d, complete: %t, error: %w", n, len(got), len(all), complete, err)
		}
		small := slices.DeleteFunc(slices.Clone(all), func(k string) bool { return strings.Count(k, "(") > n })
		got, complete, err = engineKernels(e, f, revise.KernelLimits{Size: n})
		if err != nil || !slices.Equal(got, small) || complete && len(small) < len(all) {
			return fmt.Errorf("of at most %d beliefs: got %q of %q, complete: %t, error: %w", n, got, all, complete, err)
		}
	}
	return nil
}

// TestKernels compares the kernels of all facts of random worlds with what trying every set of beliefs gives.
func TestKernels(t *testing.T) {
	worlds, tried := max(150, programCount()/2), 0
	for i := range worlds {
		seed := *seed + uint64(i)
		w := withoutAggregates(Generate(NewDice(seed)))
		s, err := Start(w)
		if err != nil {
			continue // something is not bound any more, or undefined
		}
		e := start(t, w, strategyOf(seed))
		if e == nil {
			continue
		}
		n, err := checkKernels(s, e)
		if errors.Is(err, ErrTooBig) {
			continue
		}
		if err != nil {
			t.Fatalf("seed %d: %v\nwith\n%s", seed, err, w.Text(false))
		}
		tried += n
	}
	if tried < worlds {
		t.Errorf("tried on %d facts only", tried)
	}
}
