package revise

import (
	"context"
	"fmt"

	"github.com/beliefbase/revise/revise/internal/maintain"
	"github.com/beliefbase/revise/revise/internal/plan"
	"github.com/beliefbase/revise/revise/internal/store"
)

// recount checks what the recursive strata keep beside counts (algorithms.md, 2.7): the strict supports of a fact are the
// instances whose literals of the stratum have smaller ranks; it has one, or is a base belief; and no rank is ahead of the
// clock. Strategies that never look at ranks do not keep them in step.
func (e *Engine) recount(ctx context.Context) error {
	if s := e.options.strategy; s != Auto && s != Counting && s != Ranked {
		return nil
	}
	run := plan.NewRun(ctx, e.program)
	for _, s := range e.program.Strata {
		if !s.Recursive {
			continue
		}
		strict := map[*plan.Relation][]uint64{}
		for _, r := range s.Relations {
			strict[r] = make([]uint64, r.End())
		}
		for _, rule := range s.Rules {
			run.Drive(rule, plan.Full, nil, &maintain.Now, func(x *plan.Run) {
				h := x.Rule.Head
				if row := h.Find(x.Head); h.Holds(row) && maintain.Strict(x, row) {
					strict[h][row]++
				}
			})
		}
		if run.Err != nil {
			return e.refusal(run.Err)
		}
		for _, r := range s.Relations {
			for row := range r.All {
				if flaw := e.misranked(r, row, strict[r][row]); flaw != "" {
					return &Flaw{Fact: e.fact(r, row), What: flaw}
				}
			}
		}
	}
	return nil
}

// misranked says what is wrong with the rank of a fact that has so many strict supports, if anything is.
func (e *Engine) misranked(r *plan.Relation, row store.Row, strict uint64) string {
	switch {
	case !r.Holds(row):
		return ""
	case r.Strict(row) != strict:
		return fmt.Sprintf("has %d strict supports by its rank, and %d are kept", strict, r.Strict(row))
	case strict == 0 && r.State(row)&store.Base == 0:
		return "rests by its rank on nothing that came before it"
	case r.Rank(row) > e.clock:
		return fmt.Sprintf("has rank %d, and the clock stands at %d", r.Rank(row), e.clock)
	}
	return ""
}
