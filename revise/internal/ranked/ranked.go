// Package ranked keeps a recursive stratum in step by counting, made sound by one rank per fact.
//
// Reference: algorithms.md, 2.7, with a proof. It joins the counts of Gupta, Mumick, Subrahmanian, Maintaining Views
// Incrementally, SIGMOD 1993, section 4, with the well-founded supports of Doyle, A Truth Maintenance System, Artificial
// Intelligence 12, 1979. A fact has the number of all its supports and of the strict ones, whose literals in the stratum
// have smaller ranks; it stands as long as a strict support or a base belief does.
// Guarantee: the new state exactly, with exact supports; what is suspected is part of what DRed overdeletes.
// Cost: the instances of what goes, of what is suspected and comes back, and of what comes.
// Not covered: bags, whose multiplicities would be infinite under recursion.
package ranked

import (
	"github.com/beliefbase/revise/revise/internal/maintain"
	"github.com/beliefbase/revise/revise/internal/plan"
)

// Maintain keeps one recursive stratum in step.
func Maintain(t *maintain.Turn, s *plan.Stratum) {
	t.Delete(s, hasNoStrictSupport, nil)
	if t.Abandoned {
		maintain.Abandon(s)
		return
	}
	maintain.Requeue(s) // suspects that kept a support are let back in, with new ranks
	t.Insert(s)
	maintain.Settle(s)
}

func hasNoStrictSupport(f maintain.Fact) bool { return f.Doubtful() && f.Strict(f.Row) == 0 }
