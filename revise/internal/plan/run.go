package plan

import (
	"context"
	"slices"

	"github.com/beliefbase/revise/belief"
	"github.com/beliefbase/revise/revise/internal/aggregate"
	"github.com/beliefbase/revise/revise/internal/store"
	"github.com/beliefbase/revise/rules"
)

// Run enumerates rule instances. It is reused for one enumeration after another and allocates only when a rule is wider
// than every one before it. After an enumeration Err says whether it was stopped.
type Run struct {
	Rule      *Rule
	Registers []ID
	Rows      []store.Row // by position: the row that a positive literal matched
	Head      []ID        // the head of the instance
	Instances uint64      // enumerated so far, over all enumerations
	Err       error

	ctx     context.Context
	program *Program
	views   []store.View
	steps   []step
	drivers []store.Row
	part    Part        // of the outermost loop
	bunch   []store.Row // of the outermost loop, the rows under way
	gathering
	halted bool
	mixed  bool
	passes bool // over what is undefined
	key    []ID
	work   int // rows looked at since the context was asked
}

// NewRun returns a Run over the program that stops when the context ends.
func NewRun(ctx context.Context, p *Program) *Run { return &Run{ctx: ctx, program: p} }

// Reset makes the Run as good as new, over the program and the context, and keeps the memory it has.
func (x *Run) Reset(ctx context.Context, p *Program) {
	x.ctx, x.program, x.Err, x.Instances = ctx, p, nil, 0
	x.gathering.reset()
}

// Views says through which view each literal of a rule is seen: by whether it lies in a lower stratum, is negated, or
// is of the rule's own stratum, and by whether it stands before or behind the driver in the text.
type Views struct {
	Before, After               store.View // positive, lower
	AbsentBefore, AbsentAfter   store.View // negated
	StratumBefore, StratumAfter store.View // positive, of the own recursive stratum
	Mixed                       bool       // the instances may be in neither state
	Potential                   bool       // the instances need not be in any state: what is undefined is none
}

func (v *Views) of(lit *Literal, driver int) store.View {
	before := lit.Position < driver
	switch {
	case lit.Negated && before:
		return v.AbsentBefore
	case lit.Negated:
		return v.AbsentAfter
	case lit.InStratum && before:
		return v.StratumBefore
	case lit.InStratum:
		return v.StratumAfter
	case before:
		return v.Before
	default:
		return v.After
	}
}

// Drive enumerates the instances of the rule in which the driver's literal is one of the rows (for Full and Backward
// rows is nil; for Backward the caller has bound the head by Bind). It calls emit for each.
func (x *Run) Drive(r *Rule, driver int, rows []store.Row, views *Views, emit func(*Run)) {
	if driver < 0 || len(rows) > 0 {
		e := Prepare(r, driver, rows, views)
		x.Enumerate(&e, All, emit)
	}
}

// use makes room for the rule.
func (x *Run) use(r *Rule) {
	x.Rule = r
	x.Registers = resize(x.Registers, r.Registers)
	x.Rows = resize(x.Rows, len(r.Literals))
	x.Head = resize(x.Head, len(r.HeadTerms))
	x.views = resize(x.views, len(r.Literals))
}

// resize returns s with length n; what is in it is not kept.
func resize[T any](s []T, n int) []T {
	if cap(s) < n {
		return make([]T, n)
	}
	return s[:n]
}

// Bind gives the registers of the rule's head the values of the tuple. It reports false when they cannot have them.
func (x *Run) Bind(r *Rule, tuple []ID) bool {
	x.use(r)
	for c, t := range r.HeadTerms {
		if t.Register >= 0 {
			x.Registers[t.Register] = tuple[c]
		}
	}
	for c, t := range r.HeadTerms {
		if x.valueOf(t) != tuple[c] {
			return false
		}
	}
	return true
}

func (x *Run) valueOf(t Term) ID {
	if t.Register < 0 {
		return t.Constant
	}
	return x.Registers[t.Register]
}

