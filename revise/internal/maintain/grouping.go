package maintain

import "github.com/beliefbase/revise/revise/internal/plan"

const (
	// small is the share of its relation below which a wave is small. Where most are larger, tables are in the cache long enough.
	small = 4

	// better is how many times as long the stay in one group must be expected to be for a relation to be grouped anew.
	better = 1.5

	// late is the number of rows from which on it is too late: grouping them anew costs more than most have yet to gain.
	late = 1 << 20
)

// regroup groups relations of the stratum that have doubled by another column, where the present wave says that it pays. A
// table is read from memory on each visit to its group: what pays is a small table, of many rows of the wave (algorithms.md,
// 9.1). It is for loading.
func regroup(s *plan.Stratum) {
	for _, r := range s.Relations {
		if !r.Loading() || !r.Grouped() || r.Rows() < 2*r.Weighed || r.Rows() > late || len(r.Wave) == 0 || small*len(r.Wave) > r.Rows() {
			continue
		}
		r.Weighed = r.Rows()
		if column := bestGroups(r); column != r.GroupColumn() && r.GroupAnew(column) {
			r.Wave, r.Next = r.Cluster(r.Wave, r.Next)
		}
	}
}

// bestGroups returns the column by which the relation should be grouped.
func bestGroups(r *plan.Relation) int {
	best, longest := r.GroupColumn(), 0.0
	if r.Suits(best) {
		longest = better * stay(r, best)
	}
	for column := range r.Arity {
		if column != r.GroupColumn() && r.Suits(column) {
			if n := stay(r, column); n > longest {
				best, longest = column, n
			}
		}
	}
	return best
}

// stay estimates how many heads are looked up on one visit to a group, for each of its rows; all columns are off by the same
// factor. A group is visited once for all that a wave carries over, and otherwise once for each row that a bunch is joined to.
func stay(r *plan.Relation, column int) float64 {
	groups := r.Distinct(column) / r.DistinctOf(r.Wave, column)
	if r.Carries(column) {
		groups *= max(1, float64(r.Supports())/float64(r.Rows()))
	}
	return groups
}
