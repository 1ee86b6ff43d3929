package testkit

import (
	"errors"
	"fmt"
	"maps"
	"slices"

	"github.com/beliefbase/revise/belief"
	"github.com/beliefbase/revise/internal/naive"
	"github.com/beliefbase/revise/revise"
	"github.com/beliefbase/revise/rules"
)

// State is what a world has come to, as the oracle sees it.
type State struct {
	world       *World
	rules       []*Rule
	constraints []*Constraint
	Ledger      *Ledger
	Program     *rules.Program
	Model       *Model
	past        map[string]step
}

// step is what a revision that was not refused did.
type step struct {
	whatIf                               bool
	undoes                               string // the revision that it undid
	undone                               bool
	beliefs                              Difference
	addedRules, removedRules             []*Rule
	addedConstraints, removedConstraints []*Constraint
}

// Start returns the state before the first revision. A *naive.Fault says that it has no model.
func Start(w *World) (*State, error) {
	s := &State{world: w, rules: w.Rules, constraints: w.Constraints, Ledger: NewLedger(), past: map[string]step{}}
	for _, b := range w.Beliefs {
		s.Ledger.Assert(b.Fact, b.Source, w.IsBag(b.Fact.Relation))
	}
	if err := s.parse(); err != nil {
		return nil, err
	}
	s.world = declared(w, s.Program)
	return s, s.evaluate()
}

// declared returns the world with every relation declared as the program has it: what rules show stays known when they go.
func declared(w *World, program *rules.Program) *World {
	d := *w
	d.Relations = nil
	for _, r := range program.Relations {
		made := &Relation{Name: r.Name, Bag: r.Bag, MayAssert: r.MayAssert, Declared: true}
		for _, c := range r.Columns {
			made.Types = append(made.Types, c.Type)
		}
		d.Relations = append(d.Relations, made)
	}
	return &d
}

// parse makes the program anew from the rules that stand.
func (s *State) parse() error {
	now := *s.world
	now.Rules, now.Constraints = s.rules, s.constraints
	program, err := now.Program()
	s.Program = program
	return err
}

func (s *State) evaluate() error {
	model, err := Evaluate(s.Program, s.Ledger)
	s.Model = model
	return err
}

// Refusals are the kinds of refusal that a request may get; none if it must be carried out.
type Refusals []revise.RefusalKind

// Next returns the state after a revision. If the request must be refused there is none, but the kinds that may be
// said. The error says that the world itself is of no use.
func (s *State) Next(r *Revision) (*State, Refusals, error) {
	next := &State{world: s.world, rules: s.rules, constraints: s.constraints, Ledger: s.Ledger.Clone(), past: maps.Clone(s.past), Program: s.Program}
	refusals := next.carryOut(s, r)
	if len(refusals) > 0 {
		return nil, refusals, nil
	}
	if !slices.Equal(s.rules, next.rules) || !slices.Equal(s.constraints, next.constraints) {
		var diags rules.Diagnostics
		if err := next.parse(); errors.As(err, &diags) {
			return nil, Refusals{revise.RefusedRules}, nil
		}
	}
	var fault *naive.Fault
	if err := next.evaluate(); errors.As(err, &fault) {
		return nil, Refusals{revise.RefusedFault}, nil
	} else if err != nil {
		return nil, nil, err
	}
	if s.refusedByConstraint(next) {
		return nil, Refusals{revise.RefusedConstraint}, nil
	}
	next.remember(s, r)
	return next, nil, nil
}

func (next *State) carryOut(s *State, r *Revision) Refusals {
	if r.Undo != "" {
		return next.undo(r.Undo)
	}
	var refusals Refusals
	refuse := func(when bool, kind revise.RefusalKind) {
		if when {
			refusals = append(refusals, kind)
		}
	}
	for _, w := range r.Withdraw {
		line := withdrawal(w)
		refuse(w.Atom != nil && s.Program.Relation(w.Atom.Relation) == nil, revise.RefusedRelation)
		concluded := line.Pattern != nil && Ground(line.Pattern) && s.Ledger.Sources(FactOf(line.Pattern)) == nil && s.Model.Holds(FactOf(line.Pattern))
		refuse(concluded, revise.RefusedConclusion)
		refuse(!next.Ledger.Withdraw(line, s.world.IsBag) && r.Strict, revise.RefusedStrict)
	}
	for _, a := range r.Assert {
		refuse(!next.Ledger.Assert(a.Fact, a.Source, s.world.IsBag(a.Fact.Relation)) && r.Strict, revise.RefusedStrict)
	}
	refuse(!next.changeRules(r), revise.RefusedRules)
	return refusals
}