// step runs the steps from k on for the present registers.
func (x *Run) step(k int, emit func(*Run)) {
	s := &x.steps[k]
	switch s.kind {
	case stepEmit:
		x.instance(emit)
	case stepDriver:
		x.through(s, x.outer(x.drivers, k), store.Everything, k, emit)
	case stepScan:
		x.scan(s, k, emit)
	case stepBunch:
		x.through(s, x.bunch, store.Everything, k, emit)
	case stepProbe:
		x.through(s, x.outer(s.index.Probe(x.keyOf(s)), k), x.views[s.literal.Position], k, emit)
	case stepShortest:
		x.shortest(s, k, emit)
	case stepFind:
		if s.test && x.sink != nil {
			x.gatherToTest(k)
			return
		}
		row := s.relation.Find(x.keyOf(s))
		if x.views[s.literal.Position].Shows(s.relation.StateOf(row)) {
			x.Rows[s.literal.Position] = row
			x.step(k+1, emit)
		}
	case stepGroup:
		x.group(s, k, emit)
	case stepDefined:
		x.defined(s, k, emit)
	default:
		x.builtin(s, k, emit)
	}
}

// shortest goes on with the alternative whose probe finds the fewest rows, the first of equals.
func (x *Run) shortest(s *step, k int, emit func(*Run)) {
	var best []step
	var fewest []store.Row
	for i, alternative := range s.alternatives {
		probe := &alternative[k]
		rows := probe.index.Probe(x.keyOf(probe))
		if len(rows) == 0 {
			return
		}
		if i == 0 || len(rows) < len(fewest) {
			best, fewest = alternative, rows
		}
	}
	steps := x.steps
	x.steps = best
	x.through(&best[k], fewest, x.views[best[k].literal.Position], k, emit)
	x.steps = steps
}

// scan goes through the rows of the scan at step k, some at a time.
func (x *Run) scan(s *step, k int, emit func(*Run)) {
	view := x.views[s.literal.Position]
	if k == 0 && x.drivers != nil {
		x.through(s, x.outer(x.drivers, k), view, k, emit)
		return
	}
	var rows [Gathered]store.Row
	from, to := x.scanned(s, k)
	for part := range s.relation.Between(from, to, Gathered) {
		n := 0
		for row := part.From; row < part.To; row++ {
			rows[n] = row
			n++
		}
		if !x.through(s, rows[:n], view, k, emit) {
			return
		}
	}
}

// through goes on with each of the rows that the view shows: it binds their columns and runs the steps behind k. It
// reports false to stop.
func (x *Run) through(s *step, rows []store.Row, view store.View, k int, emit func(*Run)) bool {
	if s.bunched {
		return x.bunches(s, rows, view, k, emit)
	}
	if s.leaf != nil && x.sink != nil {
		return x.gatherLeaf(s, rows, view)
	}
	for _, row := range rows {
		if x.Interrupted() {
			return false
		}
		tuple, state := s.relation.Read(row)
		if !view.Shows(state) || !s.admits(tuple) {
			continue
		}
		for _, b := range s.binds {
			x.Registers[b.register] = tuple[b.column]
		}
		if len(s.same) > 0 && !x.agrees(s, tuple) {
			continue
		}
		x.Rows[s.literal.Position] = row
		if x.step(k+1, emit); x.Err != nil || x.halted {
			return false
		}
	}
	return true
}

// admits reports whether the row's columns have values that later probes find, and the constants that the step wants.
func (s *step) admits(tuple []ID) bool { return s.needed(tuple) && s.picks(tuple) }

func (s *step) needed(tuple []ID) bool {
	for _, n := range s.needs {
		if !n.index.Has(tuple[n.column]) {
			return false
		}
	}
	return true
}

func (s *step) picks(tuple []ID) bool {
	for _, f := range s.fixed {
		if tuple[f.column] != f.constant {
			return false
		}
	}
	return true
}

