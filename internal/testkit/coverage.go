package testkit

import (
	"math/big"
	"slices"

	"github.com/beliefbase/revise/revise"
)

// Coverage counts what the worlds that were played have come across, so that a test can ask whether it tried anything.
type Coverage map[string]int

// Add adds what another world has come across.
func (c Coverage) Add(other Coverage) {
	for what, n := range other {
		c[what] += n
	}
}

// Wanted is what every thorough run comes across.
var Wanted = []string{
	"conclusions changed",
	"pure deletion gains",
	"pure insertion retracts",
	"recursive: pure deletion gains",
	"recursive: pure insertion retracts",
	"recursive: gained and retracted at once",
	"recursive: an absence came to hold",
	"recursive: an absence ceased to hold",
	"recursive: an aggregate changed",
	"overdeleted more than retracted",
	"rederived",
	"a group appears",
	"a group vanishes",
	"a value changes",
	"withdrawn and asserted at once",
	"withdrawn and still concluded",
	"asserted what was concluded",
	"kept with less support",
	"bag multiplicity above one",
	"violation added",
	"violation mended",
	"rules changed",
	"what-if",
	"undo",
	"fault at the start",
	"refused: conclusion",
	"refused: constraint",
	"refused: fault",
	"refused: strict",
	"refused: undo",
	"refused: rules",
}

var one = big.NewInt(1)

func (c Coverage) when(what string, happened bool) {
	if happened {
		c[what]++
	}
}

// model counts what the oracle sees.
func (c Coverage) model(before, after *State, r *Revision) {
	gone, come := lost(before, after), lost(after, before)
	c.when("conclusions changed", len(gone)+len(come) > 0)
	pureDeletion := len(r.Assert) == 0 && r.Undo == "" && len(r.AddRules)+len(r.RemoveRules) == 0
	pureInsertion := len(r.Withdraw) == 0 && r.Undo == "" && len(r.AddRules)+len(r.RemoveRules) == 0
	c.when("pure deletion gains", pureDeletion && len(come) > 0)
	c.when("pure insertion retracts", pureInsertion && len(gone) > 0)
	for _, s := range after.Program.Strata() {
		if !s.Recursive {
			continue
		}
		gains, losses := false, false
		for _, relation := range s.Relations {
			for _, f := range gone {
				losses = losses || f.Relation == relation.Name
			}
			for _, f := range come {
				gains = gains || f.Relation == relation.Name
			}
		}
		c.when("recursive: pure deletion gains", pureDeletion && gains)
		c.when("recursive: pure insertion retracts", pureInsertion && losses)
		c.when("recursive: gained and retracted at once", gains && losses)
	}
	c.groups(before, after)
	c.when("withdrawn and asserted at once", swaps(before, r))
	c.when("rules changed", !slices.Equal(before.rules, after.rules))
	c.when("what-if", r.WhatIf)
	c.when("undo", r.Undo != "")
	for _, rows := range after.Model.Relations {
		for _, row := range rows {
			c.when("bag multiplicity above one", row.Weight != nil && row.Weight.Cmp(one) > 0)
		}
	}
}

// groups counts the groups of aggregates that came and went.
func (c Coverage) groups(before, after *State) {
	gone, come := map[string]int{}, map[string]int{}
	for _, f := range lost(before, after) {
		if column := aggregateColumn(after.Program.Relation(f.Relation)); column >= 0 {
			gone[groupKey(f, column)]++
		}
	}
	for _, f := range lost(after, before) {
		if column := aggregateColumn(after.Program.Relation(f.Relation)); column >= 0 {
			come[groupKey(f, column)]++
		}
	}
	for key := range gone {
		c.when("a group vanishes", come[key] == 0)
	}
	for key := range come {
		c.when("a group appears", gone[key] == 0)
	}
}

// swaps reports whether the request withdraws a base belief and asserts it again.
func swaps(before *State, r *Revision) bool {
	for _, a := range r.Assert {
		for _, w := range r.Withdraw {
			if w.Atom != nil && w.Atom.String() == a.Fact.String() && before.Ledger.Sources(a.Fact) != nil {
				return true
			}
		}
	}
	return false
}

// outcome counts what an engine reports.
func (c Coverage) outcome(strategy revise.Strategy, o *revise.Outcome) {
	for _, s := range o.Strata {
		c.when("overdeleted more than retracted", strategy == revise.DRed && s.Cost.Overdeleted > s.Cost.Retracted)
		c.when("rederived", s.Cost.Rederived > 0)
		if !s.Recursive {
			continue
		}
		for _, change := range slices.Concat(o.Retracted, o.Gained) {
			if slices.Contains(s.Relations, change.Fact.Relation) {
				c.cause(change.Reason)
			}
		}
	}
	c.when("a value changes", len(o.Changed) > 0)
	c.when("withdrawn and still concluded", len(o.Base.StillConcluded) > 0)
	c.when("asserted what was concluded", len(o.Base.AlreadyHeld) > 0)
	c.when("kept with less support", len(o.Kept) > 0)
	c.when("violation added", len(o.NewViolations) > 0)
	c.when("violation mended", len(o.MendedViolations) > 0)
}

// cause counts why a conclusion of a recursive stratum changed.
func (c Coverage) cause(r revise.Reason) {
	if r.Cause < 0 || r.Cause >= len(r.Premises) {
		return
	}
	p := r.Premises[r.Cause]
	c.when("recursive: an absence came to hold", p.Kind == revise.AbsencePremise && p.Event == revise.NowAbsent)
	c.when("recursive: an absence ceased to hold", p.Kind == revise.AbsencePremise && p.Event == revise.NowPresent)
	c.when("recursive: an aggregate changed", p.Kind == revise.AggregatePremise)
}
