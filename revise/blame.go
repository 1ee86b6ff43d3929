package revise

import (
	"context"
	"errors"
	"slices"

	"github.com/beliefbase/revise/belief"
	"github.com/beliefbase/revise/revise/internal/plan"
	"github.com/beliefbase/revise/revise/internal/store"
)

// ErrUnchanged says that a request neither retracts a fact nor brings it.
var ErrUnchanged = errors.New("it does not change")

// Blame says what a request did to one fact, and which part of the request did it.
type Blame struct {
	Fact          belief.Fact
	Gained        bool // else it went
	Before, After Support
	Supports      []SupportChange // that it had before or has after, of very many some
	Part          []Item          // a minimal part of the request that has the same effect alone: no part of it has
	Smallest      bool            // no other part with fewer lines has the effect
}

// SupportChange is one support of a fact and whether it stood before and stands after a request.
type SupportChange struct {
	Reason        Reason // its cause and chain say what made it go or come
	Before, After bool
}

// blameTrials bounds the parts that are tried in search of a smaller one.
const blameTrials = 2000

// Blame tells what the request, made in the present state, would do to the fact, and which lines of it do so; it changes
// nothing. One line alone is found if there is one, else a minimal set, and the smallest of all where no more than some
// thousand sets have to be tried. The end of the context ends the search.
// The error is ErrUnchanged, or the *Refusal of the request. The cost is that of one what-if per set of lines that is
// tried.
func (e *Engine) Blame(ctx context.Context, req Request, f belief.Fact) (*Blame, error) {
	e.mu.Lock()
	defer e.mu.Unlock()
	if _, err := e.checkFact(f, belief.Place{}); err != nil {
		return nil, err
	}
	found, err := e.changeOf(ctx, req, f)
	if err != nil {
		return nil, err
	}
	b := &blamer{Engine: e, ctx: ctx, request: req, parts: req.parts(), fact: f, gained: found.Gained}
	numbers := b.search()
	for _, n := range numbers {
		found.Part = append(found.Part, b.parts[n].Item)
	}
	found.Smallest = !b.cut
	return found, nil
}

// changeOf makes the request as a what-if and describes what it does to the fact.
func (e *Engine) changeOf(ctx context.Context, req Request, f belief.Fact) (*Blame, error) {
	tx := e.begin(req, true)
	if refusal := tx.attempt(ctx); refusal != nil {
		return nil, refusal
	}
	defer tx.takeBack()
	r, row, ok := tx.rowOf(f)
	if !ok || r.Holds(row) == (r.State(row)&store.Old != 0) {
		return nil, ErrUnchanged
	}
	x := tx.explainer()
	return &Blame{Fact: f, Gained: r.Holds(row), Before: supportBefore(r, row), After: supportNow(r, row), Supports: x.supports(r, row)}, nil
}

// supports returns all supports that the row had and has: those that went, those that stay, those that came.
func (x *explainer) supports(r *plan.Relation, row store.Row) []SupportChange {
	var list []SupportChange
	if was, is := supportBefore(r, row), supportNow(r, row); (was.Base || is.Base) && !r.IsBag() {
		list = append(list, SupportChange{Reason{Base: true, Cause: -1}, was.Base, is.Base})
	}
	for _, at := range []time{before, now} {
		here := x.program(at).Counterpart(r)
		for _, i := range allInstances(x.program(at), here, row, at) {
			e := &explanation{of: changedRow{here, row}, at: at}
			x.explainInstance(e, []instance{i}, at)
			if stays := e.found == nil; !stays || at == before {
				list = append(list, SupportChange{x.show(e, &i, at), stays || at == before, stays || at == now})
			}
		}
	}
	slices.SortStableFunc(list, func(a, b SupportChange) int { return a.order() - b.order() })
	return list
}

// order puts what went before what stays, and that before what came.
func (s SupportChange) order() int {
	switch {
	case !s.After:
		return 0
	case s.Before:
		return 1
	default:
		return 2
	}
}

// blamer looks for a part of a request that has the effect of the whole.
type blamer struct {
	*Engine
	ctx     context.Context
	request Request
	parts   []part
	fact    belief.Fact
	gained  bool
	cut     bool // a smaller part may exist
}

func (b *blamer) search() []int {
	for n := range b.parts {
		if b.has([]int{n}) {
			return []int{n}
		}
	}
	least := b.reduced(count(len(b.parts)))
	candidates := b.bearing()
	trials := blameTrials
	for size := 2; size <= len(least); size++ {
		if trials -= choose(len(candidates), size, trials); trials < 0 {
			b.cut = b.cut || size < len(least)
			break
		}
		if smaller := b.anyOf(candidates, nil, size); smaller != nil {
			return smaller
		}
	}
	return least
}

// reduced leaves out lines, many at a time and then one by one, as long as the others have the effect.
func (b *blamer) reduced(set []int) []int {
	for chunk := len(set) / 2; chunk > 0; {
		smaller := false
		for from := 0; from < len(set); {
			if rest := leaving(set, from, min(from+chunk, len(set))); b.has(rest) {
				set, smaller = rest, true
			} else {
				from += chunk
			}
		}
		if !smaller || chunk > 1 {
			chunk /= 2
		}
	}
	return set
}

// anyOf returns the first set of that many further candidates that has the effect together with those chosen.
func (b *blamer) anyOf(candidates, chosen []int, size int) []int {
	if size == 0 {
		if b.has(chosen) {
			return chosen
		}
		return nil
	}
	for i := 0; i+size <= len(candidates); i++ {
		if found := b.anyOf(candidates[i+1:], append(slices.Clone(chosen), candidates[i]), size-1); found != nil {
			return found
		}
	}
	return nil
}

// choose returns the number of sets of k among n, or more than the limit.
func choose(n, k, limit int) int {
	sets := 1
	for i := range k {
		if sets = sets * (n - i) / (i + 1); sets > limit {
			return limit + 1
		}
	}
	return sets
}

// has reports whether the lines alone have the effect on the fact.
func (b *blamer) has(numbers []int) bool {
	tx := b.begin(b.request.only(b.parts, numbers), true)
	defer tx.takeBack()
	if err := tx.apply(b.ctx); err != nil {
		b.cut = true
		return false
	}
	return tx.holds(b.fact) == b.gained
}

// bearing returns the lines that can bear on the fact: where no rules change, those about relations that it depends on.
func (b *blamer) bearing() []int {
	all := count(len(b.parts))
	if !b.request.Rules.IsEmpty() {
		return all
	}
	below := map[*plan.Relation]bool{}
	var visit func(r *plan.Relation)
	visit = func(r *plan.Relation) {
		if below[r] {
			return
		}
		below[r] = true
		for _, rule := range rulesFor(r) {
			for _, lit := range rule.Literals {
				visit(lit.Relation)
			}
		}
	}
	visit(b.program.Named(b.fact.Relation))
	return slices.DeleteFunc(all, func(n int) bool {
		q := b.request.only(b.parts, []int{n})
		name := ""
		switch {
		case len(q.Withdraw) > 0 && q.Withdraw[0].Pattern != nil:
			name = q.Withdraw[0].Pattern.Relation
		case len(q.Assert) > 0:
			name = q.Assert[0].Fact.Relation
		}
		return name != "" && !below[b.program.Named(name)]
	})
}
