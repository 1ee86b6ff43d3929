package main

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"runtime"
	"time"

	"github.com/beliefbase/revise/belief"
	"github.com/beliefbase/revise/revise"
)

// withdrawn are the withdrawals that the algorithms are compared on, by what they are called.
var withdrawn = []struct {
	name string
	sets []string
}{
	{"13 facts, one by one", []string{"one0", "one1", "one2", "one3", "one4", "one5", "one6", "one7", "one8", "one9", "hot0", "hot1", "hot2"}},
	{"100 facts", []string{"n100"}},
	{"1 %", []string{"p1"}},
	{"10 %", []string{"p10"}},
	{"50 %", []string{"p50"}},
}

// tenth and half are places in withdrawn.
const (
	tenth = 3
	half  = 4
)

// contest is what was measured of all algorithms on one workload.
type contest struct {
	Workload    string
	Facts       int
	Conclusions int
	Supports    uint64
	By          map[revise.Strategy]*algorithm
	Crossovers  map[revise.Strategy]revise.Crossover
	Checks      int // answers compared with what is known to be right
}

// algorithm is what was measured of one algorithm on one workload.
type algorithm struct {
	NotCovered string // why; empty where it is covered
	Kept       revise.Retained
	Built      time.Duration   // the evaluation from scratch
	Costs      []*revise.Cost  // by withdrawal; nil where the time was over
	Took       []time.Duration // likewise
}

// singles returns what the single facts cost, nil where that is not known.
func (a *algorithm) singles() *revise.Cost {
	if a == nil || len(a.Costs) == 0 {
		return nil
	}
	return a.Costs[0]
}

// compareAll measures all algorithms on all workloads and writes the page.
func (s *settings) compareAll(ctx context.Context) error {
	runtime.GOMAXPROCS(1)
	d, err := dataIn(s.dir)
	if err != nil {
		return err
	}
	all, err := s.measured(ctx, d)
	if err != nil {
		return err
	}
	held, err := gallery(ctx)
	if err != nil {
		return err
	}
	text := comparisonPage(all, held, d.size)
	if s.comparison == "-" {
		_, err = os.Stdout.WriteString(text)
		return err
	}
	return os.WriteFile(s.comparison, []byte(text), 0o644)
}

// measured measures what the file of -results does not have yet, and keeps it there.
func (s *settings) measured(ctx context.Context, d data) ([]*contest, error) {
	chosen, _, err := s.chosen()
	if err != nil {
		return nil, err
	}
	known := map[string]*contest{}
	if text, err := os.ReadFile(s.results); err == nil {
		if err := json.Unmarshal(text, &known); err != nil {
			return nil, fmt.Errorf("%s: %w", s.results, err)
		}
	}
	var all []*contest
	for _, w := range chosen {
		c := known[w.name]
		if c == nil {
			c = &contest{Workload: w.name, By: map[revise.Strategy]*algorithm{}}
			known[w.name] = c
		}
		if err := c.complete(ctx, d, w, s.limit); err != nil {
			return nil, fmt.Errorf("%s: %w", w.name, err)
		}
		all = append(all, c)
		if s.results == "" {
			continue
		}
		text, err := json.Marshal(known)
		if err == nil {
			err = os.WriteFile(s.results, text, 0o644)
		}
		if err != nil {
			return nil, err
		}
	}
	return all, nil
}

// complete measures every algorithm that is not measured yet, each with the processor for no longer than the limit.
func (c *contest) complete(ctx context.Context, d data, w workload, limit time.Duration) error {
	for _, strategy := range revise.Strategies() {
		if strategy == revise.Auto || c.By[strategy] != nil {
			continue // auto is one of the others
		}
		fmt.Fprintf(os.Stderr, "%s under %s\n", w.name, strategy)
		if err := c.measure(ctx, d, w, strategy, limit); err != nil {
			return fmt.Errorf("%s: %w", strategy, err)
		}
		if ctx.Err() != nil {
			return ctx.Err()
		}
	}
	if c.Crossovers != nil {
		return nil
	}
	fmt.Fprintf(os.Stderr, "%s, crossovers\n", w.name)
	c.Crossovers = map[revise.Strategy]revise.Crossover{}
	return cmp.Or(c.cross(ctx, d, w, limit), ctx.Err())
}

// most is how many bytes an algorithm may keep of a workload.
const most = 12 << 30

