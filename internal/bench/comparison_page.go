package main

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/beliefbase/revise/revise"
)

// page is the page under way: text, and tables of what was measured.
type page struct {
	strings.Builder
	all []*contest
}

// say writes text, its long lines broken between words; a line of a table stays whole.
func (p *page) say(format string, args ...any) {
	for line := range strings.SplitSeq(fmt.Sprintf(format, args...), "\n") {
		indent := ""
		if strings.HasPrefix(line, "- ") || strings.HasPrefix(line, "  ") {
			indent = "  "
		}
		for len(line) > widest && line[0] != '|' {
			at := strings.LastIndexByte(line[:widest], ' ')
			if at <= len(indent) {
				break
			}
			p.WriteString(line[:at] + "\n")
			line = indent + line[at+1:]
		}
		p.WriteString(line + "\n")
	}
}

// widest is the longest line of text.
const widest = 118

// table writes one line for each workload, and a column for each of the algorithms.
func (p *page) table(columns []revise.Strategy, first string, cell func(c *contest, s revise.Strategy) string, more func(c *contest) string) {
	names := make([]string, len(columns))
	for i, s := range columns {
		names[i] = string(s)
	}
	p.say("| workload | %s | %s |", first, strings.Join(names, " | "))
	p.say("| --- |%s", strings.Repeat(" ---: |", len(columns)+1))
	for _, c := range p.all {
		cells := make([]string, len(columns))
		for i, s := range columns {
			cells[i] = cell(c, s)
		}
		p.say("| %s | %s | %s |", c.Workload, more(c), strings.Join(cells, " | "))
	}
	p.say("")
}

const unknown = "–"

// multiple writes a ratio.
func multiple(a, b float64) string {
	switch {
	case a == 0 || b == 0:
		return unknown
	case a/b >= 100:
		return whole(uint64(a/b+0.5)) + "×"
	case a/b >= 10:
		return fmt.Sprintf("%.0f×", a/b)
	default:
		return fmt.Sprintf("%.2g×", a/b)
	}
}

// classic are the algorithms that a table of deletions shows.
var classic = []revise.Strategy{revise.Ranked, revise.DRed, revise.DRedCounts, revise.BF, revise.BFCounts, revise.PF, revise.JTMS, revise.Recompute}

func comparisonPage(all []*contest, held []holding, size string) string {
	p := &page{all: all}
	p.intro(size)
	p.instances()
	p.overestimates()
	p.batches()
	p.crossings()
	p.retained()
	p.environments(held)
	p.durations()
	p.winners()
	p.claims()
	return p.String()
}

// instances of single withdrawals.
func (p *page) instances() {
	p.say("## Single facts: rule instances enumerated\n")
	p.say("The sum over the withdrawal of ten random facts and of three facts of the most connected values, each by itself.")
	p.say("`changed` is what really changes, retracted and gained: nobody can enumerate less than something for each.\n")
	p.table(classic, "changed", func(c *contest, s revise.Strategy) string {
		if cost := c.By[s].singles(); cost != nil {
			return whole(cost.Instances)
		}
		return unknown
	}, func(c *contest) string {
		cost := c.anySingles()
		return whole(cost.Retracted + cost.Gained)
	})
}

// anySingles returns the costs under ranked, which covers everything and is fast.
func (c *contest) anySingles() revise.Cost {
	if cost := c.By[revise.Ranked].singles(); cost != nil {
		return *cost
	}
	return revise.Cost{}
}

func (p *page) overestimates() {
	p.say("## Single facts: overdeleted\n")
	p.say("Facts taken out before it was known whether they still follow, in the same 13 withdrawals, beside those that were")
	p.say("really retracted. `ranked` may take out less than that: what loses its last support is retracted without having been in doubt.\n")
	p.table([]revise.Strategy{revise.DRed, revise.DRedCounts, revise.BF, revise.PF, revise.JTMS, revise.Ranked}, "retracted", func(c *contest, s revise.Strategy) string {
		if cost := c.By[s].singles(); cost != nil {
			return whole(cost.Overdeleted)
		}
		return unknown
	}, func(c *contest) string { return whole(c.anySingles().Retracted) })
	p.say("Where %s of the facts are withdrawn at once, as a multiple of what is really retracted:\n", withdrawn[tenth].name)
	p.table([]revise.Strategy{revise.DRed, revise.DRedCounts, revise.BF, revise.PF, revise.JTMS, revise.Ranked}, "retracted", func(c *contest, s revise.Strategy) string {
		if cost := c.cost(s, tenth); cost != nil {
			return multiple(float64(cost.Overdeleted), float64(cost.Retracted))
		}
		return unknown
	}, func(c *contest) string {
		if cost := c.cost(revise.Ranked, tenth); cost != nil {
			return whole(cost.Retracted)
		}
		return unknown
	})
}

