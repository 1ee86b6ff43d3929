// Package dred keeps a stratum in step by deleting too much and putting back what still follows.
//
// Reference: Gupta, Mumick, Subrahmanian, Maintaining Views Incrementally, SIGMOD 1993, section 7; for stratified
// negation and aggregates algorithms.md, 2.1. A base belief that remains is never overdeleted (there, 2.2).
// Guarantee: the new state exactly. Supports and ranks are kept along, from the instances that the algorithm enumerates
// anyway; no decision looks at them.
// Cost: every instance through an overdeleted fact twice, and a search for a derivation of each overdeleted fact. Without a
// bound in what really goes: where facts have other derivations they are overdeleted all the same, and all behind them.
// Not covered: bags, which are counted.
package dred

import (
	"github.com/beliefbase/revise/revise/internal/maintain"
	"github.com/beliefbase/revise/revise/internal/plan"
)

// Maintain is delete and rederive for one stratum.
func Maintain(t *maintain.Turn, s *plan.Stratum) {
	t.Delete(s, maintain.Fact.Doubtful, nil) // δ⁻(p) :- s₁ & … & δ⁻(sᵢ) & … & sₙ
	rederive(t, s)
	t.Insert(s)
	maintain.Settle(s)
}

// rederive queues every overdeleted fact that has a derivation from what remains: δ⁺(p) :- δ⁻(p) & s₁ν & … & sₙν.
func rederive(t *maintain.Turn, s *plan.Stratum) {
	for _, r := range s.Relations {
		for _, row := range r.Out {
			if t.Derivable(r, row) {
				maintain.Queue(r, row)
			}
		}
	}
}
