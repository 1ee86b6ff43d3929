package revise

import (
	"context"
	"slices"

	"github.com/beliefbase/revise/revise/internal/plan"
	"github.com/beliefbase/revise/revise/internal/store"
)

// Repairs say how the standing violations of constraints could be mended.
type Repairs struct {
	All        Mending // after each of its remedies nothing is violated any more; none where nothing is now
	Violations []Repair
}

// Repair says how one violation could be mended.
type Repair struct {
	Violation Violation
	Mending
}

// Mending are remedies for one violation or for all: those that only withdraw first, and of these the least entrenched.
type Mending struct {
	List     []Remedy
	Complete bool // no other set of changes would do without containing one of these
}

// Repair searches for the minimal sets of changes of base beliefs, as Contract does, that mend each violation and all
// together, and tries each as a what-if; it changes nothing. No search tries more than a few hundred sets; one for all
// that finds nothing smaller gives at least what it gets by mending one after the other. The end of the context ends
// the search.
func (e *Engine) Repair(ctx context.Context, limits RemedyLimits) *Repairs {
	e.mu.Lock()
	defer e.mu.Unlock()
	found := &Repairs{}
	for _, r := range e.program.Violations {
		for row := range r.All {
			if r.Holds(row) {
				found.Violations = append(found.Violations, Repair{Violation: e.violation(e.program, r, row)})
			}
		}
	}
	slices.SortFunc(found.Violations, func(a, b Repair) int { return a.Violation.Fact.Compare(b.Violation.Fact) })
	if len(found.Violations) == 0 {
		found.All.Complete = true
		return found
	}
	found.All = e.mend(ctx, goal{standing: e.anyViolation}, limits)
	for i := range found.Violations {
		x := &found.Violations[i]
		x.Mending = e.mend(ctx, e.mended(x.Violation), limits)
	}
	return found
}

func (e *Engine) mend(ctx context.Context, g goal, limits RemedyLimits) Mending {
	bounds := limits.bounds()
	bounds.trials, bounds.width = remedyTrials, remedyTrials
	var m Mending
	m.List, m.Complete = e.search(ctx, g, bounds).triedRemedies()
	return m
}

// anyViolation returns the first violation that stands.
func (e *Engine) anyViolation() (*plan.Relation, store.Row, bool) {
	for _, r := range e.program.Violations {
		if r.Len() == 0 {
			continue
		}
		for row := range r.All {
			if r.Holds(row) {
				return r, row, true
			}
		}
	}
	return nil, store.NoRow, false
}

// mended is the goal that one violation stands no more.
func (e *Engine) mended(v Violation) goal {
	var relation *plan.Relation
	for _, r := range e.program.Violations {
		if r.Name == v.Constraint.Name {
			relation = r
		}
	}
	tuple := make([]plan.ID, len(v.Fact.Values))
	for c, value := range v.Fact.Values {
		tuple[c], _ = e.program.Dictionary.Lookup(value) // it stands now, so the values are known
	}
	return goal{standing: func() (*plan.Relation, store.Row, bool) {
		row := relation.Find(tuple)
		return relation, row, row != store.NoRow && relation.Holds(row)
	}}
}
