package main

import (
	"bytes"
	"fmt"
	"os"
	"runtime"
	"time"
)

// writeBenchstat writes what was measured in the form that benchstat reads: one line for every time that a thing was
// measured. Results with wrong answers are left out.
func writeBenchstat(file string, cores int, results []result) error {
	var b bytes.Buffer
	fmt.Fprintf(&b, "goos: %s\ngoarch: %s\npkg: github.com/beliefbase/revise/internal/bench\n", runtime.GOOS, runtime.GOARCH)
	for _, r := range results {
		if len(r.Wrong) > 0 {
			continue
		}
		line := func(name, more string, n int, numbers string) {
			fmt.Fprintf(&b, "Benchmark%s/workload=%s/size=%s/engine=%s%s-%d\t%d\t%s\n", name, r.Workload, r.Size, r.Engine, more, cores, n, numbers)
		}
		for _, e := range r.Evaluations {
			line("Evaluate", "", 1, fmt.Sprintf("%d ns/op\t%d read-ns/op\t%d cpu-ns/op\t%d facts\t%d supports\t%d live-B\t%d peak-B",
				e.Evaluate+e.Load, e.Load, e.CPU, r.Facts+r.Conclusions, r.Supports, r.LiveBytes, r.PeakBytes))
		}
		for _, one := range r.Rounds {
			line("Withdraw", "", len(one.Withdraw), quantileNumbers(one.Withdraw, one.Allocations))
			line("Assert", "", len(one.Assert), quantileNumbers(one.Assert, one.Allocations))
		}
		for _, s := range r.Steps {
			if !s.Single {
				line("Batch", "/step="+s.Step, 1, fmt.Sprintf("%d ns/op\t%d instances\t%d overdeleted\t%d changes",
					s.Time, s.Instances, s.Overdeleted, s.Retracted+s.Gained))
			}
		}
	}
	return os.WriteFile(file, b.Bytes(), 0o644)
}

// quantileNumbers writes the quantiles of a round: of the revisions that changed few conclusions, and of all.
func quantileNumbers(samples []sample, allocations float64) string {
	of := func(samples []sample, part float64) time.Duration { return quantile(times(samples), part) }
	text := fmt.Sprintf("%d all-p50-ns/op\t%d all-p99-ns/op\t%.0f allocs/op", of(samples, 0.5), of(samples, 0.99), allocations)
	if few := small(samples); len(few) > 0 {
		text = fmt.Sprintf("%d ns/op\t%d p90-ns/op\t%d p99-ns/op\t", of(few, 0.5), of(few, 0.9), of(few, 0.99)) + text
	}
	return text
}
