package main

import (
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"
)

// writeTables writes what was measured, one table a kind. Times of a result with wrong answers are left out.
func writeTables(w io.Writer, results []result) {
	right := slices.DeleteFunc(slices.Clone(results), func(r result) bool { return len(r.Wrong) > 0 })
	evaluationTable(w, right)
	singleTable(w, right)
	batchTable(w, right)
	for _, r := range results {
		if len(r.Wrong) > 0 {
			fmt.Fprintf(w, "%s under %s: not shown, for %d wrong answers\n", r.Workload, r.Engine, len(r.Wrong))
		}
		for _, why := range r.Stopped {
			fmt.Fprintf(w, "%s under %s: %s\n", r.Workload, r.Engine, why)
		}
	}
}

// grid writes rows of cells in columns, the first two to the left.
type grid struct {
	title string
	rows  [][]string
}

func (g *grid) add(cells ...string) { g.rows = append(g.rows, cells) }

func (g *grid) write(w io.Writer) {
	if len(g.rows) < 2 {
		return
	}
	fmt.Fprintf(w, "%s\n\n", g.title)
	var widths []int
	for _, row := range g.rows {
		widths = append(widths, make([]int, max(0, len(row)-len(widths)))...)
		for i, cell := range row {
			widths[i] = max(widths[i], utf8.RuneCountInString(cell))
		}
	}
	for _, row := range g.rows {
		var line strings.Builder
		for i, cell := range row {
			pad := strings.Repeat(" ", widths[i]-utf8.RuneCountInString(cell))
			if i < 2 {
				line.WriteString(cell + pad + "  ")
			} else {
				line.WriteString(pad + cell + "  ")
			}
		}
		fmt.Fprintln(w, strings.TrimRight(line.String(), " "))
	}
	fmt.Fprintln(w)
}

func evaluationTable(w io.Writer, results []result) {
	g := grid{title: "Full evaluation: medians"}
	g.add("workload", "engine", "facts", "conclusions", "read", "derive", "both", "processor", "supports", "a support", "bytes a fact", "peak MB", "answers checked")
	for _, r := range results {
		if len(r.Evaluations) == 0 {
			continue
		}
		derive := r.derive()
		both := median(each(r.Evaluations, func(e evaluation) time.Duration { return e.Load + e.Evaluate }))
		g.add(r.Workload, r.Engine, whole(r.Facts), whole(r.Conclusions),
			spoken(median(each(r.Evaluations, func(e evaluation) time.Duration { return e.Load }))), spoken(derive), spoken(both),
			spoken(median(each(r.Evaluations, func(e evaluation) time.Duration { return e.CPU }))),
			whole(r.Supports), ratio(float64(derive), float64(r.Supports))+" ns",
			ratio(float64(r.LiveBytes), float64(r.Facts+r.Conclusions)), whole(r.PeakBytes>>20), whole(r.Checks))
	}
	g.write(w)
}

// derive is the median time of deriving everything.
func (r *result) derive() time.Duration {
	return median(each(r.Evaluations, func(e evaluation) time.Duration { return e.Evaluate }))
}

func singleTable(w io.Writer, results []result) {
	g := grid{title: fmt.Sprintf("Single facts: those that change at most %d conclusions, and all", few)}
	g.add("workload", "strategy", "which", "facts", "withdraw p50", "p90", "p99", "assert p50", "p90", "p99",
		"instances p50", "max", "overdeleted max", "with report p50", "allocations", "first time")
	for _, r := range results {
		if len(r.Rounds) == 0 {
			continue
		}
		reported := append(slices.Clone(r.Explained.Withdraw), r.Explained.Assert...)
		p50 := func(samples []sample) string { return spoken(quantile(times(samples), 0.5)) }
		out, in := pooled(r.Rounds, withdrawals), pooled(r.Rounds, assertions)
		g.add(append(singleCells(r, "few", small(out), small(in)), p50(small(reported)), "", "")...)
		allocations := median(each(r.Rounds, func(r round) float64 { return r.Allocations }))
		g.add(append(singleCells(r, "all", out, in), p50(reported), whole(uint64(allocations)), spoken(r.Cold))...)
	}
	g.write(w)
}

