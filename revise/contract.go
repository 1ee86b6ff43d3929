package revise

import (
	"context"
	"errors"

	"github.com/beliefbase/revise/belief"
)

// Contractions are ways to retract a fact: those that only withdraw first, and of these the least entrenched.
type Contractions struct {
	Fact     belief.Fact
	List     []Remedy
	Complete bool // no other set of changes retracts it without containing one of these
}

// RemedyLimits bound a search for remedies; zero is no limit.
type RemedyLimits struct {
	Max  int // remedies
	Size int // changes in each
}

func (l RemedyLimits) bounds() remedyBounds { return remedyBounds{most: l.Max, size: l.Size} }

// Contract searches for the minimal sets of changes of base beliefs that retract the fact, base belief or conclusion, and
// tries each as a what-if; it changes nothing. Changes are withdrawals and, for relations that are declared may_assert,
// assertions. Where a support leaves open which fact would break it, those are considered whose values base beliefs or
// rules have in the same column, or in one that a rule joins with it. Smaller sets are found first. The end of the context
// ends the search; of what was found until then at least the best few are tried and returned.
// The error is ErrNotHeld when the fact does not hold. The cost is that of one what-if per set that is tried, and there
// may be exponentially many of them in the size of the largest; where the fact rests on nothing that is absent and on no
// group, the sets come from its cone, and only those that are found are tried.
func (e *Engine) Contract(ctx context.Context, f belief.Fact, limits RemedyLimits) (*Contractions, error) {
	e.mu.Lock()
	defer e.mu.Unlock()
	if _, err := e.checkFact(f, belief.Place{}); err != nil {
		return nil, err
	}
	if !e.holds(f) {
		return nil, ErrNotHeld
	}
	s := e.search(ctx, e.retract(f), limits.bounds())
	found := &Contractions{Fact: f}
	found.List, found.Complete = s.triedRemedies()
	return found, nil
}

// triedRemedies searches for remedies and tries each whole.
func (s *search) triedRemedies() ([]Remedy, bool) {
	list, complete := s.remedies()
	told := s.each(list, func(ctx context.Context, m *Remedy) { m.Outcome = s.outcomeOf(ctx, m.Request()) })
	return told, complete && len(told) == len(list)
}

// outcomeOf returns what a request would do.
func (s *search) outcomeOf(ctx context.Context, request Request) *Outcome {
	outcome, err := s.Engine.run(ctx, request, true)
	if err == nil {
		return outcome
	}
	refusal := &Refusal{Kind: RefusedLimit, Err: err, Message: err.Error()} // past the bounds of ATMS
	errors.As(err, &refusal)
	return &Outcome{Request: request, WhatIf: true, Refused: refusal}
}
