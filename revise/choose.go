package revise

import (
	"slices"

	"github.com/beliefbase/revise/revise/internal/atms"
	"github.com/beliefbase/revise/revise/internal/bf"
	"github.com/beliefbase/revise/revise/internal/counting"
	"github.com/beliefbase/revise/revise/internal/dred"
	"github.com/beliefbase/revise/revise/internal/dredcounts"
	"github.com/beliefbase/revise/revise/internal/jtms"
	"github.com/beliefbase/revise/revise/internal/maintain"
	"github.com/beliefbase/revise/revise/internal/pf"
	"github.com/beliefbase/revise/revise/internal/plan"
	"github.com/beliefbase/revise/revise/internal/ranked"
	"github.com/beliefbase/revise/revise/internal/recompute"
)

// everywhere are the algorithms that cover every stratum of sets, for those who ask for one by name.
var everywhere = map[Strategy]maintain.Algorithm{
	DRed: dred.Maintain, DRedCounts: dredcounts.Maintain, BF: bf.Maintain, BFCounts: bf.MaintainCounts, PF: pf.Maintain,
}

// methods are how the strata of a program are kept in step.
type methods struct {
	strategy map[*plan.Stratum]choice
	keeper   keeper               // nil where rows are all that is kept
	prepare  func(*maintain.Turn) // is called when the base has changed, before the first stratum
	scratch  maintain.Algorithm   // evaluates a stratum, one that is no aggregate, from scratch
}

// recomputing are the methods of an engine that is only filled.
var recomputing = methods{prepare: func(*maintain.Turn) {}, scratch: recompute.Maintain}

// keeper is an algorithm that keeps more of a program than rows, from one revision to the next.
type keeper interface {
	Maintain(*maintain.Turn, *plan.Stratum)
	Commit()
	Rollback()
	Bytes() int
}

// choose fixes how each stratum is kept in step.
func (e *Engine) choose() error {
	e.methods = recomputing
	e.strategy = make(map[*plan.Stratum]choice, len(e.program.Strata))
	switch e.options.strategy {
	case JTMS:
		system := jtms.New(e.program)
		e.keeper, e.scratch = system, system.Fill
	case ATMS:
		system := atms.New(e.program)
		e.keeper, e.prepare = system, system.Begin
	}
	for _, s := range e.program.Strata {
		c, err := e.chooseFor(s)
		if err != nil {
			return err
		}
		e.strategy[s] = c
		s.Below = c.strategy == DRedCounts || c.strategy == BFCounts
	}
	return nil
}

func (e *Engine) chooseFor(s *plan.Stratum) (choice, error) {
	switch strategy := e.options.strategy; {
	case strategy == Counting && s.Recursive:
		return choice{}, &NotCoveredError{Strategy: Counting, Relations: userNames(s), Reason: "it is recursive, and facts that support each other would never go; use ranked, or auto"}
	case strategy == ATMS && s.Aggregate != nil:
		return choice{}, &NotCoveredError{Strategy: ATMS, Relations: concludedBy(s.Aggregate.Body), Reason: "the value of a group has no minimal sets of beliefs; use jtms, or auto"}
	case strategy == Recompute:
		return choice{Recompute, "asked for", recompute.Maintain}, nil
	case s.Bag && strategy != JTMS:
		return choice{Counting, "it keeps multiplicities", counting.Maintain}, nil
	case e.keeper != nil:
		return choice{strategy, "asked for", e.keeper.Maintain}, nil
	case everywhere[strategy] != nil:
		return choice{strategy, "asked for", everywhere[strategy]}, nil
	case s.Recursive:
		return choice{Ranked, "it is recursive", ranked.Maintain}, nil
	default:
		return choice{Counting, "it is not recursive", counting.Maintain}, nil
	}
}

// concludedBy names what a rule concludes, or the constraint that it is.
func concludedBy(r *plan.Rule) []string {
	if r.User != nil {
		return []string{r.User.Head.Relation.Name}
	}
	return []string{r.Constraint.Name}
}

// countedBags names the bags that are counted although another algorithm was asked for.
func (e *Engine) countedBags() []string {
	var names []string
	for _, s := range e.program.Strata {
		if s.Bag && e.strategy[s].strategy == Counting && !slices.Contains([]Strategy{Auto, Counting, Ranked}, e.options.strategy) {
			names = append(names, userNames(s)...)
		}
	}
	slices.Sort(names)
	return names
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