func singleCells(r result, which string, out, in []sample) []string {
	cells := []string{r.Workload, r.Engine, which, whole(len(out) / len(r.Rounds))}
	cells = append(cells, quantiles(out, 0.5, 0.9, 0.99)...)
	cells = append(cells, quantiles(in, 0.5, 0.9, 0.99)...)
	enumerated := each(out, func(s sample) float64 { return float64(s.Instances) })
	overdeleted := each(out, func(s sample) float64 { return float64(s.Overdeleted) })
	return append(cells, whole(uint64(median(enumerated))), whole(uint64(quantile(enumerated, 1))), whole(uint64(quantile(overdeleted, 1))))
}

func quantiles(samples []sample, parts ...float64) []string {
	return each(parts, func(p float64) string { return spoken(quantile(times(samples), p)) })
}

func batchTable(w io.Writer, results []result) {
	g := grid{title: "Batches: medians, beside the median of recomputation in the same run"}
	g.add("workload", "strategy", "step", "time", "processor", "recomputation", "instances", "overdeleted", "rederived", "retracted", "gained")
	for _, r := range results {
		for _, name := range r.batches() {
			s, took := r.batch(name)
			g.add(r.Workload, r.Engine, name, spoken(took), spoken(s.CPU), compared(results, r, name, took),
				whole(s.Instances), whole(s.Overdeleted), whole(s.Rederived), whole(s.Retracted), whole(s.Gained))
		}
	}
	g.write(w)
}

// batches returns the names of the steps that change many facts, in order.
func (r *result) batches() []string {
	var names []string
	for _, s := range r.Steps {
		if !s.Single && !slices.Contains(names, s.Step) {
			names = append(names, s.Step)
		}
	}
	return names
}

// batch returns a step with the medians of its times.
func (r *result) batch(name string) (sample, time.Duration) {
	var samples []sample
	for _, s := range r.Steps {
		if s.Step == name {
			samples = append(samples, s.sample)
		}
	}
	if len(samples) == 0 {
		return sample{}, 0
	}
	one := samples[0]
	one.CPU = median(each(samples, func(s sample) time.Duration { return s.CPU }))
	return one, median(times(samples))
}

// compared says how much longer a step took than under recomputation.
func compared(results []result, r result, step string, took time.Duration) string {
	for _, other := range results {
		if other.Workload == r.Workload && other.Engine == "recompute" && r.Engine != "recompute" {
			if _, again := other.batch(step); again > 0 {
				return ratio(float64(took), float64(again)) + "x"
			}
		}
	}
	return "–"
}

// whole writes a number as people read it: 1,032.
func whole[N int | uint64](n N) string {
	digits := strconv.FormatUint(uint64(n), 10)
	var b strings.Builder
	for i, c := range []byte(digits) {
		if i > 0 && (len(digits)-i)%3 == 0 {
			b.WriteByte(',')
		}
		b.WriteByte(c)
	}
	return b.String()
}

// ratio writes a quotient with three digits.
func ratio(a, b float64) string {
	switch q := a / b; {
	case b == 0:
		return "–"
	case q >= 100:
		return strconv.FormatFloat(q, 'f', 0, 64)
	default:
		return strconv.FormatFloat(q, 'g', 3, 64)
	}
}

// spoken writes a duration with its unit.
func spoken(d time.Duration) string {
	switch {
	case d == 0:
		return "–"
	case d < time.Millisecond:
		return ratio(float64(d), 1e3) + " us"
	case d < time.Second:
		return ratio(float64(d), 1e6) + " ms"
	default:
		return ratio(float64(d), 1e9) + " s"
	}
}
