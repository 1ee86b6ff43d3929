package revise

import (
	"fmt"
	"slices"

	"github.com/beliefbase/revise/belief"
	"github.com/beliefbase/revise/revise/internal/plan"
	"github.com/beliefbase/revise/rules"
)

// changeRules puts the program with the changed rules in place of the old one, its relations in the old view. Every
// stratum is then evaluated from scratch (algorithms.md, 2.11).
func (tx *transaction) changeRules() error {
	source, diagnostics := tx.program.Source.With(tx.rules)
	if source == nil {
		return &Refusal{Kind: RefusedRules, Place: tx.request.Place, Err: diagnostics, Message: "the rules do not check with this change:\n" + diagnostics.Error()}
	}
	tx.program = plan.Lower(source, tx.base.Dictionary())
	if err := tx.choose(); err != nil {
		return &Refusal{Kind: RefusedRules, Place: tx.request.Place, Err: err, Message: err.Error()}
	}
	tx.program.Adopt(tx.before)
	for _, r := range tx.program.Relations {
		if r.User != nil && r.Stratum == nil && tx.hadRules(r) {
			keepBase(r)
		}
	}
	tx.describeRules()
	return nil
}

// keepBase leaves in a relation that has lost its rules what is believed.
func keepBase(r *plan.Relation) {
	for row := range r.All {
		r.Reset(row)
	}
	r.HoldSupported()
}

// describeRules lists the rules and constraints that came and went, and keeps them for undo.
func (tx *transaction) describeRules() {
	old, new := tx.before.Source, tx.program.Source
	tx.outcome.Rules, tx.past.before, tx.past.after = RulesBetween(old, new), old, new
}

// RulesBetween names what came and went from one program to a later one.
func RulesBetween(old, new *rules.Program) RuleChanges {
	var changes RuleChanges
	for _, r := range missing(old.Rules, new.Rules, equalRules) {
		changes.AddedRules = append(changes.AddedRules, RuleRef{r.Name, r.Text, r.Place})
	}
	for _, r := range missing(new.Rules, old.Rules, equalRules) {
		changes.RemovedRules = append(changes.RemovedRules, RuleRef{r.Name, r.Text, r.Place})
	}
	for _, c := range missing(old.Constraints, new.Constraints, equalConstraints) {
		changes.AddedConstraints = append(changes.AddedConstraints, RuleRef{c.Name, c.Text, c.Place})
	}
	for _, c := range missing(new.Constraints, old.Constraints, equalConstraints) {
		changes.RemovedConstraints = append(changes.RemovedConstraints, RuleRef{c.Name, c.Text, c.Place})
	}
	return changes
}

func equalRules(r, s *rules.Rule) bool { return r.Name == s.Name && r.Text == s.Text }

func equalConstraints(c, d *rules.Constraint) bool {
	return c.Name == d.Name && c.Text == d.Text && c.OnViolation == d.OnViolation && slices.Equal(c.Message, d.Message)
}

// missing returns what a list lacks of another.
func missing[T any](list, other []T, equal func(a, b T) bool) []T {
	return slices.DeleteFunc(slices.Clone(other), func(x T) bool {
		return slices.ContainsFunc(list, func(y T) bool { return equal(x, y) })
	})
}

// undoRules asks for the inverse of a change of rules.
func (tx *transaction) undoRules(earlier *past) error {
	if earlier.before == nil {
		return nil
	}
	before, after, now := earlier.before, earlier.after, tx.program.Source
	gone, back, err := takeBack(tx, "rule", before.Rules, after.Rules, now.Rules, func(r *rules.Rule) string { return r.Name }, equalRules)
	if err != nil {
		return err
	}
	for _, r := range gone {
		tx.rules.RemoveRules = append(tx.rules.RemoveRules, rules.NameAt{Name: r.Name, Place: r.Place})
	}
	tx.rules.RestoreRules = back
	ended, again, err := takeBack(tx, "constraint", before.Constraints, after.Constraints, now.Constraints, func(c *rules.Constraint) string { return c.Name }, equalConstraints)
	if err != nil {
		return err
	}
	for _, c := range ended {
		tx.rules.RemoveConstraints = append(tx.rules.RemoveConstraints, rules.NameAt{Name: c.Name, Place: c.Place})
	}
	tx.rules.RestoreConstraints = again
	return nil
}

// takeBack returns which of the rules, or constraints, that came go and which that went come back. What is so already is
// listed as such; where another has taken the name since, the undo is refused.
func takeBack[T any](tx *transaction, kind string, before, after, now []T, name func(T) string, equal func(a, b T) bool) (gone, back []T, err error) {
	left := slices.Clone(now)
	for _, x := range missing(before, after, equal) {
		i := slices.IndexFunc(left, func(y T) bool { return name(x) == name(y) })
		switch {
		case i < 0:
			tx.undoneAlready(kind + " " + name(x))
		case slices.ContainsFunc(before, func(y T) bool { return equal(y, left[i]) }): // it went for another of the name, which is back
		case !equal(x, left[i]):
			return nil, nil, tx.taken(kind + " " + name(x))
		default:
			gone, left = append(gone, x), slices.Delete(left, i, i+1)
		}
	}
	for _, x := range missing(after, before, equal) {
		i := slices.IndexFunc(left, func(y T) bool { return name(x) == name(y) })
		switch {
		case i < 0:
			back = append(back, x)
		case !equal(x, left[i]):
			return nil, nil, tx.taken(kind + " " + name(x))
		default:
			tx.undoneAlready(kind + " " + name(x))
		}
	}
	return gone, back, nil
}

// undoneAlready lists a rule or constraint that is as the undo would leave it.
func (tx *transaction) undoneAlready(what string) {
	tx.outcome.Base.NotBelieved = append(tx.outcome.Base.NotBelieved, Unmatched{Text: what, Place: tx.request.Place, Undone: true})
}

// taken refuses an undo for a rule or constraint whose name another one has now.
func (tx *transaction) taken(what string) error {
	return &Refusal{Kind: RefusedUndo, Place: tx.request.Place, Message: fmt.Sprintf(
		"cannot undo %s: another %s has come since, and would have to go first", belief.Quote(tx.request.Undo), what)}
}

// sameRule reports whether the program has the user's rule or constraint that a lowered rule stands for.
func sameRule(p *plan.Program, r *plan.Rule) bool {
	switch {
	case r.User != nil:
		return slices.ContainsFunc(p.Source.Rules, func(s *rules.Rule) bool { return s.Name == r.User.Name && s.Text == r.User.Text })
	case r.Constraint != nil:
		return slices.ContainsFunc(p.Source.Constraints, func(s *rules.Constraint) bool { return s.Name == r.Constraint.Name })
	default:
		return true
	}
}
