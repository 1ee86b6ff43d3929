package plan

import (
	"math"
	"slices"

	"github.com/beliefbase/revise/revise/internal/store"
)

// join is a rule compiled for one driver: steps that are nested loops over indexes, outermost first.
type join struct {
	steps   []step
	indexes []*store.Index // that the steps probe
	sizes   []int          // of the literals' relations when it was compiled
	grouped bool           // the relation of the outermost loop was
}

// outgrown reports whether some relation has become so much larger that another order may be better, or is grouped now.
func (j *join) outgrown(r *Rule) bool {
	if j.grouped != grouped(j.steps) {
		return true
	}
	for i, lit := range r.Literals {
		if lit.Relation.Len() > 8*j.sizes[i]+64 {
			return true
		}
	}
	return false
}

// grouped reports whether the rows of the outermost loop are of a relation with groups.
func grouped(steps []step) bool { return steps[0].relation != nil && steps[0].relation.Grouped() }

type stepKind uint8

const (
	stepDriver   stepKind = iota // the rows that the caller gives
	stepScan                     // all rows
	stepProbe                    // the rows with a key
	stepShortest                 // goes on with the alternative whose probe finds the fewest rows
	stepFind                     // the row with a tuple; for a negated literal it must be absent from the view
	stepBunch                    // the rows of the bunch under way
	stepGroup                    // the value of a group, zero if it has none
	stepDefined                  // the value of an aggregate must not be undefined
	stepGuard                    // a comparison, computation or condition
	stepAssign                   // a computation that binds its variable
	stepEmit
)

// step is one loop or test.
type step struct {
	kind     stepKind
	literal  *Literal
	relation *store.Relation
	index    *store.Index
	key      []Term  // of stepProbe by index column, of stepFind and stepGroup by column
	binds    []place // columns that give a register its value
	same     []place // columns that must equal a register
	fixed    []fixed // columns that must equal a constant (of stepDriver and stepScan)
	needs    []need  // of the rows: what finds nothing later is passed over at once
	guard    *guard
	fanOut   float64 // rows that were expected for one binding
	leaf     []int   // of a leaf: by column of the head, the column of the row that has its value, or -1; else nil
	test     bool    // a look-up that can be put off
	bunched  bool    // of the outermost loop: it goes through its rows in bunches

	valueOnly bool // of stepGroup: no fault can ask which row has the value

	alternatives [][]step // of stepShortest: each is all steps, the same up to this one, which is its probe
	at           int      // of stepShortest: its place among the steps
}

type place struct{ column, register int }

// need says that a later probe finds nothing unless the index has the value of the column.
type need struct {
	index  *store.Index
	column int
}

type fixed struct {
	column   int
	constant ID
}

// Drivers that are no literal: Full runs the whole rule, Backward runs it with the registers of its head bound.
const (
	Full     = -1
	Backward = -2
)

// join returns the rule compiled for the driver: the position of a literal, Full or Backward.
func (r *Rule) join(driver int) *join {
	j := r.joins[driver]
	if j == nil || j.outgrown(r) {
		j = r.compile(driver)
		r.joins[driver] = j
	}
	return j
}

// Indexes returns the indexes that an enumeration with the driver probes.
func (r *Rule) Indexes(driver int) []*store.Index { return r.join(driver).indexes }

// compiler orders the literals of one rule for one driver.
type compiler struct {
	rule    *Rule
	bound   []bool
	placed  []bool // literals
	guarded []bool // guards
	partial int    // the first guard that can be undefined, and with it everything behind it keeps its place
	steps   []step
}

func (r *Rule) compile(driver int) *join {
	c := &compiler{rule: r, bound: make([]bool, r.Registers), placed: make([]bool, len(r.Literals)), guarded: make([]bool, len(r.guards))}
	for c.partial < len(r.guards) && !r.guards[c.partial].partial {
		c.partial++
	}
	switch {
	case driver == Backward:
		for _, t := range r.HeadTerms {
			if t.Register >= 0 {
				c.bound[t.Register] = true
			}
		}
	case driver >= 0:
		c.drive(r.Literals[driver])
	}
	j := &join{steps: r.bunch(c.finish())}
	r.complete(j.steps)
	j.grouped = grouped(j.steps)
	j.collect(j.steps)
	for _, lit := range r.Literals {
		j.sizes = append(j.sizes, lit.Relation.Len())
	}
	return j
}

