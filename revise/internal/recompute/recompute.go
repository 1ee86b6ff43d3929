// Package recompute evaluates a stratum from scratch, semi-naively, and leaves the difference to the views.
//
// Reference: Bancilhon, Naive Evaluation of Recursively Defined Relations, 1986, for semi-naive evaluation (algorithms.md,
// 2.10). It also fills an empty materialization, and is what the others are measured by.
// Guarantee: the new state exactly, with supports and ranks as after a first evaluation.
// Cost: every rule instance of the stratum, and every row of it, however little has changed.
// Not covered: nothing; it is the one that covers every program.
package recompute

import (
	"github.com/beliefbase/revise/revise/internal/maintain"
	"github.com/beliefbase/revise/revise/internal/plan"
	"github.com/beliefbase/revise/revise/internal/store"
)

// Maintain evaluates one stratum.
func Maintain(t *maintain.Turn, s *plan.Stratum) {
	t.Clock++
	for _, r := range s.Relations {
		for row := range r.All {
			if !r.Loading() {
				r.Reset(row)
			}
			if r.State(row)&store.Base != 0 && s.Recursive {
				maintain.Queue(r, row)
			}
		}
	}
	if s.Bag {
		bag(t, s)
	} else {
		set(t, s)
	}
	maintain.Settle(s)
}

func set(t *maintain.Turn, s *plan.Stratum) {
	t.DeriveWhole(s.Rules)
	if s.Recursive {
		if s.Below {
			for _, r := range s.Relations {
				r.CountBelow()
			}
		}
		t.Close(s)
		return
	}
	for _, r := range s.Relations {
		r.HoldSupported()
	}
}

func bag(t *maintain.Turn, s *plan.Stratum) {
	t.Weighed(s.Rules, func(x *plan.Run, weight int64) error { return x.Rule.Head.AddMultiplicity(t.Add(x), weight) })
	for _, r := range s.Relations {
		r.HoldSupported()
	}
}
