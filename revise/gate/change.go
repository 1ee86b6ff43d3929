package gate

import (
	"fmt"
	"slices"

	"github.com/beliefbase/revise/belief"
	"github.com/beliefbase/revise/revise"
	"github.com/beliefbase/revise/rules"
)

// Kind says what happens to a fact between base and head.
type Kind uint8

// The kinds of change.
const (
	Gained    Kind = iota // it holds in head alone
	Retracted             // it holds in base alone
	Changed               // an aggregate has another value
	Violated              // a constraint has a violation in head that base has not
)

// String returns the word of a policy for the kind.
func (k Kind) String() string { return [...]string{"gained", "retracted", "changed", "violated"}[k] }

// Change is one difference between what holds in base and in head.
type Change struct {
	Kind    Kind
	Fact    belief.Fact // as in head where it holds there; of a violation the constraint's name and its variables
	Before  belief.Fact // of a Changed one: as in base
	Column  int         // of a Changed one: the column with the value, from 0
	Message string      // of a violation
	Reason  revise.Reason
	Roots   []Root
}

// String says what happens, in the words of reports.
func (c Change) String() string {
	switch c.Kind {
	case Changed:
		return fmt.Sprintf("%s changes from %s to %s", c.subject(), c.Before.Values[c.Column], c.Fact.Values[c.Column])
	case Violated:
		return fmt.Sprintf("%s is violated", c.Fact)
	default:
		return fmt.Sprintf("%s is %s", c.Fact, c.Kind)
	}
}

// subject is a changed fact without its value.
func (c Change) subject() string {
	q := asQuery(c.Fact)
	q.Terms[c.Column].Kind = rules.WildcardTerm
	return q.String()
}

// Root is a difference between what is written in base and in head that a change goes back to.
type Root struct {
	Side    Side // on which it is written: of base, it was removed
	Text    string
	Rule    bool         // else a base belief
	Place   belief.Place // as its own side names files; zero where nobody wrote it into a file
	Sources []string     // of a belief
}

// String says what was done.
func (r Root) String() string {
	verb := map[Side]map[bool]string{Base: {false: "withdrawn", true: "removed"}, Head: {false: "asserted", true: "added"}}
	return r.Text + " was " + verb[r.Side][r.Rule]
}

// list makes the changes from the outcome.
func (c *Comparison) list() {
	o := c.Outcome
	for _, b := range o.Base.Asserted {
		c.addBase(Gained, b)
	}
	for _, change := range o.Gained {
		c.add(Change{Kind: Gained, Fact: change.Fact, Reason: change.Reason})
	}
	for _, b := range o.Base.Withdrawn {
		c.addBase(Retracted, b)
	}
	for _, change := range o.Retracted {
		c.add(Change{Kind: Retracted, Fact: change.Fact, Reason: change.Reason})
	}
	for _, change := range o.Changed {
		c.add(Change{Kind: Changed, Fact: change.After, Before: change.Before, Column: change.Column, Reason: change.Reason})
	}
	for _, v := range o.NewViolations {
		c.add(Change{Kind: Violated, Fact: v.Fact, Message: v.Message, Reason: v.Reason})
	}
}

func (c *Comparison) add(change Change) {
	change.Roots = c.roots(change.Reason)
	c.Changes = append(c.Changes, change)
}

// addBase lists a change of a relation that has rules on neither side.
func (c *Comparison) addBase(kind Kind, b belief.Belief) {
	for _, e := range []*revise.Engine{c.base, c.head} {
		if r := e.Program().Relation(b.Fact.Relation); r != nil && len(r.Rules) > 0 {
			return
		}
	}
	c.add(Change{Kind: kind, Fact: b.Fact, Reason: revise.Reason{
		Base: true, Cause: -1, Roots: []revise.BaseEvent{{Fact: b.Fact, Asserted: kind == Gained}},
	}})
}

// roots finds where what a reason goes back to is written.
func (c *Comparison) roots(reason revise.Reason) []Root {
	var roots []Root
	for _, event := range reason.Roots {
		roots = append(roots, c.beliefRoots(event)...)
	}
	if rule := reason.RootRule; rule != (revise.RuleRef{}) {
		roots = append(roots, c.ruleRoot(rule))
	}
	return roots
}

// ruleRoot is a removed rule or constraint as base has it, an added one as head has it.
func (c *Comparison) ruleRoot(rule revise.RuleRef) Root {
	removed := slices.Concat(c.Outcome.Rules.RemovedRules, c.Outcome.Rules.RemovedConstraints)
	if slices.Contains(removed, rule) {
		return Root{Side: Base, Text: "rule " + rule.Name, Rule: true, Place: rule.Place}
	}
	name := rule.Name
	for _, r := range c.head.Program().Rules {
		if r.Place == rule.Place {
			name = r.Name // the number it has there, which may be another
		}
	}
	return Root{Side: Head, Text: "rule " + name, Rule: true, Place: rule.Place}
}

// beliefRoots is a withdrawn belief where base has it, an asserted one where head has it: once for each source.
func (c *Comparison) beliefRoots(event revise.BaseEvent) []Root {
	side, engine := Base, c.base
	if event.Asserted {
		side, engine = Head, c.head
	}
	b, _ := engine.Believed(event.Fact)
	root := Root{Side: side, Text: event.Fact.String()}
	for _, a := range b.Attributions {
		if a.Source != "" {
			root.Sources = append(root.Sources, a.Source)
		}
		if root.Place == (belief.Place{}) {
			root.Place = a.Place
		}
	}
	return []Root{root}
}
