package revise

import (
	"context"
	"fmt"

	"github.com/beliefbase/revise/belief"
	"github.com/beliefbase/revise/revise/internal/maintain"
	"github.com/beliefbase/revise/revise/internal/plan"
	"github.com/beliefbase/revise/revise/internal/store"
	"github.com/beliefbase/revise/rules"
)

// Kept is a relation whose rows a store must keep so that an engine can be opened without deriving them again: a
// relation with rules, the violations of a constraint, or what _ leaves open of a relation inside its own recursion.
// What else an engine holds follows from these in one pass.
type Kept struct {
	// One of the three is set.
	Relation   *rules.Relation
	Constraint *rules.Constraint
	Projection string // the relation with the numbers of the columns that stay: member[0 2]

	Columns []rules.Column
	Bag     bool
	Ranked  bool // its stratum is recursive: rows have ranks and strict supports

	relation *plan.Relation
}

// KeptRow is one fact of a kept relation, with what maintenance knows of it.
type KeptRow struct {
	Tuple  []belief.ID // of the dictionary of the base; valid until the next row
	Count  uint64      // rule instances that derive it; of a bag its multiplicity, base beliefs included
	Rank   uint32      // of a Ranked relation
	Strict uint32      // likewise: the instances whose premises of the stratum have smaller ranks
	Base   bool        // it is a base belief, too
}

// Kept lists the relations that a store must keep, sorted by number.
func (e *Engine) Kept() []Kept {
	e.mu.RLock()
	defer e.mu.RUnlock()
	return kept(e.program)
}

func kept(p *plan.Program) []Kept {
	var list []Kept
	for _, r := range p.Relations {
		if !isKept(r) {
			continue
		}
		k := Kept{Relation: r.User, Constraint: r.Constraint, Bag: r.IsBag(), Ranked: r.Stratum.Recursive, relation: r}
		switch {
		case r.User != nil:
			k.Columns = r.User.Columns
		case r.Constraint != nil:
			for _, v := range r.Constraint.Arguments {
				k.Columns = append(k.Columns, rules.Column{Name: r.Constraint.Variables[v].Name, Type: r.Constraint.Variables[v].Type})
			}
		default:
			k.Projection = r.Name
			for _, c := range r.Kept {
				k.Columns = append(k.Columns, r.Projects.User.Columns[c])
			}
		}
		list = append(list, k)
	}
	return list
}

func isKept(r *plan.Relation) bool {
	return r.Stratum != nil && (r.User != nil || r.Constraint != nil || r.Projects != nil && r.Stratum.Recursive)
}

// Rows yields every fact of the relation that holds, in no particular order. The engine must not be revised meanwhile.
func (k Kept) Rows(yield func(KeptRow) bool) {
	for row := range k.relation.All {
		if k.relation.Holds(row) && !yield(k.row(row)) {
			return
		}
	}
}

// Len returns the number of facts that hold.
func (k Kept) Len() int { return k.relation.Len() }

// Altered yields, inside the function that Record calls, every fact that the revision leaves other than it was. One
// that does not hold any more has holds false.
func (k Kept) Altered(yield func(row KeptRow, holds bool) bool) {
	for row := range k.relation.Altering {
		if !yield(k.row(row), k.relation.Holds(row)) {
			return
		}
	}
}

func (k Kept) row(row store.Row) KeptRow {
	n := k.relation.Numbers(row)
	return KeptRow{k.relation.Tuple(row), n.Count, n.Rank, n.Strict, n.Base}
}

// Restore puts back a fact that holds, inside the function that Open calls.
func (k Kept) Restore(row KeptRow) {
	k.relation.Restore(row.Tuple, store.Numbers{Count: row.Count, Rank: row.Rank, Strict: row.Strict})
}

// Position is where an engine stands in its history.
type Position struct {
	Number int    // of the last revision
	Clock  uint32 // of ranks
}

// Position returns where the engine stands.
func (e *Engine) Position() Position {
	e.mu.RLock()
	defer e.mu.RUnlock()
	return Position{e.number, e.clock}
}

