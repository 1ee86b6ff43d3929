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
	covered  int // rows below it are in the index
	slots    []posting
	keys     int
	arena    []Row
	free     [32][]uint32 // blocks by the logarithm of their size
	seed     uint64
	key      []ID
}

// posting is a slot of the index's hash table.
type posting struct {
	tag  uint32 // of an index on one column the key itself, else bits of the key's hash
	n    uint32 // rows with the key; zero: the slot is free
	rows [1]Row // the only row, or where the block starts
}

const fewestSlots = 8

// Index returns the index on the columns, which are ascending; it is empty until Cover.
func (r *Relation) Index(columns []int) *Index {
	for _, x := range r.indexes {
		if slices.Equal(x.columns, columns) {
			return x
		}
	}
	x := &Index{relation: r, columns: columns, slots: make([]posting, fewestSlots), seed: belief.NewSeed(), key: make([]ID, len(columns))}
	r.indexes = append(r.indexes, x)
	return x
}

// Columns returns the columns that the index finds rows by.
func (x *Index) Columns() []int { return x.columns }

// Keys returns the number of different keys.
func (x *Index) Keys() int { return x.keys }

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
	if p := x.find(x.tag(key), key); p.n > 0 {
		return x.rowsOf(p)
	}
	return nil
}

func (x *Index) tag(key []ID) uint32 {
	if len(key) == 1 {
		return uint32(key[0])
	}
	return uint32(belief.HashRow(x.seed, key))
}

// home returns the slot at which the search for a tag begins.
func (x *Index) home(tag uint32) uint32 {
	if len(x.columns) == 1 {
		tag = uint32(belief.HashRow(x.seed, []ID{ID(tag)}))
	}
	return tag & uint32(len(x.slots)-1)
}

// find returns the posting of the key, or the free slot where it belongs.
func (x *Index) find(tag uint32, key []ID) *posting {
	mask := uint32(len(x.slots) - 1)
	for s := x.home(tag); ; s = (s + 1) & mask {
		p := &x.slots[s]
		if p.n == 0 || p.tag == tag && (len(key) == 1 || x.matches(x.rowsOf(p)[0], key)) {
			return p
		}
	}
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

// posting returns the posting of the key, an empty one if there is none yet.
func (x *Index) posting(key []ID) *posting {
	tag := x.tag(key)
	p := x.find(tag, key)
	if p.n > 0 {
		return p
	}
	if x.keys++; 4*x.keys > 3*len(x.slots) {
		x.grow()
		p = x.find(tag, key)
	}
	p.tag = tag
	return p
}

func (x *Index) grow() {
	slots := x.slots
	x.slots = make([]posting, 2*len(slots))
	mask := uint32(len(x.slots) - 1)
	for _, p := range slots {
		if p.n == 0 {
			continue
		}
		s := x.home(p.tag)
		for x.slots[s].n > 0 {
			s = (s + 1) & mask
		}
		x.slots[s] = p
	}
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
	n := 12*cap(x.slots) + 4*cap(x.arena)
	for _, f := range x.free {
		n += 4 * cap(f)
	}
	return n
}

// reset empties the index; Cover fills it again.
func (x *Index) reset() {
	*x = Index{relation: x.relation, columns: x.columns, slots: make([]posting, fewestSlots), seed: x.seed, key: x.key}
}
