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

// Changes lists what a revision did to the facts that hold: what is gained first, then retracted, changed, and new
// violations, each sorted. The programs are those before and after it.
func Changes(o *revise.Outcome, before, after *rules.Program) []Change {
	l := &lister{outcome: o, before: before, after: after}
	for _, b := range o.Base.Asserted {
		l.addBase(Gained, b)
	}
	for _, change := range o.Gained {
		l.add(Change{Kind: Gained, Fact: change.Fact, Reason: change.Reason})
	}
	for _, b := range o.Base.Withdrawn {
		l.addBase(Retracted, b)
	}
	for _, change := range o.Retracted {
		l.add(Change{Kind: Retracted, Fact: change.Fact, Reason: change.Reason})
	}
	for _, change := range o.Changed {
		l.add(Change{Kind: Changed, Fact: change.After, Before: change.Before, Column: change.Column, Reason: change.Reason})
	}
	for _, v := range o.NewViolations {
		l.add(Change{Kind: Violated, Fact: v.Fact, Message: v.Message, Reason: v.Reason})
	}
	return l.changes
}

// lister makes the changes of an outcome.
type lister struct {
	outcome       *revise.Outcome
	before, after *rules.Program
	changes       []Change
	attributions  map[string][]belief.Attribution // of the beliefs that came and went
}

func (l *lister) add(change Change) {
	for _, event := range change.Reason.Roots {
		change.Roots = append(change.Roots, l.beliefRoot(event))
	}
	if rule := change.Reason.RootRule; rule != (revise.RuleRef{}) {
		change.Roots = append(change.Roots, l.ruleRoot(rule))
	}
	l.changes = append(l.changes, change)
}

// addBase lists a change of a relation that has rules neither before nor after.
func (l *lister) addBase(kind Kind, b belief.Belief) {
	for _, p := range []*rules.Program{l.before, l.after} {
		if r := p.Relation(b.Fact.Relation); r != nil && len(r.Rules) > 0 {
			return
		}
	}
	l.add(Change{Kind: kind, Fact: b.Fact, Reason: revise.Reason{
		Base: true, Cause: -1, Roots: []revise.BaseEvent{{Fact: b.Fact, Asserted: kind == Gained}},
	}})
}

// ruleRoot is a removed rule or constraint as it was, an added one as it is.
func (l *lister) ruleRoot(rule revise.RuleRef) Root {
	removed := slices.Concat(l.outcome.Rules.RemovedRules, l.outcome.Rules.RemovedConstraints)
	if slices.Contains(removed, rule) {
		return Root{Side: Base, Text: "rule " + rule.Name, Rule: true, Place: rule.Place}
	}
	name := rule.Name
	for _, r := range l.after.Rules {
		if r.Place == rule.Place {
			name = r.Name // the number it has there, which may be another
		}
	}
	return Root{Side: Head, Text: "rule " + name, Rule: true, Place: rule.Place}
}

// beliefRoot is a withdrawn or an asserted belief with the sources that it had, or got.
func (l *lister) beliefRoot(event revise.BaseEvent) Root {
	root := Root{Side: Base, Text: event.Fact.String()}
	if event.Asserted {
		root.Side = Head
	}
	for _, a := range l.attributed(root) {
		if a.Source != "" {
			root.Sources = append(root.Sources, a.Source)
		}
		if root.Place == (belief.Place{}) {
			root.Place = a.Place
		}
	}
	return root
}

// attributed returns who asserted the belief of a root, on its side.
func (l *lister) attributed(r Root) []belief.Attribution {
	if l.attributions == nil {
		l.attributions = map[string][]belief.Attribution{}
		note := func(side Side, f belief.Fact, list []belief.Attribution) {
			l.attributions[side.String()+" "+f.String()] = list
		}
		for _, b := range l.outcome.Base.Asserted {
			note(Head, b.Fact, b.Attributions)
		}
		for _, b := range l.outcome.Base.Withdrawn {
			note(Base, b.Fact, b.Attributions)
		}
		for _, c := range l.outcome.Base.SourcesAdded {
			note(Head, c.Fact, c.Changed)
		}
		for _, c := range l.outcome.Base.SourcesRemoved {
			note(Base, c.Fact, c.Changed)
		}
	}
	return l.attributions[r.Side.String()+" "+r.Text]
}
