package store

import (
	"math/bits"
	"slices"

	"github.com/beliefbase/revise/belief"
)

// Index finds the rows of a relation by some of its columns. A key's rows lie together in a block; a key with
// one row keeps it in place of the block. Rows are never taken out: what does not hold is skipped by its state, and goes
// when the relation is compacted. The slots are a hash table, or, where the keys are one column whose IDs lie close to each
// other, an array.
type Index struct {
	relation *Relation
	columns  []int
	covered  cursor // rows before it are in the index
	slots    []posting
	keys     int
	dense    bool   // the slots are an array
	low      uint32 // its first key
	marks    marks  // of the keys, where they are one column
	blocks   arena
	seed     uint64
	key      []ID   // of the rows that are covered together
	read     uint32 // depends on all that was touched, so that it is read
}

// posting is a slot of the index's hash table.
type posting struct {
	tag  uint32 // of an index on one column the key itself, else bits of the key's hash
	n    uint32 // rows with the key; zero: the slot is free
	rows [1]Row // the only row, or where the block starts
}

const (
	fewestSlots = 8

	coveredTogether = 64 // rows: as for pending

	denseFrom = 2 // slots of an array for each key when it takes the place of a table, which has 8/3, at most
	denseTo   = 4 // and when a table takes its place
)

// Index returns the index on the columns, which are ascending; it is empty until Cover.
func (r *Relation) Index(columns []int) *Index {
	for _, x := range r.indexes {
		if slices.Equal(x.columns, columns) {
			return x
		}
	}
	x := &Index{relation: r, columns: columns, slots: make([]posting, fewestSlots), seed: belief.NewSeed()}
	r.indexes = append(r.indexes, x)
	return x
}

// Columns returns the columns that the index finds rows by.
func (x *Index) Columns() []int { return x.columns }

// Keys returns the number of different keys.
func (x *Index) Keys() int { return x.keys }

// Cover brings every row of the relation into the index. No probe may be under way.
func (x *Index) Cover() {
	for x.covered.rows < x.relation.rows {
		span := x.relation.after(&x.covered, coveredTogether)
		rows := int(span.To - span.From)
		x.key = x.key[:0]
		for row := span.From; row < span.To; row++ {
			tuple := x.relation.Tuple(row)
			for _, c := range x.columns {
				x.key = append(x.key, tuple[c])
			}
		}
		if rows > fewPending && len(x.slots) > smallTable {
			x.touch(x.key)
		}
		var p *posting
		for i, width := 0, len(x.columns); i < rows; i++ {
			key := x.key[i*width : (i+1)*width]
			if i == 0 || !equal(x.key[(i-1)*width:], key) {
				p = x.posting(key)
			}
			x.add(p, span.From+Row(i))
		}
		if !x.relation.loading && x.covered.rows%fewestFreed < coveredTogether {
			x.repack()
		}
	}
	if !x.relation.loading {
		x.repack()
	}
}

// FarBehind reports whether many rows are not yet in the index.
func (x *Index) FarBehind() bool { return x.relation.rows-x.covered.rows >= apart }

// touch reads the slots that looking for the keys will read: accesses for different keys do not wait for each other.
func (x *Index) touch(keys []ID) {
	for ; len(keys) > 0; keys = keys[len(x.columns):] {
		tag := x.tag(keys[:len(x.columns)])
		if !x.dense {
			x.read += x.slots[x.home(tag)].tag
		} else if at := tag - x.low; at < uint32(len(x.slots)) {
			x.read += x.slots[at].tag
		}
	}
}

// Probe returns the rows with the key, visible or not. The slice is good until the next Cover.
func (x *Index) Probe(key []ID) []Row {
	if p := x.find(x.tag(key), key); p != nil && p.n > 0 {
		return x.rowsOf(p)
	}
	return nil
}

// Has reports whether there is a row, visible or not, with the key of one column.
func (x *Index) Has(key ID) bool {
	if x.marks.bits != nil {
		return x.marks.has(uint32(key))
	}
	p := x.find(uint32(key), []ID{key})
	return p != nil && p.n > 0
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
		tag = fold(uint64(tag) ^ x.seed)
	}
	return tag & uint32(len(x.slots)-1)
}

