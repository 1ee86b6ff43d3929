package revise

import (
	"context"
	"errors"

	"github.com/beliefbase/revise/belief"
	"github.com/beliefbase/revise/revise/internal/counting"
	"github.com/beliefbase/revise/revise/internal/maintain"
	"github.com/beliefbase/revise/revise/internal/plan"
	"github.com/beliefbase/revise/revise/internal/store"
	"github.com/beliefbase/revise/rules"
)

// Revise applies a request: first every withdrawal, then every assertion, whole or not at all. The outcome lists every
// change with its reason. A what-if is reported and taken back. The error is a *Refusal or, past the bounds
// of ATMS, a *NotCoveredError; then nothing has changed.
// The cost is that of the rule instances that come and go, not that of the base.
func (e *Engine) Revise(ctx context.Context, req Request) (*Outcome, error) {
	e.mu.Lock()
	defer e.mu.Unlock()
	return e.run(ctx, req, req.WhatIf)
}

// Preview returns the outcome that Revise would have, and changes nothing.
func (e *Engine) Preview(ctx context.Context, req Request) (*Outcome, error) {
	e.mu.Lock()
	defer e.mu.Unlock()
	outcome, err := e.run(ctx, req, true)
	return outcome, err
}

// Refused returns the outcome of a request that was refused: it says so, and lists nothing.
func (e *Engine) Refused(req Request, r *Refusal) *Outcome {
	e.mu.RLock()
	defer e.mu.RUnlock()
	return &Outcome{
		Request: req, Refused: r,
		BaseBeliefs: e.base.Len(), Conclusions: e.conclusions(), Violations: e.violations(),
	}
}

// transaction is one request under way.
type transaction struct {
	*Engine
	request Request
	belief  *belief.Revision
	turn    *maintain.Turn
	before  *plan.Program // the program that the old view follows from; program is the one of the new view
	rules   rules.RuleChange
	past    past
	outcome *Outcome
	refolds []func()
	chosen  methods // before the request

	unexplained bool // nobody will read the outcome
	total       Cost // of all strata, then
}

// begin starts a request.
func (e *Engine) begin(req Request, whatIf bool) *transaction {
	tx := &transaction{}
	e.beginIn(tx, req, &Outcome{})
	tx.outcome.WhatIf = whatIf
	return tx
}

// beginIn starts a request in memory that is there.
func (e *Engine) beginIn(tx *transaction, req Request, outcome *Outcome) {
	*tx = transaction{
		Engine: e, request: req, belief: e.base.Revise(), before: e.program, rules: req.Rules, chosen: e.methods,
		outcome: outcome,
	}
	*outcome = Outcome{Request: req, Number: e.number + 1}
}

// run applies a request, and takes it back if that is asked for.
func (e *Engine) run(ctx context.Context, req Request, takeBack bool) (*Outcome, error) {
	tx := e.begin(req, takeBack)
	if err := tx.attempt(ctx); err != nil {
		return nil, err
	}
	tx.describe()
	if takeBack {
		tx.takeBack()
	} else {
		tx.conclude()
	}
	return tx.outcome, nil
}

// attempt brings base and conclusions to the state after the request, or leaves everything as it was.
func (tx *transaction) attempt(ctx context.Context) error {
	err := tx.apply(ctx)
	if err == nil {
		err = tx.checkConstraints()
	}
	if err == nil {
		return nil
	}
	err = tx.failure(err) // while the state that has the fault is there
	tx.takeBack()
	var refusal *Refusal
	if errors.As(err, &refusal) && refusal.Conclusion != nil {
		tx.addRemedies(ctx, refusal.Conclusion)
	}
	return err
}

// conclude makes the new state the one that the next request starts from.
func (tx *transaction) conclude() {
	tx.commit(tx.turn)
	tx.number++
	tx.remember(tx)
}

// apply brings base and conclusions to the state after the request, the old view kept beside it.
func (tx *transaction) apply(ctx context.Context) error {
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	if err := tx.changeBase(); err != nil {
		return err
	}
	tx.turn = tx.Engine.turn(ctx)
	if !tx.rules.IsEmpty() {
		if err := tx.changeRules(); err != nil {
			return err
		}
	}
	for table, row := range tx.belief.Counted {
		if err := tx.setBase(tx.program.Named(table.Relation()), table, row); err != nil {
			return err
		}
	}
	return tx.maintain()
}

// maintain visits every stratum that something below it, or in it, has changed, in order.
func (tx *transaction) maintain() error {
	for _, r := range tx.program.Relations {
		if r.Stratum == nil && r.InTransaction() {
			r.Settle()
		}
	}
	if tx.prepare(tx.turn); tx.turn.Err != nil {
		return tx.turn.Err
	}
	var helpers Cost
	for _, s := range tx.program.Strata {
		if !dirty(s) && tx.program == tx.before {
			continue
		}
		instances := tx.turn.Instances
		tx.turn.Cost = maintain.Cost{}
		c := tx.maintainStratum(s)
		if tx.turn.Err != nil {
			return tx.turn.Err
		}
		cost := tx.cost(s, tx.turn.Instances-instances)
		if tx.unexplained {
			tx.total.add(cost)
			continue
		}
		helpers.add(cost)
		if names := userNames(s); len(names) > 0 {
			tx.outcome.Strata = append(tx.outcome.Strata, StratumReport{
				Relations: names, Recursive: s.Recursive, Strategy: c.strategy, Because: c.because, Cost: helpers,
			})
			helpers = Cost{} // what lowering made below the stratum is counted with it
		}
	}
	if tx.program != tx.before {
		tx.maintainHelpers()
	}
	if tx.turn.Err == nil && tx.overLimit() {
		return maintain.ErrFacts
	}
	return tx.turn.Err
}

