package revise

import (
	"context"
	"fmt"

	"github.com/beliefbase/revise/belief"
	"github.com/beliefbase/revise/revise/internal/plan"
)

// Disagreement says that the materialization is not what recomputation gives. It is never to be ignored.
type Disagreement struct {
	Fact       belief.Fact
	Kept       Support // as maintained; zero if it does not hold
	Recomputed Support
	Holds      bool // as maintained
	Follows    bool // as recomputed
	More       int  // further facts that differ
}

// Error says what differs.
func (d *Disagreement) Error() string {
	what := fmt.Sprintf("%s has support %d, and recomputation gives %d", d.Fact, d.Kept.Total(), d.Recomputed.Total())
	switch {
	case d.Holds && !d.Follows:
		what = fmt.Sprintf("%s holds, and does not follow", d.Fact)
	case !d.Holds && d.Follows:
		what = fmt.Sprintf("%s follows, and does not hold", d.Fact)
	}
	if d.More > 0 {
		what += fmt.Sprintf(" (and %d more differ)", d.More)
	}
	return "verification failed: " + what
}

// Verify checks the materialization as Check does, and then as CheckAnew does. The error is that of either. It costs a
// check and a full evaluation.
func (e *Engine) Verify(ctx context.Context) error {
	if _, err := e.Check(ctx); err != nil {
		return err
	}
	return e.CheckAnew(ctx)
}

// CheckAnew evaluates program and base from scratch beside the engine and compares everything that Kept lists, with its
// supports; then it counts by the ranks, where there are any, which supports are strict. The error is a *Disagreement or
// a *Flaw, or says why the evaluation did not end. It costs a full evaluation, and the instances of the recursive strata
// once more.
func (e *Engine) CheckAnew(ctx context.Context) error {
	e.mu.Lock() // joins compile and index on first use
	defer e.mu.Unlock()
	fresh := &Engine{base: e.base, options: options{strategy: Recompute}, methods: recomputing, program: plan.Lower(e.program.Source, e.base.Dictionary())}
	if err := fresh.loadBase(); err != nil {
		return err
	}
	if err := fresh.evaluate(fresh.turn(ctx)); err != nil {
		return fresh.refusal(err)
	}
	var first *Disagreement
	for _, r := range e.program.Relations {
		if r.User == nil && !isKept(r) {
			continue
		}
		e.compare(r, fresh.program.Relations[r.Number], func(d Disagreement) {
			switch {
			case first == nil:
				first = &d
			case d.Fact.Compare(first.Fact) < 0:
				d.More = first.More + 1
				first = &d
			default:
				first.More++
			}
		})
	}
	if first != nil {
		return first
	}
	return e.recount(ctx)
}

// compare reports every fact that differs between the relation as maintained and as recomputed.
func (e *Engine) compare(r, fresh *plan.Relation, report func(Disagreement)) {
	for row := range r.All {
		if !r.Holds(row) {
			continue
		}
		d := Disagreement{Fact: e.fact(r, row), Kept: supportNow(r, row), Holds: true}
		if other := fresh.Find(r.Tuple(row)); fresh.Holds(other) {
			d.Recomputed, d.Follows = supportNow(fresh, other), true
		}
		if d.Kept != d.Recomputed {
			report(d)
		}
	}
	for row := range fresh.All {
		if fresh.Holds(row) && !r.Holds(r.Find(fresh.Tuple(row))) {
			report(Disagreement{Fact: e.fact(fresh, row), Recomputed: supportNow(fresh, row), Follows: true})
		}
	}
}
