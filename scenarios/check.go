package scenarios

import (
	"fmt"
	"slices"

	"github.com/beliefbase/revise/belief"
	"github.com/beliefbase/revise/revise"
)

// Mismatch is one point where an outcome is not what the file expects.
type Mismatch struct {
	Place   belief.Place // of what is expected; of the key or the revision when something came that is not
	Message string
}

// String returns the place and the message.
func (m Mismatch) String() string { return m.Place.String() + ": " + m.Message }

// Check compares an outcome with what is expected of it, and returns every difference, in the order of the keys. The
// engine is the one the outcome came from, right after it. A revision of which nothing is expected must not be refused.
func Check(expected *Expectation, outcome *revise.Outcome, engine *revise.Engine) []Mismatch {
	c := checker{outcome: outcome, engine: engine, place: outcome.Request.Place}
	if expected != nil {
		c.report, c.place = expected.Report, expected.Place
	}
	switch refused := outcome.Refused; {
	case refused != nil && (expected == nil || expected.Refused == ""):
		c.mismatch(c.place, "it was refused: %s", refused.Message)
	case refused != nil && expected.Refused != refused.Kind:
		c.mismatch(c.place, "it was refused for another reason (%s, not %s): %s", refused.Kind, expected.Refused, refused.Message)
	case refused == nil && expected != nil && expected.Refused != "":
		c.mismatch(c.place, "it was not refused")
	case expected != nil:
		c.lists(expected)
	}
	return c.found
}

type checker struct {
	outcome *revise.Outcome
	engine  *revise.Engine
	report  []string
	place   belief.Place
	found   []Mismatch
}

func (c *checker) mismatch(at belief.Place, format string, args ...any) {
	c.found = append(c.found, Mismatch{at, fmt.Sprintf(format, args...)})
}

// lists compares every list that the expectation has.
func (c *checker) lists(e *Expectation) {
	if e.Refused == "" {
		c.exact("retracted", factsOf(e.Retracted), e.Retracted == nil, c.reportedFacts(c.outcome.Retracted))
		c.exact("gained", factsOf(e.Gained), e.Gained == nil, c.reportedFacts(c.outcome.Gained))
		c.exact("changed", changesOf(e.Changed), e.Changed == nil, c.reportedChanges())
		c.exact("a new violation", factsOf(e.Violations), e.Violations == nil, violations(c.outcome.NewViolations))
	}
	for _, f := range e.Holds {
		if !c.holds(f.Fact) {
			c.mismatch(f.Place, "%s does not hold", f.Fact)
		}
	}
	for _, f := range e.Absent {
		if c.holds(f.Fact) {
			c.mismatch(f.Place, "%s holds", f.Fact)
		}
	}
}

// exact reports what is expected and did not come, and what came and is not expected.
func (c *checker) exact(what string, expected []named, unchecked bool, came []string) {
	if unchecked {
		return
	}
	for _, e := range expected {
		if !slices.Contains(came, e.text) {
			c.mismatch(e.place, "%s is not %s", e.text, what)
		}
	}
	for _, text := range came {
		if !slices.ContainsFunc(expected, func(e named) bool { return e.text == text }) {
			c.mismatch(c.place, "%s is %s, and that is not expected", text, what)
		}
	}
}

// named is something expected, in words.
type named struct {
	text  string
	place belief.Place
}

func factsOf(list []ExpectedFact) []named {
	texts := make([]named, len(list))
	for i, f := range list {
		texts[i] = named{f.Fact.String(), f.Place}
	}
	return texts
}

func changesOf(list []ExpectedChange) []named {
	texts := make([]named, len(list))
	for i, ch := range list {
		texts[i] = named{ch.String(), ch.Place}
	}
	return texts
}

func (c *checker) reported(relation string) bool {
	return c.report == nil || slices.Contains(c.report, relation)
}

func (c *checker) reportedFacts(changes []revise.Change) []string {
	var texts []string
	for _, ch := range changes {
		if c.reported(ch.Fact.Relation) {
			texts = append(texts, ch.Fact.String())
		}
	}
	return texts
}

func (c *checker) reportedChanges() []string {
	var texts []string
	for _, ch := range c.outcome.Changed {
		if c.reported(ch.Before.Relation) {
			texts = append(texts, changeOf(ch).String())
		}
	}
	return texts
}

// changeOf puts a changed value in the form of expectations.
func changeOf(ch revise.ValueChange) ExpectedChange {
	rest := belief.Fact{Relation: ch.Before.Relation, Values: slices.Delete(slices.Clone(ch.Before.Values), ch.Column, ch.Column+1)}
	return ExpectedChange{Rest: rest, Before: ch.Before.Values[ch.Column], After: ch.After.Values[ch.Column]}
}

func violations(list []revise.Violation) []string {
	texts := make([]string, len(list))
	for i, v := range list {
		texts[i] = v.Fact.String()
	}
	return texts
}

// holds reports whether a fact holds after the revision, or would if it was a what-if.
func (c *checker) holds(f belief.Fact) bool {
	if c.outcome.WhatIf {
		if changed, holds := c.wouldHold(f); changed {
			return holds
		}
	}
	return c.engine.Holds(f)
}

// wouldHold reports whether a what-if changes a fact, and to what.
func (c *checker) wouldHold(f belief.Fact) (changed, holds bool) {
	is := func(g belief.Fact) bool { return g.Equal(f) }
	o := c.outcome
	gained := func(ch revise.Change) bool { return is(ch.Fact) }
	switch {
	case slices.ContainsFunc(o.Gained, gained), slices.ContainsFunc(o.Base.Asserted, func(b belief.Belief) bool { return is(b.Fact) }),
		slices.ContainsFunc(o.Changed, func(ch revise.ValueChange) bool { return is(ch.After) }),
		slices.ContainsFunc(o.Base.StillConcluded, func(h revise.Holding) bool { return is(h.Fact) }):
		return true, true
	case slices.ContainsFunc(o.Retracted, gained), slices.ContainsFunc(o.Base.Withdrawn, func(b belief.Belief) bool { return is(b.Fact) }),
		slices.ContainsFunc(o.Changed, func(ch revise.ValueChange) bool { return is(ch.Before) }):
		return true, false
	}
	return false, false
}
