package report

import (
	"slices"
	"strings"

	"github.com/beliefbase/revise/revise"
)

// strategiesOf names the strategy of each stratum, the most common one last as that of the rest.
func strategiesOf(strata []revise.StratumReport) string {
	relations := map[revise.Strategy][]string{}
	count := map[revise.Strategy]int{}
	rest := revise.Auto
	for _, s := range strata {
		relations[s.Strategy] = append(relations[s.Strategy], s.Relations...)
		count[s.Strategy]++
	}
	for _, s := range revise.Strategies() {
		if count[s] > count[rest] {
			rest = s
		}
	}
	if len(count) <= 1 {
		if len(count) == 0 {
			return ""
		}
		return string(rest)
	}
	var parts []string
	for _, s := range revise.Strategies() {
		if count[s] > 0 && s != rest {
			parts = append(parts, listed(relations[s], 3)+": "+string(s))
		}
	}
	return strings.Join(append(parts, "the rest: "+string(rest)), ", ")
}

// otherwise returns the strata that the revision kept in step otherwise than was said at the start.
func otherwise(d *Document, o *revise.Outcome) []revise.StratumReport {
	var strata []revise.StratumReport
	for _, s := range o.Strata {
		if i := slices.IndexFunc(d.Start.Strata, func(t revise.StratumReport) bool { return slices.Equal(t.Relations, s.Relations) }); i >= 0 {
			if d.Start.Strata[i].Strategy != s.Strategy {
				strata = append(strata, s)
			}
		}
	}
	return strata
}

// worked returns the strata in which there was something to do.
func worked(o *revise.Outcome) []revise.StratumReport {
	var strata []revise.StratumReport
	for _, s := range o.Strata {
		if s.Cost != (revise.Cost{}) {
			strata = append(strata, s)
		}
	}
	return strata
}