// finish orders what is not placed yet, and returns all steps.
func (c *compiler) finish() []step {
	for {
		c.placeGuards(c.partial)
		next := c.cheapest()
		if next == nil {
			break
		}
		if !c.started() {
			next = c.grouping(next)
		} else {
			next = c.bunching(next)
		}
		if rivals := c.rivals(next); len(rivals) > 1 {
			return c.branch(rivals)
		}
		c.place(next)
	}
	c.placeGuards(len(c.rule.guards))
	return append(c.steps, step{kind: stepEmit})
}

// complete notes in steps that are in their order what helps to go through them.
func (r *Rule) complete(steps []step) {
	r.ending(steps)
	lookAhead(steps)
	for i := range steps {
		for _, alternative := range steps[i].alternatives {
			r.complete(alternative)
		}
	}
}

// lookAhead lists what the rows of each step need.
func lookAhead(steps []step) {
	for i := range steps {
		probe := &steps[i]
		if probe.kind != stepProbe || len(probe.key) != 1 || probe.key[0].Register < 0 {
			continue
		}
		for k := range steps[:i] {
			s := &steps[k]
			for _, b := range s.binds {
				n := need{probe.index, b.column}
				if b.register == probe.key[0].Register && s.kind != stepGroup && !slices.Contains(s.needs, n) {
					s.needs = append(s.needs, n)
				}
			}
		}
	}
}

// branch leaves it to the run which of the rivals proposes values for the variables they share: the one that has the
// fewest for the binding at hand. The others then only test them, so that a cyclic body costs no more than its
// shortest posting (the generic join, algorithms.md, 9.3).
func (c *compiler) branch(rivals []*Literal) []step {
	s := step{kind: stepShortest, at: len(c.steps)}
	for _, lit := range rivals {
		d := c.clone()
		d.place(lit)
		s.alternatives = append(s.alternatives, d.finish())
	}
	return append(c.steps, s)
}

func (c *compiler) clone() *compiler {
	d := *c
	d.bound, d.placed, d.guarded, d.steps = slices.Clone(c.bound), slices.Clone(c.placed), slices.Clone(c.guarded), slices.Clone(c.steps)
	return &d
}

// collect lists the indexes of the steps and of their alternatives.
func (j *join) collect(steps []step) {
	for i := range steps {
		if index := steps[i].index; index != nil && !slices.Contains(j.indexes, index) {
			j.indexes = append(j.indexes, index)
		}
		for _, alternative := range steps[i].alternatives {
			j.collect(alternative)
		}
	}
}

// drive starts with the rows of the driver, which the caller gives.
func (c *compiler) drive(lit *Literal) {
	s := step{kind: stepDriver, literal: lit, relation: lit.Relation.Relation}
	for column, t := range lit.Terms {
		switch {
		case t.Register < 0:
			s.fixed = append(s.fixed, fixed{column, t.Constant})
		case c.bound[t.Register]:
			s.same = append(s.same, place{column, t.Register})
		default:
			c.bound[t.Register] = true
			s.binds = append(s.binds, place{column, t.Register})
		}
	}
	c.placed[lit.Position] = true
	c.steps = append(c.steps, s)
}

// placeGuards places, in order, every guard below the limit that is ready.
func (c *compiler) placeGuards(limit int) {
	for again := true; again; {
		again = false
		for i := range limit {
			if !c.guarded[i] && c.ready(&c.rule.guards[i]) {
				c.guarded[i], again = true, true
				c.placeGuard(&c.rule.guards[i])
			}
			if i >= c.partial && !c.guarded[i] {
				break
			}
		}
	}
}

// ready reports whether the guard can be evaluated now. An aggregate before the first partial guard is joined where it
// is cheapest; it is done when its literal is placed.
func (c *compiler) ready(g *guard) bool {
	ready := true
	g.reads(func(register int) { ready = ready && c.bound[register] })
	if g.literal != nil && !g.literal.Negated && !c.keepsPlace(g) {
		return c.placed[g.literal.Position]
	}
	return ready
}

// keepsPlace reports whether the guard is the first partial one or stands behind it.
func (c *compiler) keepsPlace(g *guard) bool {
	for i := c.partial; i < len(c.rule.guards); i++ {
		if g == &c.rule.guards[i] {
			return true
		}
	}
	return false
}

func (c *compiler) placeGuard(g *guard) {
	switch {
	case g.literal != nil:
		if !c.placed[g.literal.Position] {
			c.place(g.literal)
		}
		if g.partial {
			c.steps = append(c.steps, step{kind: stepDefined, literal: g.literal, guard: g})
		}
	case g.comparison != nil && g.comparison.Binds >= 0 && !c.bound[g.comparison.Binds]:
		c.bound[g.comparison.Binds] = true
		c.steps = append(c.steps, step{kind: stepAssign, guard: g})
	default:
		c.steps = append(c.steps, step{kind: stepGuard, guard: g})
	}
}

