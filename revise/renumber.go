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
		for row := range r.Ranked {
			ranks = append(ranks, r.Rank(row))
		}
	}
	slices.Sort(ranks)
	ranks = slices.Compact(ranks)
	for _, r := range e.program.Relations {
		for row := range r.Ranked {
			at, _ := slices.BinarySearch(ranks, r.Rank(row))
			r.SetRank(row, uint32(at))
		}
	}
	e.clock, e.renumbered = uint32(len(ranks)), true
}
