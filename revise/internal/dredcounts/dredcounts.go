// Package dredcounts keeps a stratum in step as DRed does, and spares by counts what it can.
//
// Reference: Hu, Motik, Horrocks, Optimised Maintenance of Datalog Materialisations, AAAI 2018, DRed^c there (algorithms.md, 2.5). The
// supports by rules without a literal of the stratum are counted apart: they cannot go around in circles.
// Guarantee: the new state exactly, with exact supports; what is overdeleted is part of what DRed overdeletes.
// Cost: every instance through an overdeleted fact, twice for those that come back; no search for derivations.
// Not covered: bags, which are counted.
package dredcounts

import (
	"github.com/beliefbase/revise/revise/internal/maintain"
	"github.com/beliefbase/revise/revise/internal/plan"
)

// Maintain is delete and rederive by counts for one stratum.
func Maintain(t *maintain.Turn, s *plan.Stratum) {
	t.Delete(s, hasNoneFromBelow, nil)
	maintain.Requeue(s) // a fact that kept a support follows from what remains: no search is needed
	t.Insert(s)
	maintain.Settle(s)
}

func hasNoneFromBelow(f maintain.Fact) bool { return f.Doubtful() && f.FromBelow() == 0 }
