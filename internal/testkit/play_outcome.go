package testkit

import (
	"fmt"
	"maps"
	"slices"

	"github.com/beliefbase/revise/belief"
	"github.com/beliefbase/revise/internal/naive"
	"github.com/beliefbase/revise/revise"
	"github.com/beliefbase/revise/rules"
)

// compareOutcome compares what an engine says that a revision did with the difference of two models.
func compareOutcome(o *revise.Outcome, before, after *State) error {
	for _, check := range []func(*revise.Outcome, *State, *State) error{
		compareBase, compareChanges, compareKept, compareValueChanges, compareCounts,
	} {
		if err := check(o, before, after); err != nil {
			return err
		}
	}
	if err := compareViolations(o.NewViolations, after.Model.violations(before.Model)); err != nil {
		return fmt.Errorf("new: %w", err)
	}
	if err := compareViolations(o.MendedViolations, before.Model.violations(after.Model)); err != nil {
		return fmt.Errorf("mended: %w", err)
	}
	return nil
}

// concluded are the relations that have rules before or after, sorted.
func concluded(before, after *State) []string {
	names := map[string]bool{}
	for _, p := range []*rules.Program{before.Program, after.Program} {
		for _, r := range p.Relations {
			if len(r.Rules) > 0 {
				names[r.Name] = true
			}
		}
	}
	return slices.Sorted(maps.Keys(names))
}

// lost returns the conclusions of before that do not hold after.
func lost(before, after *State) []belief.Fact {
	var facts []belief.Fact
	for _, name := range concluded(before, after) {
		for _, f := range before.Model.facts(name) {
			if !after.Model.Holds(f) {
				facts = append(facts, f)
			}
		}
	}
	return facts
}

// compareChanges compares the retracted and gained facts, those of changed values included.
func compareChanges(o *revise.Outcome, before, after *State) error {
	var retracted, gained []belief.Fact
	for _, c := range o.Changed {
		retracted, gained = append(retracted, c.Before), append(gained, c.After)
	}
	for _, c := range o.Retracted {
		retracted = append(retracted, c.Fact)
		if err := compareSupports(c, before, after); err != nil {
			return err
		}
	}
	for _, c := range o.Gained {
		gained = append(gained, c.Fact)
		if err := compareSupports(c, before, after); err != nil {
			return err
		}
	}
	slices.SortFunc(retracted, belief.Fact.Compare)
	slices.SortFunc(gained, belief.Fact.Compare)
	if err := compareFacts("retracted", retracted, lost(before, after)); err != nil {
		return err
	}
	return compareFacts("gained", gained, lost(after, before))
}

func compareSupports(c revise.Change, before, after *State) error {
	if was, is := supportIn(before, c.Fact), supportIn(after, c.Fact); c.Before != was || c.After != is {
		return fmt.Errorf("%s went from %+v to %+v, expected %+v to %+v", c.Fact, c.Before, c.After, was, is)
	}
	return nil
}

func supportIn(s *State, f belief.Fact) revise.Support {
	if row := s.Model.Row(f); row != nil {
		return supportOf(row)
	}
	r := s.Program.Relation(f.Relation)
	return revise.Support{Bag: r != nil && r.Bag}
}

// compareKept wants all conclusions that hold before and after with less support.
func compareKept(o *revise.Outcome, before, after *State) error {
	var got, want []belief.Fact
	for _, c := range o.Kept {
		got = append(got, c.Fact)
		if err := compareSupports(c, before, after); err != nil {
			return err
		}
	}
	for _, name := range concluded(before, after) {
		for _, f := range before.Model.facts(name) {
			if is := after.Model.Row(f); is != nil && supportOf(is).Total() < supportIn(before, f).Total() {
				want = append(want, f)
			}
		}
	}
	return compareFacts("kept", got, want)
}

// compareValueChanges wants pairs that differ only in the column their rules aggregate, and wants all of them.
func compareValueChanges(o *revise.Outcome, before, after *State) error {
	pairs := map[string]bool{}
	for _, c := range o.Changed {
		relation := after.Program.Relation(c.Before.Relation)
		column := aggregateColumn(relation)
		if c.Column != column || groupKey(c.Before, column) != groupKey(c.After, column) {
			return fmt.Errorf("%s and %s are no change of column %d", c.Before, c.After, column)
		}
		pairs[groupKey(c.Before, column)] = true
	}
	come := map[string]int{}
	for _, f := range lost(after, before) {
		if column := aggregateColumn(after.Program.Relation(f.Relation)); column >= 0 {
			come[groupKey(f, column)]++
		}
	}
	gone := map[string]int{}
	for _, f := range lost(before, after) {
		if column := aggregateColumn(after.Program.Relation(f.Relation)); column >= 0 {
			gone[groupKey(f, column)]++
		}
	}
	for key, n := range gone {
		if n == 1 && come[key] == 1 && !pairs[key] {
			return fmt.Errorf("group %q changed its value and is not listed", key)
		}
	}
	return nil
}

