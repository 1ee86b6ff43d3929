package fuzz

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/beliefbase/revise/belief"
	"github.com/beliefbase/revise/revise"
	"github.com/beliefbase/revise/scenarios/draft"
)

// Match is a draft that strategies play against each other.
type Match struct {
	Draft      *draft.Draft
	Strategies []revise.Strategy
	Options    []revise.Option // of every engine

	seen Seen
}

// Seen is what matches came across.
type Seen struct {
	Drafts, Revisions, Refused int
	Retracted, Gained          uint64 // conclusions
}

func (s *Seen) add(c *revise.Comparison) {
	s.Drafts++
	for i := range c.Contested {
		if c.Contested[i].NotCovered != nil {
			continue
		}
		total := c.Contested[i].Total()
		s.Revisions += len(c.Requests)
		s.Retracted += total.Cost.Retracted
		s.Gained += total.Cost.Gained
		for _, m := range c.Contested[i].Revisions {
			if m.Refused != nil {
				s.Refused++
			}
		}
		return
	}
}

// limitReached reports whether a request was refused for a limit: what it would have come to is not known.
func limitReached(c *revise.Comparison) bool {
	return slices.ContainsFunc(c.Contested, func(x revise.Contest) bool {
		return slices.ContainsFunc(x.Revisions, func(m revise.Measure) bool { return m.Refused != nil && m.Refused.Kind == revise.RefusedLimit })
	})
}

// Counterexample is a scenario on which something is wrong.
type Counterexample struct {
	Draft    *draft.Draft    // with what is expected where it goes wrong
	Strategy revise.Strategy // under which it goes wrong
	Law      string          // what it breaks; empty: the strategies disagree, or a state is not sound
	What     string          // what is wrong
}

// upset is how a match went wrong.
type upset struct {
	strategy, sound revise.Strategy // the one to blame; one that is right
	step            int             // a revision; -1 at the start
	err             error
}

// Shrink returns the least part of the draft on which the strategies disagree, or a state is not sound; nil if all is well.
// Once the context is done nothing more is taken away.
func (m *Match) Shrink(ctx context.Context) *Counterexample {
	first := m.play(ctx, m.Draft)
	if first == nil {
		return nil
	}
	small := draft.Shrink(m.Draft, func(d *draft.Draft) bool {
		u := m.play(ctx, d)
		return ctx.Err() == nil && u != nil && u.strategy == first.strategy
	})
	return m.expected(context.WithoutCancel(ctx), small)
}

// play compares the strategies on a draft, with every state checked. A panic is an upset like any other. It returns nil
// where nothing is wrong, and where there is nothing to play.
func (m *Match) play(ctx context.Context, d *draft.Draft) (u *upset) {
	defer func() {
		if p := recover(); p != nil {
			u = m.panicking(ctx, d, p)
		}
	}()
	program, err := d.Program()
	if err != nil {
		return nil
	}
	requests, err := d.Requests()
	if err != nil {
		return nil
	}
	c, err := revise.Compare(ctx, program, d.Base(), requests, revise.CompareOptions{Strategies: m.Strategies, Check: true, Options: m.Options})
	if err != nil || limitReached(c) {
		return nil
	}
	m.seen.add(c)
	return upsetIn(c)
}

// panicking finds the strategy that panics.
func (m *Match) panicking(ctx context.Context, d *draft.Draft, what any) *upset {
	u := &upset{sound: revise.Recompute, step: -1, err: fmt.Errorf("panic: %v", what)}
	for _, u.strategy = range m.Strategies {
		if panics(func() { run(ctx, d, u.strategy) }) {
			break
		}
	}
	return u
}

func panics(f func()) (panicked bool) {
	defer func() { panicked = recover() != nil }()
	f()
	return false
}

