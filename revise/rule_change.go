package revise

import (
	"fmt"
	"slices"

	"github.com/beliefbase/revise/belief"
	"github.com/beliefbase/revise/revise/internal/plan"
	"github.com/beliefbase/revise/revise/internal/store"
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
	for row := range store.Row(r.Rows()) {
		r.Reset(row)
	}
	r.HoldSupported()
}

// describeRules lists the rules and constraints that came and went, and keeps them for undo.
func (tx *transaction) describeRules() {
	old, new := tx.before.Source, tx.program.Source
	tx.outcome.Rules, tx.past.inverse = RulesBetween(old, new), TakingBack(old, new)
}

// RulesBetween names what came and went from one program to a later one.
func RulesBetween(old, new *rules.Program) RuleChanges {
	var changes RuleChanges
	for _, r := range rulesWithout(new.Rules, old.Rules) {
		changes.AddedRules = append(changes.AddedRules, RuleRef{r.Name, r.Text, r.Place})
	}
	for _, r := range rulesWithout(old.Rules, new.Rules) {
		changes.RemovedRules = append(changes.RemovedRules, RuleRef{r.Name, r.Text, r.Place})
	}
	for _, c := range constraintsWithout(new.Constraints, old.Constraints) {
		changes.AddedConstraints = append(changes.AddedConstraints, RuleRef{c.Name, c.Text, c.Place})
	}
	for _, c := range constraintsWithout(old.Constraints, new.Constraints) {
		changes.RemovedConstraints = append(changes.RemovedConstraints, RuleRef{c.Name, c.Text, c.Place})
	}
	return changes
}

// TakingBack returns the change that leads from one program back to an earlier one.
func TakingBack(old, new *rules.Program) rules.RuleChange {
	change := rules.RuleChange{RestoreRules: rulesWithout(old.Rules, new.Rules), RestoreConstraints: constraintsWithout(old.Constraints, new.Constraints)}
	for _, r := range rulesWithout(new.Rules, old.Rules) {
		change.RemoveRules = append(change.RemoveRules, rules.NameAt{Name: r.Name, Place: r.Place})
	}
	for _, c := range constraintsWithout(new.Constraints, old.Constraints) {
		change.RemoveConstraints = append(change.RemoveConstraints, rules.NameAt{Name: c.Name, Place: c.Place})
	}
	return change
}

func rulesWithout(a, b []*rules.Rule) []*rules.Rule {
	return slices.DeleteFunc(slices.Clone(a), func(r *rules.Rule) bool {
		return slices.ContainsFunc(b, func(s *rules.Rule) bool { return s.Name == r.Name && s.Text == r.Text })
	})
}

func constraintsWithout(a, b []*rules.Constraint) []*rules.Constraint {
	return slices.DeleteFunc(slices.Clone(a), func(r *rules.Constraint) bool {
		return slices.ContainsFunc(b, func(s *rules.Constraint) bool {
			return s.Name == r.Name && s.Text == r.Text && s.OnViolation == r.OnViolation && slices.Equal(s.Message, r.Message)
		})
	})
}

// undoRules asks for the inverse of a change of rules. What has been undone already is listed as such; a rule whose name
// another rule has taken cannot come back.
func (tx *transaction) undoRules(earlier *past) error {
	source, inverse := tx.program.Source, earlier.inverse
	texts := map[string]string{}
	for _, r := range source.Rules {
		texts["rule "+r.Name] = r.Text
	}
	for _, c := range source.Constraints {
		texts["constraint "+c.Name] = c.Text
	}
	for _, n := range inverse.RemoveRules {
		if tx.undoable(texts["rule "+n.Name] != "", "rule "+n.Name) {
			tx.rules.RemoveRules = append(tx.rules.RemoveRules, n)
		}
	}
	for _, n := range inverse.RemoveConstraints {
		if tx.undoable(texts["constraint "+n.Name] != "", "constraint "+n.Name) {
			tx.rules.RemoveConstraints = append(tx.rules.RemoveConstraints, n)
		}
	}
	for _, r := range inverse.RestoreRules {
		restore, err := tx.restorable(texts["rule "+r.Name], r.Text, "rule "+r.Name)
		if err != nil {
			return err
		}
		if restore {
			tx.rules.RestoreRules = append(tx.rules.RestoreRules, r)
		}
	}
	for _, c := range inverse.RestoreConstraints {
		restore, err := tx.restorable(texts["constraint "+c.Name], c.Text, "constraint "+c.Name)
		if err != nil {
			return err
		}
		if restore {
			tx.rules.RestoreConstraints = append(tx.rules.RestoreConstraints, c)
		}
	}
	return nil
}

// undoable lists a rule or constraint that is as the undo would leave it.
func (tx *transaction) undoable(is bool, what string) bool {
	if !is {
		tx.outcome.Base.NotBelieved = append(tx.outcome.Base.NotBelieved, Unmatched{Text: what, Place: tx.request.Place, Undone: true})
	}
	return is
}

// restorable reports whether a rule or constraint may be put back beside what has its name now.
func (tx *transaction) restorable(present, text, what string) (bool, error) {
	if present != "" && present != text {
		return false, &Refusal{Kind: RefusedUndo, Place: tx.request.Place, Message: fmt.Sprintf(
			"cannot undo %s: another %s has come since, and would have to go first", belief.Quote(tx.request.Undo), what)}
	}
	return tx.undoable(present == "", what), nil
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