// find returns the posting of the key, or the free slot where it belongs; nil where the array has none for it.
func (x *Index) find(tag uint32, key []ID) *posting {
	if x.dense {
		if at := tag - x.low; at < uint32(len(x.slots)) {
			return &x.slots[at]
		}
		return nil
	}
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
	return x.blocks.block(p.rows[0], p.n)
}

func (x *Index) matches(row Row, key []ID) bool {
	tuple := x.relation.Tuple(row)
	for k, c := range x.columns {
		if tuple[c] != key[k] {
			return false
		}
	}
	return true
}

// posting returns the posting of the key, an empty one if there is none yet.
func (x *Index) posting(key []ID) *posting {
	tag := x.tag(key)
	p := x.find(tag, key)
	if p != nil && p.n > 0 {
		return p
	}
	x.keys++
	if p == nil || !x.dense && 4*x.keys > 3*len(x.slots) {
		x.grow(tag)
		p = x.find(tag, key)
	}
	p.tag = tag
	if len(x.columns) == 1 && !x.marks.set(tag) && x.keys >= 2*x.marks.tried {
		x.marks.lay(x.slots, tag, x.keys)
	}
	return p
}

// grow makes room for one more key.
func (x *Index) grow(tag uint32) {
	low, high := tag, tag
	for i := range x.slots {
		if p := &x.slots[i]; p.n > 0 {
			low, high = min(low, p.tag), max(high, p.tag)
		}
	}
	slots := x.slots
	span, most := uint64(high-low)+1, denseFrom*uint64(x.keys)
	if x.dense {
		most = denseTo * uint64(x.keys)
	}
	if x.dense = len(x.columns) == 1 && span <= most; x.dense {
		spare := uint32(span / 2)
		if tag == low {
			low -= min(low, spare)
		}
		x.low, x.slots = low, make([]posting, span+uint64(spare))
	} else {
		x.slots = make([]posting, 1<<bits.Len(uint(2*x.keys)))
	}
	for i := range slots {
		if slots[i].n > 0 {
			*x.freeSlot(slots[i].tag) = slots[i]
		}
	}
}

// freeSlot returns a free slot for a tag that has none yet.
func (x *Index) freeSlot(tag uint32) *posting {
	if x.dense {
		return &x.slots[tag-x.low]
	}
	mask := uint32(len(x.slots) - 1)
	s := x.home(tag)
	for x.slots[s].n > 0 {
		s = (s + 1) & mask
	}
	return &x.slots[s]
}

// add appends the row to the posting, moving its block to one of the next size when it is full.
func (x *Index) add(p *posting, row Row) {
	switch {
	case p.n == 0:
		p.rows[0] = row
	case p.n == 1:
		start := x.blocks.take(0)
		pair := x.blocks.block(start, 2)
		pair[0], pair[1] = p.rows[0], row
		p.rows[0] = start
	case p.n == blockSize(blockClass(p.n)):
		class := blockClass(p.n)
		start := x.blocks.take(class + 1)
		longer := x.blocks.block(start, p.n+1)
		copy(longer, x.rowsOf(p))
		longer[p.n] = row
		x.blocks.release(p.rows[0], class)
		p.rows[0] = start
	default:
		x.blocks.block(p.rows[0], p.n+1)[p.n] = row
	}
	p.n++
}

// repack lays the blocks side by side, if much of the arena is free.
func (x *Index) repack() {
	if !x.blocks.muchFreed() {
		return
	}
	old := x.blocks
	x.blocks = arena{}
	for i := range x.slots {
		if p := &x.slots[i]; p.n > 1 {
			rows := old.block(p.rows[0], p.n)
			p.rows[0] = x.blocks.take(blockClass(p.n))
			copy(x.rowsOf(p), rows)
		}
	}
}

func (x *Index) bytes() int {
	return 12*cap(x.slots) + 8*cap(x.marks.bits) + x.blocks.bytes()
}

// reset empties the index; Cover fills it again.
func (x *Index) reset() {
	*x = Index{relation: x.relation, columns: x.columns, slots: make([]posting, fewestSlots), seed: x.seed, key: x.key}
}
