package revise

import (
	"context"
	"fmt"
	"sync"

	"github.com/beliefbase/revise/belief"
	"github.com/beliefbase/revise/revise/internal/maintain"
	"github.com/beliefbase/revise/revise/internal/plan"
	"github.com/beliefbase/revise/revise/internal/store"
	"github.com/beliefbase/revise/rules"
)

// Engine holds a belief base with everything that follows from it, and keeps both in step. One goroutine at a time
// revises; any number may read, and each sees the state after some whole revision.
type Engine struct {
	mu      sync.RWMutex
	base    *belief.Base
	program *plan.Program
	options options
	clock   uint32 // of ranks
	number  int    // of the last revision
	history map[string]*past
	methods

	working     *maintain.Turn
	checkMemory func() error // nil where memory is not limited
	applying    transaction  // of Apply
	unreported  Outcome      // of Apply
	ids         []belief.ID  // of a fact that is looked for
	values      []belief.Value

	renumbered bool // ranks have changed beside what the last revision touched
}

// choice is how a stratum is kept in step.
type choice struct {
	strategy  Strategy
	because   string
	algorithm maintain.Algorithm // nil for an aggregate
}

// New derives everything that follows from the base under the program. It takes the base over: the caller must not use
// it any more. In a relation that is a set, a belief keeps each of its sources once. The error is a *Refusal (a fault, a
// limit, a cancelled context) or a *NotCoveredError. The cost is that of one evaluation.
func New(ctx context.Context, program *rules.Program, base *belief.Base, opts ...Option) (*Engine, error) {
	for _, r := range program.Relations {
		if table := base.Existing(r.Name); table != nil && !r.Bag {
			table.Distinct()
		}
	}
	e, err := prepare(program, base, opts)
	if err != nil {
		return nil, err
	}
	if err := e.evaluate(e.turn(ctx)); err != nil {
		return nil, e.failure(err)
	}
	return e, nil
}

// prepare makes an engine that holds the base beliefs, and nothing that follows from them yet.
func prepare(program *rules.Program, base *belief.Base, opts []Option) (*Engine, error) {
	e := &Engine{base: base, options: defaults(), history: map[string]*past{}}
	for _, o := range opts {
		o(&e.options)
	}
	e.program = plan.Lower(program, base.Dictionary())
	if err := e.choose(); err != nil {
		return nil, err
	}
	return e, e.loadBase()
}

// loadBase fills the relations with the base beliefs.
func (e *Engine) loadBase() error {
	for _, r := range e.program.Relations {
		r.Load()
		if r.Aggregate != nil {
			r.Aggregate.Groups.Load()
		}
	}
	for _, name := range e.base.Relations() {
		table := e.base.Existing(name)
		r := e.program.Named(name)
		if r == nil {
			return &Refusal{Kind: RefusedRelation, Message: fmt.Sprintf("the base has beliefs of %s, a relation that the program does not know", name)}
		}
		if r.Arity != table.Arity() {
			return &Refusal{Kind: RefusedRelation, Message: fmt.Sprintf("the base has beliefs of %s with %d columns, the program has it with %d", name, table.Arity(), r.Arity)}
		}
		if table.Len() >= store.MaxRows {
			return e.refusal(maintain.ErrRows)
		}
		if err := e.loadTable(r, table); err != nil {
			return e.refusal(err)
		}
	}
	return nil
}

// loadedTogether is how many base beliefs of a relation are entered together.
const loadedTogether = 512

// loadTable fills a relation with its base beliefs.
func (e *Engine) loadTable(r *plan.Relation, table *belief.Table) error {
	if r.IsBag() || r.Arity == 0 {
		for i := range table.Rows() {
			if table.Believed(i) {
				if err := e.setBase(r, table, i); err != nil {
					return err
				}
			}
		}
		return nil
	}
	tuples := make([]belief.ID, 0, loadedTogether*r.Arity)
	for i := range table.Rows() {
		if table.Believed(i) {
			tuples = append(tuples, table.Row(i)...)
		}
		if len(tuples) == cap(tuples) || i == table.Rows()-1 {
			r.AddBase(tuples, r.Stratum == nil)
			tuples = tuples[:0]
		}
	}
	return nil
}

