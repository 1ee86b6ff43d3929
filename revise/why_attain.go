package revise

import (
	"cmp"
	"context"
	"slices"

	"github.com/beliefbase/revise/revise/internal/plan"
	"github.com/beliefbase/revise/revise/internal/store"
	"github.com/beliefbase/revise/rules"
)

// Attainments are ways to make something hold: smaller ones first, and of one size those that only withdraw, and give up
// less entrenched beliefs.
type Attainments struct {
	Atom     rules.Query
	List     []Remedy
	Complete bool // no other set of changes makes it hold without containing one of these
}

const (
	// attainTrials and attainWidth bound the sets that are tried to make something hold, and those that wait to be: every
	// change of what it depends on is a branch, and there may be many.
	attainTrials = 5_000
	attainWidth  = 100_000
)

// Attain searches for the smallest sets of changes of base beliefs after which something matches the atom, which may
// have variables and _, and tries each as a what-if; it changes nothing. Changes are withdrawals and, for relations that
// are declared may_assert, assertions, of the values that Contract considers and those of the atom. The error is ErrHolds
// where something matches now. The end of the context ends the search. The cost is that of one what-if per set that is
// tried: there may be as many as the changes that could matter to the power of the size of the largest, within a bound.
func (e *Engine) Attain(ctx context.Context, q rules.Query, limits RemedyLimits) (*Attainments, error) {
	e.mu.Lock()
	defer e.mu.Unlock()
	if err := e.checkQuery(&q); err != nil {
		return nil, err
	}
	if len(e.rowsMatching(e.program.Named(q.Relation), &q)) > 0 {
		return nil, ErrHolds
	}
	bounds := limits.bounds()
	bounds.trials, bounds.width = attainTrials, attainWidth
	s := e.search(ctx, e.attain(&q), bounds)
	found := &Attainments{Atom: q}
	found.List, found.Complete = s.triedRemedies()
	return found, nil
}

// compare puts the smaller remedy first where something is to be made hold.
func (g *goal) compare(a, b *Remedy) int {
	if g.absent == nil {
		return 0
	}
	return cmp.Compare(len(a.Withdraw)+len(a.Assert), len(b.Withdraw)+len(b.Assert))
}

// attain is the goal that something matches the atom: that its absence stands no more (algorithms.md, 5.6).
func (e *Engine) attain(q *rules.Query) goal {
	r := e.program.Named(q.Relation)
	p := make([]cell, len(q.Terms))
	for c, t := range q.Terms {
		if p[c] = anything; t.Kind == rules.ConstantTerm {
			p[c] = cell(e.program.Dictionary.ID(t.Value))
		}
	}
	g := goal{absent: &absentPattern{r, p}, standing: func() (*plan.Relation, store.Row, bool) {
		return r, store.NoRow, len(e.rowsMatching(r, q)) == 0
	}}
	if f, ground := q.Fact(); ground {
		g.fact = f
	}
	return g
}

// absentPattern is what nothing matches as long as the goal is not reached.
type absentPattern struct {
	relation *plan.Relation
	pattern  []cell
}

// attaining returns the changes that can help to reach the goal: the branches of every set that does not.
func (s *search) attaining(path environment) ([]int32, state) {
	if state := s.try(path, nil); state != goalStands {
		return nil, state
	}
	if s.goal.branches == nil {
		for _, c := range s.signed.bringing(s.goal.absent) {
			s.goal.branches = append(s.goal.branches, s.numbered(c))
		}
		slices.Sort(s.goal.branches)
		s.goal.branches = slices.Compact(s.goal.branches)
	}
	free := slices.DeleteFunc(slices.Clone(s.goal.branches), path.Has)
	return s.ordered(free), goalStands
}

// bringing returns the changes that can help to make something of the pattern hold.
func (s *signed) bringing(a *absentPattern) []change {
	s.seen, s.found = map[string]bool{}, nil
	s.visit(a.relation, a.pattern, true)
	return s.found
}
