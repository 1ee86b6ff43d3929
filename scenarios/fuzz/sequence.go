package fuzz

import (
	"context"
	"slices"

	"github.com/beliefbase/revise/belief"
	"github.com/beliefbase/revise/revise"
	"github.com/beliefbase/revise/scenarios/draft"
)

// breach is how a draft breaks a law: another draft that should come to the same at a revision, and does not.
type breach struct {
	draft     *draft.Draft
	step      int // of that draft; -1 at the start
	right, is state
}

// requestLaw is a change of the requests of a draft that must not change what they come to. It returns the changed draft
// and, for each of the old revisions, the new one after which the state must be the same; nil where there is nothing to
// change.
type requestLaw struct {
	name  string
	apply func(d *Dice, w *draft.Draft) (*draft.Draft, []int)
	// refusals says that the changed draft may be refused what the other is not: its parts, not the whole.
	refusals bool
}

var requestLaws = []requestLaw{
	{name: "a request in several", apply: divide, refusals: true},
	{name: "the order of the lines of a request", apply: reorderLines},
	{name: "a what-if changes nothing", apply: previewFirst},
	{name: "undo, and undo of the undo", apply: thereAndBack, refusals: true},
	{name: "what is asserted and withdrawn again", apply: inAndOut, refusals: true},
}

// plain reports whether a revision only asserts and withdraws.
func plain(r *draft.Revision) bool {
	return r.Undo == "" && !r.WhatIf && len(r.AddRules)+len(r.RemoveRules)+len(r.AddConstraints)+len(r.RemoveConstraints) == 0
}

// rebuild makes the revisions of a draft anew: each becomes several, the last of which comes to what it came to.
func rebuild(w *draft.Draft, f func(r *draft.Revision) []*draft.Revision) (*draft.Draft, []int) {
	c := w.Clone()
	revisions := c.Revisions
	c.Revisions = nil
	var after []int
	for _, r := range revisions {
		c.Revisions = append(c.Revisions, f(r)...)
		after = append(after, len(c.Revisions)-1)
	}
	if len(c.Revisions) == len(revisions) {
		return nil, nil
	}
	return c, after
}

// undone reports whether a later revision undoes the one with the name.
func undone(w *draft.Draft, name string) bool {
	return slices.ContainsFunc(w.Revisions, func(r *draft.Revision) bool { return r.Undo == name })
}

func divide(_ *Dice, w *draft.Draft) (*draft.Draft, []int) {
	return rebuild(w, func(r *draft.Revision) []*draft.Revision {
		if !plain(r) || undone(w, r.Name) || len(r.Withdraw)+len(r.Assert) < 2 {
			return []*draft.Revision{r}
		}
		var parts []*draft.Revision
		for _, x := range r.Withdraw {
			parts = append(parts, &draft.Revision{Withdraw: []draft.Withdrawal{x}})
		}
		for _, x := range r.Assert {
			parts = append(parts, &draft.Revision{Assert: []draft.Assertion{x}})
		}
		for i, p := range parts {
			p.Name = r.Name + ", part " + string(rune('a'+i))
		}
		return parts
	})
}

func reorderLines(d *Dice, w *draft.Draft) (*draft.Draft, []int) {
	if HasBag(w) {
		return nil, nil // of a bag the last occurrence goes first, with its source
	}
	c := w.Clone()
	var after []int
	for i, r := range c.Revisions {
		Shuffle(d, r.Withdraw)
		Shuffle(d, r.Assert)
		after = append(after, i)
	}
	return c, after
}

func previewFirst(_ *Dice, w *draft.Draft) (*draft.Draft, []int) {
	return rebuild(w, func(r *draft.Revision) []*draft.Revision {
		if !plain(r) {
			return []*draft.Revision{r}
		}
		preview := *r
		preview.Name, preview.WhatIf = "what if "+r.Name, true
		return []*draft.Revision{&preview, r}
	})
}

func thereAndBack(_ *Dice, w *draft.Draft) (*draft.Draft, []int) {
	return rebuild(w, func(r *draft.Revision) []*draft.Revision {
		if r.Undo != "" || r.WhatIf || undone(w, r.Name) {
			return []*draft.Revision{r}
		}
		return []*draft.Revision{r, {Name: r.Name + " undone", Undo: r.Name}, {Name: r.Name + " redone", Undo: r.Name + " undone"}}
	})
}

// inAndOut asserts something that is not believed before each revision, and withdraws it at once.
func inAndOut(d *Dice, w *draft.Draft) (*draft.Draft, []int) {
	relations := slices.DeleteFunc(slices.Clone(w.Relations), func(r *draft.Relation) bool {
		return slices.ContainsFunc(r.Types, func(t belief.Type) bool { return t == belief.NoType })
	})
	if len(relations) == 0 {
		return nil, nil
	}
	return rebuild(w, func(r *draft.Revision) []*draft.Revision {
		s := &sample{}
		f := s.fact(d, Pick(d, relations))
		if mentioned(w, f) {
			return []*draft.Revision{r}
		}
		a := draft.AtomOf(f)
		return []*draft.Revision{
			{Name: "before " + r.Name + ", in", Assert: []draft.Assertion{{Fact: f}}},
			{Name: "before " + r.Name + ", out", Withdraw: []draft.Withdrawal{{Atom: &a}}},
			r,
		}
	})
}

// mentioned reports whether the fact is ever believed.
func mentioned(w *draft.Draft, f belief.Fact) bool {
	is := func(a draft.Assertion) bool { return a.Fact.Equal(f) }
	return slices.ContainsFunc(w.Beliefs, is) || slices.ContainsFunc(w.Revisions, func(r *draft.Revision) bool { return slices.ContainsFunc(r.Assert, is) })
}

// check tries the law on a draft; nil where it holds or cannot be tried.
func (l requestLaw) check(ctx context.Context, seed uint64, w *draft.Draft, strategy revise.Strategy) *breach {
	changed, after := l.apply(NewDice(seed), w)
	if changed == nil {
		return nil
	}
	want, got := run(ctx, w, strategy), run(ctx, changed, strategy)
	for i := range w.Revisions {
		at := after[i]
		if i+1 >= len(want) || at+1 >= len(got) {
			return nil
		}
		if l.refusals && (want[i+1].refused || refusedBetween(got, i, after)) {
			return nil // from here on they need not be the same
		}
		if !slices.Equal(want[i+1].state, got[at+1].state) {
			return &breach{draft: changed, step: at, right: want[i+1].state, is: got[at+1].state}
		}
	}
	return nil
}

// refusedBetween reports whether one of the new revisions that stand for revision i was refused.
func refusedBetween(got []moment, i int, after []int) bool {
	first := 0
	if i > 0 {
		first = after[i-1] + 1
	}
	return slices.ContainsFunc(got[first+1:after[i]+2], func(m moment) bool { return m.refused })
}
