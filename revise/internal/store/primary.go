package store

import (
	"math/bits"

	"github.com/beliefbase/revise/belief"
)

// primary finds the row of a tuple: in one hash table, or, once a relation is large and its rows share few values of one
// column, in a small table per value of that column. Rules mostly derive many facts of one group after another, and the
// table of the group is then in the cache (algorithms.md, 9.1).
type primary struct {
	seed    uint64
	slots   []uint32 // slots, zero is free: the table, or the arena of the groups' tables
	grouped bool
	column  int      // that the groups share
	keys    []uint32 // group+1 by the hash of its key, zero is free
	groups  []group
	class   uint8        // of the one table
	free    [64][]uint32 // blocks of the arena by their class
	freed   int          // slots in them
	last    uint32       // the group that the last row was added to
	fetched ID           // what Fetch read, so that it is read
}

// group is the table of one value of the shared column: a block of the arena.
type group struct {
	key   ID
	start uint32
	rows  uint32
	class uint8 // of the block
}

// Tables come in sizes that grow by a half and a third in turn: 4, 6, 8, 12, 16 and so on, by class.
func tableSize(class uint8) uint32 { return (4 + 2*uint32(class&1)) << (class >> 1) }

// crowded reports whether the table of the class has so many rows that searches become long. It always has a free slot.
func crowded(rows uint32, class uint8) bool { return 5*uint64(rows) > 4*uint64(tableSize(class)) }

// home returns where in a table of the size the search for a hash begins. It leaves out the bits that slots hold.
func home(hash uint32, size int) uint32 { return uint32(uint64(hash<<hashBits) * uint64(size) >> 32) }

const (
	groupFrom  = 1 << 12 // a smaller relation has one table
	groupRows  = 8       // rows to a value from which on groups pay
	repackFrom = 4       // the arena is repacked when so large a part of it is free
	firstClass = 0
	tableClass = 2
	multiplier = 0x9e3779b97f4a7c15

	// A slot holds row+1 and, above it, four bits of the tuple's hash: most rows of other tuples are told apart without
	// looking at them.
	hashBits = 4
	rowBits  = 32 - hashBits
	rowMask  = 1<<rowBits - 1

	// MaxRows is how many rows a relation can have.
	MaxRows = rowMask - 1
)

func newPrimary() primary {
	return primary{seed: belief.NewSeed(), slots: make([]uint32, tableSize(tableClass)), class: tableClass}
}

// hashTuple mixes a tuple; the upper half is as good as the lower.
func (p *primary) hashTuple(tuple []ID) uint32 {
	switch len(tuple) {
	case 1:
		return fold(uint64(tuple[0]) ^ p.seed)
	case 2:
		return fold(uint64(tuple[0])<<32 ^ uint64(tuple[1]) ^ p.seed)
	default:
		return uint32(belief.HashRow(p.seed, tuple))
	}
}

func fold(x uint64) uint32 {
	hi, lo := bits.Mul64(x, multiplier)
	return uint32((hi ^ lo) >> 7)
}

// Find returns the row with the tuple, or NoRow. The row may be invisible.
func (r *Relation) Find(tuple []ID) Row {
	p := &r.primary
	if !p.grouped {
		row, _ := r.probe(p.slots, p.hashTuple(tuple), tuple)
		return row
	}
	g := p.group(tuple[p.column])
	if g < 0 {
		return NoRow
	}
	row, _ := r.probe(p.block(&p.groups[g]), p.hashTuple(tuple), tuple)
	return row
}

// probe returns the row with the tuple in a table, or the free slot where it belongs.
func (r *Relation) probe(slots []uint32, hash uint32, tuple []ID) (Row, uint32) {
	s := home(hash, len(slots))
	if len(tuple) == 2 {
		a, b := tuple[0], tuple[1]
		for ; slots[s] != 0; s = next(s, slots) {
			if (slots[s]^hash)>>rowBits != 0 {
				continue
			}
			row := slots[s]&rowMask - 1
			if columns := r.columns[2*int(row) : 2*int(row)+2]; columns[1] == b && columns[0] == a {
				return row, s
			}
		}
		return NoRow, s
	}
	for ; slots[s] != 0; s = next(s, slots) {
		if row := slots[s]&rowMask - 1; (slots[s]^hash)>>rowBits == 0 && equal(r.Tuple(row), tuple) {
			return row, s
		}
	}
	return NoRow, s
}

// next returns the slot behind s, the first behind the last.
func next(s uint32, slots []uint32) uint32 {
	if s++; int(s) < len(slots) {
		return s
	}
	return 0
}

// Fetch touches what looking the tuples up will read. The accesses of different tuples do not wait for each other, and
// the look-ups that follow find everything in the cache.
func (r *Relation) Fetch(tuples []ID) {
	p := &r.primary
	var sum ID
	for at := 0; at < len(tuples); at += r.Arity {
		tuple := tuples[at : at+r.Arity]
		table := p.slots
		if p.grouped {
			g := p.group(tuple[p.column])
			if g < 0 {
				continue
			}
			table = p.block(&p.groups[g])
		}
		hash := p.hashTuple(tuple)
		for s := home(hash, len(table)); table[s] != 0; s = next(s, table) {
			if (table[s]^hash)>>rowBits == 0 {
				row := table[s]&rowMask - 1
				sum += r.columns[int(row)*r.Arity] + r.count.touch(row) + ID(r.state[row])
				break
			}
		}
	}
	p.fetched = sum
}

