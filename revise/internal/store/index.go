package store

import (
	"math/bits"
	"slices"

	"github.com/beliefbase/revise/belief"
)

// Index finds the rows of a relation by some of its columns. A key's rows lie together in a block of the arena whose
// size is a power of two; a key with one row keeps it in place of the block. Rows are never taken out: what does not
// hold is skipped by its state, and goes when the relation is compacted.
type Index struct {
	relation *Relation
	columns  []int
	covered  int      // rows below it are in the index
	slots    []uint32 // posting+1; zero is free
	postings []posting
	arena    []Row
	free     [32][]uint32 // blocks by the logarithm of their size
	seed     uint64
	key      []ID
}

type posting struct {
	rows [1]Row // the only row, or where the block starts
	n    uint32
}

// Index returns the index on the columns, which are ascending; it is empty until Cover.
func (r *Relation) Index(columns []int) *Index {
	for _, x := range r.indexes {
		if slices.Equal(x.columns, columns) {
			return x
		}
	}
	x := &Index{relation: r, columns: columns, slots: make([]uint32, 8), seed: belief.NewSeed(), key: make([]ID, len(columns))}
	r.indexes = append(r.indexes, x)
	return x
}

// Columns returns the columns that the index finds rows by.
func (x *Index) Columns() []int { return x.columns }

// Keys returns the number of different keys.
func (x *Index) Keys() int { return len(x.postings) }

// Cover brings every row of the relation into the index. No probe may be under way.
func (x *Index) Cover() {
	for ; x.covered < x.relation.rows; x.covered++ {
		row := Row(x.covered)
		tuple := x.relation.Tuple(row)
		for k, c := range x.columns {
			x.key[k] = tuple[c]
		}
		x.add(x.posting(x.key), row)
	}
}

// Probe returns the rows with the key, visible or not. The slice is good until the next Cover.
func (x *Index) Probe(key []ID) []Row {
	mask := uint32(len(x.slots) - 1)
	for s := uint32(belief.HashRow(x.seed, key)) & mask; x.slots[s] != 0; s = (s + 1) & mask {
		p := &x.postings[x.slots[s]-1]
		rows := x.rowsOf(p)
		if x.matches(rows[0], key) {
			return rows
		}
	}
	return nil
}

func (x *Index) rowsOf(p *posting) []Row {
	if p.n == 1 {
		return p.rows[:]
	}
	return x.arena[p.rows[0] : p.rows[0]+p.n : p.rows[0]+p.n]
}

func (x *Index) matches(row Row, key []ID) bool {
	at := int(row) * x.relation.Arity
	for k, c := range x.columns {
		if x.relation.columns[at+c] != key[k] {
			return false
		}
	}
	return true
}

// posting returns the posting of the key, making an empty one if there is none.
func (x *Index) posting(key []ID) *posting {
	mask := uint32(len(x.slots) - 1)
	s := uint32(belief.HashRow(x.seed, key)) & mask
	for ; x.slots[s] != 0; s = (s + 1) & mask {
		p := &x.postings[x.slots[s]-1]
		if x.matches(x.rowsOf(p)[0], key) {
			return p
		}
	}
	x.postings = append(x.postings, posting{})
	x.slots[s] = uint32(len(x.postings))
	if 4*len(x.postings) > 3*len(x.slots) {
		x.rehash()
	}
	return &x.postings[len(x.postings)-1]
}

func (x *Index) rehash() {
	x.slots = make([]uint32, 2*len(x.slots))
	mask := uint32(len(x.slots) - 1)
	for i := range x.postings[:len(x.postings)-1] {
		x.place(uint32(i), x.keyOf(x.rowsOf(&x.postings[i])[0]), mask)
	}
	x.place(uint32(len(x.postings)-1), x.keyOf(Row(x.covered)), mask) // the new one has no row yet
}

func (x *Index) keyOf(row Row) []ID {
	tuple := x.relation.Tuple(row)
	for k, c := range x.columns {
		x.key[k] = tuple[c]
	}
	return x.key
}

func (x *Index) place(posting uint32, key []ID, mask uint32) {
	s := uint32(belief.HashRow(x.seed, key)) & mask
	for x.slots[s] != 0 {
		s = (s + 1) & mask
	}
	x.slots[s] = posting + 1
}

// add appends the row to the posting, moving its block to one of twice the size when it is full.
func (x *Index) add(p *posting, row Row) {
	switch {
	case p.n == 0:
		p.rows[0] = row
	case p.n == 1:
		start := x.block(1)
		x.arena[start], x.arena[start+1] = p.rows[0], row
		p.rows[0] = start
	case p.n&(p.n-1) == 0:
		class := bits.Len32(p.n)
		start := x.block(class)
		copy(x.arena[start:], x.rowsOf(p))
		x.free[class-1] = append(x.free[class-1], p.rows[0])
		x.arena[start+p.n] = row
		p.rows[0] = start
	default:
		x.arena[p.rows[0]+p.n] = row
	}
	p.n++
}

// block returns a free block of 2^class rows.
func (x *Index) block(class int) uint32 {
	if blocks := x.free[class]; len(blocks) > 0 {
		x.free[class] = blocks[:len(blocks)-1]
		return blocks[len(blocks)-1]
	}
	start := len(x.arena)
	x.arena = append(x.arena, make([]Row, 1<<class)...)
	return uint32(start)
}

func (x *Index) bytes() int {
	n := 4*(cap(x.slots)+cap(x.arena)) + 8*cap(x.postings)
	for _, f := range x.free {
		n += 4 * cap(f)
	}
	return n
}

// reset empties the index; Cover fills it again.
func (x *Index) reset() {
	*x = Index{relation: x.relation, columns: x.columns, slots: make([]uint32, 8), seed: x.seed, key: x.key}
}
