package main

import (
	"cmp"
	"context"
	"fmt"
	"math"
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

// how shows the strata of a scenario in the order of evaluation, how each is kept in step, by which joins, and what its
// file says about relations. It derives everything first: the joins follow from what there is.
func how(ctx context.Context, s *scenarios.Scenario) (string, error) {
	engine, err := revise.New(ctx, s.Program, s.Base, revise.WithLimits(revise.Limits{Memory: int64(defaultMemory)}))
	if err != nil {
		return "", err
	}
	plans := map[revise.RuleRef][]revise.RulePlan{}
	for _, p := range engine.Plans() {
		plans[p.Rule] = append(plans[p.Rule], p)
	}
	reports := engine.Strata()
	var b strings.Builder
	for i, stratum := range s.Program.Strata() {
		report := reports[slices.IndexFunc(reports, func(r revise.StratumReport) bool {
			return slices.Contains(r.Relations, stratum.Relations[0].Name)
		})]
		fmt.Fprintf(&b, "  %2d  %s: %s, %s, because %s\n",
			i+1, strings.Join(names(stratum.Relations), ", "), plural(len(stratum.Rules), "rule"), report.Strategy, report.Because)
		for _, rule := range stratum.Rules {
			writePlans(&b, plans[revise.RuleRef{Name: rule.Name, Text: rule.Text, Place: rule.Place}])
		}
	}
	if len(s.Program.Constraints) > 0 {
		fmt.Fprintf(&b, "      %s: counting, because nothing rests on them\n", plural(len(s.Program.Constraints), "constraint"))
	}
	for _, c := range s.Program.Constraints {
		writePlans(&b, plans[revise.RuleRef{Name: c.Name, Text: c.Text, Place: c.Place}])
	}
	for _, relation := range s.Program.Relations {
		if relation.About != "" {
			fmt.Fprintf(&b, "  %s(%s): %s\n", relation.Name, strings.Join(columnNames(relation), ", "), visible(strings.Join(strings.Fields(relation.About), " ")))
		}
	}
	return b.String(), nil
}

// writePlans shows the joins of one rule: the aggregates in it first, as they are evaluated.
func writePlans(b *strings.Builder, plans []revise.RulePlan) {
	for _, p := range plans {
		if p.Inside == "" {
			fmt.Fprintf(b, "      %s (%s)\n", onLine(p.Rule.Name), p.Rule.Place)
		} else {
			fmt.Fprintf(b, "      %s (%s), %s\n", onLine(p.Rule.Name), p.Rule.Place, onLine(p.Inside))
		}
		for _, j := range p.Joins {
			start := "in full:"
			if j.Changes != "" {
				start = fmt.Sprintf("when %s changes:", visible(j.Changes))
			}
			if len(j.Steps) == 0 {
				start += " nothing to join"
			}
			fmt.Fprintf(b, "        %s\n", start)
			writeSteps(b, j.Steps, "          ")
		}
	}
}

func writeSteps(b *strings.Builder, steps []revise.JoinStep, indent string) {
	for _, s := range steps {
		literal := visible(cmp.Or(s.Literal, "the values of the parameters"))
		by := visible(strings.Join(s.By, ", "))
		switch s.Access {
		case revise.ScanAccess:
			fmt.Fprintf(b, "%severy %s: %.0f\n", indent, literal, s.Rows)
		case revise.IndexAccess:
			fmt.Fprintf(b, "%s%s by %s: %s each\n", indent, literal, by, amount(s.Rows))
		case revise.LookUpAccess, revise.GroupAccess:
			fmt.Fprintf(b, "%slook up %s\n", indent, literal)
		case revise.TestAccess:
			fmt.Fprintf(b, "%stest %s\n", indent, literal)
		case revise.ComputeAccess:
			fmt.Fprintf(b, "%scompute %s\n", indent, literal)
		case revise.ShortestAccess:
			for k, alternative := range s.Alternatives {
				fmt.Fprintf(b, "%s%s\n", indent, []string{"whichever has the fewest:", "or:"}[min(k, 1)])
				writeSteps(b, alternative, indent+"  ")
			}
		}
	}
}

// amount writes an expected number of facts.
func amount(n float64) string {
	if n >= 10 || n == math.Trunc(n) {
		return fmt.Sprintf("about %.0f", n)
	}
	return fmt.Sprintf("about %.1f", n)
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
