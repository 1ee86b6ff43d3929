package journal

import (
	"fmt"
	"maps"
	"slices"

	"github.com/beliefbase/revise/belief"
	"github.com/beliefbase/revise/revise"
	"github.com/beliefbase/revise/rules"
)

// Diff returns what the revisions after one, up to another, have done together, as the outcome of one: what came and
// went again is not in it. The reason of a change is that of its last.
// The cost is that of what the revisions between have changed.
func (j *Journal) Diff(from, to int) (*revise.Outcome, error) {
	if err := j.between(from, to); err != nil {
		return nil, err
	}
	o := &revise.Outcome{Request: revise.Request{Name: fmt.Sprintf("from revision %d to %d", from, to)}, Number: to}
	if err := j.diffBeliefs(from, to, o); err != nil {
		return nil, err
	}
	if err := j.diffConclusions(from, to, o); err != nil {
		return nil, err
	}
	before, after := j.programAfter(from), j.programAfter(to)
	o.Rules = revise.RulesBetween(before, after)
	o.Changed = revise.PairValues(after, &o.Retracted, &o.Gained)
	last, err := j.Revision(to)
	if err == nil {
		o.BaseBeliefs, o.Conclusions, o.Violations = last.Outcome.BaseBeliefs, last.Outcome.Conclusions, last.Outcome.Violations
	}
	return o, err
}

func (j *Journal) between(from, to int) error {
	for _, number := range []int{from, to} {
		if err := j.known(number); err != nil {
			return err
		}
	}
	if from > to {
		return &Error{Kind: Unknown, File: j.name, Message: fmt.Sprintf("%d comes after %d", from, to), Hint: fmt.Sprintf("write %d..%d", to, from)}
	}
	return nil
}

// diffBeliefs adds how the beliefs after two revisions differ.
func (j *Journal) diffBeliefs(from, to int, o *revise.Outcome) error {
	for _, r := range j.relations(to) {
		d := belief.NewDictionary()
		changed := map[string]*revise.PastBelief{}
		at := func(b *beliefRow) *revise.PastBelief {
			f := b.fact(r.Name)
			p := changed[f.String()]
			if p == nil {
				p = &revise.PastBelief{Fact: f}
				changed[f.String()] = p
			}
			return p
		}
		gone := fmt.Sprintf("_since <= %d AND _until > %d AND _until <= %d", from, from, to)
		err := j.beliefRows(r, d, gone, nil, func(b *beliefRow) error {
			p := at(b)
			p.Before = append(p.Before, b.attribution)
			return nil
		})
		came := fmt.Sprintf("_since > 0 AND _since > %d AND _since <= %d AND (_until IS NULL OR _until > %d)", from, to, to)
		if err == nil {
			err = j.beliefRows(r, d, came, nil, func(b *beliefRow) error {
				p := at(b)
				p.After = append(p.After, b.attribution)
				return nil
			})
		}
		for _, key := range slices.Sorted(maps.Keys(changed)) {
			if err == nil {
				err = j.diffBelief(r, from, to, changed[key], o)
			}
		}
		if err != nil {
			return err
		}
	}
	base := &o.Base
	slices.SortFunc(base.Asserted, func(a, b belief.Belief) int { return a.Fact.Compare(b.Fact) })
	slices.SortFunc(base.Withdrawn, func(a, b belief.Belief) int { return a.Fact.Compare(b.Fact) })
	slices.SortFunc(base.SourcesAdded, func(a, b revise.SourceChange) int { return a.Fact.Compare(b.Fact) })
	slices.SortFunc(base.SourcesRemoved, func(a, b revise.SourceChange) int { return a.Fact.Compare(b.Fact) })
	return nil
}