// groupKey is the fact without the column.
func groupKey(f belief.Fact, column int) string {
	if column < 0 {
		return f.String()
	}
	return f.Relation + "(" + naive.Key(slices.Delete(slices.Clone(f.Values), column, column+1))
}

// aggregateColumn is the column into which all rules of the relation put an aggregate's result, or -1.
func aggregateColumn(r *rules.Relation) int {
	for column := range r.Columns {
		all := len(r.Rules) > 0
		for _, rule := range r.Rules {
			all = all && slices.ContainsFunc(rule.Body, func(l rules.Literal) bool {
				a, ok := l.(*rules.Aggregate)
				t := rule.Head.Terms[column]
				return ok && t.Kind == rules.VariableTerm && t.Variable == a.Result
			})
		}
		if all {
			return column
		}
	}
	return -1
}

func compareCounts(o *revise.Outcome, _, after *State) error {
	conclusions, violations := 0, len(after.Model.violations(nil))
	for _, r := range after.Program.Relations {
		if len(r.Rules) > 0 {
			conclusions += len(after.Model.Relations[r.Name])
		}
	}
	if o.Conclusions != conclusions || o.BaseBeliefs != len(after.Ledger.entries) || o.Violations != violations {
		return fmt.Errorf("%d base beliefs, %d conclusions and %d violations, expected %d, %d and %d",
			o.BaseBeliefs, o.Conclusions, o.Violations, len(after.Ledger.entries), conclusions, violations)
	}
	return nil
}

// compareBase compares what came into and left the belief base.
func compareBase(o *revise.Outcome, before, after *State) error {
	var asserted, withdrawn, still, held []belief.Fact
	for _, b := range o.Base.Asserted {
		asserted = append(asserted, b.Fact)
	}
	for _, b := range o.Base.Withdrawn {
		withdrawn = append(withdrawn, b.Fact)
	}
	for _, h := range o.Base.StillConcluded {
		still = append(still, h.Fact)
		if want := supportIn(after, h.Fact); h.Support != want {
			return fmt.Errorf("%s is still concluded with %+v, expected %+v", h.Fact, h.Support, want)
		}
	}
	held = append(held, o.Base.AlreadyHeld...)
	came, went := newBeliefs(before, after), newBeliefs(after, before)
	for _, check := range []struct {
		what      string
		got, want []belief.Fact
	}{
		{"asserted", asserted, came},
		{"withdrawn", withdrawn, went},
		{"still concluded", still, holding(went, after)},
		{"already held", held, holding(came, before)},
	} {
		if err := compareFacts(check.what, check.got, check.want); err != nil {
			return err
		}
	}
	return nil
}

// newBeliefs returns the base beliefs of after that before has not.
func newBeliefs(before, after *State) []belief.Fact {
	return slices.DeleteFunc(after.Ledger.Facts(), func(f belief.Fact) bool { return before.Ledger.Sources(f) != nil })
}

func holding(facts []belief.Fact, s *State) []belief.Fact {
	return slices.DeleteFunc(slices.Clone(facts), func(f belief.Fact) bool { return !s.Model.Holds(f) })
}

// narrower are pairs of which the first overdeletes no fact that the second does not; both forms of Backward/Forward and
// the filter overdelete the same.
var narrower = [][2]revise.Strategy{
	{revise.Ranked, revise.DRed},
	{revise.DRedCounts, revise.DRed},
	{revise.JTMS, revise.DRed},
	{revise.ATMS, revise.BF},
	{revise.BF, revise.DRedCounts},
	{revise.BF, revise.BFCounts},
	{revise.BFCounts, revise.PF},
	{revise.PF, revise.BF},
}

// compareCosts wants all strategies to count the same changes, and none to overdelete more than a cruder one.
func compareCosts(outcomes map[revise.Strategy]*revise.Outcome) error {
	costs := map[revise.Strategy]revise.Cost{}
	for strategy, o := range outcomes {
		var sum revise.Cost
		for _, s := range o.Strata {
			sum.Overdeleted += s.Cost.Overdeleted
			sum.Retracted += s.Cost.Retracted
			sum.Gained += s.Cost.Gained
		}
		retracted, gained := len(o.Retracted)+len(o.Changed), len(o.Gained)+len(o.Changed)
		if len(o.Rules.RemovedRules) > 0 {
			continue // a relation without rules left has no stratum
		}
		if sum.Retracted != uint64(retracted) || sum.Gained != uint64(gained) {
			return fmt.Errorf("%s counts %d retracted and %d gained, and lists %d and %d", strategy, sum.Retracted, sum.Gained, retracted, gained)
		}
		costs[strategy] = sum
	}
	for _, pair := range narrower {
		less, haveLess := costs[pair[0]]
		more, haveMore := costs[pair[1]]
		if haveLess && haveMore && less.Overdeleted > more.Overdeleted {
			return fmt.Errorf("%s takes out %d facts on suspicion, and %s %d", pair[0], less.Overdeleted, pair[1], more.Overdeleted)
		}
	}
	return nil
}
