package revise

import (
	"context"

	"github.com/beliefbase/revise/belief"
	"github.com/beliefbase/revise/revise/internal/plan"
	"github.com/beliefbase/revise/revise/internal/store"
)

// sweep holds, for every row of one relation that went or came, the first of the instances that went or came with it.
// All of them are found in one pass, by first changed position over every literal, those of the stratum included: it
// costs what the maintenance of the relation has cost, and nothing for the supports that stand.
type sweep struct {
	dictionary *belief.Dictionary
	least      map[store.Row]*swept // by row; for an aggregate by group
}

// swept is an instance with the first of its literals that changed.
type swept struct {
	instance
	cause *plan.Literal
}

// The views of an instance that was true and is not, and of one that is true and was not (algorithms.md, 1.2).
var (
	sweptAway = plan.Views{Before: store.Stable, After: store.InOld, AbsentBefore: store.AbsentThrough, AbsentAfter: store.AbsentOld, StratumBefore: store.Stable, StratumAfter: store.InOld}
	sweptIn   = plan.Views{Before: store.Stable, After: store.InNew, AbsentBefore: store.AbsentThrough, AbsentAfter: store.AbsentNew, StratumBefore: store.Stable, StratumAfter: store.InNew}
)

// sweeps reports whether the relation's changes are explained by a sweep: where rules changed, or multiplicities count,
// each row is looked at by itself.
func (x *explainer) sweeps(r *plan.Relation) bool {
	return x.before == x.now && !r.IsBag() && (r.Aggregate == nil || !r.Aggregate.IsBag())
}

// sweepOf returns the sweep of the relation's instances that were true at that time and are not at the other.
func (x *explainer) sweepOf(r *plan.Relation, at time) *sweep {
	key := sweptRelation{r, at}
	if s := x.swept[key]; s != nil {
		return s
	}
	changed := len(r.Lost)
	if at == now {
		changed = len(r.Gained)
	}
	s := &sweep{dictionary: x.Engine.program.Dictionary, least: make(map[store.Row]*swept, changed)}
	x.swept[key] = s
	rules := r.Rules
	if r.Aggregate != nil {
		rules = []*plan.Rule{r.Aggregate.Body}
	}
	run := plan.NewRun(context.Background(), x.now)
	for _, rule := range rules {
		for _, lit := range rule.Literals {
			rows, views := lit.Relation.Lost, &sweptAway
			if (at == before) == lit.Negated {
				rows = lit.Relation.Gained
			}
			if at == now {
				views = &sweptIn
			}
			run.Drive(rule, lit.Position, rows, views, func(i *plan.Run) { s.take(i, r, lit, at) })
		}
	}
	return s
}

type sweptRelation struct {
	relation *plan.Relation
	at       time
}

// take keeps the instance if it is the first of its head, and strict.
func (s *sweep) take(x *plan.Run, r *plan.Relation, cause *plan.Literal, at time) {
	var row store.Row
	if r.Aggregate != nil {
		row = r.Aggregate.Groups.Group(x.Head)
	} else if row = r.Find(x.Head); row == store.NoRow || r.State(row)&(store.Old|store.New) != at.flag() || !at.strict(x, r, row) {
		return
	}
	found := instance{x.Rule, x.Registers, x.Rows}
	kept := s.least[row]
	if kept == nil {
		kept = &swept{}
		s.least[row] = kept
	} else if compareInstances(s.dictionary, found, kept.instance) >= 0 {
		return
	}
	kept.rule, kept.cause = x.Rule, cause
	kept.registers = append(kept.registers[:0], x.Registers...)
	kept.rows = append(kept.rows[:0], x.Rows...)
}

// explainSwept follows the literal that changed first in the instance, and reports whether there is one.
func (x *explainer) explainSwept(e *explanation, s *sweep, row store.Row, at time) bool {
	found := s.least[row]
	if found == nil {
		return false
	}
	e.found = &found.instance
	e.cause = x.inDomain(e.found, found.cause, at)
	e.follow(x.explain(e.cause.Relation, x.rowIn(e.found, e.cause), at != time(e.cause.Negated)))
	return true
}

// inDomain returns the literal that changed first in the instance, or the next one where that is an aggregate which only
// lost, or got, the values of its parameters.
func (x *explainer) inDomain(i *instance, first *plan.Literal, at time) *plan.Literal {
	for _, lit := range i.rule.Literals[first.Position:] {
		if row := x.rowIn(i, lit); row != store.NoRow && changedAt(lit, row, at, false) && !outOfDomain(i, lit, lit.Relation, !at) {
			return lit
		}
	}
	return first
}
