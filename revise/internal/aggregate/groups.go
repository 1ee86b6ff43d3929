// Package aggregate keeps the groups of an aggregate and their values: counts, exact sums, extremes and averages that
// can be taken back solution by solution. It relies on being told every solution that comes or goes exactly once, and
// leaves it to the caller to turn changed values into changed facts.
package aggregate

import (
	"iter"

	"github.com/beliefbase/revise/belief"
	"github.com/beliefbase/revise/revise/internal/store"
	"github.com/beliefbase/revise/rules"
)

// ID is a value's number in the dictionary.
type ID = belief.ID

const (
	// None is the value of a group without solutions, where the aggregate then has none.
	None ID = 1<<31 - 1
	// Undefined is the value of a group whose sum does not fit its type: reading it is a fault.
	Undefined ID = 1<<31 - 2
)

// Groups holds the groups of one aggregate.
type Groups struct {
	fold       rules.AggregateFunc
	typ        belief.Type // of the result
	of         belief.Type // of what is ranged over
	dictionary *belief.Dictionary

	keys    *store.Relation // row g is group g; not every number is that of a row
	groups  []group
	states  []state // of the groups; empty for CountSolutions
	touched []uint32
	log     []entry
	loading bool

	solutions int64
}

// group is the state of one group.
type group struct {
	n       int64 // solutions
	before  ID    // the value when the transaction began
	touched bool
}

// state is what a group remembers of the values it has seen.
type state interface {
	add(v ID, n int64)
	value(n int64) ID
}

type entry struct {
	group uint32
	value ID
	n     int64
}

// New returns no groups yet of the aggregate, whose keys have the given number of columns.
func New(fold rules.AggregateFunc, columns int, of, result belief.Type, d *belief.Dictionary) *Groups {
	return &Groups{fold: fold, typ: result, of: of, dictionary: d, keys: store.NewRelation("", columns, false)}
}

// Add tells that n solutions with the value came to the group (went, when n is negative). For CountSolutions the value
// is not looked at. The error is store.ErrOverflow where 64 bits do not hold the number of solutions: then none came.
func (a *Groups) Add(key []ID, value ID, n int64) error {
	g := a.find(key)
	if sum := a.groups[g].n + n; (sum > a.groups[g].n) != (n > 0) && n != 0 {
		return store.ErrOverflow
	}
	a.touch(g)
	if !a.loading {
		a.log = append(a.log, entry{g, value, n})
	}
	a.apply(g, value, n)
	return nil
}

// Counts reports whether solutions are counted and nothing else is asked of them.
func (a *Groups) Counts() bool { return a.fold == rules.CountSolutions }

// Keys returns the relation of the groups' keys. While the groups of CountSolutions are filled, solutions may be told as
// supports of it, until Counted.
func (a *Groups) Keys() *store.Relation { return a.keys }

// Counted takes over the solutions that were told as supports of Keys. Nothing else may have been told.
func (a *Groups) Counted() {
	from := a.keys
	if from.End() > 2*from.Rows() {
		a.keys = closedUp(from)
	}
	a.solutions = int64(from.Supports())
	a.groups = make([]group, a.keys.End())
	a.touched = a.keys.AllRows()
	i := 0
	for row := range from.All {
		a.groups[a.touched[i]] = group{n: int64(from.Count(row)), before: None, touched: true}
		i++
	}
}

// closedUp returns a relation with the same tuples in the same order, whose rows have no gaps between their numbers.
func closedUp(from *store.Relation) *store.Relation {
	keys := make([]ID, 0, from.Rows()*from.Arity)
	for row := range from.All {
		keys = append(keys, from.Tuple(row)...)
	}
	to := store.NewRelation("", from.Arity, false)
	to.Load()
	to.SupportNew(keys)
	return to
}

func (a *Groups) find(key []ID) uint32 {
	g := a.keys.FindOrAdd(key)
	if int(g) == len(a.groups) {
		a.append(group{before: None})
	}
	return g
}

// append adds a group without solutions.
func (a *Groups) append(g group) {
	a.groups = append(a.groups, g)
	if s := a.newState(); s != nil {
		a.states = append(a.states, s)
	}
}

// Load starts to fill the groups: until Commit nothing can be rolled back.
func (a *Groups) Load() {
	a.loading = true
	a.keys.Load()
}

// Loading reports whether the groups are being filled.
func (a *Groups) Loading() bool { return a.loading }