// request returns the withdrawal as the engine takes it.
// withdrawal is a line of a request as an engine takes it.
func withdrawal(w Withdrawal) revise.Withdrawal {
	made, err := w.Request()
	if err != nil {
		panic(fmt.Sprintf("the generator wrote the pattern %s: %v", w.Atom, err))
	}
	return made
}

// changeRules reports false if a name does not stand.
func (next *State) changeRules(r *Revision) bool {
	ok := true
	next.rules = slices.Clone(next.rules)
	for _, name := range r.RemoveRules {
		n := len(next.rules)
		next.rules = slices.DeleteFunc(next.rules, func(x *Rule) bool { return x.Name == name })
		ok = ok && len(next.rules) < n
	}
	next.constraints = slices.Clone(next.constraints)
	for _, name := range r.RemoveConstraints {
		n := len(next.constraints)
		next.constraints = slices.DeleteFunc(next.constraints, func(x *Constraint) bool { return x.Name == name })
		ok = ok && len(next.constraints) < n
	}
	next.rules = append(next.rules, r.AddRules...)
	next.constraints = append(next.constraints, r.AddConstraints...)
	return ok
}

func (next *State) undo(name string) Refusals {
	done, known := next.past[name]
	if !known || done.whatIf {
		return Refusals{revise.RefusedUndo}
	}
	next.Ledger.Undo(done.beliefs, done.undone, next.world.IsBag)
	next.rules = undone(next.rules, done.addedRules, done.removedRules)
	next.constraints = undone(next.constraints, done.addedConstraints, done.removedConstraints)
	return nil
}

// undone returns list without what was added and with what was removed.
func undone[T comparable](list, added, removed []T) []T {
	list = slices.DeleteFunc(slices.Clone(list), func(x T) bool { return slices.Contains(added, x) })
	for _, x := range removed {
		if !slices.Contains(list, x) {
			list = append(list, x)
		}
	}
	return list
}

func (next *State) remember(s *State, r *Revision) {
	if r.Undo != "" {
		next.mark(r.Undo, true)
		next.mark(next.past[r.Undo].undoes, false) // to undo an undo is to do it again
	}
	next.past[r.Name] = step{
		whatIf:  r.WhatIf,
		undoes:  r.Undo,
		beliefs: s.Ledger.DifferenceFrom(next.Ledger),

		addedRules: without(next.rules, s.rules), removedRules: without(s.rules, next.rules),
		addedConstraints: without(next.constraints, s.constraints), removedConstraints: without(s.constraints, next.constraints),
	}
	s.past = next.past // after a what-if its name stays known
}

// mark says of an earlier revision, if there is one of the name, whether it is undone.
func (next *State) mark(name string, undone bool) {
	if done, known := next.past[name]; known {
		done.undone = undone
		next.past[name] = done
	}
}

func without[T comparable](list, gone []T) []T {
	return slices.DeleteFunc(slices.Clone(list), func(x T) bool { return slices.Contains(gone, x) })
}

// refusedByConstraint reports whether next has a violation that s has not, of a constraint that refuses.
func (s *State) refusedByConstraint(next *State) bool {
	for _, c := range next.Program.Constraints {
		for key := range next.Model.Violations[c.Name] {
			if _, before := s.Model.Violations[c.Name][key]; !before && c.OnViolation == rules.Refuse {
				return true
			}
		}
	}
	return false
}

// Holds reports whether the fact is in the model.
func (m *Model) Holds(f belief.Fact) bool { return m.Row(f) != nil }

// Row returns the row of the fact, or nil.
func (m *Model) Row(f belief.Fact) *naive.Row { return m.Relations[f.Relation][naive.Key(f.Values)] }
