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

- *Counts* do not depend on the machine: rule instances enumerated, facts overdeleted, justifications kept. They are what this page rests on. The times of single facts are given once, as ratios, and those of full evaluation beside what it keeps.
- Every revision withdraws facts, for that is where the algorithms differ: but for recomputation and the dependency graphs they all insert by the same waves, with the same instances. (A JTMS also follows its links, so it meets twice what was true before; an ATMS labels what is new.) It is made as a what-if on the same state for all.
- What a revision retracts and gains was compared with the right answers before its cost counted: %s comparisons, no difference.
- "–" means that the algorithm was not done within its share of processor time (the flag -limit, for all that it does on one workload), or does not cover the workload, as the lines below say.
- The workloads have sets only. Bags are counted, under whatever algorithm: there is nothing to compare.
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

// largest says on which workload and class of withdrawals, single facts apart, a enumerates most in comparison with b.
func (p *page) largest(a, b revise.Strategy) string {
	most, where := 0.0, ""
	for _, c := range p.all {
		for class := 1; class < len(withdrawn); class++ {
			x, y := c.cost(a, class), c.cost(b, class)
			if x == nil || y == nil || y.Instances == 0 {
				continue
			}
			if r := float64(x.Instances) / float64(y.Instances); r > most {
				most, where = r, c.Workload+", "+withdrawn[class].name
			}
		}
	}
	if where == "" {
		return "not measured"
	}
	return "up to " + multiple(most, 1) + " (" + where + ")"
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
	tenths, ofTenth := p.fewest(tenth)
	halves, ofHalf := p.fewest(half)
	for _, x := range []struct {
		s   revise.Strategy
		why string
	}{
		{revise.Ranked, "it knows from two counts and a rank, without any search, whether a fact keeps a well-founded support, so " +
			"it propagates little that does not go. What it takes out in doubt it must put back: that is where it loses, when much goes at once"},
		{revise.BF, "it proves before it deletes, so nothing goes that what is left still supports; only what is supported anew by the same revision, through negation or an aggregate, goes and comes back. The proofs are searches; where facts have many supports they cost more than deleting"},
		{revise.BFCounts, "as `bf`, but a fact with a support from below the stratum, or with none at all, needs no search"},
		{revise.DRed, "it needs no counts and no order, and does well where what loses one derivation loses all: chains and trees. " +
			"Where facts have alternatives it deletes them all the same, and everything behind them"},
		{revise.DRedCounts, "as `dred`, but a fact with a support from below stays, and nobody has to search for what can be put back"},
		{revise.PF, "it proves each suspect anew, with nothing remembered from the last proof: good for few suspects, bad for many"},
		{revise.JTMS, "it follows links instead of joining, and takes a fact out only if the one support that it remembers went: " +
			"it comes to " + p.ratios(over(revise.JTMS, revise.Ranked)) + " the instances of `ranked`, at the price of keeping every justification"},
		{revise.Recompute, "nothing is in doubt, and nothing is kept but the facts: it is best where much goes at once"},
	} {
		on := ""
		if names := singles[x.s]; len(names) > 0 {
			on = " (" + strings.Join(names, ", ") + ")"
		}
		p.say("- `%s` has the fewest instances on %d of %d workloads for single facts%s, on %d of %d for 10 %% of the facts, on %d of %d for 50 %%: %s.",
			x.s, len(singles[x.s]), ofSingles, on, len(tenths[x.s]), ofTenth, len(halves[x.s]), ofHalf, x.why)
	}
	p.say("\n(Ties count for each. Workloads on which only one was done in time are left out; one that was not done counts as one that has more.)\n")
}

func (p *page) claims() {
	p.say(`## What the papers say, and what is so

The two methods that this started from are counting and delete-and-rederive, both from Gupta, Mumick and Subrahmanian,
*Maintaining Views Incrementally* (1993), which has no experiments. Beside each claim are the numbers of this page, from the workloads on which the
algorithms in question were done in time.
`)
	p.claimsOfCounting()
	p.claimsOfRederiving()
}

