package revise

import (
	"slices"

	"github.com/beliefbase/revise/revise/internal/counting"
	"github.com/beliefbase/revise/revise/internal/dred"
	"github.com/beliefbase/revise/revise/internal/maintain"
	"github.com/beliefbase/revise/revise/internal/plan"
	"github.com/beliefbase/revise/revise/internal/ranked"
	"github.com/beliefbase/revise/revise/internal/recompute"
)

func recomputeStratum(t *maintain.Turn, s *plan.Stratum) { recompute.Maintain(t, s) }

// choose fixes how each stratum is kept in step.
func (e *Engine) choose() error {
	e.strategy = make(map[*plan.Stratum]choice, len(e.program.Strata))
	for _, s := range e.program.Strata {
		c, err := choose(e.options.strategy, s)
		if err != nil {
			return err
		}
		e.strategy[s] = c
	}
	return nil
}

func choose(strategy Strategy, s *plan.Stratum) (choice, error) {
	switch {
	case strategy == Counting && s.Recursive:
		return choice{}, &NotCoveredError{Strategy: Counting, Relations: userNames(s), Reason: "it is recursive, and facts that support each other would never go; use ranked, or auto"}
	case strategy == Recompute:
		return choice{Recompute, "asked for", recompute.Maintain}, nil
	case s.Bag:
		return choice{Counting, "it keeps multiplicities", counting.Maintain}, nil
	case strategy == DRed:
		return choice{DRed, "asked for", dred.Maintain}, nil
	case s.Recursive:
		return choice{Ranked, "it is recursive", ranked.Maintain}, nil
	default:
		return choice{Counting, "it is not recursive", counting.Maintain}, nil
	}
}

// Strata says how each stratum of the user's relations is kept in step, in the order of evaluation.
func (e *Engine) Strata() []StratumReport {
	e.mu.RLock()
	defer e.mu.RUnlock()
	var reports []StratumReport
	for _, s := range e.program.Strata {
		names := userNames(s)
		if len(names) == 0 {
			continue
		}
		slices.Sort(names)
		c := e.strategy[s]
		reports = append(reports, StratumReport{Relations: names, Recursive: s.Recursive, Strategy: c.strategy, Because: c.because})
	}
	return reports
}
