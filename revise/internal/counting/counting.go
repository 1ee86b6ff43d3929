// Package counting keeps a stratum without recursion in step by counting the derivations of each fact.
//
// Reference: Gupta, Mumick, Subrahmanian, Maintaining Views Incrementally, SIGMOD 1993, section 4, Algorithm 4.1, in set
// mode by first changed position (algorithms.md, 1.2 and 1.4) and in bag mode as in the paper.
// Guarantee: supports, or multiplicities, are those of the new state exactly, and none is negative on the way (Lemma 4.1 in
// set mode); sets above see changes of membership alone, bags above those of multiplicities, too.
// Cost: one enumeration per rule instance that came or went, those that change a count alone included; in bag mode also
// instances of neither state, whose terms cancel.
// Not covered: recursion, where facts could support each other; and a bag whose change, multiplied out, does not fit 64
// bits, which is abandoned to an evaluation from scratch.
package counting

import (
	"github.com/beliefbase/revise/revise/internal/maintain"
	"github.com/beliefbase/revise/revise/internal/plan"
)

// Maintain is Algorithm 4.1 for one stratum.
func Maintain(t *maintain.Turn, s *plan.Stratum) {
	if s.Bag {
		bag(t, s)
	} else {
		set(t, s)
	}
	if t.Abandoned {
		return
	}
	for _, r := range s.Relations {
		r.HoldSupported()
	}
	maintain.Settle(s)
}

func set(t *maintain.Turn, s *plan.Stratum) {
	t.Killed(s.Rules, func(x *plan.Run) {
		if !t.Spent(x) {
			t.LoseLater(x, nil)
		}
	})
	if t.LoseAll(nil); t.Abandoned {
		return
	}
	t.Gained(s.Rules, func(x *plan.Run) {
		x.Rule.Head.Support(t.Add(x))
	})
}

func bag(t *maintain.Turn, s *plan.Stratum) {
	// Δ(p) :- s₁ν & … & sᵢ₋₁ν & Δ(sᵢ) & sᵢ₊₁ & … & sₙ
	t.Telescoped(s.Rules, func(x *plan.Run, weight int64) error { return x.Rule.Head.AddMultiplicity(t.Add(x), weight) })
}