func (p *page) claimsOfCounting() {
	p.say("### Counting\n")
	p.claim("The delta rules give each fact its exact change of count (Theorem 4.1), also with negation and aggregates (6.1, 6.2)",
		"holds", fmt.Sprintf("every answer above was compared: no difference in %s; the tests compare every support on random programs", whole(p.checks())))
	p.claim("No fact loses more derivations than it had, if what is withdrawn was there (Lemma 4.1)",
		"holds", fmt.Sprintf("a count that would be negative stops the engine with a panic; none was in the %d withdrawals of each algorithm on each workload. What is asked for twice, or was not there, is taken out of a request first", p.withdrawals()))
	p.claim("Only changes of membership go to the strata above, where relations are sets",
		"holds", "what a stratum gained and lost is all that the one above looks at, and the answers are right; only bags pass multiplicities on")
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
	network := func(f func(jtms, ranked revise.Retained, conclusions float64) float64) func(c *contest) (float64, bool) {
		return func(c *contest) (float64, bool) {
			jtms := c.By[revise.JTMS].Kept
			return f(jtms, c.By[revise.Ranked].Kept, float64(c.Conclusions)), jtms.Justifications > 0
		}
	}
	p.claim("A count is less than a dependency graph",
		"holds", fmt.Sprintf("bytes for each conclusion: %s for counts and, under recursion, ranks, %s for a network of justifications, of which there are %s for each. So the network takes %s the memory of the counts, and the whole engine with it %s that of the engine with counts",
			p.plainRatios(network(func(_, ranked revise.Retained, n float64) float64 { return float64(ranked.Counts) / n })),
			p.plainRatios(network(func(jtms, _ revise.Retained, n float64) float64 { return float64(jtms.Network) / n })),
			p.plainRatios(network(func(jtms, _ revise.Retained, n float64) float64 { return float64(jtms.Justifications) / n })),
			p.ratios(network(func(jtms, ranked revise.Retained, _ float64) float64 {
				return float64(jtms.Network) / float64(ranked.Counts)
			})),
			p.ratios(network(func(jtms, ranked revise.Retained, _ float64) float64 {
				return float64(jtms.Bytes) / float64(ranked.Bytes)
			}))))
	p.claim("A count is not provenance: it says how many supports there are, not which",
		"holds", fmt.Sprintf("but nothing else is needed to find them: there are %s supports for each conclusion, and a join from it finds those of one when they are [asked for](why.md); ranks say which of them are well-founded",
			p.plainRatios(func(c *contest) (float64, bool) { return float64(c.Supports) / float64(c.Conclusions), true })))
	d := floatDrift(20_000)
	p.claim("COUNT, SUM and AVG follow from the old value and the change",
		"holds for counts and ints, not for sums of floats", fmt.Sprintf("of %s random groups whose sum was kept by adding and taking off, %s had another sum than adding up what was left gives; of %s that were emptied, %s kept a sum that is not zero. Here a sum of floats is kept exactly, and rounded when it is read ([why](algorithms.md#74-sums))",
			whole(d.Groups-d.Emptied), whole(d.Differing), whole(d.Emptied), whole(d.Residues)))
	p.claim("MIN and MAX can be maintained, too",
		"holds, with the rest of the group", "the old value and the change are not enough when the extreme goes; a group keeps how often each value occurs, and a heap. joins and star have both functions")
}