// diffBelief adds one belief whose attributions differ: it came, it went, or only sources of it did.
func (j *Journal) diffBelief(r *rules.Relation, from, to int, p *revise.PastBelief, o *revise.Outcome) error {
	before, err := j.attributionsAfter(r, p.Fact, from)
	if err != nil {
		return err
	}
	after, err := j.attributionsAfter(r, p.Fact, to)
	if err != nil {
		return err
	}
	gone, came := missingFrom(after, before), missingFrom(before, after)
	change := revise.SourceChange{Fact: p.Fact, Remain: after}
	if r.Bag {
		change.Occurrences, change.OccurrencesBefore = len(after), len(before)
	}
	base := &o.Base
	switch {
	case len(gone)+len(came) == 0: // it went and came back
	case len(before) == 0:
		base.Asserted = append(base.Asserted, belief.Belief{Fact: p.Fact, Attributions: after})
	case len(after) == 0:
		base.Withdrawn = append(base.Withdrawn, belief.Belief{Fact: p.Fact, Attributions: before})
	default:
		if len(gone) > 0 {
			change.Changed = gone
			base.SourcesRemoved = append(base.SourcesRemoved, change)
		}
		if len(came) > 0 {
			change.Changed = came
			base.SourcesAdded = append(base.SourcesAdded, change)
		}
	}
	return nil
}

// attributionsAfter returns the attributions that a belief had after a revision, sorted.
func (j *Journal) attributionsAfter(r *rules.Relation, f belief.Fact, number int) ([]belief.Attribution, error) {
	s := shapeOf(r.Columns)
	where := list(s.width(), " AND ", func(i int) string { return fmt.Sprintf("%s = ?%d", s.names[i], i+2) }) + " AND " + then
	args := []any{number}
	for _, v := range f.Values {
		args = append(args, v)
	}
	if len(f.Values) == 0 {
		args = append(args, 1)
	}
	base := belief.NewBase()
	err := j.beliefRows(r, base.Dictionary(), where, args, func(b *beliefRow) error {
		base.Add(f, b.attribution)
		return nil
	})
	found, _ := base.Find(f)
	return found.Attributions, err
}

// net is what several revisions did to one fact.
type net struct {
	held, holds   bool
	before, after revise.Support
	reason        revise.Reason
	violation     revise.Violation
}

// diffConclusions adds which conclusions and violations came and went.
func (j *Journal) diffConclusions(from, to int, o *revise.Outcome) error {
	facts, violations := map[string]*net{}, map[string]*net{}
	known := map[string]belief.Fact{}
	note := func(all map[string]*net, f belief.Fact, holds bool) *net {
		key := f.String()
		n := all[key]
		if n == nil {
			n = &net{held: !holds}
			all[key], known[key] = n, f
		}
		n.holds = holds
		return n
	}
	for number := from + 1; number <= to; number++ {
		r, err := j.Outcome(number)
		if err != nil {
			return err
		}
		for _, list := range []struct {
			changes []revise.Change
			holds   bool
		}{{r.Outcome.Retracted, false}, {r.Outcome.Gained, true}} {
			for _, c := range list.changes {
				_, seen := facts[c.Fact.String()]
				n := note(facts, c.Fact, list.holds)
				if !seen {
					n.before = c.Before
				}
				n.after, n.reason = c.After, c.Reason
			}
		}
		for _, v := range r.Outcome.Changed {
			note(facts, v.Before, false).reason = v.Reason
			note(facts, v.After, true).reason = v.Reason
		}
		for _, v := range r.Outcome.MendedViolations {
			note(violations, v.Fact, false).violation = v
		}
		for _, v := range r.Outcome.NewViolations {
			note(violations, v.Fact, true).violation = v
		}
	}
	for _, key := range slices.SortedFunc(maps.Keys(facts), func(a, b string) int { return known[a].Compare(known[b]) }) {
		n := facts[key]
		c := revise.Change{Fact: known[key], Before: n.before, After: n.after, Reason: n.reason}
		switch {
		case n.held && !n.holds:
			o.Retracted = append(o.Retracted, c)
		case !n.held && n.holds:
			o.Gained = append(o.Gained, c)
		}
	}
	for _, key := range slices.SortedFunc(maps.Keys(violations), func(a, b string) int { return known[a].Compare(known[b]) }) {
		switch n := violations[key]; {
		case n.held && !n.holds:
			o.MendedViolations = append(o.MendedViolations, n.violation)
		case !n.held && n.holds:
			o.NewViolations = append(o.NewViolations, n.violation)
		}
	}
	return nil
}
