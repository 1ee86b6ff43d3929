package revise

import (
	"maps"
	"slices"

	"github.com/beliefbase/revise/belief"
	"github.com/beliefbase/revise/revise/internal/plan"
	"github.com/beliefbase/revise/revise/internal/store"
)

// leaves gathers what lies at the ends of well-founded supports, one support of each fact: base beliefs, and what is
// absent.
type leaves struct {
	*Engine
	found  map[string]belief.Fact
	seen   map[changedRow]bool
	absent []absence
	partly bool // of a large group some solutions were left out
}

// absence is what must not come to hold if a support is to stand: the tuple of a negated literal; or, in the relation of
// an aggregate, another solution of the group that the tuple begins with.
type absence struct {
	relation *plan.Relation
	tuple    []plan.ID
}

func newLeaves(e *Engine) *leaves {
	return &leaves{Engine: e, found: map[string]belief.Fact{}, seen: map[changedRow]bool{}}
}

func (l *leaves) sorted() []belief.Fact {
	return slices.SortedFunc(maps.Values(l.found), belief.Fact.Compare)
}

func (l *leaves) visit(r *plan.Relation, row store.Row) {
	if row == store.NoRow || l.seen[changedRow{r, row}] {
		return
	}
	l.seen[changedRow{r, row}] = true
	if r.State(row)&store.Base != 0 {
		f := l.fact(r, row)
		l.found[f.String()] = f
		return
	}
	for _, i := range l.supporting(r, row) {
		for _, lit := range i.rule.Literals {
			if lit.Negated || lit.Relation.Aggregate != nil {
				l.absent = append(l.absent, absence{lit.Relation, i.tuple(lit)})
			}
			if !lit.Negated {
				l.visit(lit.Relation, i.rows[lit.Position])
			}
		}
	}
}

// supporting returns one rule instance that derives the row; for the value of an aggregate every solution of its group.
func (l *leaves) supporting(r *plan.Relation, row store.Row) []instance {
	if r.Aggregate != nil {
		solutions := solutionsOf(l.Engine.program, r, r.Tuple(row)[:r.Arity-1], now)
		l.partly = l.partly || len(solutions) == enough
		return solutions
	}
	found := instancesOf(l.Engine.program, r, row, now)
	return found[:min(1, len(found))]
}
