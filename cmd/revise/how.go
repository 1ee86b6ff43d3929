package main

import (
	"fmt"
	"strings"

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

// how shows the strata of a program in the order of evaluation.
func how(program *rules.Program) string {
	var b strings.Builder
	for i, stratum := range program.Strata() {
		var names []string
		for _, relation := range stratum.Relations {
			names = append(names, relation.Name)
		}
		recursion := "not recursive"
		if stratum.Recursive {
			recursion = "recursive"
		}
		fmt.Fprintf(&b, "  %2d  %s: %s, %s\n", i+1, strings.Join(names, ", "), recursion, plural(len(stratum.Rules), "rule"))
	}
	return b.String()
}
