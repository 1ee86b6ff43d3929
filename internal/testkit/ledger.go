package testkit

import (
	"maps"
	"math/big"
	"slices"

	"github.com/beliefbase/revise/belief"
	"github.com/beliefbase/revise/internal/naive"
	"github.com/beliefbase/revise/revise"
	"github.com/beliefbase/revise/rules"
)

// Ledger is a belief base kept naively: for every fact the sources it came from, in the order they came. In a set
// relation each source stands once, in a bag relation once for every occurrence.
type Ledger struct {
	entries map[string]*entry
}

type entry struct {
	fact    belief.Fact
	sources []string
}

// NewLedger returns an empty base.
func NewLedger() *Ledger { return &Ledger{entries: map[string]*entry{}} }

// Clone returns an independent copy.
func (l *Ledger) Clone() *Ledger {
	c := NewLedger()
	for key, e := range l.entries {
		c.entries[key] = &entry{fact: e.fact, sources: slices.Clone(e.sources)}
	}
	return c
}

func factKey(f belief.Fact) string { return f.Relation + "(" + naive.Key(f.Values) }

// Sources returns where the fact was believed from, sorted; none if it is no base belief.
func (l *Ledger) Sources(f belief.Fact) []string {
	e := l.entries[factKey(f)]
	if e == nil {
		return nil
	}
	return slices.Sorted(slices.Values(e.sources))
}

// Facts returns the base beliefs, sorted.
func (l *Ledger) Facts() []belief.Fact {
	var facts []belief.Fact
	for _, e := range l.entries {
		facts = append(facts, e.fact)
	}
	slices.SortFunc(facts, belief.Fact.Compare)
	return facts
}

// Assert adds a belief and reports whether that changed anything.
func (l *Ledger) Assert(f belief.Fact, source string, bag bool) bool {
	key := factKey(f)
	e := l.entries[key]
	if e == nil {
		e = &entry{fact: f}
		l.entries[key] = e
	}
	if !bag && slices.Contains(e.sources, source) {
		return false
	}
	e.sources = append(e.sources, source)
	return true
}

// extension is the rows of a relation that base beliefs alone support.
func (l *Ledger) extension(r *rules.Relation) Extension {
	rows := Extension{}
	for _, e := range l.entries {
		if e.fact.Relation != r.Name {
			continue
		}
		row := rows.row(e.fact.Values, r.Bag)
		row.Base = len(e.sources)
		if r.Bag {
			row.Weight = big.NewInt(int64(row.Base))
		} else {
			row.Base = 1
		}
	}
	return rows
}

// Withdraw does what one line of a request says and reports whether that changed anything. The last occurrence that
// came is the first that goes.
func (l *Ledger) Withdraw(w revise.Withdrawal, bag func(relation string) bool) bool {
	changed := false
	for key, e := range maps.Clone(l.entries) {
		switch {
		case w.Pattern == nil:
			before := len(e.sources)
			e.sources = slices.DeleteFunc(e.sources, func(s string) bool { return s == w.Source })
			changed = changed || len(e.sources) < before
		case !matches(w.Pattern, e.fact):
			continue
		case bag(e.fact.Relation) && Ground(w.Pattern) && !w.All:
			e.sources = e.sources[:len(e.sources)-1]
			changed = true
		default:
			e.sources = nil
			changed = true
		}
		if len(e.sources) == 0 {
			delete(l.entries, key)
		}
	}
	return changed
}

// Ground reports whether the query is a fact, not a pattern.
func Ground(q *rules.Query) bool {
	return !slices.ContainsFunc(q.Terms, func(t rules.Term) bool { return t.Kind != rules.ConstantTerm })
}

// FactOf returns the fact that a ground query is.
func FactOf(q *rules.Query) belief.Fact {
	f := belief.Fact{Relation: q.Relation}
	for _, t := range q.Terms {
		f.Values = append(f.Values, t.Value)
	}
	return f
}

func matches(q *rules.Query, f belief.Fact) bool {
	if q.Relation != f.Relation || len(q.Terms) != len(f.Values) {
		return false
	}
	s := naive.Solver{Env: make([]belief.Value, len(q.Variables))}
	_, ok := s.Match(q.Terms, f.Values)
	return ok
}

// Difference is what one revision did to a ledger, source by source, so that it can be undone.
type Difference struct {
	Added, Removed []Assertion
}

// DifferenceFrom returns what leads from l to the later ledger.
func (l *Ledger) DifferenceFrom(later *Ledger) Difference {
	return Difference{Added: surplus(later, l), Removed: surplus(l, later)}
}

// surplus is what a has and b has not.
func surplus(a, b *Ledger) []Assertion {
	var more []Assertion
	for key, e := range a.entries {
		var there []string
		if other := b.entries[key]; other != nil {
			there = slices.Clone(other.sources)
		}
		for _, s := range e.sources {
			if i := slices.Index(there, s); i >= 0 {
				there = slices.Delete(there, i, i+1)
				continue
			}
			more = append(more, Assertion{Fact: e.fact, Source: s})
		}
	}
	return more
}

// Undo takes back a difference as far as it still stands. Of bags, where what is undone twice would come twice, nothing
// is taken back if the difference is undone already.
func (l *Ledger) Undo(d Difference, undone bool, bag func(relation string) bool) {
	for _, a := range d.Added {
		e := l.entries[factKey(a.Fact)]
		if e == nil || undone && bag(a.Fact.Relation) {
			continue
		}
		if i := slices.Index(e.sources, a.Source); i >= 0 {
			e.sources = slices.Delete(e.sources, i, i+1)
		}
		if len(e.sources) == 0 {
			delete(l.entries, factKey(a.Fact))
		}
	}
	for _, a := range d.Removed {
		if !undone || !bag(a.Fact.Relation) {
			l.Assert(a.Fact, a.Source, bag(a.Fact.Relation))
		}
	}
}
