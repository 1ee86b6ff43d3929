package main

import (
	"math"
	"slices"
	"time"
)

// median returns the middle one of some values, 0 of none.
func median[T time.Duration | float64](values []T) T { return quantile(values, 0.5) }

// quantile returns the smallest value that at least the given part of the values do not exceed, 0 of none.
func quantile[T time.Duration | float64](values []T, part float64) T {
	if len(values) == 0 {
		return 0
	}
	sorted := slices.Sorted(slices.Values(values))
	return sorted[max(0, int(math.Ceil(part*float64(len(sorted))))-1)]
}

// each maps a list.
func each[A, B any](list []A, f func(A) B) []B {
	out := make([]B, len(list))
	for i, x := range list {
		out[i] = f(x)
	}
	return out
}

// few is how many changes a revision may make to be a small one.
const few = 10

// small keeps the revisions that changed few conclusions.
func small(samples []sample) []sample {
	return slices.DeleteFunc(slices.Clone(samples), func(s sample) bool { return s.Retracted+s.Gained > few })
}

// times are the durations of samples.
func times(samples []sample) []time.Duration {
	return each(samples, func(s sample) time.Duration { return s.Time })
}

// pooled returns the samples of all rounds.
func pooled(rounds []round, side func(round) []sample) []sample {
	var all []sample
	for _, r := range rounds {
		all = append(all, side(r)...)
	}
	return all
}

func withdrawals(r round) []sample { return r.Withdraw }

func assertions(r round) []sample { return r.Assert }