// cheapest returns the unplaced literal with the smallest estimated fan-out, ties by position; nil if none may be next.
func (c *compiler) cheapest() *Literal {
	var best *Literal
	least := math.Inf(1)
	for _, lit := range c.rule.Literals {
		if c.placed[lit.Position] || lit.Negated || !c.mayJoin(lit) {
			continue
		}
		if cost := c.estimate(lit); cost < least {
			best, least = lit, cost
		}
	}
	return best
}

// Facts that are derived one after another should be of one group, or many at a time find nothing in the cache that they
// need: then a start that is so much longer pays if so many facts are expected, and so does a literal that makes bunches.
const (
	longerStart = 4
	longerBunch = 4
	manyFacts   = 1 << 16
)

// grouping returns, in place of the shortest literal to start with, the shortest of those that say which group of the
// head's relation a fact is in, if that pays.
func (c *compiler) grouping(shortest *Literal) *Literal {
	head := c.rule.Head
	if head == nil || head.Arity < 2 {
		return shortest
	}
	group := c.rule.HeadTerms[head.GroupColumn()]
	if group.Register < 0 || slices.Contains(shortest.Terms, group) {
		return shortest
	}
	best, rows := shortest, longerStart*shortest.Relation.Len()+1
	for _, lit := range c.rule.Literals {
		if !lit.Negated && c.mayJoin(lit) && slices.Contains(lit.Terms, group) && lit.Relation.Len() < rows {
			best, rows = lit, lit.Relation.Len()
		}
	}
	if best == shortest || c.expected(shortest) < manyFacts {
		return shortest
	}
	return best
}

// bunching returns, in place of the literal that would be joined to the driver first, one that reads nothing of it but the
// column which its rows are grouped by, if there is one that is not much longer: they then go on in bunches.
func (c *compiler) bunching(shortest *Literal) *Literal {
	if len(c.steps) != 1 || c.steps[0].kind != stepDriver {
		return shortest
	}
	driver := c.steps[0].literal
	if !driver.Relation.Grouped() {
		return shortest
	}
	group := driver.Terms[driver.Relation.GroupColumn()]
	other := func(t Term) bool { return t.Register >= 0 && t != group && slices.Contains(driver.Terms, t) }
	bunches := func(lit *Literal) bool {
		return group.Register >= 0 && slices.Contains(lit.Terms, group) && !slices.ContainsFunc(lit.Terms, other)
	}
	if bunches(shortest) {
		return shortest
	}
	best, least := shortest, longerBunch*c.estimate(shortest)
	for _, lit := range c.rule.Literals {
		if c.placed[lit.Position] || lit.Negated || !c.mayJoin(lit) || !bunches(lit) {
			continue
		}
		if cost := c.estimate(lit); cost <= least {
			best, least = lit, cost
		}
	}
	return best
}

// expected guesses how many bindings a join has that starts with the literal and goes on with the cheapest.
func (c *compiler) expected(start *Literal) float64 {
	d := c.clone()
	d.drive(start)
	rows := float64(start.Relation.Len())
	if next := d.cheapest(); next != nil {
		rows *= d.estimate(next)
	}
	return rows
}

// worthAsking is the estimated fan-out from which looking for a shorter posting pays; mostRivals bounds the orders that
// are compiled.
const (
	worthAsking = 2
	mostRivals  = 3
)

// rivals returns the literal with those that share an unbound variable with it and are bound in another column, as it
// is: the literals of a cycle.
func (c *compiler) rivals(next *Literal) []*Literal {
	rivals := []*Literal{next}
	if c.estimate(next) < worthAsking || !c.hasKey(next) || !c.started() {
		return rivals
	}
	for _, lit := range c.rule.Literals {
		if lit != next && len(rivals) < mostRivals && !c.placed[lit.Position] && !lit.Negated && c.mayJoin(lit) &&
			c.hasKey(lit) && c.shareUnbound(lit, next) {
			rivals = append(rivals, lit)
		}
	}
	return rivals
}

// started reports whether anything has a value: before that, one estimate is for the only binding there is.
func (c *compiler) started() bool { return slices.Contains(c.bound, true) }

// hasKey reports whether the literal would be joined by a probe.
func (c *compiler) hasKey(lit *Literal) bool {
	return !lit.ZeroGroup && slices.ContainsFunc(lit.Terms, func(t Term) bool { return t.Register < 0 || c.bound[t.Register] })
}