func equal(a, b []ID) bool {
	for c := range b {
		if a[c] != b[c] {
			return false
		}
	}
	return true
}

// place enters the newest row, whose tuple is not there yet.
func (r *Relation) place(table []uint32, slot, hash uint32) {
	p := &r.primary
	table[slot] = hash&^rowMask | uint32(r.rows)
	if p.grouped {
		g := &p.groups[p.last]
		g.rows++
		if crowded(g.rows, g.class) {
			r.growGroup(g)
		}
	} else if crowded(uint32(r.rows), p.class) {
		r.rehash()
	}
}

// table returns the table that the tuple belongs in, making its group if there is none.
func (r *Relation) table(tuple []ID) []uint32 {
	p := &r.primary
	if !p.grouped {
		return p.slots
	}
	key := tuple[p.column]
	if len(p.groups) == 0 || p.groups[p.last].key != key {
		g := p.group(key)
		if g < 0 {
			g = p.addGroup(key)
		}
		p.last = uint32(g)
	}
	return p.block(&p.groups[p.last])
}

func (p *primary) block(g *group) []uint32 {
	end := g.start + tableSize(g.class)
	return p.slots[g.start:end:end]
}

// group returns the group with the key, or -1.
func (p *primary) group(key ID) int {
	mask := uint32(len(p.keys) - 1)
	for s := fold(uint64(key)^p.seed) & mask; p.keys[s] != 0; s = (s + 1) & mask {
		if g := p.keys[s] - 1; p.groups[g].key == key {
			return int(g)
		}
	}
	return -1
}

func (p *primary) addGroup(key ID) int {
	p.groups = append(p.groups, group{key: key, start: p.allocate(firstClass), class: firstClass})
	if 4*len(p.groups) > 3*len(p.keys) {
		p.keys = make([]uint32, 2*len(p.keys))
		for g := range p.groups {
			p.enterKey(uint32(g))
		}
	} else {
		p.enterKey(uint32(len(p.groups) - 1))
	}
	return len(p.groups) - 1
}

func (p *primary) enterKey(g uint32) {
	mask := uint32(len(p.keys) - 1)
	s := fold(uint64(p.groups[g].key)^p.seed) & mask
	for p.keys[s] != 0 {
		s = (s + 1) & mask
	}
	p.keys[s] = g + 1
}

// allocate returns the start of a free block of the class, all zero.
func (p *primary) allocate(class uint8) uint32 {
	if blocks := p.free[class]; len(blocks) > 0 {
		p.free[class] = blocks[:len(blocks)-1]
		p.freed -= int(tableSize(class))
		return blocks[len(blocks)-1]
	}
	start := len(p.slots)
	p.slots = append(room(p.slots, int(tableSize(class))), make([]uint32, tableSize(class))...)
	return uint32(start)
}

// repack lays the groups' tables side by side: where all of them grow together, what one leaves is too small for any other.
func (p *primary) repack() {
	tables := make([]uint32, 0, (len(p.slots)-p.freed)*9/8)
	for i := range p.groups {
		g := &p.groups[i]
		block := p.block(g)
		g.start = uint32(len(tables))
		tables = append(tables, block...)
	}
	p.slots, p.free, p.freed = tables, [64][]uint32{}, 0
}

func (r *Relation) growGroup(g *group) {
	p := &r.primary
	old := p.block(g)
	oldStart, oldClass := g.start, g.class
	g.class++
	g.start = p.allocate(g.class)
	block := p.block(g)
	for _, slot := range old {
		if slot != 0 {
			r.enter(block, slot&rowMask-1)
		}
	}
	clear(p.slots[oldStart : oldStart+tableSize(oldClass)]) // old may lie in the arena before it grew
	p.free[oldClass] = append(p.free[oldClass], oldStart)
	p.freed += int(tableSize(oldClass))
	if p.freed > groupFrom && repackFrom*p.freed > len(p.slots) {
		p.repack()
	}
}

// enter puts a row into a table that lacks it.
func (r *Relation) enter(table []uint32, row Row) {
	hash := r.primary.hashTuple(r.Tuple(row))
	s := home(hash, len(table))
	for table[s] != 0 {
		s = next(s, table)
	}
	table[s] = hash&^rowMask | (row + 1)
}

// rehash enlarges the table, or breaks it up into groups.
func (r *Relation) rehash() {
	p := &r.primary
	if r.Arity > 1 && r.rows >= groupFrom && float64(r.rows) >= groupRows*r.Distinct(p.column) {
		p.grouped, p.slots, p.keys = true, nil, make([]uint32, 1<<8)
		for row := range Row(r.rows) {
			tuple := r.Tuple(row)
			r.enter(r.table(tuple), row)
			g := &p.groups[p.last]
			g.rows++
			if crowded(g.rows, g.class) {
				r.growGroup(g)
			}
		}
		return
	}
	p.class++
	p.slots = make([]uint32, tableSize(p.class))
	for row := range Row(r.rows) {
		r.enter(p.slots, row)
	}
}

// GroupBy says which column the rows that are derived one after another share, if there will be groups.
func (r *Relation) GroupBy(column int) { r.primary.column = column }

func (p *primary) bytes() int {
	n := 4*(cap(p.slots)+cap(p.keys)) + 16*cap(p.groups)
	for _, f := range p.free {
		n += 4 * cap(f)
	}
	return n
}
