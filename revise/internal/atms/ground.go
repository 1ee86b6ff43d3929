package atms

import (
	"slices"

	"github.com/beliefbase/revise/revise/internal/maintain"
	"github.com/beliefbase/revise/revise/internal/plan"
	"github.com/beliefbase/revise/revise/internal/store"
)

// assume makes assumptions of beliefs that are none yet, and returns them. Without a look at everything it trusts that
// only the transaction's beliefs can be new.
func (y *System) assume(everything bool) []maintain.Fact {
	var found []maintain.Fact
	for _, r := range y.program.Relations {
		look := func(row store.Row) bool {
			f := maintain.Fact{Relation: r, Row: row}
			if _, known := y.numbers[f]; known || r.State(row)&store.Base == 0 {
				return true
			}
			y.numbers[f] = len(y.assumptions)
			y.assumptions = append(y.assumptions, f)
			found = append(found, f)
			return true
		}
		if everything {
			for row := range r.All {
				look(row)
			}
		} else {
			r.Touched(look)
		}
	}
	return found
}

// potential sees every row, and every absence as possible. What is undefined there is passed over: where it is reached in
// earnest the revision is refused, so it is part of no state.
var potential = plan.Views{
	Before: everyRow, After: everyRow, AbsentBefore: everyRow, AbsentAfter: everyRow, StratumBefore: everyRow, StratumAfter: everyRow,
	Potential: true,
}

const everyRow = store.View(0xff)

// ground makes a justification of every instance that the new assumptions could have a part in, under some set of
// assumptions, and seeds the labels.
func (y *System) ground(t *maintain.Turn, assumed []maintain.Fact, afresh bool) {
	var next []maintain.Fact
	reach := func(f maintain.Fact) {
		if !y.possible[f] {
			y.possible[f] = true
			next = append(next, f)
		}
	}
	justify := func(x *plan.Run) {
		if !y.isPossible(x) {
			return
		}
		h := x.Rule.Head
		head := h.FindOrAdd(x.Head)
		j, isNew := y.Add(x, head)
		if !isNew {
			return
		}
		n := h.Stratum.Number
		y.byStratum[n] = append(y.byStratum[n], j)
		y.seeds[n] = append(y.seeds[n], j)
		reach(maintain.Fact{Relation: h, Row: head})
		if t.Grew(1); y.Len() > maxJustifications {
			t.Stop(&PastBounds{Relation: h, What: "more than 131,072 rule instances that could come true"})
		}
	}
	for _, f := range assumed {
		reach(f)
	}
	if afresh {
		for _, rule := range y.program.Rules {
			if !slices.ContainsFunc(rule.Literals, func(l *plan.Literal) bool { return !l.Negated }) {
				t.Drive(rule, plan.Full, nil, &potential, justify)
			}
		}
	}
	uses := y.positiveUses()
	for len(next) > 0 && t.Err == nil {
		wave := next
		next = nil
		for _, f := range wave {
			for _, u := range uses[f.Number] {
				t.Drive(u.rule, u.position, []store.Row{f.Row}, &potential, justify)
			}
		}
	}
	for _, f := range assumed {
		if f.Stratum == nil {
			y.setLabel(f, y.own(f))
			y.tell(f, nil)
		} else {
			y.assumed[f.Stratum.Number] = append(y.assumed[f.Stratum.Number], f)
		}
	}
}

// isPossible reports whether every fact that the instance needs could hold.
func (y *System) isPossible(x *plan.Run) bool {
	for _, lit := range x.Rule.Literals {
		if !lit.Negated && !y.possible[maintain.Fact{Relation: lit.Relation, Row: x.Rows[lit.Position]}] {
			return false
		}
	}
	return true
}

type use struct {
	rule     *plan.Rule
	position int
}

// positiveUses returns, by relation, the literals that need its facts.
func (y *System) positiveUses() [][]use {
	uses := make([][]use, len(y.program.Relations))
	for _, rule := range y.program.Rules {
		for _, lit := range rule.Literals {
			if !lit.Negated {
				uses[lit.Relation.Number] = append(uses[lit.Relation.Number], use{rule, lit.Position})
			}
		}
	}
	return uses
}