// agrees reports whether columns have the values of registers that they must equal.
func (x *Run) agrees(s *step, tuple []ID) bool {
	for _, b := range s.same {
		if x.Registers[b.register] != tuple[b.column] {
			return false
		}
	}
	return true
}

// Interrupted asks the context at every 4096th row, drivers included: a round of a fixpoint may have one row only.
func (x *Run) Interrupted() bool { return x.interruptedAfter(1) }

func (x *Run) interruptedAfter(rows int) bool {
	if x.work += rows; x.work < 1<<12 {
		return false
	}
	x.work = 0
	return x.cancelled()
}

func (x *Run) cancelled() bool {
	if x.ctx.Err() != nil {
		x.Stop(context.Cause(x.ctx))
	}
	return x.Err != nil
}

func (x *Run) keyOf(s *step) []ID {
	x.key = x.key[:0]
	for _, t := range s.key {
		x.key = append(x.key, x.valueOf(t))
	}
	return x.key
}

// group goes on with the value of a group: what it was and what it is are the values of its only rows that some view shows.
// A group none of whose rows was or is there has the value zero in every view that shows what does not change.
func (x *Run) group(s *step, k int, emit func(*Run)) {
	groups := s.literal.Relation.Aggregate.Groups
	zero := groups.Zero()
	now, before := groups.Values(x.keyOf(s), zero)
	if s.valueOnly && x.sink != nil && x.views[s.literal.Position] == store.InNew {
		x.valueIs(s, now, k, emit)
		return
	}
	known := false
	for _, value := range [2]ID{before, now} {
		x.key = append(x.keyOf(s), value)
		if row := s.relation.Find(x.key); row != store.NoRow {
			known = known || store.Anything.Shows(s.relation.State(row))
			if !x.through(s, []store.Row{row}, x.views[s.literal.Position], k, emit) {
				return
			}
		}
		if now == before {
			break
		}
	}
	if !known {
		x.valueIs(s, zero, k, emit)
	}
}

// valueIs goes on with a value of a group that no row needs to have.
func (x *Run) valueIs(s *step, value ID, k int, emit func(*Run)) {
	for _, b := range s.binds {
		x.Registers[b.register] = value
	}
	for _, b := range s.same {
		if x.Registers[b.register] != value {
			return
		}
	}
	x.Rows[s.literal.Position] = store.NoRow
	x.step(k+1, emit)
}

func (x *Run) defined(s *step, k int, emit func(*Run)) {
	if x.valueOf(s.literal.Terms[len(s.literal.Terms)-1]) == aggregate.Undefined {
		x.fail(s.guard, overflow, k)
		return
	}
	x.step(k+1, emit)
}

// builtin evaluates a comparison, computation or condition.
func (x *Run) builtin(s *step, k int, emit func(*Run)) {
	g := s.guard
	if g.simple {
		if s.kind == stepAssign {
			x.Registers[g.comparison.Binds] = x.valueOf(g.right)
		} else if !x.compareSimple(g) {
			return
		}
		x.step(k+1, emit)
		return
	}
	holds, bad := x.evaluate(g, s.kind == stepAssign)
	switch {
	case bad != "":
		x.fail(g, bad, k)
	case holds:
		x.step(k+1, emit)
	}
}

func (x *Run) compareSimple(g *guard) bool {
	left, right := x.valueOf(g.left), x.valueOf(g.right)
	switch op := g.comparison.Op; {
	case left == right:
		return compareValues(op, 0)
	case op == rules.Equal || op == rules.NotEqual:
		return op == rules.NotEqual // a value has one ID
	default:
		return compareValues(op, x.program.Dictionary.Compare(left, right))
	}
}