func (p *page) claimsOfRederiving() {
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
		"measured", fmt.Sprintf("overdeleted for each fact really retracted, one at least: `dred` %s; `ranked` %s, which never has in doubt what loses its last support", p.ratios(overestimate(revise.DRed)), p.ratios(overestimate(revise.Ranked))))
	p.claim("It is better than propagation and filtration by an order of magnitude",
		p.verdict(over(revise.PF, revise.DRed), 10, "holds", "does not hold in general"), fmt.Sprintf("instances of `pf` as a multiple of those of `dred`, for single facts: %s; `pf` is cheaper on %s, dearer on %s. For larger withdrawals: %s. (`pf` is rebuilt here from descriptions, with a filter that is sound, and takes a request at once and not one base relation after the other, as the original did)",
			p.ratios(over(revise.PF, revise.DRed)), p.where(cheaper(revise.PF, revise.DRed)), p.where(cheaper(revise.DRed, revise.PF)), p.largest(revise.PF, revise.DRed)))
	flat := func(c *contest) (float64, bool) {
		r, known := over(revise.DRed, revise.Ranked)(c)
		return r, known && covered(c)
	}
	p.claim("On views without recursion it is worse than counting",
		p.verdict(flat, 1, "holds", "does not hold in general"), fmt.Sprintf("instances of `dred` as a multiple of those of counting, on %s: %s", p.where(covered), p.ratios(flat)))
	p.claim("Incremental maintenance is only a heuristic: recomputing can be cheaper",
		"holds", fmt.Sprintf("the share of the base from which recomputation enumerates less: `dred` %s; `ranked` %s. It is one fact for `dred` on %s. `dred` comes to it with less than half of what `ranked` does on %s",
			p.shares(revise.DRed), p.shares(revise.Ranked), p.where(func(c *contest) bool { return c.Crossovers[revise.DRed].ByInstances.Beliefs == 1 }), p.where(muchEarlier)))
	p.claim("Only sets can be maintained so",
		"holds", "a fact that is put back is put back once, however many derivations it has. What is kept beside are numbers of rule instances, which are exact here, and no multiplicities: bags are counted, and cannot be recursive")
	p.claim("No summary of support is kept; support is found out at each revision",
		"holds, at a price", fmt.Sprintf("instances of `dred` as a multiple of those of `dred-counts`, which keeps numbers of supports and searches for none: %s", p.ratios(over(revise.DRed, revise.DRedCounts))))
}

// muchEarlier reports whether recomputation is cheaper than dred with less than half of the facts from which it is for ranked.
func muchEarlier(c *contest) bool {
	dred, known := c.Crossovers[revise.DRed]
	ranked, knownToo := c.Crossovers[revise.Ranked]
	d, r := dred.ByInstances.Beliefs, ranked.ByInstances.Beliefs
	return known && knownToo && d > 0 && (2*d < r || r == 0)
}

// verdict is the first text if every workload of which f knows has at least that ratio, else the second.
func (p *page) verdict(f func(c *contest) (float64, bool), atLeast float64, so, notSo string) string {
	switch least, _, most := p.spread(f); {
	case most == 0:
		return "not measured"
	case least >= atLeast:
		return so
	default:
		return notSo
	}
}

// withdrawals is how many withdrawals each algorithm makes on a workload.
func (p *page) withdrawals() int {
	n := 0
	for _, class := range withdrawn {
		n += len(class.sets)
	}
	return n
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
	return fmt.Sprintf("%s to %s (median %s)", plain(least), plain(most), plain(middle))
}

// plain writes a number with two digits, and larger ones whole.
func plain(x float64) string {
	if x >= 10 {
		return fmt.Sprintf("%.0f", x)
	}
	return fmt.Sprintf("%.2g", x)
}

// shares are the crossovers of an algorithm, in words.
func (p *page) shares(s revise.Strategy) string {
	least, middle, most := p.spread(func(c *contest) (float64, bool) {
		x, known := c.Crossovers[s]
		return 100 * float64(x.ByInstances.Beliefs) / float64(max(1, x.Of)), known && x.ByInstances.Beliefs > 0
	})
	return fmt.Sprintf("%.2g %% to %.2g %%, median %.2g %%", least, most, middle)
}
