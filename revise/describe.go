package revise

import (
	"context"
	"slices"
	"strings"

	"github.com/beliefbase/revise/belief"
	"github.com/beliefbase/revise/revise/internal/plan"
	"github.com/beliefbase/revise/revise/internal/store"
)

// describe fills the outcome while both states are there.
func (tx *transaction) describe() {
	tx.describeBase()
	x := tx.explainer()
	for _, r := range slices.SortedFunc(slices.Values(tx.program.Relations), func(a, b *plan.Relation) int { return strings.Compare(a.Name, b.Name) }) {
		if r.User == nil || r.Stratum == nil && !tx.hadRules(r) {
			continue
		}
		tx.describeRelation(x, r)
	}
	tx.describeViolations(x)
	o := tx.outcome
	o.Changed = PairValues(tx.program.Source, &o.Retracted, &o.Gained)
	slices.SortFunc(o.Changed, func(a, b ValueChange) int { return a.Before.Compare(b.Before) })
	o.BaseBeliefs, o.Conclusions, o.Violations = tx.base.Len(), tx.conclusions(), tx.violations()
}

// hadRules reports whether the relation had rules before the request.
func (tx *transaction) hadRules(r *plan.Relation) bool {
	was := tx.before.Named(r.Name)
	return was != nil && was.Stratum != nil
}

// describeRelation lists the changes of a relation in the order of their facts.
func (tx *transaction) describeRelation(x *explainer, r *plan.Relation) {
	o := tx.outcome
	o.Retracted = slices.Grow(o.Retracted, len(r.Lost))
	for _, row := range tx.inOrder(r, r.Lost) {
		o.Retracted = append(o.Retracted, tx.change(r, row, x.reason(r, row, before)))
	}
	o.Gained = slices.Grow(o.Gained, len(r.Gained))
	for _, row := range tx.inOrder(r, r.Gained) {
		o.Gained = append(o.Gained, tx.change(r, row, x.reason(r, row, now)))
	}
	var kept []store.Row
	for _, row := range slices.Collect(r.Touched) { // looking up what was saved sorts the list
		if r.State(row)&(store.Old|store.New) == store.Old|store.New && supportNow(r, row).Total() < supportBefore(r, row).Total() {
			kept = append(kept, row)
		}
	}
	for _, row := range tx.inOrder(r, kept) {
		o.Kept = append(o.Kept, tx.change(r, row, x.standing(r, row)))
	}
}

// inOrder returns the rows in the order of their facts.
func (tx *transaction) inOrder(r *plan.Relation, rows []store.Row) []store.Row {
	d := tx.program.Dictionary
	return slices.SortedFunc(slices.Values(rows), func(a, b store.Row) int { return d.CompareRows(r.Tuple(a), r.Tuple(b)) })
}

func (tx *transaction) change(r *plan.Relation, row store.Row, reason Reason) Change {
	c := Change{Fact: tx.fact(r, row), Before: supportBefore(r, row), After: supportNow(r, row), Reason: reason}
	return c
}

// standing says what still supports a kept conclusion: the first rule that does.
func (x *explainer) standing(r *plan.Relation, row store.Row) Reason {
	if r.State(row)&store.Base != 0 {
		return Reason{Base: true, Cause: -1}
	}
	if x.run == nil {
		x.run = plan.NewRun(context.Background(), x.now)
	}
	return Reason{Rule: ruleRef(firstRule(x.run, r, row)), Cause: -1}
}

// describeBase tells asserted, withdrawn and changed beliefs apart, from what the base was and is.
func (tx *transaction) describeBase() {
	o := &tx.outcome.Base
	for _, c := range tx.belief.Changes() {
		f := tx.base.Fact(c.Table, c.Row)
		switch {
		case len(c.Before) == 0:
			o.Asserted = append(o.Asserted, belief.Belief{Fact: f, Attributions: c.After})
			if r, row, ok := tx.rowOf(f); ok && r.State(row)&store.Old != 0 {
				o.AlreadyHeld = append(o.AlreadyHeld, f)
			}
		case len(c.After) == 0:
			o.Withdrawn = append(o.Withdrawn, belief.Belief{Fact: f, Attributions: c.Before})
			if r, row, ok := tx.rowOf(f); ok && r.Holds(row) {
				o.StillConcluded = append(o.StillConcluded, Holding{Fact: f, Support: supportNow(r, row)})
			}
		default:
			o.sourcesChanged(f, c.Before, c.After, tx.program.Named(f.Relation).IsBag())
		}
	}
	slices.SortFunc(o.Asserted, func(a, b belief.Belief) int { return a.Fact.Compare(b.Fact) })
	slices.SortFunc(o.Withdrawn, func(a, b belief.Belief) int { return a.Fact.Compare(b.Fact) })
	slices.SortFunc(o.StillConcluded, func(a, b Holding) int { return a.Fact.Compare(b.Fact) })
	slices.SortFunc(o.AlreadyHeld, belief.Fact.Compare)
	slices.SortFunc(o.SourcesAdded, func(a, b SourceChange) int { return a.Fact.Compare(b.Fact) })
	slices.SortFunc(o.SourcesRemoved, func(a, b SourceChange) int { return a.Fact.Compare(b.Fact) })
	slices.SortFunc(o.AlreadyBelieved, func(a, b belief.Belief) int { return a.Fact.Compare(b.Fact) })
	slices.SortFunc(o.NotBelieved, func(a, b Unmatched) int { return strings.Compare(a.Text, b.Text) })
}

