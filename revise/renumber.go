package revise

import (
	"math"
	"slices"
)

// renumberFrom is the rank from which on ranks are renumbered between revisions: the next revision then has many millions
// of waves before the clock is full.
const renumberFrom = math.MaxUint32 - 1<<26

// renumber gives the ranks of all facts the smallest numbers that have the same order.
func (e *Engine) renumber() {
	var ranks []uint32
	for _, r := range e.program.Relations {
		ranks = append(ranks, r.Rank...)
	}
	slices.Sort(ranks)
	ranks = slices.Compact(ranks)
	for _, r := range e.program.Relations {
		for row, rank := range r.Rank {
			at, _ := slices.BinarySearch(ranks, rank)
			r.Rank[row] = uint32(at)
		}
	}
	e.clock, e.renumbered = uint32(len(ranks)), true
}
