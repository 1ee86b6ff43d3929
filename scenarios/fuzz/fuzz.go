package fuzz

import (
	"context"
	"slices"
	"time"

	"github.com/beliefbase/revise/revise"
	"github.com/beliefbase/revise/scenarios/draft"
)

// Options say how much is tried.
type Options struct {
	Seed       uint64            // decides every choice: the same seed and number of runs try the same
	Runs       int               // how many drafts are tried; 0: as many as there is time for
	For        time.Duration     // how long drafts are tried; 0: until the context is done
	Strategies []revise.Strategy // all of them by default
	Progress   func(n int)       // is told the number of each draft, from 1; may be nil
}

// Result is what was tried, and what went wrong.
type Result struct {
	Seen
	Counterexample *Counterexample // nil when nothing went wrong
}

// Fuzz makes one random draft after the other from the relations, rules and values of a draft; plays each under every
// strategy, with every state checked; and tries one law of each kind on it. It ends at the first draft on which something
// is wrong, which it shrinks, after Options.Runs drafts or Options.For, or when the context is done; then a draft is shrunk no
// further, and not lost. The draft is left alone.
func Fuzz(ctx context.Context, program *draft.Draft, o Options) Result {
	g := &generator{sample: sampleOf(program), program: program}
	m := &Match{Strategies: o.Strategies, Options: []revise.Option{limited}}
	if len(m.Strategies) == 0 {
		m.Strategies = revise.Strategies()
	}
	if len(g.relations) == 0 {
		return Result{}
	}
	within := ctx
	if o.For > 0 {
		var cancel context.CancelFunc
		within, cancel = context.WithTimeout(ctx, o.For)
		defer cancel()
	}
	for n := 0; (o.Runs == 0 || n < o.Runs) && within.Err() == nil; n++ {
		if o.Progress != nil {
			o.Progress(n + 1)
		}
		seed := o.Seed + uint64(n)
		d := NewDice(seed)
		m.Draft = g.draft(d)
		if m.play(within, m.Draft) != nil {
			seen := m.seen
			return Result{seen, m.Shrink(ctx)}
		}
		strategy := Pick(d, m.Strategies)
		for _, law := range []lawful{Pick(d, Laws()), Pick(d, requestLaws)} {
			if found := breached(ctx, law, seed, m.Draft, strategy); found != nil {
				return Result{m.seen, found}
			}
		}
	}
	return Result{Seen: m.seen}
}

// lawful is a law that can be tried on a draft.
type lawful interface {
	// title says what must not matter.
	title() string
	// check tries the law under a strategy; nil where it holds or cannot be tried.
	check(ctx context.Context, seed uint64, w *draft.Draft, strategy revise.Strategy) *breach
}

// breached tries a law on a draft; what breaks it is shrunk.
func breached(ctx context.Context, law lawful, seed uint64, w *draft.Draft, strategy revise.Strategy) *Counterexample {
	whole := context.WithoutCancel(ctx)
	if law.check(ctx, seed, w, strategy) == nil || law.check(whole, seed, w, strategy) == nil {
		return nil
	}
	small := draft.Shrink(w, func(d *draft.Draft) bool { return ctx.Err() == nil && law.check(whole, seed, d, strategy) != nil })
	b := law.check(whole, seed, small, strategy)
	found := &Counterexample{Draft: b.draft, Strategy: strategy, Law: law.title(), What: difference(b), Least: ctx.Err() == nil}
	expect(b.draft, b.step, factsOf(b.right), factsOf(b.is))
	return found
}

// difference shows the first line that differs.
func difference(b *breach) string {
	for _, line := range b.is {
		if !slices.Contains(b.right, line) {
			return line + " should not be"
		}
	}
	for _, line := range b.right {
		if !slices.Contains(b.is, line) {
			return line + " should be"
		}
	}
	return ""
}

func (l requestLaw) title() string { return l.name }

func (l Law) title() string { return l.Name }

// check compares the states of the draft and of the changed one, revision by revision.
func (l Law) check(ctx context.Context, seed uint64, w *draft.Draft, strategy revise.Strategy) *breach {
	changed := l.Apply(NewDice(seed), w)
	if changed == nil {
		return nil
	}
	want, got := run(ctx, w, strategy), run(ctx, changed, strategy)
	plain := Law{FactsOnly: l.FactsOnly}
	for i := range min(len(want), len(got)) {
		right, is := plain.Translate(want[i].state), l.Translate(got[i].state)
		if !slices.Equal(right, is) {
			return &breach{draft: changed, step: i - 1, right: l.forth(right), is: l.forth(is)}
		}
	}
	return nil
}

// forth brings lines into the words of the changed draft.
func (l Law) forth(lines state) state {
	if l.Back == nil {
		return lines
	}
	var made state
	for _, line := range lines {
		made = append(made, l.Back(line)) // what renames back renames forth
	}
	slices.Sort(made)
	return made
}