// sourcesChanged lists the sources, or occurrences of a bag, that came and went. What was withdrawn and asserted again by
// the same source is where it was.
func (b *BaseChanges) sourcesChanged(f belief.Fact, before, after []belief.Attribution, bag bool) {
	added, removed := unlike(after, before), unlike(before, after)
	change := SourceChange{Fact: f, Remain: after}
	if bag {
		change.Occurrences, change.OccurrencesBefore = len(after), len(before)
	}
	if len(added) > 0 {
		change.Changed = added
		b.SourcesAdded = append(b.SourcesAdded, change)
	}
	if len(removed) > 0 {
		change.Changed = removed
		b.SourcesRemoved = append(b.SourcesRemoved, change)
	}
	if len(added)+len(removed) == 0 {
		b.AlreadyBelieved = append(b.AlreadyBelieved, belief.Belief{Fact: f, Attributions: after})
	}
}

// unlike returns the attributions of a that b lacks, wherever they are written.
func unlike(a, b []belief.Attribution) []belief.Attribution {
	rest := slices.Clone(b)
	var left []belief.Attribution
	for _, x := range a {
		i := slices.IndexFunc(rest, func(y belief.Attribution) bool { return x.Source == y.Source && x.Entrenchment == y.Entrenchment })
		if i < 0 {
			left = append(left, x)
		} else {
			rest = slices.Delete(rest, i, i+1)
		}
	}
	return left
}

// describeViolations lists new and mended violations.
func (tx *transaction) describeViolations(x *explainer) {
	o := tx.outcome
	for _, r := range tx.program.Violations {
		for _, row := range r.Gained {
			v := tx.violation(tx.program, r, row)
			v.Reason = x.reason(r, row, now)
			o.NewViolations = append(o.NewViolations, v)
		}
		for _, row := range r.Lost {
			v := tx.violation(tx.program, r, row)
			v.Reason = x.reason(r, row, before)
			o.MendedViolations = append(o.MendedViolations, v)
		}
	}
	for _, r := range tx.before.Violations {
		if tx.program.Counterpart(r) != r || tx.program == tx.before {
			continue
		}
		for row := range r.All { // the constraint was removed
			if r.Holds(row) {
				v := tx.violation(tx.before, r, row)
				v.Reason = Reason{Rule: v.Constraint, Cause: -1, RuleChange: true, RootRule: v.Constraint}
				o.MendedViolations = append(o.MendedViolations, v)
			}
		}
	}
	sortViolations(o.NewViolations)
	sortViolations(o.MendedViolations)
}

func sortViolations(list []Violation) {
	slices.SortFunc(list, func(a, b Violation) int { return a.Fact.Compare(b.Fact) })
}

// violation shows a row of a constraint's relation.
func (e *Engine) violation(p *plan.Program, r *plan.Relation, row store.Row) Violation {
	c := r.Constraint
	f := e.fact(r, row)
	var message strings.Builder
	for _, part := range c.Message {
		if part.Variable < 0 {
			message.WriteString(part.Text)
			continue
		}
		if i := slices.Index(c.Arguments, part.Variable); i >= 0 {
			message.WriteString(f.Values[i].Plain())
		}
	}
	return Violation{Constraint: RuleRef{Name: c.Name, Text: c.Text, Place: c.Place}, Fact: f, Message: message.String()}
}

// violations returns the number of standing violations.
func (e *Engine) violations() int {
	n := 0
	for _, r := range e.program.Violations {
		n += r.Len()
	}
	return n
}

// Violations returns every standing violation, sorted.
func (e *Engine) Violations() []Violation {
	e.mu.RLock()
	defer e.mu.RUnlock()
	var list []Violation
	for _, r := range e.program.Violations {
		for row := range r.All {
			if r.Holds(row) {
				list = append(list, e.violation(e.program, r, row))
			}
		}
	}
	sortViolations(list)
	return list
}