func (a *Groups) touch(g uint32) {
	if s := &a.groups[g]; !s.touched {
		s.touched, s.before = true, a.value(g)
		a.touched = append(a.touched, g)
	}
}

func (a *Groups) apply(g uint32, value ID, n int64) {
	a.groups[g].n += n
	a.solutions += n
	if a.states != nil {
		a.states[g].add(value, n)
	}
}

// value returns the present value of the group.
func (a *Groups) value(g uint32) ID {
	n := a.groups[g].n
	switch {
	case n == 0:
		return None
	case a.states == nil:
		return a.dictionary.ID(belief.Int(n))
	default:
		return a.states[g].value(n)
	}
}

// Change is a group whose value changed.
type Change struct {
	Key           []ID
	Before, After ID
}

// Changes yields every group whose value differs from what it was when the transaction began, where zero, which may be
// None, is the value of a group that has none.
func (a *Groups) Changes(zero ID) iter.Seq[Change] {
	return func(yield func(Change) bool) {
		for _, g := range a.touched {
			c := Change{Key: a.keys.Tuple(g), Before: orZero(a.groups[g].before, zero), After: orZero(a.value(g), zero)}
			if c.Before != c.After && !yield(c) {
				return
			}
		}
	}
}

// Solutions returns the number of solutions in all groups.
func (a *Groups) Solutions() uint64 { return uint64(max(0, a.solutions)) }

// Values returns the value of the group and what it was when the transaction began; zero, where it has or had none. Once
// Changes has been read, many may ask at once.
func (a *Groups) Values(key []ID, zero ID) (now, before ID) {
	g := a.keys.Find(key)
	if g == store.NoRow {
		return zero, zero
	}
	now = orZero(a.value(g), zero)
	if s := &a.groups[g]; s.touched {
		return now, orZero(s.before, zero)
	}
	return now, now
}

func orZero(value, zero ID) ID {
	if value == None {
		return zero
	}
	return value
}

// Group returns the number of the group with the key, which stays; store.NoRow where there never was one.
func (a *Groups) Group(key []ID) store.Row { return a.keys.Find(key) }

// Members returns the number of solutions in the group.
func (a *Groups) Members(key []ID) int64 {
	g := a.keys.Find(key)
	if g == store.NoRow {
		return 0
	}
	return a.groups[g].n
}

// Commit makes the present values the ones that the next transaction compares with.
func (a *Groups) Commit() {
	for _, g := range a.touched {
		a.groups[g].touched = false
	}
	a.touched, a.log = a.touched[:0], a.log[:0]
	if a.loading {
		a.loading = false
		a.keys.Commit()
	}
}

// Rollback takes back everything since the transaction began, last first.
func (a *Groups) Rollback() {
	for i := len(a.log) - 1; i >= 0; i-- {
		e := a.log[i]
		a.apply(e.group, e.value, -e.n)
	}
	for _, g := range a.touched {
		a.value(g) // so that Values, which may be called by many at once, only reads
	}
	a.Commit()
}

// Clear empties every group, as part of the transaction; the solutions are told anew.
func (a *Groups) Clear() *Groups {
	fresh := New(a.fold, a.keys.Arity, a.of, a.typ, a.dictionary)
	for g := range a.keys.All {
		fresh.touched = append(fresh.touched, fresh.keys.FindOrAdd(a.keys.Tuple(g)))
		fresh.append(group{before: a.value(g), touched: true})
	}
	return fresh
}

// Zero returns the value that an empty group has where its variables are bound outside the braces.
func (a *Groups) Zero() ID {
	if a.typ == belief.FloatType {
		zero, _ := belief.Float(0)
		return a.dictionary.ID(zero)
	}
	return a.dictionary.ID(belief.Int(0))
}

func (a *Groups) newState() state {
	switch a.fold {
	case rules.CountValues:
		return &distinct{dictionary: a.dictionary, times: map[ID]int64{}}
	case rules.Min:
		return &extreme{dictionary: a.dictionary, times: map[ID]int64{}, sign: 1}
	case rules.Max:
		return &extreme{dictionary: a.dictionary, times: map[ID]int64{}, sign: -1}
	case rules.Sum, rules.Avg:
		if a.of == belief.FloatType {
			return &floatSum{dictionary: a.dictionary, average: a.fold == rules.Avg}
		}
		return &intSum{dictionary: a.dictionary, average: a.fold == rules.Avg}
	default:
		return nil
	}
}
