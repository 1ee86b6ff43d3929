// Package bf keeps a stratum in step by trying to prove each fact that lost a support before it is deleted.
//
// Reference: Motik, Nenov, Piro, Horrocks, Incremental Update of Datalog Materialisation: the Backward/Forward Algorithm,
// AAAI 2015; with counts after Hu, Motik, Horrocks, Optimised Maintenance of Datalog Materialisations, AAAI 2018, B/F^c there
// (algorithms.md, 2.6). The search is maintain.Search.
// Guarantee: the new state exactly, with exact supports. Nothing is deleted that follows from what remains.
// Cost: every instance through a deleted fact; the instances of what is checked, backward; those of what is proved,
// forward. With counts only a fact is searched for whose supports all have literals of the stratum. Both keep what they
// checked until the stratum is done. The ranks that reasons follow are mended apart (maintain.Reorder), uncounted.
// Not covered: bags, which are counted.
package bf

import (
	"github.com/beliefbase/revise/revise/internal/maintain"
	"github.com/beliefbase/revise/revise/internal/plan"
)

// Maintain is the algorithm without counts, for one stratum.
func Maintain(t *maintain.Turn, s *plan.Stratum) { keep(t, s, t.NewSearch(false)) }

// MaintainCounts is the algorithm with counts, for one stratum.
func MaintainCounts(t *maintain.Turn, s *plan.Stratum) { keep(t, s, t.NewSearch(true)) }

func keep(t *maintain.Turn, s *plan.Stratum, search *maintain.Search) {
	t.Delete(s, maintain.Fact.Doubtful, search.Proves)
	t.Insert(s)
	t.Reorder(s)
	maintain.Settle(s)
}
