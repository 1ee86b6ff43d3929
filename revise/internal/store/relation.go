package store

import (
	"github.com/beliefbase/revise/belief"
)

// ID is a value's number in the dictionary.
type ID = belief.ID

// Row is the number of a row in its relation. It does not change while a transaction is open.
type Row = uint32

// NoRow is no row.
const NoRow Row = 1<<32 - 1

// Relation is one relation of the materialization.
type Relation struct {
	Name  string
	Arity int

	// Per row. Ranks and strict supports are kept for relations of recursive strata only, and multiplicities for bags only.
	columns []ID
	state   []State
	count   counter
	strict  counter // instances whose body in the stratum has smaller ranks
	Rank    []uint32
	Below   []uint32 // instances of rules without a literal of the stratum, after CountBelow; else nil
	mult    []int64
	oldMult []int64
	base    []int64 // of a bag: the part of the multiplicity that is base beliefs

	recursive, bag bool
	pinned         bool // rows stay where they are
	rows           int
	primary        primary
	indexes        []*Index
	columnsSeen    []distinct
	loading        bool   // no transaction: nothing is saved
	live           int    // rows in New
	supports       uint64 // the sum of all counts

	Lost       []Row // after Settle: left with this transaction
	Gained     []Row // came with it
	Altered    []Row // of a bag: the multiplicity changed
	undo       []saved
	undoSorted bool
}

// saved is what a row was when the transaction first touched it.
type saved struct {
	row    Row
	state  State
	rank   uint32
	below  uint32
	count  uint64
	strict uint64
}

// NewRelation returns an empty relation. A bag keeps multiplicities.
func NewRelation(name string, arity int, bag bool) *Relation {
	return &Relation{Name: name, Arity: arity, bag: bag, primary: newPrimary()}
}

// KeepRanks makes the relation keep ranks and strict supports. The rows that are there get rank 0.
func (r *Relation) KeepRanks() {
	if !r.recursive {
		r.recursive = true
		r.strict, r.Rank = sized(r.rows), make([]uint32, r.rows)
	}
}

// CountBelow makes the relation count apart, from here on, the supports by rules without a literal of its stratum. All
// that are counted so far are such.
func (r *Relation) CountBelow() {
	r.Below = make([]uint32, r.rows)
	for row := range Row(r.rows) {
		r.Below[row] = uint32(r.count.get(row))
	}
}

// Pin keeps every row where it is, also when most of them do not hold any more.
func (r *Relation) Pin() { r.pinned = true }

// Rows returns the number of rows, visible or not.
func (r *Relation) Rows() int { return r.rows }

// Len returns the number of rows that hold now.
func (r *Relation) Len() int { return r.live }

// Supports returns the number of rule instances that derive the relation's facts.
func (r *Relation) Supports() uint64 { return r.supports }

// IsBag reports whether the relation keeps multiplicities.
func (r *Relation) IsBag() bool { return r.bag }

// Tuple returns the columns of a row, which the caller must not change.
func (r *Relation) Tuple(row Row) []ID {
	at := int(row) * r.Arity
	return r.columns[at : at+r.Arity : at+r.Arity]
}

// State returns the flags of a row.
func (r *Relation) State(row Row) State { return r.state[row] }

// Mark sets flags of a row.
func (r *Relation) Mark(row Row, s State) { r.state[row] |= s }

// Clear clears flags of a row.
func (r *Relation) Clear(row Row, s State) { r.state[row] &^= s }

// FindOrAdd returns the row with the tuple, adding an invisible one if there is none.
func (r *Relation) FindOrAdd(tuple []ID) Row {
	at := r.spotFor(tuple)
	row, slot := r.probe(r.primary.table(&at), at.hash, tuple)
	if row == NoRow {
		r.reserve(1)
		row = r.add(tuple)
		r.place(&at, slot, row)
		r.regroup()
	}
	return row
}

// add adds an invisible row with the tuple; there is room for it.
func (r *Relation) add(tuple []ID) Row {
	row := Row(r.rows)
	r.columns = append(r.columns, tuple...)
	r.state = append(r.state, 0)
	r.count.add()
	if r.recursive {
		r.strict.add()
		r.Rank = append(r.Rank, 0)
	}
	if r.Below != nil {
		r.Below = append(r.Below, 0)
	}
	if r.bag {
		r.mult = append(r.mult, 0)
		r.oldMult = append(r.oldMult, 0)
		r.base = append(r.base, 0)
	}
	r.rows++
	return row
}

// Holds reports whether the row holds now.
func (r *Relation) Holds(row Row) bool { return row != NoRow && r.state[row]&New != 0 }

// Count returns the number of rule instances that derive the row; of a bag its multiplicity.
func (r *Relation) Count(row Row) uint64 {
	if r.bag {
		return uint64(r.mult[row])
	}
	return r.count.get(row)
}

// Strict returns the number of the row's strict supports: those whose body in the stratum has smaller ranks.
func (r *Relation) Strict(row Row) uint64 { return r.strict.get(row) }

// CountBefore returns what Count was when the transaction began.
func (r *Relation) CountBefore(row Row) uint64 {
	if r.bag {
		return uint64(r.oldMult[row])
	}
	if s := r.savedOf(row); s != nil {
		return s.count
	}
	return r.count.get(row)
}

// RankBefore returns the rank that the row had when the transaction began.
func (r *Relation) RankBefore(row Row) uint32 {
	if s := r.savedOf(row); s != nil {
		return s.rank
	}
	return r.Rank[row]
}

// WasBase reports whether the row was a base belief when the transaction began.
func (r *Relation) WasBase(row Row) bool {
	if s := r.savedOf(row); s != nil {
		return s.state&Base != 0
	}
	return r.state[row]&Base != 0
}

// CountBytes returns the memory that the numbers of supports, strict supports and occurrences hold, and the ranks.
func (r *Relation) CountBytes() int {
	return r.count.size() + r.strict.size() + 4*(cap(r.Rank)+cap(r.Below)) + 8*(cap(r.mult)+cap(r.oldMult)+cap(r.base))
}

// Bytes returns the memory that the relation holds, indexes included.
func (r *Relation) Bytes() int {
	n := r.primary.bytes() + 4*(cap(r.columns)+cap(r.Rank)+cap(r.Below)) + cap(r.state) + r.count.size() + r.strict.size() + 8*(cap(r.mult)+cap(r.oldMult)+cap(r.base)) + 32*cap(r.undo)
	for _, x := range r.indexes {
		n += x.bytes()
	}
	return n
}
