package revise

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"hash/fnv"
	"slices"
	clock "time"

	"github.com/beliefbase/revise/belief"
	"github.com/beliefbase/revise/rules"
)

// CrossoverOptions say what is compared with recomputation.
type CrossoverOptions struct {
	Strategies []Strategy
	Repeat     int                   // how often each withdrawal is timed; the median counts; below 1 it is 1
	Clock      func() clock.Duration // from any moment on; nil: nothing is timed
	Options    []Option              // of every engine
}

// Crossover says how much of a base must be withdrawn at once for recomputation to be cheaper than a strategy.
type Crossover struct {
	Strategy    Strategy
	NotCovered  *NotCoveredError // then there is nothing else
	Of          int              // beliefs in the base
	ByInstances Crossing         // rule instances enumerated
	ByTime      Crossing         // without a clock it says nothing
}

// Crossing is where the costs of a strategy and of recomputation cross.
type Crossing struct {
	Beliefs  int    // from this many withdrawn beliefs on recomputation is cheaper; 0: never
	Strategy uint64 // what the strategy costs there, in instances or nanoseconds; where nothing crosses, for the whole base
	Anew     uint64 // what recomputation costs there
}

// Crossovers finds for each strategy the least number of beliefs whose withdrawal in one request recomputation does
// cheaper: by doubling, then by bisection, to within a sixty-fourth. Which beliefs are withdrawn depends on their texts
// alone, and a larger number includes the smaller. Constraints that refuse are left out. The base is left alone.
// With an error comes what was found before it.
func Crossovers(ctx context.Context, program *rules.Program, base *belief.Base, o CrossoverOptions) ([]Crossover, error) {
	program = withoutRefusals(program)
	s := &crossing{CrossoverOptions: o, facts: scattered(base), costs: map[costKey]costs{}}
	var err error
	if s.recompute, err = New(ctx, program, copyOf(base), append(o.Options, WithStrategy(Recompute))...); err != nil {
		return nil, err
	}
	var found []Crossover
	for _, strategy := range o.Strategies {
		c := Crossover{Strategy: strategy, Of: len(s.facts)}
		e, err := New(ctx, program, copyOf(base), append(o.Options, WithStrategy(strategy))...)
		if err != nil && !errors.As(err, &c.NotCovered) {
			return found, err
		}
		if e != nil {
			if c.ByInstances, err = s.find(ctx, e, func(c costs) uint64 { return c.instances }); err != nil {
				return found, err
			}
			if s.Clock != nil {
				if c.ByTime, err = s.find(ctx, e, func(c costs) uint64 { return uint64(c.took) }); err != nil {
					return found, err
				}
			}
		}
		found = append(found, c)
	}
	return found, nil
}

// withoutRefusals is the program without the constraints that could refuse a withdrawal.
func withoutRefusals(program *rules.Program) *rules.Program {
	var change rules.RuleChange
	for _, c := range program.Constraints {
		if c.OnViolation == rules.Refuse {
			change.RemoveConstraints = append(change.RemoveConstraints, rules.NameAt{Name: c.Name})
		}
	}
	if next, _ := program.With(change); next != nil {
		return next
	}
	return program
}

// scattered returns the facts of the base in an order that has nothing to do with what they say.
func scattered(base *belief.Base) []belief.Fact {
	type hashed struct {
		fact belief.Fact
		hash uint64
	}
	var all []hashed
	for b := range base.All() {
		h := fnv.New64a()
		_, _ = h.Write([]byte(b.Fact.String()))
		all = append(all, hashed{b.Fact, h.Sum64()})
	}
	slices.SortStableFunc(all, func(a, b hashed) int { return cmp.Compare(a.hash, b.hash) })
	facts := make([]belief.Fact, len(all))
	for i, h := range all {
		facts[i] = h.fact
	}
	return facts
}

// crossing is a search under way.
type crossing struct {
	CrossoverOptions
	facts     []belief.Fact
	recompute *Engine
	costs     map[costKey]costs
}

type costKey struct {
	engine *Engine
	n      int
}

type costs struct {
	instances uint64
	took      clock.Duration
}

// of returns what the withdrawal of the first n facts costs. It is taken back.
func (s *crossing) of(ctx context.Context, e *Engine, n int) (costs, error) {
	if known, ok := s.costs[costKey{e, n}]; ok {
		return known, nil
	}
	request := Request{Withdraw: make([]Withdrawal, n), WhatIf: true}
	for i, f := range s.facts[:n] {
		request.Withdraw[i] = Withdrawal{Pattern: queryOf(f), All: true}
	}
	var c costs
	var samples []clock.Duration
	for range max(1, s.Repeat) {
		var effect Effect
		var err error
		samples = append(samples, timed(s.Clock, func() { effect, err = e.Apply(ctx, request, nil) }))
		if err != nil {
			return c, fmt.Errorf("withdrawing %d of the beliefs: %w", n, err)
		}
		c = costs{effect.Cost.Instances, median(samples)}
	}
	s.costs[costKey{e, n}] = c
	return c, nil
}

// find looks for the least number of facts from which recomputation is cheaper.
func (s *crossing) find(ctx context.Context, e *Engine, measure func(costs) uint64) (Crossing, error) {
	at := func(n int) (Crossing, error) {
		mine, err := s.of(ctx, e, n)
		if err != nil {
			return Crossing{}, err
		}
		anew, err := s.of(ctx, s.recompute, n)
		return Crossing{n, measure(mine), measure(anew)}, err
	}
	if len(s.facts) == 0 {
		return Crossing{}, nil
	}
	low, high := 0, 1 // recomputation is not cheaper at low
	var c Crossing
	for ; ; high = min(2*high, len(s.facts)) {
		var err error
		if c, err = at(high); err != nil {
			return c, err
		}
		if c.Anew < c.Strategy {
			break
		}
		if high == len(s.facts) {
			c.Beliefs = 0
			return c, nil
		}
		low = high
	}
	for high-low > max(1, high/64) {
		middle := (low + high) / 2
		m, err := at(middle)
		if err != nil {
			return c, err
		}
		if m.Anew < m.Strategy {
			high, c = middle, m
		} else {
			low = middle
		}
	}
	return c, nil
}
