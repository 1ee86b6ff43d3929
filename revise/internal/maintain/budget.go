package maintain

import (
	"github.com/beliefbase/revise/revise/internal/plan"
	"github.com/beliefbase/revise/revise/internal/store"
)

// A deletion that has enumerated this share of the instances that an evaluation from scratch would is given up
// (algorithms.md, 2.10): together they then cost at most 1.4 evaluations.
const budgetShare = 0.4

// worthwhile is how many instances a stratum has at least for the comparison to matter.
const worthwhile = 1 << 10

// Limit sets the budget of the stratum from the number of its instances.
func (t *Turn) Limit(instances uint64) {
	t.Budget, t.Abandoned = 0, false
	if instances >= worthwhile {
		t.Budget = t.Instances + uint64(budgetShare*float64(instances))
	}
}

// Unlimit lets the stratum cost what it costs.
func (t *Turn) Unlimit() { t.Budget, t.Abandoned = 0, false }

// Spent reports whether the budget is used up; the stratum is then abandoned, and the enumeration under way ends.
func (t *Turn) Spent(x *plan.Run) bool {
	if t.Budget > 0 && t.Instances > t.Budget {
		t.Abandoned = true
		x.Halt()
	}
	return t.Abandoned
}

// Abandon forgets the waves of a stratum that is given up.
func Abandon(s *plan.Stratum) {
	for _, r := range s.Relations {
		for _, list := range [][]store.Row{r.Wave, r.Next, r.Out} {
			for _, row := range list {
				r.Clear(row, store.Wave|store.Queued)
			}
		}
		r.Forget()
	}
}

// Shrunk reports whether some relation below has lost so much that evaluating from scratch is cheaper from the start.
func Shrunk(rules []*plan.Rule) bool {
	const share = 4
	for _, rule := range rules {
		for _, lit := range rule.Literals {
			if lost := len(lit.Relation.Lost); !lit.InStratum && lost > worthwhile && share*lost > lost+lit.Relation.Len() {
				return true
			}
		}
	}
	return false
}