// evaluate reports whether the guard holds, or binds its variable.
func (x *Run) evaluate(g *guard, binds bool) (bool, undefined) {
	value := func(register int) belief.Value { return x.program.Dictionary.Value(x.Registers[register]) }
	if g.condition != nil {
		v, bad := evalCall(&g.condition.Call, value)
		return v.Bool(), bad
	}
	right, bad := eval(&g.comparison.Right, value)
	if bad != "" {
		return false, bad
	}
	if binds {
		x.Registers[g.comparison.Binds] = x.program.Dictionary.ID(right)
		return true, ""
	}
	left, bad := eval(&g.comparison.Left, value)
	if bad != "" {
		return false, bad
	}
	return compareValues(g.comparison.Op, left.Compare(right)), ""
}

// instance is called with every literal true.
func (x *Run) instance(emit func(*Run)) {
	if x.sink != nil {
		x.gather()
		return
	}
	for c, t := range x.Rule.HeadTerms {
		x.Head[c] = x.valueOf(t)
	}
	x.Instances++
	emit(x)
}

// Halt ends the enumeration under way; the next one runs.
func (x *Run) Halt() { x.halted = true }

// Stop ends the enumeration under way and all later ones; Err becomes err.
func (x *Run) Stop(err error) {
	if x.Err == nil {
		x.Err = &Stopped{Rule: x.Rule, Err: err}
	}
}

// Stopped is why an enumeration was stopped, and the rule that was under way, nil if none was.
type Stopped struct {
	Rule *Rule
	Err  error
}

// Error says why.
func (s *Stopped) Error() string { return s.Err.Error() }

// Unwrap returns the cause.
func (s *Stopped) Unwrap() error { return s.Err }

// Fault is an undefined operation that was reached.
type Fault struct {
	Rule      *Rule
	Registers []ID
	Bound     []bool      // which registers had a value
	Rows      []store.Row // by position: what the positive literals before it matched, NoRow for the others
	Literal   int         // the index of the literal in the rule's source
	What      string
}

// Error says what is undefined.
func (f *Fault) Error() string { return f.What }

// fail stops at an undefined operation. Where views of both states are mixed it first makes sure that the operation is
// reached in the new state: what is in neither state is no fault, and its terms cancel.
func (x *Run) fail(g *guard, why undefined, k int) {
	if x.passes || x.mixed && !x.reached(k) {
		return
	}
	bound := make([]bool, len(x.Registers))
	for i := range x.steps[:k] {
		x.steps[i].boundBy(bound)
	}
	for r := range bound {
		bound[r] = bound[r] && x.Registers[r] != aggregate.Undefined // a sum without a value shows as its variable
	}
	x.Stop(&Fault{
		Rule: x.Rule, Registers: slices.Clone(x.Registers), Bound: bound, Rows: x.matched(k), Literal: g.user, What: string(why),
	})
}

// reached reports whether every literal before step k is true now.
func (x *Run) reached(k int) bool {
	for _, s := range x.steps[:k] {
		if s.literal == nil || s.kind == stepDefined {
			continue
		}
		row := x.Rows[s.literal.Position]
		holds := row != store.NoRow && s.relation.State(row)&store.New != 0
		if holds == s.literal.Negated && (row != store.NoRow || s.kind != stepGroup) {
			return false
		}
	}
	return true
}

// matched returns the rows that the positive literals before step k matched.
func (x *Run) matched(k int) []store.Row {
	rows := make([]store.Row, len(x.Rule.Literals))
	for i := range rows {
		rows[i] = store.NoRow
	}
	for _, s := range x.steps[:k] {
		if s.literal != nil && !s.literal.Negated {
			rows[s.literal.Position] = x.Rows[s.literal.Position]
		}
	}
	return rows
}

func (s *step) boundBy(bound []bool) {
	for _, b := range s.binds {
		bound[b.register] = true
	}
	if s.kind == stepAssign {
		bound[s.guard.comparison.Binds] = true
	}
	for _, t := range s.key {
		if t.Register >= 0 {
			bound[t.Register] = true
		}
	}
}
