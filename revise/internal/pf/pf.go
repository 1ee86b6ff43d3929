// Package pf keeps a stratum in step by filtering each step of a deletion before the next one.
//
// Reference: Harrison, Dietrich, Maintenance of Materialized Views in a Deductive Database: An Update Propagation Approach,
// 1992, rebuilt from what Gupta, Mumick, Subrahmanian, SIGMOD 1993, say of it (algorithms.md, 3). The filter is a proof from what remains, searched for as in Backward/Forward and forgotten again:
// a filter that looks for one true instance would let facts stand that support only each other.
// Guarantee: the new state exactly, with exact supports. Nothing is deleted that follows from what remains.
// Cost: every instance through a deleted fact, and one proof for each candidate of each step, from nothing each time.
// The ranks that reasons follow are mended apart (maintain.Reorder), uncounted.
// Not covered: bags, which are counted. Nor going through the changes one base relation at a time, as the original does: states in between
// could reach undefined operations that neither the old nor the new state reaches.
package pf

import (
	"github.com/beliefbase/revise/revise/internal/maintain"
	"github.com/beliefbase/revise/revise/internal/plan"
)

// Maintain is propagation and filtration for one stratum.
func Maintain(t *maintain.Turn, s *plan.Stratum) {
	filter := func(f maintain.Fact) bool { return t.NewSearch(false).Proves(f) }
	t.Delete(s, maintain.Fact.Doubtful, filter)
	t.Insert(s)
	t.Reorder(s)
	maintain.Settle(s)
}
