package revise

import (
	"context"
	"slices"

	"github.com/beliefbase/revise/revise/internal/atms"
)

// labels finds for the nodes of a cone the minimal sets of beliefs, of at most size each, from which they follow: the
// labels of an assumption-based truth maintenance system (ALGORITHMS 5.2). A set that contains one of the goal's is not
// followed further.
type labels struct {
	*cone
	ctx   context.Context
	size  int
	of    [][]environment // by node, none of them a part of another
	queue []derived
	cut   bool // a set was left out because it has more than size beliefs
	room  int  // for further sets
	work  int  // done, by its steps
	ended bool // the time is up, or it is more work than labels are good for
}

// environment is a set of beliefs by their numbers.
type environment = atms.Environment

type derived struct {
	node int
	set  environment
}

const (
	// environments bounds the sets that a search holds: some hundred megabytes.
	environments = 1 << 20
	// labelWork bounds the comparisons of sets that labels may take: about a second.
	labelWork = 1 << 22
)

// labelsOf computes the labels.
func labelsOf(ctx context.Context, c *cone, size int) *labels {
	l := &labels{cone: c, ctx: ctx, size: size, of: make([][]environment, len(c.places)), room: environments, ended: ctx.Err() != nil}
	for n, b := range c.belief {
		if b >= 0 {
			l.add(n, environment{int32(b)})
		}
	}
	for _, x := range c.clauses {
		if len(x.premises) == 0 {
			l.add(x.head, nil)
		}
	}
	for len(l.queue) > 0 && !l.ended {
		next := l.queue[0]
		l.queue = l.queue[1:]
		if !l.stands(next) {
			continue
		}
		for _, use := range c.uses[next.node] {
			if x := &c.clauses[use]; l.complete(x) {
				l.combine(x, 0, next, next.set)
			}
		}
	}
	return l
}

// stands reports whether no smaller set has replaced it.
func (l *labels) stands(d derived) bool {
	return slices.ContainsFunc(l.of[d.node], func(e environment) bool { return slices.Equal(e, d.set) })
}

// complete reports whether every premise of the clause has a label.
func (l *labels) complete(x *clause) bool {
	return !slices.ContainsFunc(x.premises, func(p int) bool { return len(l.of[p]) == 0 })
}

// combine joins the set with every choice of sets for the premises from the k-th on, but for the one just derived.
func (l *labels) combine(x *clause, k int, from derived, set environment) {
	switch {
	case l.ended:
	case k == len(x.premises):
		l.add(x.head, set)
	case x.premises[k] == from.node:
		l.combine(x, k+1, from, set)
	default:
		for _, e := range l.of[x.premises[k]] {
			union := set.Union(e)
			switch {
			case !l.spend(1 + len(l.of[x.head]) + len(l.of[0])):
				return
			case l.follows(x.head, union):
			case len(union) > l.size:
				l.cut = true
			default:
				l.combine(x, k+1, from, union)
			}
		}
	}
}

// spend counts steps of work; it looks now and then whether the context has ended, and reports whether to go on.
func (l *labels) spend(steps int) bool {
	const pause = 1 << 14
	if before := l.work; before/pause != (before+steps)/pause && l.ctx.Err() != nil {
		l.ended = true
	}
	l.work += steps
	l.ended = l.ended || l.work > labelWork
	return !l.ended
}

// follows reports whether the node, or the goal, is known to follow from a part of the set.
func (l *labels) follows(node int, set environment) bool {
	within := func(e environment) bool { return e.Within(set) }
	return slices.ContainsFunc(l.of[node], within) || slices.ContainsFunc(l.of[0], within)
}

// add adds a set to the label of a node, in place of those that contain it.
func (l *labels) add(node int, set environment) {
	switch {
	case l.follows(node, set):
		return
	case len(set) > l.size:
		l.cut = true
		return
	case l.room == 0:
		l.ended = true
		return
	}
	before := len(l.of[node])
	l.of[node] = slices.DeleteFunc(l.of[node], func(e environment) bool { return set.Within(e) })
	l.room += before - len(l.of[node]) - 1
	l.of[node] = append(l.of[node], set)
	l.queue = append(l.queue, derived{node, set})
}
