package main

import (
	"fmt"
	"strings"

	"github.com/beliefbase/revise/revise"
)

// sizes say what the numbers are about.
var sizes = map[string]string{
	"small": "the small data that are part of the project",
	"full":  "the full data",
}

func (p *page) intro(size string) {
	p.say(`# The algorithms compared

The literature argues about what each algorithm costs, and measures few of them. Here all of them make the same revisions on the same store, on the [workloads](../reference/benchmarks.md#workloads) of the benchmarks, in this case %s. What each algorithm does, and why it is right, is on [its own page](algorithms.md).

This page is written by a command, which anyone can run again:

    make comparison                      # the small data, about a quarter of an hour on one core
    make comparison BENCH_DATA=FOLDER    # the full data

- *Counts* do not depend on the machine: rule instances enumerated, facts overdeleted, justifications kept. They are what this page rests on. Times are given once, as ratios.
- Every revision withdraws facts, for that is where the algorithms differ; an assertion costs all of them the same. It is made as a what-if on the same state for all.
- What a revision retracts and gains was compared with the right answers before its cost counted: %s comparisons, no difference.
- "–" means that the algorithm was not done within its share of processor time, or does not cover the workload.
- %s covers strata without recursion, and is then what %s does; it has no column of its own.
- %s is not here: it chooses between %s and recomputation.`, sizes[size], whole(p.checks()), "`counting`", "`ranked`", "`auto`", "`ranked`")
	for _, c := range p.all {
		for _, s := range revise.Strategies() {
			if a := c.By[s]; a != nil && a.NotCovered != "" && s != revise.Counting {
				p.say("- `%s` does not cover %s: %s.", s, c.Workload, a.NotCovered)
			}
		}
	}
	p.say("")
}

// over returns the ratio of two algorithms' instances for the single facts.
func over(a, b revise.Strategy) func(c *contest) (float64, bool) {
	return func(c *contest) (float64, bool) {
		x, y := c.By[a].singles(), c.By[b].singles()
		if x == nil || y == nil || y.Instances == 0 {
			return 0, false
		}
		return float64(x.Instances) / float64(y.Instances), true
	}
}

// ratios are the least, the greatest and the middle one, in words.
func (p *page) ratios(f func(c *contest) (float64, bool)) string {
	least, middle, most := p.spread(f)
	if least == most {
		return multiple(least, 1)
	}
	return fmt.Sprintf("%s to %s, median %s", multiple(least, 1), multiple(most, 1), multiple(middle, 1))
}

// where lists the workloads on which something is so.
func (p *page) where(is func(c *contest) bool) string {
	var names []string
	for _, c := range p.all {
		if is(c) {
			names = append(names, c.Workload)
		}
	}
	if len(names) == 0 {
		return "none"
	}
	return strings.Join(names, ", ")
}

// cheaper reports whether a enumerates less than b for the single facts, by more than a hundredth.
func cheaper(a, b revise.Strategy) func(c *contest) bool {
	f := over(a, b)
	return func(c *contest) bool {
		r, known := f(c)
		return known && r < 0.99
	}
}

// covered says that counting alone covers the workload: nothing in it is recursive.
func covered(c *contest) bool {
	return c.By[revise.Counting] != nil && c.By[revise.Counting].NotCovered == ""
}

func (p *page) winners() {
	p.say("## Where each algorithm is best, and why\n")
	singles, ofSingles := p.fewest(0)
	tenth, ofTenth := p.fewest(3)
	half, ofHalf := p.fewest(4)
	for _, x := range []struct {
		s   revise.Strategy
		why string
	}{
		{revise.Ranked, "it knows from two counts and a rank, without any search, whether a fact keeps a well-founded support, so " +
			"it propagates little that does not go. What it takes out in doubt it must put back: that is where it loses, in dense recursive strata with few real losses"},
		{revise.BF, "it proves before it deletes, so it never deletes in vain. The proofs are searches; where facts have many supports they cost more than deleting"},
		{revise.BFCounts, "as `bf`, but a fact with a support from below the stratum, or with none at all, needs no search"},
		{revise.DRed, "it needs no counts and no order, and does well where what loses one derivation loses all: chains and trees. " +
			"Where facts have alternatives it deletes them all the same, and everything behind them"},
		{revise.DRedCounts, "as `dred`, but a fact with a support from below stays, and nobody has to search for what can be put back"},
		{revise.PF, "it proves each suspect anew, with nothing remembered from the last proof: good for few suspects, bad for many"},
		{revise.JTMS, "it follows links instead of joining, and takes a fact out only if the one support that it remembers went: " +
			"between `ranked` and `dred-counts` in what it visits, at the price of keeping every justification"},
		{revise.Recompute, "nothing is in doubt, and nothing is kept but the facts: it is best where much goes at once"},
	} {
		p.say("- `%s` has the fewest instances on %d of %d workloads for single facts, on %d of %d for 10 %% of the facts, on %d of %d for 50 %%: %s.",
			x.s, singles[x.s], ofSingles, tenth[x.s], ofTenth, half[x.s], ofHalf, x.why)
	}
	p.say("\n(Ties count for each. Workloads on which only one was done in time are left out.)\n")
}

