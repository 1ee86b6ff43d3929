package revise

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	clock "time"

	"github.com/beliefbase/revise/belief"
	"github.com/beliefbase/revise/rules"
)

// CompareOptions say what is compared.
type CompareOptions struct {
	Strategies []Strategy            // the first that covers the program is the one the others must agree with
	Repeat     int                   // how often everything is played; the median times are kept; below 1 it is 1
	Clock      func() clock.Duration // from any moment on; nil: nothing is timed
	Check      bool                  // check every state rule by rule, too; a flaw differs
	Network    bool                  // keep the network of JTMS, if it is one of the strategies
	Options    []Option              // of every engine
}

// Comparison is what the strategies did with the same requests.
type Comparison struct {
	Requests  []Request
	Contested []Contest // in the order of the strategies
	Network   *Network  // of JTMS after the last request; nil if nobody asked for it
}

// Contest is what one strategy did.
type Contest struct {
	Strategy   Strategy
	NotCovered *NotCoveredError // from the start, or from a change of rules on: then there is nothing else
	Counted    []string         // relations, bags, that the strategy leaves to counting
	Start      Measure          // the evaluation from scratch
	Revisions  []Measure        // by request
}

// Measure is what one step did and took.
type Measure struct {
	Cost     Cost
	Retained Retained       // when the step was done; of a sum, after the last one
	Took     clock.Duration // the median of all repetitions; zero without a clock
	Refused  *Refusal
	Differs  error // how the result is not that of the first strategy: a *Difference, or one of two was refused; a *Flaw; else nil

	samples []clock.Duration
}

// Add sums two measures. What differs first is kept.
func (m *Measure) Add(n *Measure) {
	m.Cost.add(n.Cost)
	m.Took += n.Took
	m.Retained = n.Retained
	m.Differs = cmp.Or(m.Differs, n.Differs)
}

// Total sums the revisions.
func (c *Contest) Total() Measure {
	m := Measure{Retained: c.Start.Retained}
	for i := range c.Revisions {
		m.Add(&c.Revisions[i])
	}
	return m
}

// Agree reports whether every strategy gave the same result at every step.
func (c *Comparison) Agree() bool {
	for i := range c.Contested {
		if total := c.Contested[i].Total(); total.Differs != nil || c.Contested[i].Start.Differs != nil {
			return false
		}
	}
	return true
}

// Difference says how a fact is supported under a strategy, and how under the one it is compared with. A fact that does
// not hold has no support.
type Difference struct {
	Strategy, Than Strategy
	Fact           belief.Fact
	Support, Other Support
}

// Error says what differs.
func (d *Difference) Error() string {
	switch {
	case d.Support == Support{}:
		return fmt.Sprintf("%s holds under %s, and not under %s", d.Fact, d.Than, d.Strategy)
	case d.Other == Support{}:
		return fmt.Sprintf("%s holds under %s, and not under %s", d.Fact, d.Strategy, d.Than)
	default:
		return fmt.Sprintf("%s has support %d under %s, and %d under %s", d.Fact, d.Support.Total(), d.Strategy, d.Other.Total(), d.Than)
	}
}

// Compare makes the requests under every strategy, each on an engine of its own over a copy of the base, and compares
// after every request all facts, supports and violations. What differs is no error but part of the comparison. The error
// is that of New, or a *Refusal when the context ended. The cost is that of all the engines together.
func Compare(ctx context.Context, program *rules.Program, base *belief.Base, requests []Request, o CompareOptions) (*Comparison, error) {
	c := &Comparison{Requests: requests}
	for n := range max(o.Repeat, 1) {
		r := &race{CompareOptions: o, comparison: c, again: n > 0}
		if err := r.start(ctx, program, base); err != nil {
			return nil, err
		}
		for i, request := range requests {
			if err := r.revise(ctx, i, request); err != nil {
				return nil, err
			}
		}
		if i := slices.Index(o.Strategies, JTMS); o.Network && i >= 0 {
			c.Network, _ = r.engines[i].Network() // it covers everything
		}
	}
	return c, nil
}

// race is one round of a comparison.
type race struct {
	CompareOptions
	comparison *Comparison
	again      bool      // a round before has filled the comparison
	engines    []*Engine // by contest; nil where not covered
}

// timed returns how long f took, 0 without a clock.
func timed(now func() clock.Duration, f func()) clock.Duration {
	if now == nil {
		f()
		return 0
	}
	began := now()
	f()
	return now() - began
}

