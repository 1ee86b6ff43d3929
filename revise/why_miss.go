package revise

import (
	"cmp"
	"context"
	"slices"

	"github.com/beliefbase/revise/belief"
	"github.com/beliefbase/revise/revise/internal/aggregate"
	"github.com/beliefbase/revise/revise/internal/plan"
	"github.com/beliefbase/revise/revise/internal/store"
	"github.com/beliefbase/revise/rules"
)

// misses looks for the nearest miss of one rule: values for its variables under which the fewest of its literals do not
// hold (algorithms.md, 5.3). One miss is allowed, then two, and so on, until there is a solution; with one more miss
// allowed a literal is passed over by every partial solution, whether or not some fact would fit it.
type misses struct {
	*Engine
	ctx    context.Context
	rule   *plan.Rule
	body   []rules.Literal
	order  []int           // the body in the order of evaluation
	atoms  []*plan.Literal // by literal: of an atom or an aggregate, else nil
	alias  []int           // by register: the one that stands for it, where the atom says that they are equal
	values []plan.ID       // by register
	known  []bool
	states []LiteralState
	missed int
	most   int // misses that are allowed
	enough int // solutions that are wanted
	work   int // rows that may still be looked at
	found  []miss
}

// miss is a solution of all literals but some.
type miss struct {
	values []plan.ID
	known  []bool
	states []LiteralState
}

// LiteralState is what is true of a literal of a rule for some values of its variables.
type LiteralState uint8

// A literal is open where it cannot be looked at: something that would give a variable its value is missing.
const (
	LiteralHolds LiteralState = iota
	LiteralFails
	LiteralOpen
)

// waiting is the state of a literal that was not looked at yet.
const waiting LiteralState = 255

const (
	// missWork bounds the rows that are looked at for one rule: some tenths of a second.
	missWork = 1 << 18
	// missesCompared is how many misses that are equally near are compared, to show the first of them.
	missesCompared = 1000
)

// missesOf prepares the search for a rule; it is nil where the head does not fit the atom.
func (e *Engine) missesOf(ctx context.Context, rule *plan.Rule, q *rules.Query) *misses {
	m := &misses{Engine: e, ctx: ctx, rule: rule, values: make([]plan.ID, rule.Registers), known: make([]bool, rule.Registers), work: missWork}
	m.body, _ = rule.Source()
	m.order = rule.User.Order
	m.atoms = make([]*plan.Literal, len(m.body))
	for _, lit := range rule.Literals {
		m.atoms[lit.User] = lit
	}
	m.states = slices.Repeat([]LiteralState{waiting}, len(m.body))
	m.alias = make([]int, rule.Registers)
	for r := range m.alias {
		m.alias[r] = r
	}
	if !m.unify(q) {
		return nil
	}
	return m
}

// unify gives the variables of the head what the atom says of them, and reports whether they can have it.
func (m *misses) unify(q *rules.Query) bool {
	first := make([]int, len(q.Variables)) // the column of each variable, from 1
	for c, t := range q.Terms {
		switch {
		case t.Kind != rules.VariableTerm:
		case first[t.Variable] == 0:
			first[t.Variable] = c + 1
		case !m.equate(m.rule.HeadTerms[first[t.Variable]-1], m.rule.HeadTerms[c]):
			return false
		}
	}
	for c, t := range q.Terms {
		if t.Kind == rules.ConstantTerm && !m.bind(m.rule.HeadTerms[c], m.program.Dictionary.ID(t.Value)) {
			return false
		}
	}
	return true
}

// equate makes two terms the same, and reports whether they can be.
func (m *misses) equate(a, b plan.Term) bool {
	x, known := m.value(a)
	if known {
		return m.bind(b, x)
	}
	if y, known := m.value(b); known {
		return m.bind(a, y)
	}
	from, to := m.alias[b.Register], m.alias[a.Register]
	for r, stands := range m.alias {
		if stands == from {
			m.alias[r] = to
		}
	}
	return true
}

// bind gives a term a value, and reports whether it can have it.
func (m *misses) bind(t plan.Term, id plan.ID) bool {
	if has, known := m.value(t); known {
		return has == id
	}
	r := m.alias[t.Register]
	m.values[r], m.known[r] = id, true
	return true
}

func (m *misses) value(t plan.Term) (plan.ID, bool) {
	if t.Register < 0 {
		return t.Constant, true
	}
	r := m.alias[t.Register]
	return m.values[r], m.known[r]
}

// isKnown reports whether a variable has a value.
func (m *misses) isKnown(variable int) bool { return m.known[m.alias[variable]] }