func (p *page) claims() {
	p.say(`## What the papers say, and what is so

The two methods that this started from are counting and delete-and-rederive, both from Gupta, Mumick and Subrahmanian,
*Maintaining Views Incrementally* (1993), which has no experiments. Beside each claim are the numbers of this page.

### Counting
`)
	p.claim("The delta rules give each fact its exact change of count (Theorem 4.1), also with negation and aggregates (6.1, 6.2)",
		"holds", fmt.Sprintf("every answer above was compared: no difference in %s; the tests compare every support on random programs", whole(p.checks())))
	p.claim("It is optimal: it computes exactly the facts that are inserted or deleted",
		"holds for what is passed upward, not for the work", fmt.Sprintf("instances enumerated for each changed conclusion: %s. "+
			"A support that comes or goes is enumerated even if the fact stays", p.ratios(func(c *contest) (float64, bool) {
			cost := c.anySingles()
			return float64(cost.Instances) / float64(cost.Retracted+cost.Gained), cost.Retracted+cost.Gained > 0
		})))
	p.claim("Tracking counts is almost as cheap as evaluating, without recursion",
		"holds, except where facts have many supports", fmt.Sprintf("supports for each conclusion on the workloads without recursion (%s): %s; evaluation could stop at the first of them. "+
			"That an underscore counts once takes the worst of it away", p.where(covered), p.ratios(func(c *contest) (float64, bool) {
			return float64(c.Supports) / float64(c.Conclusions), covered(c)
		})))
	p.claim("Counts are unfit for recursion: they may be infinite",
		"holds for counts of derivations, not for counts of rule instances", "instances of a rule are finite; what fails is that facts in a circle hold each other up, "+
			"and one rank for each fact mends it: `ranked` is right on all workloads, "+p.where(func(c *contest) bool { return !covered(c) })+" among them")
	p.claim("A count is less than a dependency graph",
		"holds", fmt.Sprintf("a count and, under recursion, a rank and a second count are 4 to 12 bytes. A network of justifications has %s justifications for each conclusion, "+
			"and the whole engine with it takes %s the memory", p.plainRatios(func(c *contest) (float64, bool) {
			return float64(c.By[revise.JTMS].Kept.Justifications) / float64(c.Conclusions), c.By[revise.JTMS].Kept.Justifications > 0
		}), p.ratios(func(c *contest) (float64, bool) {
			return float64(c.By[revise.JTMS].Kept.Bytes) / float64(c.By[revise.Ranked].Kept.Bytes), c.By[revise.JTMS].Kept.Justifications > 0
		})))
	p.say("### Delete and rederive\n")
	p.claim("The result is what follows from the new base (Theorem 7.1)",
		"holds, and with stratified negation and aggregates too", "the paper asserts that extension and does not show it: [the proof](algorithms.md) goes stratum by stratum, and `dred` gave the right answers wherever it was done in time, on "+
			p.where(func(c *contest) bool { return c.By[revise.DRed].singles() != nil })+"; acl and star have negation and aggregates")
	overestimate := func(s revise.Strategy) func(c *contest) (float64, bool) {
		return func(c *contest) (float64, bool) {
			cost := c.By[s].singles()
			if cost == nil {
				return 0, false
			}
			return float64(max(cost.Overdeleted, cost.Retracted)) / float64(cost.Retracted), cost.Retracted > 0
		}
	}
	p.claim("It deletes an overestimate (of which no size is given)",
		"measured", fmt.Sprintf("overdeleted for each fact really retracted: `dred` %s; `ranked` %s", p.ratios(overestimate(revise.DRed)), p.ratios(overestimate(revise.Ranked))))
	p.claim("It is better than propagation and filtration by an order of magnitude",
		"does not hold in general", fmt.Sprintf("instances of `pf` as a multiple of those of `dred`: %s; `pf` is cheaper on %s, dearer on %s. (`pf` is rebuilt here from descriptions, with a filter that is sound)",
			p.ratios(over(revise.PF, revise.DRed)), p.where(cheaper(revise.PF, revise.DRed)), p.where(cheaper(revise.DRed, revise.PF))))
	p.claim("On views without recursion it is worse than counting",
		"holds", fmt.Sprintf("instances of `dred` as a multiple of those of counting, on %s: %s", p.where(covered), p.ratios(func(c *contest) (float64, bool) {
			r, known := over(revise.DRed, revise.Ranked)(c)
			return r, known && covered(c)
		})))
	p.claim("Incremental maintenance is only a heuristic: recomputing can be cheaper",
		"holds, for `dred` early and for `ranked` late", fmt.Sprintf("the share of the base from which recomputation enumerates less: `dred` %s; `ranked` %s. It is one fact for `dred` on %s",
			p.shares(revise.DRed), p.shares(revise.Ranked), p.where(func(c *contest) bool { return c.Crossovers[revise.DRed].ByInstances.Beliefs == 1 })))
}

func (p *page) claim(claim, verdict, numbers string) {
	p.say("- **%s.** *%s*: %s.\n", claim, strings.ToUpper(verdict[:1])+verdict[1:], numbers)
}

func (p *page) checks() int {
	n := 0
	for _, c := range p.all {
		n += c.Checks
	}
	return n
}

func (p *page) plainRatios(f func(c *contest) (float64, bool)) string {
	least, middle, most := p.spread(f)
	return fmt.Sprintf("%.2g to %.2g (median %.2g)", least, most, middle)
}

// shares are the crossovers of an algorithm, in words.
func (p *page) shares(s revise.Strategy) string {
	least, middle, most := p.spread(func(c *contest) (float64, bool) {
		x, known := c.Crossovers[s]
		return 100 * float64(x.ByInstances.Beliefs) / float64(max(1, x.Of)), known && x.ByInstances.Beliefs > 0
	})
	return fmt.Sprintf("%.2g %% to %.2g %%, median %.2g %%", least, most, middle)
}
