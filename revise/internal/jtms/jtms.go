// Package jtms keeps strata in step by a justification-based truth maintenance system: every rule instance that was ever
// true is kept as a justification, and a revision relabels facts and justifications along the links between them.
//
// Reference: Doyle, A Truth Maintenance System, Artificial Intelligence 12, 1979; Forbus, de Kleer, Building Problem
// Solvers, 1993 (algorithms.md, 4.1). Every fact that is in rests on one justification, its support; supports never go
// around in circles. A fact goes out when its support does, and comes in again if another justification is left.
// Guarantee: the new state exactly, with exact supports: the valid justifications of each fact. Programs are stratified, so
// there is exactly one labelling. What goes out is part of what DRed overdeletes.
// Cost: a withdrawal visits the justifications of what goes out, and joins nothing. What comes in is joined too, to find
// instances that were never true; those that were are found again. Both count as instances. The network grows with every
// instance that was ever true, and is never made smaller: it is what the other algorithms do without.
// In a bag a justification weighs the product of its antecedents' multiplicities, and a fact the sum of what it has.
// Not covered: justifications for the values of groups, which come from the solutions of the braces and are premises here,
// because a justification would have to list what is not in the group. Nor networks that are not stratified, whose
// labellings are several or none.
package jtms

import (
	"github.com/beliefbase/revise/revise/internal/maintain"
	"github.com/beliefbase/revise/revise/internal/network"
	"github.com/beliefbase/revise/revise/internal/plan"
	"github.com/beliefbase/revise/revise/internal/store"
)

// System is the state of a truth maintenance system over one program. A fact is in if its row holds.
type System struct {
	*network.Network
	states   []state        // by justification
	supports [][]network.ID // by relation and row
	pending  [][]network.ID // by stratum: justifications whose lower antecedents changed
	told     []bool         // by relation: those above know what changed
	undo     undo
}

// state says whether a justification is true: how many of its antecedents are out though they are in its in-list, or in
// though they are in its out-list; and whether it is counted among the supports of its head.
type state uint32

const (
	valid  state = 1 << 31
	logged state = 1 << 30 // what it was is in the undo list
	unsat  state = logged - 1
)

// premise is the support of a base belief.
const premise network.ID = 1<<32 - 1

// New returns a system for the program that has no justifications yet: Fill finds them.
func New(p *plan.Program) *System {
	return &System{
		Network: network.New(p), states: make([]state, 1), supports: make([][]network.ID, len(p.Relations)),
		pending: make([][]network.ID, len(p.Strata)), told: make([]bool, len(p.Relations)),
	}
}

// Fill evaluates a stratum from scratch and keeps its instances.
func (y *System) Fill(t *maintain.Turn, s *plan.Stratum) {
	t.Clock++
	for _, r := range s.Relations {
		for row := range r.All {
			if !r.Loading() {
				r.Reset(row)
			}
			if r.State(row)&store.Base != 0 && !s.Bag {
				y.rest(maintain.Fact{Relation: r, Row: row}, premise)
				maintain.Queue(r, row)
			}
		}
	}
	if s.Bag {
		t.Whole(s.Rules, func(x *plan.Run) { y.weighNew(t, x) })
		s.Relations[0].HoldSupported()
	} else {
		t.Whole(s.Rules, func(x *plan.Run) { y.justify(t, x) })
		y.enter(t, s)
	}
	maintain.Settle(s)
}

// Maintain relabels one stratum.
func (y *System) Maintain(t *maintain.Turn, s *plan.Stratum) {
	y.hear(t, s)
	if s.Bag {
		y.weigh(t, s)
	} else {
		y.outs(t, s)
		y.ins(t, s)
	}
	maintain.Settle(s)
}

// hear counts what changed below for the justifications that use it, whatever stratum their heads are in.
func (y *System) hear(t *maintain.Turn, s *plan.Stratum) {
	for _, rule := range s.Rules {
		for _, lit := range rule.Literals {
			r := lit.Relation
			if lit.InStratum || y.told[r.Number] || !r.Changed() {
				continue
			}
			y.told[r.Number] = true
			for _, row := range r.Lost {
				y.tell(t, maintain.Fact{Relation: r, Row: row}, false)
			}
			for _, row := range r.Gained {
				y.tell(t, maintain.Fact{Relation: r, Row: row}, true)
			}
			for _, row := range r.Altered {
				y.tellWeight(t, maintain.Fact{Relation: r, Row: row})
			}
		}
	}
}

// tell counts for every justification above that the fact came in, or went out.
func (y *System) tell(t *maintain.Turn, f maintain.Fact, in bool) {
	y.Uses(f, func(j network.ID, lit *plan.Literal) {
		if lit.InStratum || t.Interrupted() {
			return
		}
		t.Instances++
		if in != lit.Negated {
			y.set(j, y.states[j]-1)
		} else {
			y.set(j, y.states[j]+1)
		}
		above := y.Head(j).Stratum.Number
		y.pending[above] = append(y.pending[above], j)
	})
}

// outs takes out, wave by wave, every fact whose support is not valid any more.
func (y *System) outs(t *maintain.Turn, s *plan.Stratum) {
	maintain.EachTouched(s, func(f maintain.Fact) {
		if f.Doubtful() && y.support(f) == premise {
			maintain.Queue(f.Relation, f.Row)
		}
	})
	for _, j := range y.pending[s.Number] {
		if y.states[j]&valid != 0 && y.states[j]&unsat > 0 {
			y.invalidate(j)
		}
	}
	for maintain.Leave(s) && t.Err == nil {
		y.eachOfWave(s, func(f maintain.Fact) {
			y.rest(f, network.None)
			y.Uses(f, func(j network.ID, lit *plan.Literal) {
				if !lit.InStratum || t.Interrupted() {
					return
				}
				t.Instances++
				y.set(j, y.states[j]+1)
				if y.states[j]&valid != 0 {
					y.invalidate(j)
				}
			})
		})
		t.EndDeletion(s)
	}
}