func (c *compiler) shareUnbound(a, b *Literal) bool {
	return slices.ContainsFunc(a.Terms, func(t Term) bool {
		return t.Register >= 0 && !c.bound[t.Register] && slices.Contains(b.Terms, t)
	})
}

// mayJoin reports whether a positive literal may be joined now: an aggregate waits for its group where an empty group
// has a value, and for its turn where it stands behind a partial guard.
func (c *compiler) mayJoin(lit *Literal) bool {
	for i := range c.rule.guards {
		g := &c.rule.guards[i]
		if g.literal != lit {
			continue
		}
		ready := i < c.partial
		g.reads(func(register int) { ready = ready && c.bound[register] })
		return ready
	}
	return true
}

// unconnected is the cost of a literal that nothing binds, as long as there is one that something does: whatever their
// sizes are now, a product of two relations is the worst that can be done with growing ones.
const unconnected = 1e18

// estimate guesses how many rows match for one binding of what is bound: the rows over the distinct values of the bound
// columns. A relation of the rule's own stratum is growing; it is taken to be as large as the largest of the body.
func (c *compiler) estimate(lit *Literal) float64 {
	rows, grown := float64(lit.Relation.Len()), 1.0
	if most := c.largest(); lit.InStratum && rows < most {
		grown, rows = most/max(rows, 1), most
	}
	keys, bound := 1.0, 0
	for column, t := range lit.Terms {
		if t.Register >= 0 && !c.bound[t.Register] {
			continue
		}
		bound++
		if bound < len(lit.Terms) {
			keys *= max(1, lit.Relation.Distinct(column)) * math.Pow(grown, 1/float64(len(lit.Terms)))
		}
	}
	switch {
	case bound == len(lit.Terms):
		return 0
	case bound == 0 && c.started():
		return unconnected + rows
	default:
		return rows / min(keys, max(rows, 1))
	}
}

// largest returns the number of facts of the largest relation of the body.
func (c *compiler) largest() float64 {
	most := 0
	for _, lit := range c.rule.Literals {
		most = max(most, lit.Relation.Len())
	}
	return float64(most)
}

// place joins the literal to what is bound.
func (c *compiler) place(lit *Literal) {
	s := step{literal: lit, relation: lit.Relation.Relation, fanOut: c.estimate(lit)}
	c.placed[lit.Position] = true
	terms := lit.Terms
	if lit.ZeroGroup {
		terms = terms[:len(terms)-1]
	}
	var columns []int
	for column, t := range terms {
		if t.Register < 0 || c.bound[t.Register] {
			columns = append(columns, column)
			s.key = append(s.key, t)
		}
	}
	switch {
	case lit.ZeroGroup:
		s.kind, s.valueOnly = stepGroup, !c.rule.hasPartial()
		c.bindColumns(&s, lit, len(terms), len(lit.Terms))
	case len(columns) == len(terms):
		s.kind = stepFind
	case len(columns) == 0:
		s.kind = stepScan
		c.bindColumns(&s, lit, 0, len(terms))
	case c.picksMany(lit, s.key, s.fanOut):
		s.kind = stepScan
		for k, column := range columns {
			s.fixed = append(s.fixed, fixed{column, s.key[k].Constant})
		}
		c.bindColumns(&s, lit, 0, len(terms))
	default:
		s.kind, s.index = stepProbe, s.relation.Index(columns)
		c.bindColumns(&s, lit, 0, len(terms))
	}
	c.steps = append(c.steps, s)
}

// picksMany reports whether the literal starts the join with so large a part of its relation, picked by constants, that
// an index which nothing else may need costs more than looking at every row.
func (c *compiler) picksMany(lit *Literal, key []Term, fanOut float64) bool {
	const part = 16
	return !c.started() && part*fanOut >= float64(lit.Relation.Len()) &&
		!slices.ContainsFunc(key, func(t Term) bool { return t.Register >= 0 })
}

// bindColumns binds the registers of the columns that are not bound yet; a register that stands twice is compared.
func (c *compiler) bindColumns(s *step, lit *Literal, from, to int) {
	fresh := map[int]bool{}
	for column := from; column < to; column++ {
		register := lit.Terms[column].Register
		switch {
		case register < 0:
		case fresh[register] || lit.ZeroGroup && c.bound[register]:
			s.same = append(s.same, place{column, register})
		case !c.bound[register]:
			fresh[register] = true
			s.binds = append(s.binds, place{column, register})
		}
	}
	for register := range fresh {
		c.bound[register] = true
	}
}
