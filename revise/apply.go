package revise

import (
	"context"

	"github.com/beliefbase/revise/belief"
	"github.com/beliefbase/revise/revise/internal/plan"
	"github.com/beliefbase/revise/revise/internal/store"
)

// Effect is what a revision did, in numbers.
type Effect struct {
	Number    int  // of the revision
	Retracted int  // facts that left relations which have rules
	Gained    int  // facts that came
	Cost      Cost // of all strata
}

// Apply is Revise without the report, for programs that follow the conclusions themselves: it makes the same change and
// calls each, if there is one, with every conclusion that was retracted or gained. A changed value is one of either. The
// fact's Values are good during the call only, which must not use the engine. Facts come by relation, in an order that
// depends on the history of the engine alone. A what-if is taken back afterwards.
//
// It costs the rule instances that come and go. In the steady state, where no relation has to grow, it allocates nothing
// but the texts of the facts it tells, and what sums of floats work with.
func (e *Engine) Apply(ctx context.Context, req Request, each func(f belief.Fact, gained bool)) (Effect, error) {
	e.mu.Lock()
	defer e.mu.Unlock()
	tx := &e.applying
	e.beginIn(tx, req, &e.unreported)
	tx.unexplained = true
	if err := tx.attempt(ctx); err != nil {
		return Effect{}, err
	}
	effect := Effect{Number: tx.outcome.Number, Cost: tx.total}
	for _, r := range tx.program.Relations {
		if r.User == nil || r.Stratum == nil && !tx.hadRules(r) {
			continue
		}
		effect.Retracted += len(r.Lost)
		effect.Gained += len(r.Gained)
		if each != nil {
			tx.tell(r, r.Lost, false, each)
			tx.tell(r, r.Gained, true, each)
		}
	}
	if req.WhatIf {
		tx.takeBack()
	} else {
		tx.conclude()
	}
	return effect, nil
}

// tell calls each with the facts of the rows, one after another in the same memory.
func (e *Engine) tell(r *plan.Relation, rows []store.Row, gained bool, each func(belief.Fact, bool)) {
	f := belief.Fact{Relation: r.Name}
	for _, row := range rows {
		e.values = e.values[:0]
		for _, id := range r.Tuple(row) {
			e.values = append(e.values, e.base.Dictionary().Value(id))
		}
		f.Values = e.values
		each(f, gained)
	}
}
