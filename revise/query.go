package revise

import (
	"errors"
	"fmt"
	"iter"
	"slices"

	"github.com/beliefbase/revise/belief"
	"github.com/beliefbase/revise/revise/internal/plan"
	"github.com/beliefbase/revise/revise/internal/store"
	"github.com/beliefbase/revise/rules"
)

// ErrNotHeld says that a fact does not hold.
var ErrNotHeld = errors.New("it does not hold")

// Program returns the program as it stands, rule changes included.
func (e *Engine) Program() *rules.Program {
	e.mu.RLock()
	defer e.mu.RUnlock()
	return e.program.Source
}

// BaseBeliefs returns the number of base beliefs.
func (e *Engine) BaseBeliefs() int {
	e.mu.RLock()
	defer e.mu.RUnlock()
	return e.base.Len()
}

// Conclusions returns the number of facts of relations that have rules.
func (e *Engine) Conclusions() int {
	e.mu.RLock()
	defer e.mu.RUnlock()
	return e.conclusions()
}

// Holds reports whether the fact is in the materialization.
func (e *Engine) Holds(f belief.Fact) bool {
	e.mu.RLock()
	defer e.mu.RUnlock()
	return e.holds(f)
}

func (e *Engine) holds(f belief.Fact) bool {
	r, row, ok := e.rowOf(f)
	return ok && r.Holds(row)
}

// Support returns how the fact is supported, and whether it holds.
func (e *Engine) Support(f belief.Fact) (Support, bool) {
	e.mu.RLock()
	defer e.mu.RUnlock()
	return e.support(f)
}

func (e *Engine) support(f belief.Fact) (Support, bool) {
	r, row, ok := e.rowOf(f)
	if !ok || !r.Holds(row) {
		return Support{}, false
	}
	return supportNow(r, row), true
}

// Believed returns the base belief f with its sources.
func (e *Engine) Believed(f belief.Fact) (belief.Belief, bool) {
	e.mu.RLock()
	defer e.mu.RUnlock()
	return e.base.Find(f)
}

// Query returns what matches the atom, sorted, each fact with its support. It sees one state; the error says that there
// is no such relation, or that a constant has the wrong type.
func (e *Engine) Query(q rules.Query) (iter.Seq2[belief.Fact, Support], error) {
	e.mu.RLock()
	defer e.mu.RUnlock()
	if err := e.checkQuery(&q); err != nil {
		return nil, err
	}
	r := e.program.Named(q.Relation)
	return e.listed(r, e.rowsMatching(r, &q)), nil
}

// checkQuery wants a known relation, as many terms as it has columns, and constants of their types.
func (e *Engine) checkQuery(q *rules.Query) error {
	relation, err := e.checkShape(q.Relation, len(q.Terms), q.Place)
	if err != nil {
		return err
	}
	for c, t := range q.Terms {
		if column := relation.Columns[c]; t.Kind == rules.ConstantTerm && column.Type != belief.NoType && t.Value.Type() != column.Type {
			return &Refusal{Kind: RefusedRelation, Place: q.Place, Message: fmt.Sprintf(
				"column %s of %s is of type %s, and %s is of type %s", column.Name, q.Relation, column.Type, t.Value, t.Value.Type())}
		}
	}
	return nil
}

// Facts returns every fact of the relation, sorted, with its support.
func (e *Engine) Facts(relation string) iter.Seq2[belief.Fact, Support] {
	e.mu.RLock()
	defer e.mu.RUnlock()
	r := e.program.Named(relation)
	if r == nil {
		return func(func(belief.Fact, Support) bool) {}
	}
	var rows []store.Row
	for row := range r.All {
		if r.Holds(row) {
			rows = append(rows, row)
		}
	}
	return e.listed(r, rows)
}

func (e *Engine) rowsMatching(r *plan.Relation, q *rules.Query) []store.Row {
	m, possible := newMatcher(e.program.Dictionary, q)
	if !possible {
		return nil
	}
	if tuple, ground := m.row(); ground {
		if row := r.Find(tuple); r.Holds(row) {
			return []store.Row{row}
		}
		return nil
	}
	var rows []store.Row
	for row := range r.All {
		if r.Holds(row) && m.matches(r.Tuple(row)) {
			rows = append(rows, row)
		}
	}
	return rows
}

// listed is a copy of the rows as facts, sorted: what happens to the engine later does not reach it.
func (e *Engine) listed(r *plan.Relation, rows []store.Row) iter.Seq2[belief.Fact, Support] {
	d := e.program.Dictionary
	slices.SortFunc(rows, func(a, b store.Row) int { return d.CompareRows(r.Tuple(a), r.Tuple(b)) })
	type listedFact struct {
		fact    belief.Fact
		support Support
	}
	list := make([]listedFact, len(rows))
	for i, row := range rows {
		list[i] = listedFact{e.fact(r, row), supportNow(r, row)}
	}
	return func(yield func(belief.Fact, Support) bool) {
		for _, f := range list {
			if !yield(f.fact, f.support) {
				return
			}
		}
	}
}
