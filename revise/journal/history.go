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
	fact          belief.Fact
	held, holds   bool
	before, after revise.Support
	reason        revise.Reason
	violation     revise.Violation
}

// went and came report what is left of it in the end.
func (n *net) went() bool { return n.held && !n.holds }
func (n *net) came() bool { return !n.held && n.holds }

// nets are those of many facts, by their texts.
type nets map[string]*net

// note takes down that a revision made the fact hold, or not. The first one that did tells what was before.
func (all nets) note(f belief.Fact, holds bool, before revise.Support) *net {
	key := f.String()
	n := all[key]
	if n == nil {
		n = &net{fact: f, held: !holds, before: before}
		all[key] = n
	}
	n.holds = holds
	return n
}

func (all nets) sorted() []*net {
	return slices.SortedFunc(maps.Values(all), func(a, b *net) int { return a.fact.Compare(b.fact) })
}

// diffConclusions adds which conclusions and violations came and went.
func (j *Journal) diffConclusions(from, to int, o *revise.Outcome) error {
	facts, violations := nets{}, nets{}
	for number := from + 1; number <= to; number++ {
		r, err := j.Outcome(number)
		if err != nil {
			return err
		}
		facts.add(r.Outcome)
		violations.addViolations(r.Outcome)
	}
	for _, n := range facts.sorted() {
		c := revise.Change{Fact: n.fact, Before: n.before, After: n.after, Reason: n.reason}
		if n.went() {
			o.Retracted = append(o.Retracted, c)
		} else if n.came() {
			o.Gained = append(o.Gained, c)
		}
	}
	for _, n := range violations.sorted() {
		if n.went() {
			o.MendedViolations = append(o.MendedViolations, n.violation)
		} else if n.came() {
			o.NewViolations = append(o.NewViolations, n.violation)
		}
	}
	return nil
}

func (all nets) add(o *revise.Outcome) {
	note := func(changes []revise.Change, holds bool) {
		for _, c := range changes {
			n := all.note(c.Fact, holds, c.Before)
			n.after, n.reason = c.After, c.Reason
		}
	}
	note(o.Retracted, false)
	note(o.Gained, true)
	for _, v := range o.Changed {
		all.note(v.Before, false, revise.Support{}).reason = v.Reason
		all.note(v.After, true, revise.Support{}).reason = v.Reason
	}
}

func (all nets) addViolations(o *revise.Outcome) {
	for _, v := range o.MendedViolations {
		all.note(v.Fact, false, revise.Support{}).violation = v
	}
	for _, v := range o.NewViolations {
		all.note(v.Fact, true, revise.Support{}).violation = v
	}
}
