package main

import (
	"slices"
	"strings"

	"github.com/beliefbase/revise/belief"
	"github.com/beliefbase/revise/revise/gate"
)

// writeGateJUnit writes a suite with a case for each check.
func writeGateJUnit(_ *console, s stream, g *gated, _ bool) error {
	suite := junitSuite{Name: g.policyFile}
	for i := range g.verdict.Results {
		r := &g.verdict.Results[i]
		c := junitCase{Class: g.policyFile, Name: r.Check.Name}
		if r.Breached() {
			c.Failure = &junitTrouble{Message: onLine(r.Breaches[0].Message), Text: strings.Join(g.lines(r), "\n")}
			suite.Failures++
		}
		suite.Cases = append(suite.Cases, c)
	}
	suite.Tests = len(suite.Cases)
	return writeJUnitSuites(s, junitSuites{Tests: suite.Tests, Failures: suite.Failures, Suites: []junitSuite{suite}})
}

// lines says of a breached check what it says in a text, with nothing cut.
func (g *gated) lines(r *gate.Result) []string {
	var lines []string
	for _, group := range g.grouped(r.Breaches) {
		for _, cause := range group.causes {
			lines = append(lines, onLine(cause))
		}
		for _, effect := range group.effects {
			lines = append(lines, "  "+onLine(effect))
		}
	}
	return lines
}

// writeGateGitHub writes annotations for a workflow: for each check and cause one, at its line of head.
func writeGateGitHub(_ *console, s stream, g *gated, _ bool) error {
	var lines []string
	for i := range g.verdict.Results {
		r := &g.verdict.Results[i]
		if !r.Breached() {
			continue
		}
		for _, group := range g.grouped(r.Breaches) {
			shown := group.effects[:min(len(group.effects), mostEffects)]
			message := strings.Join(append(slices.Clone(shown), group.causes...), "\n")
			if more := len(group.effects) - len(shown); more > 0 {
				message += "\n" + plural(more, "more change")
			}
			lines = append(lines, annotation(g.mark(group.first), r.Check.Name, message))
		}
	}
	return writeAnnotations(s, g.total(), lines)
}

// mark is the one place in head that stands for a change: that of its first root.
func (g *gated) mark(c gate.Change) belief.Place {
	if len(c.Roots) == 0 {
		return g.marked(gate.Root{})
	}
	return g.marked(c.Roots[0])
}