// maintainHelpers brings what lowering made for the old program, and the new one did not take over, to the new state
// too: reasons look at both states of it. What faults there belongs to a rule that is gone, and is no fault.
func (tx *transaction) maintainHelpers() {
	for _, s := range tx.before.Strata {
		switch r := s.Relations[0]; {
		case s.Aggregate != nil:
			tx.keep(s, choice{})
			if tx.turn.Abandoned {
				tx.turn.Unlimit()
				tx.keep(s, choice{strategy: Recompute})
			}
		case len(s.Relations) == 1 && (r.IsHelper() || r.Projects != nil) && !s.Recursive && tx.program.Counterpart(r) == r:
			counting.Maintain(tx.turn, s)
		}
		var fault *plan.Fault
		if errors.As(tx.turn.Err, &fault) || errors.Is(tx.turn.Err, store.ErrOverflow) {
			tx.turn.Err = nil
		}
	}
}

// dirty reports whether anything that the stratum depends on, or its own base beliefs, changed.
func dirty(s *plan.Stratum) bool {
	for _, r := range s.Relations {
		if r.InTransaction() || r.Loading() {
			return true
		}
	}
	for _, rule := range rulesOf(s) {
		for _, lit := range rule.Literals {
			if lit.Relation.Changed() {
				return true
			}
		}
	}
	return false
}

// choiceOf returns how the stratum is kept in step this time.
func (tx *transaction) choiceOf(s *plan.Stratum) choice {
	if tx.program != tx.before {
		return choice{Recompute, "the rules changed", tx.scratch}
	}
	return tx.strategy[s]
}

// maintainStratum keeps one stratum in step and returns how that was done: by its strategy or, where that is left to the
// engine, from scratch when it turns out to be cheaper (algorithms.md, 2.10).
func (tx *transaction) maintainStratum(s *plan.Stratum) choice {
	c := tx.choiceOf(s)
	if tx.options.strategy == Auto && c.strategy != Recompute && !s.Bag {
		if maintain.Shrunk(rulesOf(s)) {
			c = choice{Recompute, "more than a quarter of what it rests on went", tx.scratch}
		} else {
			tx.turn.Limit(instancesIn(s))
		}
	}
	tx.keep(s, c)
	if tx.turn.Abandoned {
		tx.turn.Unlimit()
		c = choice{Recompute, "the revision touches more than two fifths of its rule instances", tx.scratch}
		if s.Bag || s.Aggregate != nil && s.Aggregate.IsBag() {
			c.because = "its change, multiplied out, does not fit 64 bits"
		}
		tx.keep(s, c)
	}
	tx.turn.Unlimit()
	return c
}

func (tx *transaction) keep(s *plan.Stratum, c choice) {
	switch {
	case s.Aggregate == nil:
		c.algorithm(tx.turn, s)
	case c.strategy == Recompute:
		tx.refolds = append(tx.refolds, tx.turn.Refold(s))
	default:
		tx.turn.Fold(s)
	}
}

// rulesOf returns the rules of the stratum, or the braces of its aggregate.
func rulesOf(s *plan.Stratum) []*plan.Rule {
	if s.Aggregate != nil {
		return []*plan.Rule{s.Aggregate.Body}
	}
	return s.Rules
}

// instancesIn returns the number of rule instances of the stratum.
func instancesIn(s *plan.Stratum) uint64 {
	if s.Aggregate != nil {
		return s.Aggregate.Groups.Solutions()
	}
	n := uint64(0)
	for _, r := range s.Relations {
		n += r.Supports()
	}
	return n
}

func (tx *transaction) cost(s *plan.Stratum, instances uint64) Cost {
	c := Cost{Instances: instances, Overdeleted: tx.turn.Cost.Overdeleted, Rederived: tx.turn.Cost.Rederived}
	for _, r := range s.Relations {
		if r.User != nil {
			c.Retracted += uint64(len(r.Lost))
			c.Gained += uint64(len(r.Gained))
		}
	}
	return c
}

func (c *Cost) add(d Cost) {
	c.Instances += d.Instances
	c.Overdeleted += d.Overdeleted
	c.Rederived += d.Rederived
	c.Retracted += d.Retracted
	c.Gained += d.Gained
}

// takeBack makes everything what it was before the request.
func (tx *transaction) takeBack() {
	tx.belief.TakeBack()
	for _, undo := range tx.refolds {
		undo()
	}
	tx.rollback()
	if tx.program != tx.before {
		tx.program = tx.before
		tx.rollback()
		tx.methods = tx.chosen
	}
}