func (r *race) start(ctx context.Context, program *rules.Program, base *belief.Base) error {
	for i, strategy := range r.Strategies {
		if !r.again {
			r.comparison.Contested = append(r.comparison.Contested, Contest{Strategy: strategy})
		}
		c := &r.comparison.Contested[i]
		own := copyOf(base)
		var e *Engine
		var err error
		took := timed(r.Clock, func() { e, err = New(ctx, program, own, append(r.Options, WithStrategy(strategy))...) })
		if err != nil && !errors.As(err, &c.NotCovered) {
			return err
		}
		r.engines = append(r.engines, e)
		if e != nil {
			c.Counted = e.countedBags()
			r.keep(&c.Start, Measure{Took: took, Retained: e.Retained(), Differs: cmp.Or(r.differs(i), r.flaw(ctx, e))})
		}
	}
	return nil
}

func (r *race) revise(ctx context.Context, n int, request Request) error {
	for i, e := range r.engines {
		if e == nil {
			continue
		}
		c := &r.comparison.Contested[i]
		if len(c.Revisions) == n {
			c.Revisions = append(c.Revisions, Measure{})
		}
		var o *Outcome
		var err error
		var m Measure
		m.Took = timed(r.Clock, func() { o, err = e.Revise(ctx, request) })
		if errors.As(err, &c.NotCovered) {
			r.engines[i], c.Revisions = nil, c.Revisions[:n]
			continue
		}
		if err != nil && (!errors.As(err, &m.Refused) || m.Refused.Kind == RefusedCancelled) {
			return err
		}
		if o != nil {
			for _, s := range o.Strata {
				m.Cost.add(s.Cost)
			}
		}
		m.Retained = e.Retained()
		m.Differs = cmp.Or(r.refusedAlone(i, n, m.Refused), r.differs(i), r.flaw(ctx, e))
		r.keep(&c.Revisions[n], m)
	}
	return nil
}

// flaw checks a state, where that is asked for.
func (r *race) flaw(ctx context.Context, e *Engine) error {
	var flaw *Flaw
	if !r.Check {
		return nil
	}
	if _, err := e.Check(ctx); errors.As(err, &flaw) {
		return flaw
	}
	return nil // what else ends a check ends the comparison soon
}

// keep keeps the median time and the first difference of all rounds.
func (r *race) keep(old *Measure, m Measure) {
	m.samples = append(old.samples, m.Took)
	if r.again {
		m.Took = median(m.samples)
		m.Differs = cmp.Or(old.Differs, m.Differs)
	}
	*old = m
}

func median(times []clock.Duration) clock.Duration {
	return slices.Sorted(slices.Values(times))[(len(times)-1)/2]
}

// first returns the contest that the others are compared with.
func (r *race) first() int {
	for i, e := range r.engines {
		if e != nil {
			return i
		}
	}
	return -1
}

// refusedAlone says that the contest or the first one refused request n, and the other did not.
func (r *race) refusedAlone(i, n int, refused *Refusal) error {
	first := &r.comparison.Contested[r.first()]
	if first.Strategy == r.Strategies[i] {
		return nil
	}
	if there := first.Revisions[n].Refused; (there != nil) != (refused != nil) {
		by, not := r.Strategies[i], first.Strategy
		if refused == nil {
			by, not = not, by
		}
		return fmt.Errorf("refused under %s, and not under %s: %w", by, not, cmp.Or(refused, there))
	}
	return nil
}

// differs returns how the state of an engine is not that of the first one.
func (r *race) differs(i int) error {
	first, e := r.engines[r.first()], r.engines[i]
	if e == first {
		return nil
	}
	differs := func(f belief.Fact, here, there Support) error {
		return &Difference{Strategy: r.Strategies[i], Than: r.Strategies[r.first()], Fact: f, Support: here, Other: there}
	}
	for _, relation := range first.Program().Relations {
		for f, there := range first.Facts(relation.Name) {
			if here, _ := e.Support(f); here != there {
				return differs(f, here, there)
			}
		}
		for f, here := range e.Facts(relation.Name) {
			if there, holds := first.Support(f); !holds {
				return differs(f, here, there)
			}
		}
	}
	here, there := e.Violations(), first.Violations()
	for k := range max(len(here), len(there)) {
		switch {
		case k == len(here) || k < len(there) && there[k].Fact.Compare(here[k].Fact) < 0:
			return differs(there[k].Fact, Support{}, Support{Count: 1})
		case k == len(there) || here[k].Fact.Compare(there[k].Fact) < 0:
			return differs(here[k].Fact, Support{Count: 1}, Support{})
		}
	}
	return nil
}

// copyOf returns a base with the same beliefs.
func copyOf(base *belief.Base) *belief.Base {
	own := belief.NewBase()
	for b := range base.All() {
		for _, a := range b.Attributions {
			own.Add(b.Fact, a)
		}
	}
	return own
}