// Open makes an engine whose conclusions are put back instead of derived: fill restores every row that Rows gave of each
// kept relation, for the same base and rules. It takes the base over. Only strategies that need no more than counts and
// ranks can go on from there: Auto, Counting and Ranked. The error is that of fill, or of New. The cost is linear in
// base and conclusions, but for aggregates, whose groups are folded again.
func Open(ctx context.Context, program *rules.Program, base *belief.Base, at Position, fill func([]Kept) error, opts ...Option) (*Engine, error) {
	e, err := prepare(program, base, opts)
	if err != nil {
		return nil, err
	}
	if s := e.options.strategy; s != Auto && s != Counting && s != Ranked {
		return nil, &NotCoveredError{Strategy: s, Reason: "what is kept of a base are counts and ranks; derive it instead"}
	}
	if err := fill(kept(e.program)); err != nil {
		return nil, err
	}
	t := e.turn(ctx)
	t.Room = maintain.Room{Facts: -1} // what is put back was within the limits
	for _, s := range e.program.Strata {
		switch {
		case s.Aggregate != nil:
			t.Refold(s)
		case !isKept(s.Relations[0]):
			e.scratch(t, s)
		}
		if t.Err != nil {
			return nil, e.refusal(t.Err)
		}
	}
	t.Clock = max(t.Clock, at.Clock)
	e.commit(t)
	e.number = at.Number
	return e, nil
}

// Alteration is what a revision leaves other than it was, for a store, while it can still be refused.
type Alteration struct {
	Outcome  *Outcome
	Beliefs  []belief.RowChange // of the base, with attributions
	Program  *rules.Program     // after it
	Rules    bool               // the rules changed
	Kept     []Kept             // after it
	Whole    bool               // Altered does not tell everything: every row is to be written anew
	Position Position           // after it
}

// Record is Revise for a base that lasts: write is called when the outcome is known, and only when it returns nil has
// the revision happened. Otherwise everything is as it was, and the error is that of write.
func (e *Engine) Record(ctx context.Context, req Request, write func(*Alteration) error) (*Outcome, error) {
	e.mu.Lock()
	defer e.mu.Unlock()
	tx := e.begin(req, req.WhatIf)
	if err := tx.attempt(ctx); err != nil {
		return nil, err
	}
	tx.describe()
	if req.WhatIf {
		tx.takeBack()
		return tx.outcome, nil
	}
	if err := write(tx.alteration()); err != nil {
		tx.takeBack()
		return nil, err
	}
	e.renumbered = false
	tx.conclude()
	return tx.outcome, nil
}

// Changes reports whether anything is otherwise than before: a belief, a source of one, or a rule.
func (a *Alteration) Changes() bool {
	r := a.Outcome.Rules
	return len(a.Beliefs)+len(r.AddedRules)+len(r.RemovedRules)+len(r.AddedConstraints)+len(r.RemovedConstraints) > 0
}

// alteration describes the transaction for a store.
func (tx *transaction) alteration() *Alteration {
	return &Alteration{
		Outcome: tx.outcome, Beliefs: tx.belief.Changes(),
		Program: tx.program.Source, Rules: tx.program != tx.before,
		Kept: kept(tx.program), Whole: tx.program != tx.before || tx.renumbered,
		Position: Position{tx.number + 1, tx.turn.Clock},
	}
}

// Past is what an earlier revision really changed, so that it can be undone.
type Past struct {
	Name    string // as a request to undo names it
	Beliefs []PastBelief
	Before  *rules.Program // and After: its rules; nil where it did not change them
	After   *rules.Program
	Undone  bool // already
}

// PastBelief is a belief that a revision changed, with its attributions before and after.
type PastBelief struct {
	Fact          belief.Fact
	Before, After []belief.Attribution // in the order they came
}

// Recall tells the engine of a revision before its time, so that a request can undo it. The error says that a belief
// of it is of no relation there is.
func (e *Engine) Recall(p Past) error {
	e.mu.Lock()
	defer e.mu.Unlock()
	earlier := &past{before: p.Before, after: p.After, undone: p.Undone}
	for _, b := range p.Beliefs {
		if _, err := e.checkFact(b.Fact, belief.Place{}); err != nil {
			return fmt.Errorf("recalling %s: %w", p.Name, err)
		}
		table, row := e.base.Row(b.Fact)
		earlier.changes = append(earlier.changes, belief.RowChange{Table: table, Row: row, Before: b.Before, After: b.After, Was: b.Before})
	}
	e.history[p.Name] = earlier
	return nil
}