// nearest returns the nearest miss, the first of those that are equally near, and whether it is certain that none is
// nearer: where that takes too long, the one that is shown holds as much as going straight through the rule gives.
func (m *misses) nearest() (miss, bool) {
	m.enough = missesCompared
	for m.most = 1; m.most <= len(m.body) && len(m.found) == 0 && !m.spent(); m.most++ {
		m.search()
	}
	certain := !m.spent()
	if len(m.found) == 0 {
		m.most, m.enough, m.work = len(m.body), 1, missWork
		m.search()
	}
	if len(m.found) == 0 {
		return miss{m.values, m.known, slices.Repeat([]LiteralState{LiteralOpen}, len(m.body))}, false
	}
	return slices.MinFunc(m.found, m.compare), certain
}

func (m *misses) spent() bool { return m.work <= 0 || m.ctx.Err() != nil }

func (m *misses) done() bool { return m.spent() || len(m.found) >= m.enough }

// search looks at the next literal, and goes on with each way in which it can hold, and then without it.
func (m *misses) search() {
	if m.done() {
		return
	}
	m.work--
	k := m.next()
	if k < 0 {
		m.record()
		return
	}
	held := false
	m.eachWay(k, func() {
		held = true
		m.states[k] = LiteralHolds
		m.search()
		m.states[k] = waiting
	})
	if held && m.isTest(k) {
		return // it holds, and to pass it over would win nothing
	}
	if m.missed < m.most {
		m.missed++
		m.states[k] = LiteralFails
		m.search()
		m.states[k] = waiting
		m.missed--
	}
}

// next returns the literal to look at: a test that is ready, else what binds the most; -1 if nothing is ready.
func (m *misses) next() int {
	best, most := -1, -1
	for k, l := range m.body {
		if m.states[k] != waiting || !m.ready(k) {
			continue
		}
		if m.isTest(k) {
			return k
		}
		bound := 0
		if a := m.atoms[k]; a != nil {
			for _, t := range a.Terms {
				if _, known := m.value(t); known {
					bound++
				}
			}
		}
		if _, ok := l.(*rules.Comparison); ok {
			bound = 1 << 10 // a computation has one way
		}
		if bound > most {
			best, most = k, bound
		}
	}
	return best
}

// ready reports whether the literal can be looked at. The groups of an aggregate with parameters are those that what
// stands before it leads to.
func (m *misses) ready(k int) bool {
	if _, _, ok := m.computes(k); ok {
		return true
	}
	ready := true
	plan.Reads(m.body[k], func(v int) { ready = ready && m.isKnown(v) })
	if a, ok := m.body[k].(*rules.Aggregate); ok && len(a.Parameters) > 0 {
		for _, earlier := range m.order[:slices.Index(m.order, k)] {
			ready = ready && m.states[earlier] == LiteralHolds
		}
	}
	return ready
}

// computes returns the variable that an equation gives a value now, and what it makes it from: the one side is a
// variable without a value, also one that an atom would bind if there were a fact for it, and the other side is known.
func (m *misses) computes(k int) (variable int, from *rules.Expr, ok bool) {
	c, is := m.body[k].(*rules.Comparison)
	if !is || c.Op != rules.Equal {
		return 0, nil, false
	}
	for _, sides := range [][2]*rules.Expr{{&c.Left, &c.Right}, {&c.Right, &c.Left}} {
		known := true
		computed := rules.Comparison{Left: *sides[0], Right: *sides[1], Binds: 0}
		plan.Reads(&computed, func(v int) { known = known && m.isKnown(v) })
		if sides[0].Kind == rules.VariableExpr && !m.isKnown(sides[0].Variable) && known {
			return sides[0].Variable, sides[1], true
		}
	}
	return 0, nil, false
}

// isTest reports whether the literal, now that it is ready, gives no variable a value.
func (m *misses) isTest(k int) bool {
	if _, ok := m.body[k].(*rules.Comparison); ok {
		_, _, computes := m.computes(k)
		return !computes
	}
	if a := m.atoms[k]; a != nil && !a.Negated {
		return !slices.ContainsFunc(a.Terms, func(t plan.Term) bool { return t.Register >= 0 && !m.isKnown(t.Register) })
	}
	return true
}

// eachWay calls f for every way in which a literal that is ready holds, with its variables bound.
func (m *misses) eachWay(k int, f func()) {
	switch l := m.body[k].(type) {
	case *rules.Comparison:
		variable, from, computes := m.computes(k)
		if computes {
			l = &rules.Comparison{Right: *from}
		}
		switch c := plan.Compare(l, computes, m.valueOf); {
		case !c.Holds:
		case computes:
			m.with([]plan.Term{{Register: variable}}, []plan.ID{m.program.Dictionary.ID(c.Right)}, f)
		default:
			f()
		}
	case *rules.Condition:
		if holds, _ := plan.Holds(l, m.valueOf); holds {
			f()
		}
	default:
		m.eachRow(m.atoms[k], f)
	}
}

