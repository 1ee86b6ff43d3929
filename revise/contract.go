package revise

import (
	"cmp"
	"context"
	"errors"
	"math"

	"github.com/beliefbase/revise/belief"
)

// Contractions are ways to retract a fact, least entrenched first.
type Contractions struct {
	Fact     belief.Fact
	List     []Contraction
	Complete bool // no other set of withdrawals retracts it without containing one of these
}

// Contraction is a Remedy with all that it would do.
type Contraction struct {
	Remedy
	Outcome *Outcome // of the withdrawal as a what-if; where a constraint refuses it, one that says so
}

// ContractLimits bound a search for contractions; zero is no limit.
type ContractLimits struct {
	Max  int // contractions
	Size int // withdrawals in each
}

// Contract searches for the minimal sets of base beliefs whose withdrawal retracts the fact, base belief or conclusion,
// and tries each as a what-if; it changes nothing. Smaller sets are found first; what gives up less entrenched beliefs is
// listed first. Assertions are not considered, nor withdrawals that retract it by making something else hold: where there
// are such, Complete is false. The end of the context ends the search.
// The error is ErrNotHeld when the fact does not hold. The cost is that of one what-if per set that is tried, and there
// may be exponentially many of them in the size of the largest.
func (e *Engine) Contract(ctx context.Context, f belief.Fact, limits ContractLimits) (*Contractions, error) {
	e.mu.Lock()
	defer e.mu.Unlock()
	if _, err := e.checkFact(f, belief.Place{}); err != nil {
		return nil, err
	}
	if !e.holds(f) {
		return nil, ErrNotHeld
	}
	bounds := remedyBounds{
		most: cmp.Or(limits.Max, math.MaxInt), size: cmp.Or(limits.Size, math.MaxInt),
		trials: math.MaxInt, width: environments, work: math.MaxUint64,
	}
	s := &search{Engine: e, ctx: ctx, goal: f, remedyBounds: bounds}
	found := &Contractions{Fact: f}
	remedies, complete := s.remedies()
	for _, m := range remedies {
		request := withdrawal(m.Withdraw)
		outcome, err := e.run(s.ctx, request, true)
		var refusal *Refusal
		if errors.As(err, &refusal) {
			outcome = &Outcome{Request: request, WhatIf: true, Refused: refusal}
		}
		found.List = append(found.List, Contraction{m, outcome})
	}
	found.Complete = complete
	return found, nil
}
