package belief

import (
	"cmp"
	"iter"
	"maps"
	"slices"
)

// Attribution says who asserted a belief, how reluctantly it is given up, and where that is written.
type Attribution struct {
	Source       string // empty: none was named
	Entrenchment int    // higher is given up later
	Place        Place
}

// Belief is a base belief with every attribution it has: one for each of its sources, sorted by source and place.
// In a bag relation each attribution is one occurrence.
type Belief struct {
	Fact         Fact
	Attributions []Attribution
}

// Entrenchment is the highest that any attribution gives, 0 by default.
func (b Belief) Entrenchment() int {
	highest := 0
	for i, a := range b.Attributions {
		if i == 0 || a.Entrenchment > highest {
			highest = a.Entrenchment
		}
	}
	return highest
}

// Base is a belief base: a finite set of base beliefs, not closed under any rules, a set per relation.
// It is not safe for use by several goroutines while it changes.
type Base struct {
	dictionary *Dictionary
	tables     map[string]*Table
	revision   Revision // the one under way, or the last
}

// NewBase returns a base that holds the facts, without sources.
func NewBase(facts ...Fact) *Base {
	b := &Base{dictionary: NewDictionary(), tables: map[string]*Table{}}
	for _, f := range facts {
		b.Add(f, Attribution{})
	}
	return b
}

// Dictionary returns the numbering of the base's values.
func (b *Base) Dictionary() *Dictionary { return b.dictionary }

// Table returns the table of a relation, making it if there is none. All facts of a relation have one arity.
func (b *Base) Table(relation string, arity int) *Table {
	t := b.tables[relation]
	if t == nil {
		t = newTable(relation, arity)
		b.tables[relation] = t
	}
	return t
}

// Existing returns the table of a relation, or nil.
func (b *Base) Existing(relation string) *Table { return b.tables[relation] }

// Relations returns the names of all relations that have a table, sorted.
func (b *Base) Relations() []string { return slices.Sorted(maps.Keys(b.tables)) }

// Add puts a belief into the base, beside what is there; it is for building a base, not for revising one. A base does not
// know which of its relations are sets: Table.Distinct makes one.
func (b *Base) Add(f Fact, a Attribution) {
	t, row := b.Row(f)
	t.attribute(row, t.mark(a))
}

// Row returns the table and the row of a fact, adding a row that is not believed where there is none.
func (b *Base) Row(f Fact) (*Table, int) {
	t := b.Table(f.Relation, len(f.Values))
	row := make([]ID, len(f.Values))
	for i, v := range f.Values {
		row[i] = b.dictionary.ID(v)
	}
	return t, t.findOrAdd(row)
}

// Len returns the number of base beliefs.
func (b *Base) Len() int {
	n := 0
	for _, t := range b.tables {
		n += t.Len()
	}
	return n
}

// Holds reports whether f is a base belief.
func (b *Base) Holds(f Fact) bool {
	t, row, ok := b.row(f)
	return ok && t.find(row) >= 0
}

// Find returns the base belief f with its attributions.
func (b *Base) Find(f Fact) (Belief, bool) {
	t, row, ok := b.row(f)
	if !ok {
		return Belief{}, false
	}
	i := t.find(row)
	if i < 0 {
		return Belief{}, false
	}
	return Belief{Fact: f, Attributions: t.Attributions(i)}, true
}

func (b *Base) row(f Fact) (*Table, []ID, bool) {
	t := b.tables[f.Relation]
	if t == nil || t.arity != len(f.Values) {
		return nil, nil, false
	}
	row := make([]ID, len(f.Values))
	for i, v := range f.Values {
		id, ok := b.dictionary.Lookup(v)
		if !ok {
			return nil, nil, false
		}
		row[i] = id
	}
	return t, row, true
}

// Fact returns row i of the table as a fact.
func (b *Base) Fact(t *Table, i int) Fact {
	f := Fact{Relation: t.relation, Values: make([]Value, t.arity)}
	for c, id := range t.Row(i) {
		f.Values[c] = b.dictionary.Value(id)
	}
	return f
}

// All yields every base belief, sorted by fact.
func (b *Base) All() iter.Seq[Belief] {
	return func(yield func(Belief) bool) {
		for _, name := range b.Relations() {
			t := b.tables[name]
			for _, i := range b.SortedRows(t) {
				if !yield(Belief{Fact: b.Fact(t, i), Attributions: t.Attributions(i)}) {
					return
				}
			}
		}
	}
}

// SortedRows returns the believed rows of a table, sorted by fact.
func (b *Base) SortedRows(t *Table) []int {
	rows := make([]int, 0, t.Len())
	for i := range t.Rows() {
		if t.Believed(i) {
			rows = append(rows, i)
		}
	}
	slices.SortFunc(rows, func(i, j int) int { return b.dictionary.CompareRows(t.Row(i), t.Row(j)) })
	return rows
}

func compareAttributions(a, b Attribution) int {
	return cmp.Or(cmp.Compare(a.Source, b.Source), a.Place.Compare(b.Place), cmp.Compare(a.Entrenchment, b.Entrenchment))
}

// Bytes returns the memory that the base holds.
func (b *Base) Bytes() int {
	n := b.dictionary.Bytes()
	for _, t := range b.tables {
		n += t.Bytes()
	}
	return n
}