// setBase brings the base flag of a row, or its base multiplicity, in step with the belief base. A relation without
// rules then holds what is believed.
func (e *Engine) setBase(r *plan.Relation, table *belief.Table, i int) error {
	row := r.FindOrAdd(table.Row(i))
	believed := table.Believed(i)
	if r.IsBag() {
		if err := r.SetBaseMultiplicity(row, int64(table.Occurrences(i))); err != nil {
			return err
		}
	} else {
		r.SetBase(row, believed)
	}
	if r.Stratum != nil {
		return nil
	}
	if believed {
		r.Hold(row)
	} else {
		r.Drop(row)
	}
	return nil
}

// evaluate derives everything from the base beliefs, into empty relations.
func (e *Engine) evaluate(t *maintain.Turn) error {
	if e.prepare(t); t.Err != nil {
		return t.Err
	}
	for i, s := range e.program.Strata {
		e.progress("deriving", s, i)
		if s.Aggregate != nil {
			t.Refold(s)
		} else {
			e.scratch(t, s)
		}
		if t.Err != nil {
			return t.Err
		}
	}
	if e.overLimit() {
		return maintain.ErrFacts
	}
	e.commit(t)
	return nil
}

// overLimit reports whether more is concluded than the limit allows.
func (e *Engine) overLimit() bool {
	limit := e.options.limits.Conclusions
	return limit > 0 && e.conclusions() > limit
}

// turn starts a transaction. There is one at a time, and what it works with is kept for the next.
func (e *Engine) turn(ctx context.Context) *maintain.Turn {
	t := e.working
	if t == nil {
		t = &maintain.Turn{Run: plan.NewRun(ctx, e.program)}
		e.working = t
		if limit := e.options.limits.Memory; limit > 0 {
			e.checkMemory = func() error {
				if e.bytes() > limit {
					return errMemory
				}
				return nil
			}
		}
	}
	t.Reset(ctx, e.program)
	t.Program, t.Clock, t.Cost = e.program, e.clock, maintain.Cost{}
	t.Room = maintain.Room{Facts: -1, Check: e.checkMemory}
	if limit := e.options.limits.Conclusions; limit > 0 {
		t.Room.Facts = limit // what is added holds in the end; what may hold in all is asked when everything is derived
	}
	t.Unlimit()
	return t
}

func (e *Engine) commit(t *maintain.Turn) {
	for _, r := range e.program.Relations {
		r.Commit()
		if r.Aggregate != nil {
			r.Aggregate.Groups.Commit()
		}
	}
	if e.keeper != nil {
		e.keeper.Commit()
	}
	e.clock = t.Clock
	if e.clock >= renumberFrom {
		e.renumber()
	}
}

func (e *Engine) rollback() {
	for _, r := range e.program.Relations {
		r.Forget()
		r.Rollback()
		if r.Aggregate != nil {
			r.Aggregate.Groups.Rollback()
		}
	}
	if e.keeper != nil {
		e.keeper.Rollback()
	}
}

// bytes returns the memory that the belief base and the materialization hold.
func (e *Engine) bytes() int64 {
	n := e.base.Bytes()
	for _, r := range e.program.Relations {
		n += r.Bytes()
	}
	if e.keeper != nil {
		n += e.keeper.Bytes()
	}
	return int64(n)
}

// conclusions returns the number of facts of relations with rules.
func (e *Engine) conclusions() int {
	n := 0
	for _, r := range e.program.Relations {
		if r.User != nil && r.Stratum != nil {
			n += r.Len()
		}
	}
	return n
}