// upsetIn finds the first step at which something is wrong: a state that is not sound is to blame, else one that differs.
func upsetIn(c *revise.Comparison) *upset {
	for step := -1; step < len(c.Requests); step++ {
		var u *upset
		flawed := false
		for i := range c.Contested {
			err, _ := differenceAt(&c.Contested[i], step)
			var flaw *revise.Flaw
			isFlaw := errors.As(err, &flaw)
			if err != nil && (u == nil || isFlaw && !flawed) {
				u, flawed = &upset{strategy: c.Contested[i].Strategy, step: step, err: err}, isFlaw
			}
		}
		if u != nil {
			u.sound = soundAt(c, step)
			return u
		}
	}
	return nil
}

// differenceAt returns what is wrong with a strategy's step, and whether it made the step.
func differenceAt(c *revise.Contest, step int) (wrong error, played bool) {
	switch {
	case step >= len(c.Revisions) || step < 0 && c.NotCovered != nil:
		return nil, false
	case step < 0:
		return c.Start.Differs, true
	default:
		return c.Revisions[step].Differs, true
	}
}

// soundAt returns the strategy whose state at the step nothing was said against, the last one of them: recomputation is
// among the last.
func soundAt(c *revise.Comparison, step int) revise.Strategy {
	sound := revise.Recompute
	for i := range c.Contested {
		if err, played := differenceAt(&c.Contested[i], step); err == nil && played {
			sound = c.Contested[i].Strategy
		}
	}
	return sound
}

// expected makes a counterexample of a shrunk draft: where it goes wrong, the revision gets what a sound state has.
func (m *Match) expected(ctx context.Context, d *draft.Draft) *Counterexample {
	u := m.play(ctx, d)
	if u == nil {
		return nil
	}
	found := &Counterexample{Draft: d, Strategy: u.strategy, What: u.err.Error()}
	if panics(func() { run(ctx, d, u.strategy) }) {
		return found
	}
	right, wrong := run(ctx, d, u.sound), run(ctx, d, u.strategy)
	if n := u.step + 1; n < len(right) && n < len(wrong) {
		expect(d, u.step, factsOf(right[n].state), factsOf(wrong[n].state))
	}
	return found
}

// mostExpected is how many facts a revision is expected to come to.
const mostExpected = 5

// expect writes at a revision what should hold and should not. At the start a revision is put first that does nothing.
func expect(d *draft.Draft, step int, right, wrong []string) {
	holds, absent := missing(right, wrong), missing(wrong, right)
	if step < 0 {
		d.Revisions = slices.Insert(d.Revisions, 0, &draft.Revision{Name: "nothing"})
		step = 0
	}
	r := d.Revisions[step]
	r.Holds, r.Absent = holds[:min(len(holds), mostExpected)], absent[:min(len(absent), mostExpected)]
	for _, f := range slices.Concat(r.Holds, r.Absent) {
		if d.Relation(f.Relation) == nil { // nothing else may show it any more
			declare(d, f)
		}
	}
}

// declare declares the relation of a fact.
func declare(d *draft.Draft, f belief.Fact) {
	r := &draft.Relation{Name: f.Relation, Declared: true}
	for _, v := range f.Values {
		r.Types = append(r.Types, v.Type())
	}
	d.Relations = append(d.Relations, r)
}

// missing returns the facts of a that b has not.
func missing(a, b []string) []belief.Fact {
	var facts []belief.Fact
	for _, text := range a {
		if _, found := slices.BinarySearch(b, text); !found {
			if f, err := belief.ParseFact(text); err == nil {
				facts = append(facts, f)
			}
		}
	}
	return facts
}

// Text returns the counterexample as a scenario file, with what to do with it.
func (c *Counterexample) Text(file string) string {
	law := "the strategies disagree, or a state is not sound"
	if c.Law != "" {
		law = c.Law
	}
	return fmt.Sprintf("# This goes wrong: %s.\n# %s\n# revise test %s --strategy %s --verify\n%s", law, c.What, file, c.Strategy, c.Draft.Text(true))
}