// ins lets in what has a valid justification or is a new premise, and everything that follows from it.
func (y *System) ins(t *maintain.Turn, s *plan.Stratum) {
	t.Clock++
	for _, r := range s.Relations {
		for _, row := range r.Out {
			y.reconsider(maintain.Fact{Relation: r, Row: row})
		}
	}
	maintain.EachTouched(s, func(f maintain.Fact) {
		if !f.Holds(f.Row) && f.State(f.Row)&store.Base != 0 {
			y.rest(f, premise)
			maintain.Queue(f.Relation, f.Row)
		}
	})
	for _, j := range y.pending[s.Number] {
		if y.states[j]&(valid|unsat) == 0 {
			y.validate(j)
		}
	}
	t.Gained(s.Rules, func(x *plan.Run) { y.justify(t, x) })
	y.enter(t, s)
	t.CountRederived(s)
}

// reconsider queues a fact that went out and has another valid justification. Its antecedents have stayed in, so they do
// not rest on the fact.
func (y *System) reconsider(f maintain.Fact) {
	y.Of(f, func(j network.ID) bool {
		if y.states[j]&valid == 0 {
			return true
		}
		y.rest(f, j)
		maintain.Queue(f.Relation, f.Row)
		return false
	})
}

// enter lets the queued facts in, wave by wave, with everything that follows from them by justifications that are known
// and by instances that are not.
func (y *System) enter(t *maintain.Turn, s *plan.Stratum) {
	for t.Enter(s) {
		y.eachOfWave(s, func(f maintain.Fact) {
			y.Uses(f, func(j network.ID, lit *plan.Literal) {
				if !lit.InStratum || t.Interrupted() {
					return
				}
				t.Instances++
				y.set(j, y.states[j]-1)
				if y.states[j]&unsat == 0 {
					y.validate(j)
				}
			})
		})
		t.Entered(s, func(x *plan.Run) { y.justify(t, x) })
		maintain.EndWave(s)
	}
}

func (y *System) eachOfWave(s *plan.Stratum, f func(maintain.Fact)) {
	for _, r := range s.Relations {
		for _, row := range r.Wave {
			f(maintain.Fact{Relation: r, Row: row})
		}
	}
}

// justify keeps a true instance that is not known yet. One that is known has become valid along the links.
func (y *System) justify(t *maintain.Turn, x *plan.Run) {
	j, isNew := y.Add(x, t.Add(x))
	if isNew {
		t.Grew(1)
		y.states = append(y.states, 0)
		y.validate(j)
	}
}

// validate counts a justification that has become true. A fact that is out comes in with the next wave, and rests on it.
func (y *System) validate(j network.ID) {
	y.set(j, y.states[j]|valid)
	f := y.Head(j)
	f.Support(f.Row)
	switch {
	case f.Holds(f.Row):
		if y.strict(j, f) {
			f.SupportStrictly(f.Row)
		}
	case y.support(f) == network.None:
		y.rest(f, j)
		maintain.Queue(f.Relation, f.Row)
	}
}

// invalidate takes off a justification that is not true any more. A fact that rests on it goes out with the next wave,
// unless it is a premise too.
func (y *System) invalidate(j network.ID) {
	y.set(j, y.states[j]&^valid)
	f := y.Head(j)
	f.Unsupport(f.Row)
	if !f.Holds(f.Row) {
		return
	}
	if y.strict(j, f) {
		f.UnsupportStrictly(f.Row)
	}
	switch {
	case y.support(f) != j:
	case f.Doubtful():
		maintain.Queue(f.Relation, f.Row)
	default:
		y.rest(f, premise)
	}
}

// strict reports whether the antecedents in the head's own recursive stratum have smaller ranks. A support always is
// strict: its antecedents came in before its head, and the head goes out with them. So ranks need no mending.
func (y *System) strict(j network.ID, head maintain.Fact) bool {
	if !head.Stratum.Recursive {
		return false
	}
	for _, lit := range y.Rule(j).Literals {
		if lit.InStratum && lit.Relation.Rank(y.Antecedent(j, lit)) >= head.Rank(head.Row) {
			return false
		}
	}
	return true
}

func (y *System) support(f maintain.Fact) network.ID {
	if own := y.supports[f.Number]; int(f.Row) < len(own) {
		return own[f.Row]
	}
	return network.None
}

// Valid reports whether a justification is true.
func (y *System) Valid(j network.ID) bool { return y.states[j]&valid != 0 }

// Support returns the justification that the fact rests on; false for a premise and for what is out. In a bag that may be any
// valid one, for nothing there rests on itself.
func (y *System) Support(f maintain.Fact) (network.ID, bool) {
	j := y.support(f)
	if f.IsBag() && f.Doubtful() {
		y.Of(f, func(own network.ID) bool {
			j = own
			return !y.Valid(own)
		})
	}
	return j, j != network.None && j != premise
}

// Bytes returns the memory that the system holds.
func (y *System) Bytes() int {
	bytes := y.Network.Bytes() + 4*cap(y.states)
	for _, own := range y.supports {
		bytes += 4 * cap(own)
	}
	return bytes
}
