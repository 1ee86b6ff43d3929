package fuzz

import (
	"cmp"
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
	Drafts             int   // that were played
	Covered            int   // of them: by some strategy
	Unplayable         int   // besides: refused at the start, or beyond a limit
	Why                error // the first of them is
	Revisions, Refused int
	Retracted, Gained  uint64 // conclusions
}

func (s *Seen) add(c *revise.Comparison) {
	s.Drafts++
	for i := range c.Contested {
		if c.Contested[i].NotCovered != nil {
			continue
		}
		total := c.Contested[i].Total()
		s.Covered++
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
	Least    bool            // nothing more can be taken away; else there was no time to try
}

// upset is how a match went wrong.
type upset struct {
	strategy, sound revise.Strategy // the one to blame; one that is right
	step            int             // a revision; -1 at the start
	err             error
	refused         []string // by revision: how the sound one refused it; empty if it did not
}

// Shrink returns the least part of the draft on which the strategies disagree, or a state is not sound; nil if all is well.
// Once the context is done nothing more is taken away.
func (m *Match) Shrink(ctx context.Context) *Counterexample {
	first := m.play(context.WithoutCancel(ctx), m.Draft)
	if first == nil {
		return nil
	}
	small := draft.Shrink(m.Draft, func(d *draft.Draft) bool {
		if ctx.Err() != nil {
			return false
		}
		u := m.play(ctx, d)
		return u != nil && u.strategy == first.strategy
	})
	least := ctx.Err() == nil
	if small != m.Draft {
		first = m.play(context.WithoutCancel(ctx), small)
	}
	if first == nil { // it goes wrong now and then only
		return nil
	}
	found := m.expected(context.WithoutCancel(ctx), small, first)
	found.Least = least
	return found
}

// play compares the strategies on a draft, with every state checked. A panic is an upset like any other. It returns nil
// where nothing is wrong, and where there is nothing to play.
func (m *Match) play(ctx context.Context, d *draft.Draft) (u *upset) {
	defer func() {
		if p := recover(); p != nil {
			u = m.panicking(ctx, d, p)
		}
	}()
	c, err := m.compared(ctx, d, m.Strategies)
	if err != nil || limitReached(c) {
		if m.seen.Unplayable++; m.seen.Why == nil {
			m.seen.Why = err
		}
		return nil
	}
	m.seen.add(c)
	return upsetIn(c)
}

// compared plays the draft under some strategies.
func (m *Match) compared(ctx context.Context, d *draft.Draft, strategies []revise.Strategy) (*revise.Comparison, error) {
	program, err := d.Program()
	if err != nil {
		return nil, err
	}
	requests, err := d.Requests()
	if err != nil {
		return nil, err
	}
	return revise.Compare(ctx, program, d.Base(), requests, revise.CompareOptions{Strategies: strategies, Check: true, Options: m.Options})
}

// panicking finds the strategy that panics, and how recomputation refuses what is to be refused.
func (m *Match) panicking(ctx context.Context, d *draft.Draft, what any) *upset {
	u := &upset{sound: revise.Recompute, step: -1, err: fmt.Errorf("panic: %v", what)}
	for _, u.strategy = range m.Strategies {
		if panics(func() { run(ctx, d, u.strategy) }) {
			break
		}
	}
	panics(func() {
		if c, err := m.compared(ctx, d, []revise.Strategy{u.sound}); err == nil {
			u.refused = refusals(c, u.sound)
		}
	})
	return u
}

func panics(f func()) (panicked bool) {
	defer func() { panicked = recover() != nil }()
	f()
	return false
}

// upsetIn finds the first step at which something is wrong. A state that is not sound is to blame, else one that differs. Where
// one strategy refuses a request and another one does not, recomputation is right, for it goes through no state in between.
func upsetIn(c *revise.Comparison) *upset {
	for step := -1; step < len(c.Requests); step++ {
		var wrong, flawed *revise.Contest
		for i := range c.Contested {
			contest := &c.Contested[i]
			err, _ := differenceAt(contest, step)
			var flaw *revise.Flaw
			if err != nil && wrong == nil {
				wrong = contest
			}
			if errors.As(err, &flaw) && flawed == nil {
				flawed = contest
			}
		}
		if wrong == nil {
			continue
		}
		u := &upset{step: step, sound: soundAt(c, step)}
		u.err, _ = differenceAt(cmp.Or(flawed, wrong), step)
		u.strategy = cmp.Or(flawed, wrong).Strategy
		if x := refusedWrongly(c, step); x != nil && flawed == nil {
			u.strategy, u.sound = x.Strategy, revise.Recompute
		}
		u.refused = refusals(c, u.sound)
		return u
	}
	return nil
}

// refusedWrongly returns the first contest that refused a step that recomputation did not refuse, or the other way round; nil
// where there is none.
func refusedWrongly(c *revise.Comparison, step int) *revise.Contest {
	refused := func(x *revise.Contest) bool { return x.Revisions[step].Refused != nil }
	recompute := slices.IndexFunc(c.Contested, func(x revise.Contest) bool { return x.Strategy == revise.Recompute })
	if recompute < 0 || step < 0 {
		return nil
	}
	for i := range c.Contested {
		if x := &c.Contested[i]; step < len(x.Revisions) && refused(x) != refused(&c.Contested[recompute]) {
			return x
		}
	}
	return nil
}

// refusals says of each revision how the strategy refused it.
func refusals(c *revise.Comparison, strategy revise.Strategy) []string {
	kinds := make([]string, len(c.Requests))
	for _, x := range c.Contested {
		for n, m := range x.Revisions {
			if x.Strategy == strategy && m.Refused != nil {
				kinds[n] = string(m.Refused.Kind)
			}
		}
	}
	return kinds
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

// expected makes a counterexample of a draft: where it goes wrong, the revision gets what a sound state has.
func (m *Match) expected(ctx context.Context, d *draft.Draft, u *upset) *Counterexample {
	found := &Counterexample{Draft: d, Strategy: u.strategy, What: u.err.Error()}
	for n, kind := range u.refused {
		d.Revisions[n].Refused = kind
	}
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
	more := ""
	if !c.Least {
		more = "# There may be more here than it takes: there was no time to leave out the rest.\n"
	}
	return fmt.Sprintf("# This goes wrong: %s.\n# %s\n%s# revise test %s --strategy %s --verify\n%s", law, c.What, more, file, c.Strategy, c.Draft.Text(true))
}