// measure makes every withdrawal under one strategy, as a what-if, and checks what it retracts and gains.
func (c *contest) measure(ctx context.Context, d data, w workload, strategy revise.Strategy, limit time.Duration) error {
	s, err := d.load(ctx, w)
	if err != nil {
		return err
	}
	x, err := d.expectation(w)
	if err != nil {
		return err
	}
	facts := s.Base.Len()
	within, cancel := withProcessor(ctx, limit)
	defer cancel()
	began := time.Now()
	e, err := revise.New(within, s.Program, s.Base, revise.WithStrategy(strategy), revise.WithLimits(revise.Limits{Memory: most}))
	built := time.Since(began)
	var notCovered *revise.NotCoveredError
	if errors.As(err, &notCovered) {
		c.By[strategy] = &algorithm{NotCovered: notCovered.Reason}
		return nil
	}
	a := &algorithm{Costs: make([]*revise.Cost, len(withdrawn)), Took: make([]time.Duration, len(withdrawn))}
	c.By[strategy] = a
	if err != nil {
		return overTime(err)
	}
	a.Kept, a.Built = e.Retained(), built
	c.describe(e, facts)
	for i, class := range withdrawn {
		cost, took := &revise.Cost{}, time.Duration(0)
		for _, name := range class.sets {
			set, err := d.set(w, name, s.Program)
			if err != nil {
				return err
			}
			effect, t, err := c.whatIf(within, e, set, x, name)
			if err != nil {
				return overTime(err)
			}
			took += t
			cost.Instances += effect.Cost.Instances
			cost.Overdeleted += effect.Cost.Overdeleted
			cost.Rederived += effect.Cost.Rederived
			cost.Retracted += effect.Cost.Retracted
			cost.Gained += effect.Cost.Gained
		}
		a.Costs[i], a.Took[i] = cost, took
	}
	return nil
}

// overTime passes every error on but that of a limit, or of a context that ended.
func overTime(err error) error {
	var refusal *revise.Refusal
	if errors.As(err, &refusal) && (refusal.Kind == revise.RefusedLimit || refusal.Kind == revise.RefusedCancelled) {
		return nil
	}
	return err
}

// describe takes down how much there is.
func (c *contest) describe(e *revise.Engine, facts int) {
	c.Facts, c.Conclusions, c.Supports = facts, e.Conclusions(), supportsIn(e)
}

// whatIf withdraws a set of facts for a moment: once to build what is built on first use, and once to measure it.
func (c *contest) whatIf(ctx context.Context, e *revise.Engine, set []belief.Fact, x *expectation, name string) (revise.Effect, time.Duration, error) {
	req := request(set, nil)
	req.WhatIf = true
	counts := map[string][2]int{}
	if _, err := e.Apply(ctx, req, func(f belief.Fact, gained bool) {
		n := counts[f.Relation]
		n[index(gained)]++
		counts[f.Relation] = n
	}); err != nil {
		return revise.Effect{}, 0, err
	}
	if x != nil {
		for relation, want := range x.Steps["del."+name] {
			c.Checks++
			if counts[relation] != want {
				return revise.Effect{}, 0, fmt.Errorf("withdrawing %s: %d facts of %s are retracted and gained, expected %d", name, counts[relation], relation, want)
			}
		}
	}
	began := time.Now()
	effect, err := e.Apply(ctx, req, nil)
	return effect, time.Since(began), err
}

// cross finds where recomputation is cheaper, as far as the limit goes.
func (c *contest) cross(ctx context.Context, d data, w workload, limit time.Duration) error {
	s, err := d.load(ctx, w)
	if err != nil {
		return err
	}
	within, cancel := withProcessor(ctx, 3*limit)
	defer cancel()
	found, err := revise.Crossovers(within, s.Program, s.Base, revise.CrossoverOptions{
		Strategies: []revise.Strategy{revise.Ranked, revise.DRed, revise.BF, revise.JTMS, revise.DRedCounts, revise.BFCounts, revise.PF},
	})
	for _, x := range found {
		c.Crossovers[x.Strategy] = x
	}
	return overTime(err)
}

// withProcessor returns a context that ends when this process has had the processor for that long; where the system does
// not tell, it ends after that time.
func withProcessor(ctx context.Context, limit time.Duration) (context.Context, context.CancelFunc) {
	start, began := cpuTime(), time.Now()
	within, cancel := context.WithCancelCause(ctx)
	go func() {
		for within.Err() == nil {
			time.Sleep(20 * time.Millisecond)
			used := cpuTime() - start
			if start == 0 {
				used = time.Since(began)
			}
			if used > limit {
				cancel(context.DeadlineExceeded)
			}
		}
	}()
	return within, func() { cancel(nil) }
}