func (p *page) batches() {
	p.say("## Many facts at once: instances, as a multiple of those of recomputation\n")
	for i, class := range withdrawn[1:] {
		p.say("### %s withdrawn\n", class.name)
		p.table(classic[:len(classic)-1], "recompute", func(c *contest, s revise.Strategy) string {
			mine, anew := c.cost(s, i+1), c.cost(revise.Recompute, i+1)
			if mine == nil || anew == nil {
				return unknown
			}
			return multiple(float64(mine.Instances), float64(anew.Instances))
		}, func(c *contest) string {
			if anew := c.cost(revise.Recompute, i+1); anew != nil {
				return whole(anew.Instances)
			}
			return unknown
		})
	}
}

func (c *contest) cost(s revise.Strategy, class int) *revise.Cost {
	if a := c.By[s]; a != nil && len(a.Costs) > 0 {
		return a.Costs[class]
	}
	return nil
}

func (p *page) crossings() {
	p.say("## From where on recomputation is cheaper\n")
	p.say("The share of the base whose withdrawal in one request recomputation does with fewer rule instances, found by")
	p.say("bisection over the same facts for all (`revise compare --crossover` does it for a file).\n")
	p.table(classic[:len(classic)-1], "facts", func(c *contest, s revise.Strategy) string {
		x, known := c.Crossovers[s]
		switch {
		case !known:
			return unknown
		case x.ByInstances.Beliefs == 0:
			return "never"
		case x.ByInstances.Beliefs == 1:
			return "one fact"
		default:
			return fmt.Sprintf("%.2g %%", 100*float64(x.ByInstances.Beliefs)/float64(x.Of))
		}
	}, func(c *contest) string { return whole(c.Facts) })
}

func (p *page) retained() {
	p.say("## What is kept\n")
	p.say("Counting, with ranks in recursive strata, keeps numbers beside the facts; a JTMS keeps every instance that was ever true, as a justification with links. `counts` are the bytes of these numbers for each conclusion, `network` those of the justifications; `all` is what the whole engine takes, facts and indexes included, also the projections that `_` makes and the groups of aggregates; `made in` is how long the evaluation from scratch takes that makes it (all but `jtms` and `atms` evaluate alike).\n")
	p.say("| workload | conclusions | supports each | justifications each | counts | network | factor | all, ranked | all, jtms | factor | made in, ranked | jtms |")
	p.say("| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |")
	for _, c := range p.all {
		n := float64(c.Conclusions)
		ranked, jtms := c.By[revise.Ranked].Kept, c.By[revise.JTMS].Kept
		p.say("| %s | %s | %.2f | %s | %s | %s | %s | %.0f | %s | %s | %s | %s |", c.Workload, whole(c.Conclusions), float64(c.Supports)/n, perConclusion(jtms.Justifications, n, "%.2f"),
			perConclusion(int(ranked.Counts), n, "%.1f"), perConclusion(int(jtms.Network), n, "%.0f"), multiple(float64(jtms.Network), float64(ranked.Counts)),
			float64(ranked.Bytes)/n, perConclusion(int(jtms.Bytes), n, "%.0f"), multiple(float64(jtms.Bytes), float64(ranked.Bytes)),
			spoken(c.By[revise.Ranked].Built), multiple(float64(c.By[revise.JTMS].Built), float64(c.By[revise.Ranked].Built)))
	}
	p.say("")
}

func perConclusion(n int, conclusions float64, format string) string {
	if n == 0 {
		return unknown
	}
	return fmt.Sprintf(format, float64(n)/conclusions)
}

func (p *page) durations() {
	p.say("## Single facts: time, as a multiple of that of counting with ranks\n")
	p.say("Of the same 13 withdrawals, on one core; under `ranked` the mean of one withdrawal. The counts above do not depend on the machine; these do.\n")
	p.table(classic[1:], "ranked", func(c *contest, s revise.Strategy) string {
		if c.By[s].singles() == nil {
			return unknown
		}
		return multiple(float64(c.By[s].Took[0]), float64(c.By[revise.Ranked].Took[0]))
	}, func(c *contest) string {
		return spoken(c.By[revise.Ranked].Took[0] / 13)
	})
}

// fewest returns the workloads that each algorithm does with the fewest instances, ties listed for each, and how many
// there are on which more than one was done in time.
func (p *page) fewest(class int) (won map[revise.Strategy][]string, of int) {
	won = map[revise.Strategy][]string{}
	for _, c := range p.all {
		least, done := uint64(math.MaxUint64), 0
		for _, s := range classic {
			if cost := c.cost(s, class); cost != nil {
				least, done = min(least, cost.Instances), done+1
			}
		}
		if done < 2 {
			continue
		}
		of++
		for _, s := range classic {
			if cost := c.cost(s, class); cost != nil && cost.Instances == least {
				won[s] = append(won[s], c.Workload)
			}
		}
	}
	return won, of
}

// spread returns the least, the median and the greatest of what f knows of the workloads.
func (p *page) spread(f func(c *contest) (float64, bool)) (least, middle, most float64) {
	var list []float64
	for _, c := range p.all {
		if x, known := f(c); known && !math.IsNaN(x) && !math.IsInf(x, 0) {
			list = append(list, x)
		}
	}
	if len(list) == 0 {
		return 0, 0, 0
	}
	slices.Sort(list)
	return list[0], list[len(list)/2], list[len(list)-1]
}