func (m *misses) valueOf(variable int) belief.Value {
	return m.program.Dictionary.Value(m.values[m.alias[variable]])
}

// with binds the terms and calls f, if they can have the values.
func (m *misses) with(terms []plan.Term, tuple []plan.ID, f func()) {
	var bound []int
	fits := true
	for c, t := range terms {
		if _, known := m.value(t); !known {
			bound = append(bound, m.alias[t.Register])
		}
		if fits = m.bind(t, tuple[c]); !fits {
			break
		}
	}
	if fits {
		f()
	}
	for _, r := range bound {
		m.known[r] = false
	}
}

// eachRow calls f for every row that a literal matches; of a negated one once, if it matches none.
func (m *misses) eachRow(lit *plan.Literal, f func()) {
	matched := false
	m.rows(lit, func(tuple []plan.ID) bool {
		if lit.Negated {
			matched = true
			return false
		}
		m.with(lit.Terms, tuple, f)
		return !m.done()
	})
	if lit.Negated && !matched {
		f()
	}
}

// rows yields the tuples that hold and agree with the literal's terms; of a group without rows its value zero.
func (m *misses) rows(lit *plan.Literal, yield func([]plan.ID) bool) {
	r := lit.Relation
	var columns []int
	var key []plan.ID
	for c, t := range lit.Terms {
		id, known := m.value(t)
		if known && (r.Aggregate == nil || c < len(lit.Terms)-1) {
			columns, key = append(columns, c), append(key, id)
		}
	}
	if len(columns) == r.Arity {
		if row := r.Find(key); r.Holds(row) {
			yield(key)
		}
		return
	}
	some := false
	visit := func(row store.Row) bool {
		m.work--
		tuple := r.Tuple(row)
		if !r.Holds(row) || r.Aggregate != nil && tuple[len(tuple)-1] == aggregate.Undefined {
			return !m.done()
		}
		some = true
		return yield(tuple)
	}
	if len(columns) == 0 {
		for row := range r.All {
			if !visit(row) {
				return
			}
		}
	} else {
		index := r.Index(columns)
		index.Cover()
		for _, row := range index.Probe(key) {
			if !visit(row) {
				return
			}
		}
	}
	if !some && lit.ZeroGroup {
		yield(append(key, r.Aggregate.Groups.Zero()))
	}
}

// record keeps the present solution if it misses no more than is allowed. What was passed over, and is true now that
// the others have their values, holds after all. Where it would hold by giving a variable a value, another solution does
// that, and misses less: this one is none.
func (m *misses) record() {
	made := miss{slices.Clone(m.values), slices.Clone(m.known), slices.Clone(m.states)}
	missed := 0
	for k := range made.states {
		if made.states[k] == LiteralHolds {
			continue
		}
		made.states[k] = LiteralOpen
		if m.ready(k) {
			if made.states[k] = LiteralFails; m.canHold(k) {
				if !m.isTest(k) {
					return
				}
				made.states[k] = LiteralHolds
				continue
			}
		}
		missed++
	}
	if missed <= m.most {
		m.found = append(m.found, made)
	}
}

// canHold reports whether there is a way in which a literal that is ready holds.
func (m *misses) canHold(k int) bool {
	can := false
	m.eachWay(k, func() { can = true })
	return can
}

// compare puts the solution first that misses less, goes further through the rule before it misses one, and has the
// smaller values.
func (m *misses) compare(a, b miss) int {
	return cmp.Or(
		cmp.Compare(a.count(LiteralFails)+a.count(LiteralOpen), b.count(LiteralFails)+b.count(LiteralOpen)),
		cmp.Compare(a.count(LiteralOpen), b.count(LiteralOpen)),
		slices.Compare(a.states, b.states),
		m.compareValues(a, b),
	)
}

func (m *misses) compareValues(a, b miss) int {
	for r := range a.values {
		switch {
		case a.known[r] && b.known[r]:
			if c := m.program.Dictionary.Compare(a.values[r], b.values[r]); c != 0 {
				return c
			}
		case a.known[r]:
			return -1
		case b.known[r]:
			return 1
		}
	}
	return 0
}

func (x *miss) count(s LiteralState) int {
	n := 0
	for _, state := range x.states {
		if state == s {
			n++
		}
	}
	return n
}
