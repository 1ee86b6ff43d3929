package maintain

import (
	"github.com/beliefbase/revise/revise/internal/plan"
	"github.com/beliefbase/revise/revise/internal/store"
)

// The views of each enumeration (algorithms.md, 1.2 and 2.3).
var (
	killed  = plan.Views{Before: store.Stable, After: store.InOld, AbsentBefore: store.AbsentThrough, AbsentAfter: store.AbsentOld, StratumBefore: store.InOld, StratumAfter: store.InOld}
	gained  = plan.Views{Before: store.Stable, After: store.InNew, AbsentBefore: store.AbsentThrough, AbsentAfter: store.AbsentNew, StratumBefore: store.InNew, StratumAfter: store.InNew}
	lost    = plan.Views{Before: store.Stable, After: store.Stable, AbsentBefore: store.AbsentThrough, AbsentAfter: store.AbsentThrough, StratumBefore: store.InNew, StratumAfter: store.NewOrWave}
	entered = plan.Views{Before: store.InNew, After: store.InNew, AbsentBefore: store.AbsentNew, AbsentAfter: store.AbsentNew, StratumBefore: store.NewNotWave, StratumAfter: store.InNew}
	kept    = plan.Views{Before: store.Stable, After: store.Stable, AbsentBefore: store.AbsentThrough, AbsentAfter: store.AbsentThrough, StratumBefore: store.InNew, StratumAfter: store.InNew}
	undone  = plan.Views{Before: store.InNew, After: store.InNew, AbsentBefore: store.AbsentNew, AbsentAfter: store.AbsentNew, StratumBefore: store.InNew, StratumAfter: store.NewOrWave}
	crossed = plan.Views{Before: store.InNew, After: store.InOld, AbsentBefore: store.AbsentNew, AbsentAfter: store.AbsentOld, Mixed: true}

	// Now sees everything as it is now, Then as it was before the transaction.
	Now  = plan.Views{Before: store.InNew, After: store.InNew, AbsentBefore: store.AbsentNew, AbsentAfter: store.AbsentNew, StratumBefore: store.InNew, StratumAfter: store.InNew}
	Then = plan.Views{Before: store.InOld, After: store.InOld, AbsentBefore: store.AbsentOld, AbsentAfter: store.AbsentOld, StratumBefore: store.InOld, StratumAfter: store.InOld}
)

// Killed enumerates, each once, the instances that were true and are not because a lower literal became false:
// the first such literal drives, those before it are stable, those behind it as they were.
func (t *Turn) Killed(rules []*plan.Rule, emit func(*plan.Run)) {
	for _, r := range rules {
		for _, lit := range r.Literals {
			if !lit.InStratum {
				t.Drive(r, lit.Position, lostRows(lit), &killed, emit)
			}
		}
	}
}

// Gained enumerates, each once, the instances that are true and were not because a lower literal became true.
func (t *Turn) Gained(rules []*plan.Rule, emit func(*plan.Run)) {
	for _, r := range rules {
		for _, lit := range r.Literals {
			if !lit.InStratum {
				t.Drive(r, lit.Position, gainedRows(lit), &gained, emit)
			}
		}
	}
}

// A negated literal is lost by what its relation gains, and gained by what it loses.

func lostRows(lit *plan.Literal) []store.Row {
	if lit.Negated {
		return lit.Relation.Gained
	}
	return lit.Relation.Lost
}

func gainedRows(lit *plan.Literal) []store.Row {
	if lit.Negated {
		return lit.Relation.Lost
	}
	return lit.Relation.Gained
}

// Lost enumerates, each once, the instances that go with the rows of the present wave.
func (t *Turn) Lost(s *plan.Stratum, emit func(*plan.Run)) { t.wave(s, &lost, emit) }

// Entered enumerates, each once, the instances that come with the rows of the present wave.
func (t *Turn) Entered(s *plan.Stratum, emit func(*plan.Run)) { t.wave(s, &entered, emit) }

func (t *Turn) wave(s *plan.Stratum, views *plan.Views, emit func(*plan.Run)) {
	for _, r := range s.Rules {
		for _, lit := range r.Literals {
			if lit.InStratum {
				t.Drive(r, lit.Position, lit.Relation.Wave, views, emit)
			}
		}
	}
}

// Undone enumerates, each once, the instances that are true now but for the rows of the present wave.
func (t *Turn) Undone(s *plan.Stratum, emit func(*plan.Run)) { t.wave(s, &undone, emit) }

// Deriving enumerates the instances of the rule, one that derives the fact's relation, that derive the fact and remain:
// their lower literals were and are true, and those of the stratum have not left.
func (t *Turn) Deriving(rule *plan.Rule, f Fact, emit func(*plan.Run)) {
	if t.Bind(rule, f.Tuple(f.Row)) {
		t.Drive(rule, plan.Backward, nil, &kept, emit)
	}
}

// Using enumerates the instances that remain and have the fact in a literal of its stratum, once for each such literal.
func (t *Turn) Using(f Fact, emit func(*plan.Run)) {
	driver := []store.Row{f.Row}
	for _, r := range f.Stratum.Rules {
		for _, lit := range r.Literals {
			if lit.InStratum && lit.Relation == f.Relation {
				t.Drive(r, lit.Position, driver, &kept, emit)
			}
		}
	}
}

// Whole enumerates every instance that is true now of the rules that have no literal in their own stratum.
func (t *Turn) Whole(rules []*plan.Rule, emit func(*plan.Run)) {
	for _, r := range rules {
		if !r.Recursive() {
			t.Drive(r, plan.Full, nil, &Now, emit)
		}
	}
}

// Derivable reports whether some rule instance that is true now derives the row.
func (t *Turn) Derivable(r *plan.Relation, row store.Row) bool {
	found := false
	for _, rule := range r.Rules {
		if t.Bind(rule, r.Tuple(row)) {
			t.Drive(rule, plan.Backward, nil, &Now, func(x *plan.Run) {
				found = true
				x.Halt()
			})
		}
		if found {
			return true
		}
	}
	return false
}
