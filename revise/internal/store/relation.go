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

	blocks  []*block
	records [][]word // of the blocks
	width   int      // of a record
	count   field
	strict  field
	unused  []int  // blocks that no lane has
	lane    lane   // of rows that come one by one
	spans   []Span // the rows, in the order in which they came
	rows    int

	recursive, bag bool
	countsBelow    bool // after CountBelow
	pinned         bool // rows stay where they are
	primary        primary
	derivation     *derivation // of SupportAll
	shares         *[Shards]Share
	entrance       entrance
	indexes        []*Index
	columnsSeen    []*distinct
	loading        bool   // no transaction: nothing is saved
	unlaid         uint32 // 1: the primary does not have the rows, and must be laid before a tuple is looked up
	live           int    // rows in New
	supports       uint64 // the sum of all counts

	Lost       []Row // after Settle: left with this transaction
	Gained     []Row // came with it
	Altered    []Row // of a bag: the multiplicity changed
	undo       []saved
	undoSorted bool
	undoOf     []uint32 // by row, the place in undo, where many are touched
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
	r := &Relation{Name: name, Arity: arity, bag: bag, primary: newPrimary()}
	r.layOut()
	return r
}

// KeepRanks makes the relation keep ranks and strict supports. The rows that are there get rank 0.
func (r *Relation) KeepRanks() {
	if r.recursive {
		return
	}
	was := *r
	r.recursive = true
	r.layOut()
	r.blocks, r.records = make([]*block, len(was.blocks)), make([][]word, len(was.blocks))
	for i, records := range was.records {
		if records != nil {
			r.lengthen(i, len(records)/was.width)
		}
	}
	for row := range r.All {
		r.write(row, was.Tuple(row))
		r.take(row, &was, row)
	}
}

// CountBelow makes the relation count apart, from here on, the supports by rules without a literal of its stratum. All
// that are counted so far are such.
func (r *Relation) CountBelow() {
	r.countsBelow = true
	for i, records := range r.records {
		if records != nil {
			r.lengthen(i, len(records)/r.width)
		}
	}
	for row := range r.All {
		b, i := r.at(row)
		b.below[i] = uint32(r.supportsOf(row))
	}
}

// Pin keeps every row where it is, also when most of them do not hold any more.
func (r *Relation) Pin() { r.pinned = true }

// Len returns the number of rows that hold now.
func (r *Relation) Len() int { return r.live }

// Supports returns the number of rule instances that derive the relation's facts.
func (r *Relation) Supports() uint64 { return r.supports }

// IsBag reports whether the relation keeps multiplicities.
func (r *Relation) IsBag() bool { return r.bag }

// State returns the flags of a row.
func (r *Relation) State(row Row) State { return State(*r.cell(row)) }

// StateOf is State, and none for NoRow.
func (r *Relation) StateOf(row Row) State {
	if row == NoRow {
		return 0
	}
	return r.State(row)
}

func (r *Relation) setState(row Row, s State) {
	cell := r.cell(row)
	*cell = *cell&^(1<<stateBits-1) | word(s)
}

// Mark sets flags of a row.
func (r *Relation) Mark(row Row, s State) {
	*r.cell(row) |= word(s)
}

// Clear clears flags of a row.
func (r *Relation) Clear(row Row, s State) {
	*r.cell(row) &^= word(s)
}

// FindOrAdd returns the row with the tuple, adding an invisible one if there is none.
func (r *Relation) FindOrAdd(tuple []ID) Row {
	r.Complete()
	at := r.spotFor(tuple)
	row, slot := r.probe(r.primary.table(&at), at.hash, tuple)
	if row == NoRow {
		r.reserve(1)
		row = r.lane.give(r)
		r.list(&r.lane)
		r.write(row, tuple)
		r.place(&at, slot, row)
		r.regroup()
	}
	return row
}

// Holds reports whether the row holds now.
func (r *Relation) Holds(row Row) bool { return row != NoRow && r.State(row)&New != 0 }

// Count returns the number of rule instances that derive the row; of a bag its multiplicity.
func (r *Relation) Count(row Row) uint64 {
	if r.bag {
		b, i := r.at(row)
		return uint64(b.mult[i])
	}
	return r.supportsOf(row)
}

// Strict returns the number of the row's strict supports: those whose body in the stratum has smaller ranks.
func (r *Relation) Strict(row Row) uint64 {
	return r.strictOf(row)
}

// Ranked yields every row, if ranks are kept.
func (r *Relation) Ranked(yield func(Row) bool) {
	if !r.recursive {
		return
	}
	r.All(yield)
}

// Rank returns the row's rank.
func (r *Relation) Rank(row Row) uint32 {
	return uint32(*r.rank(row))
}

// SetRank gives the row another rank.
func (r *Relation) SetRank(row Row, rank uint32) {
	*r.rank(row) = word(rank)
}

// Below returns, after CountBelow, the number of the row's supports by rules without a literal of the stratum.
func (r *Relation) Below(row Row) uint32 {
	b, i := r.at(row)
	return b.below[i]
}

// AddBelow adds to that number, 1 or -1.
func (r *Relation) AddBelow(row Row, n int32) {
	b, i := r.at(row)
	b.below[i] += uint32(n)
}

// CountBefore returns what Count was when the transaction began.
func (r *Relation) CountBefore(row Row) uint64 {
	if r.bag {
		b, i := r.at(row)
		return uint64(b.oldMult[i])
	}
	if s := r.savedOf(row); s != nil {
		return s.count
	}
	return r.supportsOf(row)
}

// RankBefore returns the rank that the row had when the transaction began.
func (r *Relation) RankBefore(row Row) uint32 {
	if s := r.savedOf(row); s != nil {
		return s.rank
	}
	return r.Rank(row)
}

// WasBase reports whether the row was a base belief when the transaction began.
func (r *Relation) WasBase(row Row) bool {
	if s := r.savedOf(row); s != nil {
		return s.state&Base != 0
	}
	return r.State(row)&Base != 0
}

// CountBytes returns the memory that the numbers of supports, strict supports and occurrences hold, and the ranks.
func (r *Relation) CountBytes() int {
	_, numbers := r.recordBytes()
	return numbers
}

// Bytes returns the memory that the relation holds, indexes included.
func (r *Relation) Bytes() int {
	n, _ := r.recordBytes()
	n += r.primaryBytes() + 32*cap(r.undo)
	for _, x := range r.indexes {
		n += x.bytes()
	}
	return n
}
