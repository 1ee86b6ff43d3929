package audit

import (
	"iter"

	"github.com/beliefbase/revise/internal/naive"
)

// graph is the instances of a recursive stratum: what rests on what.
type graph struct {
	heads   []*naive.Row
	missing []int                // by instance: how many of its facts are not reached
	uses    map[*naive.Row][]int // by fact: the instances it is in, as often as it is in them
}

// add adds an instance, of whose matched rows those at own are of the stratum.
func (g *graph) add(head *naive.Row, matched []*naive.Row, own []int) {
	if g.uses == nil {
		g.uses = map[*naive.Row][]int{}
	}
	for _, i := range own {
		g.uses[matched[i]] = append(g.uses[matched[i]], len(g.heads))
	}
	g.heads, g.missing = append(g.heads, head), append(g.missing, len(own))
}

// reach returns the facts that rest on base beliefs: each instance is complete when the last of its facts is reached.
func (g *graph) reach(base iter.Seq[*naive.Row]) map[*naive.Row]bool {
	reached := map[*naive.Row]bool{}
	var work []*naive.Row
	visit := func(row *naive.Row) {
		if !reached[row] {
			reached[row] = true
			work = append(work, row)
		}
	}
	for row := range base {
		visit(row)
	}
	for i, missing := range g.missing {
		if missing == 0 {
			visit(g.heads[i])
		}
	}
	for len(work) > 0 {
		row := work[len(work)-1]
		work = work[:len(work)-1]
		for _, i := range g.uses[row] {
			if g.missing[i]--; g.missing[i] == 0 {
				visit(g.heads[i])
			}
		}
	}
	return reached
}
