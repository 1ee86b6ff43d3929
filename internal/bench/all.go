package main

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"os"
	"slices"
	"strings"

	"github.com/beliefbase/revise/revise"
)

// measureAll measures every strategy on every workload and writes what it found. The error says which answers were wrong.
func (s *settings) measureAll(ctx context.Context) error {
	chosen, strategies, err := s.chosen()
	if err != nil {
		return err
	}
	d, err := dataIn(s.dir)
	if err != nil {
		return err
	}
	var results []result
	for _, w := range chosen {
		var here []result
		for _, strategy := range strategies {
			fmt.Fprintf(os.Stderr, "%s under %s\n", w.name, strategy)
			r, err := s.spawn(ctx, w.name, strategy)
			if err != nil {
				return err
			}
			here = append(here, r)
		}
		others, err := s.souffle(ctx, d, w)
		if err != nil {
			return err
		}
		results = append(results, agreeing(append(here, others...))...)
	}
	writeTables(os.Stdout, results)
	if s.output != "" {
		if err := writeBenchstat(s.output, s.cores, results); err != nil {
			return err
		}
	}
	return wrongAnswers(results)
}

// chosen returns the workloads and strategies that the flags name.
func (s *settings) chosen() ([]workload, []string, error) {
	var chosen []workload
	for name := range strings.SplitSeq(s.workloads, ",") {
		w, err := workloadNamed(name)
		if err != nil {
			return nil, nil, err
		}
		chosen = append(chosen, w)
	}
	strategies := strings.Split(s.strategies, ",")
	for _, name := range strategies {
		if _, err := revise.ParseStrategy(name); err != nil {
			return nil, nil, err
		}
	}
	return chosen, strategies, nil
}

// agreeing notes where the strategies have come to different states. The first one that knows a state speaks for it.
func agreeing(results []result) []result {
	first := map[string]result{}
	for i := range results {
		r := &results[i]
		for _, state := range slices.Sorted(maps.Keys(r.States)) {
			other, known := first[state]
			if !known {
				first[state] = *r
			} else if r.States[state] != other.States[state] {
				r.Wrong = append(r.Wrong, fmt.Sprintf("state %s is not what it is under %s", state, other.Engine))
			}
		}
	}
	return results
}

// wrongAnswers says what was wrong, nil when nothing was.
func wrongAnswers(results []result) error {
	var all []error
	for _, r := range results {
		for _, what := range r.Wrong {
			all = append(all, fmt.Errorf("wrong: %s, %s under %s: %s", r.Workload, r.Size, r.Engine, what))
		}
	}
	return errors.Join(all...)
}
