package main

import (
	"fmt"
	"slices"
	"strings"

	"github.com/beliefbase/revise/revise"
	"github.com/beliefbase/revise/rules"
	"github.com/beliefbase/revise/scenarios"
)

// summary says how much a scenario holds.
func summary(s *scenarios.Scenario) string {
	return strings.Join([]string{
		plural(s.Base.Len(), "base belief"), plural(len(s.Program.Rules), "rule"),
		plural(len(s.Program.Constraints), "constraint"), plural(len(s.Steps), "revision"),
	}, ", ")
}

// how shows the strata of a program in the order of evaluation, how each is kept in step, and what its file says about
// relations.
func how(program *rules.Program) string {
	var b strings.Builder
	for i, stratum := range program.Strata() {
		strategy, because := strategyOf(stratum)
		fmt.Fprintf(&b, "  %2d  %s: %s, %s, because %s\n",
			i+1, strings.Join(names(stratum.Relations), ", "), plural(len(stratum.Rules), "rule"), strategy, because)
	}
	for _, relation := range program.Relations {
		if relation.About != "" {
			fmt.Fprintf(&b, "  %s(%s): %s\n", relation.Name, strings.Join(columnNames(relation), ", "), visible(strings.Join(strings.Fields(relation.About), " ")))
		}
	}
	return b.String()
}

// strategyOf is the strategy that an engine chooses for a stratum unless one is asked for by name, and why.
func strategyOf(s rules.Stratum) (revise.Strategy, string) {
	switch {
	case slices.ContainsFunc(s.Relations, func(r *rules.Relation) bool { return r.Bag }):
		return revise.Counting, "it keeps multiplicities"
	case s.Recursive:
		return revise.Ranked, "it is recursive"
	}
	return revise.Counting, "it is not recursive"
}

func names(relations []*rules.Relation) []string {
	var list []string
	for _, r := range relations {
		list = append(list, r.Name)
	}
	return list
}

func columnNames(r *rules.Relation) []string {
	var list []string
	for _, c := range r.Columns {
		list = append(list, c.Name)
	}
	return list
}
