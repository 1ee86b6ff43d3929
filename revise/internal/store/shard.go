package store

import (
	"iter"
	"slices"
	"sync/atomic"
)

// spotFor returns the tuple's spot, making its group if there is none.
func (r *Relation) spotFor(tuple []ID) Spot {
	at := r.spot(tuple)
	if at.group == noGroup {
		at.group = r.groupOf(&r.primary.shards[at.shard], r.primary.keyOf(tuple))
	}
	return at
}

// groupOf returns the group with the key, making it if there is none.
func (r *Relation) groupOf(s *shard, key ID) uint32 {
	if g := s.group(key, r.primary.seed); g >= 0 {
		return uint32(g)
	}
	return uint32(s.addGroup(key, r.primary.seed))
}

// table returns the table of the spot.
func (p *primary) table(at *Spot) []uint32 {
	s := &p.shards[at.shard]
	if p.grouped {
		return s.block(&s.groups[at.group])
	}
	return s.slots
}

// place enters a row, whose tuple is not there yet, into the free slot of the spot's table.
func (r *Relation) place(at *Spot, slot uint32, row Row) {
	p := &r.primary
	p.table(at)[slot] = at.hash&^rowMask | (row + 1)
	s := &p.shards[at.shard]
	if p.grouped {
		g := &s.groups[at.group]
		if g.rows++; crowded(g.rows, g.class) {
			r.growGroup(s, g)
		}
		return
	}
	if s.rows++; crowded(s.rows, s.class) {
		r.growTable(s)
		s.grown = true
	}
}

func (s *shard) block(g *group) []uint32 {
	return s.tables.block(g.start, blockSize(g.class))
}

// group returns the group with the key, or -1.
func (s *shard) group(key ID, seed uint64) int {
	mask := uint32(len(s.keys) - 1)
	for at := fold(uint64(key)^seed) & mask; s.keys[at] != 0; at = (at + 1) & mask {
		if g := s.keys[at] - 1; s.groups[g].key == key {
			return int(g)
		}
	}
	return -1
}

func (s *shard) addGroup(key ID, seed uint64) int {
	s.groups = append(s.groups, group{key: key, start: s.tables.take(firstClass), class: firstClass})
	if 4*len(s.groups) > 3*len(s.keys) {
		s.keys = make([]uint32, 2*len(s.keys))
		for g := range s.groups {
			s.enterKey(uint32(g), seed)
		}
	} else {
		s.enterKey(uint32(len(s.groups)-1), seed)
	}
	return len(s.groups) - 1
}

func (s *shard) enterKey(g uint32, seed uint64) {
	mask := uint32(len(s.keys) - 1)
	at := fold(uint64(s.groups[g].key)^seed) & mask
	for s.keys[at] != 0 {
		at = (at + 1) & mask
	}
	s.keys[at] = g + 1
}

// repack lays the groups' tables side by side: where all of them grow together, what one leaves is too small for any other.
func (s *shard) repack() {
	old := s.tables
	s.tables = arena{}
	for i := range s.groups {
		g := &s.groups[i]
		table := old.block(g.start, blockSize(g.class))
		g.start = s.tables.take(g.class)
		copy(s.block(g), table)
	}
}

// larger returns the class that a table of the class grows to. While all is new it is twice as large: more than half of
// the rows that come are then moved once, and not twice.
func (r *Relation) larger(class uint8) uint8 {
	if r.loading {
		return class + 2
	}
	return class + 1
}

func (r *Relation) growGroup(s *shard, g *group) {
	old := s.block(g)
	oldStart, oldClass := g.start, g.class
	g.class = r.larger(g.class)
	g.start = s.tables.take(g.class)
	r.move(old, s.block(g))
	s.tables.release(oldStart, oldClass)
	if !r.loading && s.tables.muchFreed() {
		s.repack()
	}
}

func (r *Relation) growTable(s *shard) {
	old := s.slots
	s.class = r.larger(s.class)
	s.slots = make([]uint32, blockSize(s.class))
	r.move(old, s.slots)
}

// moved is how many rows are moved together: as for pending, and few of a small table.
const moved = 32

// move enters the rows of one table into a larger one. It reads the rows before it looks for their places, so that no
// branch waits for one.
func (r *Relation) move(from, to []uint32) {
	var slots, hashes [moved]uint32
	for len(from) > 0 {
		n := 0
		for len(from) > 0 && n < moved {
			slots[n] = from[0]
			if from[0] != 0 {
				n++
			}
			from = from[1:]
		}
		if r.Arity == 2 {
			for i, slot := range slots[:n] {
				words, at := r.record(slot&rowMask - 1)
				pair := words[at : at+2]
				hashes[i] = r.primary.hashPair(pair[0], pair[1])
			}
		} else {
			for i, slot := range slots[:n] {
				hashes[i] = r.primary.hashTuple(r.Tuple(slot&rowMask - 1))
			}
		}
		for i, slot := range slots[:n] {
			at := home(hashes[i], len(to))
			for to[at] != 0 {
				at = next(at, to)
			}
			to[at] = slot
		}
	}
}

// regroup lays the primary anew, with groups, if it has grown and would be better off with them: a group for each value, or
// for neighbours.
func (r *Relation) regroup() {
	if r.unlaid != 0 || r.rows < groupFrom || !r.hasGrown() || !r.findGrouping() {
		return
	}
	shards := len(r.primary.shards)
	if r.loading && Parallel() {
		shards = Shards // it would have to be cut later, when it is larger
	}
	r.lay(true, shards)
}

// findGrouping reports whether the primary would be better off with other groups than it has, and says of how many values.
func (r *Relation) findGrouping() bool {
	p := &r.primary
	switch {
	case r.worthGrouping():
		p.neighbours = 0
	case p.grouped:
		return false
	default:
		p.neighbours = r.neighbours()
		return p.neighbours > 0
	}
	return true
}

// hasGrown reports whether a table without groups has grown since it was last asked, or whether there are twice as many rows
// as then, and neighbours have groups.
func (r *Relation) hasGrown() bool {
	p := &r.primary
	if p.neighbours > 0 {
		if r.rows < 2*p.asked {
			return false
		}
		p.asked = r.rows
		return true
	}
	grown := false
	for i := range p.shards {
		grown = grown || p.shards[i].grown
		p.shards[i].grown = false
	}
	return grown
}

// worthGrouping reports whether the relation has no groups of one value each, and would be better off with them.
func (r *Relation) worthGrouping() bool {
	return !r.primary.byValue() && r.Arity > 1 && r.rows >= groupFrom && r.worthGroupingBy(r.primary.column)
}

func (r *Relation) worthGroupingBy(column int) bool {
	return float64(r.rows) >= groupRows*r.Distinct(column)
}

// lay makes the primary anew.
func (r *Relation) lay(grouped bool, shards int) {
	p := &r.primary
	class := uint8(tableClass)
	for !grouped && crowded(uint32(r.rows/shards), class) {
		class++
	}
	p.grouped, p.shards, p.asked = grouped, make([]shard, shards), r.rows
	for i := range p.shards {
		p.shards[i] = newShard(grouped, class)
	}
	if shards == 1 || r.rows < apart {
		r.layRows(r.All)
		return
	}
	rows, ends := byShard(r.AllRows(), func(row Row) uint32 { return p.shardOf(r.Tuple(row)) })
	InParallel(shards, func(s int) { r.layRows(slices.Values(partOf(rows, ends, s))) })
}

// layRows enters rows into the primary.
func (r *Relation) layRows(rows iter.Seq[Row]) {
	for row := range rows {
		tuple := r.Tuple(row)
		at := r.spotFor(tuple)
		table := r.primary.table(&at)
		slot := home(at.hash, len(table))
		for table[slot] != 0 {
			slot = next(slot, table)
		}
		r.place(&at, slot, row)
	}
}

// Group gives the relation, which must be empty, groups for the many rows that will come.
func (r *Relation) Group() {
	r.lay(true, len(r.primary.shards))
	r.unlaid = 0
}

// GroupBy says which column the rows that are derived one after another share, if there will be groups.
func (r *Relation) GroupBy(column int) { r.primary.column = column }

// GroupAnew makes the column the one that the rows of a group share, where there are groups. It reports false, and leaves all
// as it is, where there would be too many.
func (r *Relation) GroupAnew(column int) bool {
	r.Complete()
	if !r.worthGroupingBy(column) {
		return false
	}
	r.primary.column, r.primary.neighbours = column, 0
	r.lay(true, len(r.primary.shards))
	return true
}

// GroupColumn returns the column that the rows of a group share, if there are groups.
func (r *Relation) GroupColumn() int { return r.primary.column }

// Grouped reports whether there are groups, each with all rows that have one value in the column. Where rows have come in
// the order of groups it is no reason to lay a primary that was put off.
func (r *Relation) Grouped() bool {
	if seen := r.seen(); !seen.mostly() {
		r.Complete()
	}
	return atomic.LoadUint32(&r.unlaid) == 0 && r.primary.byValue()
}

// byValue reports whether there are groups of one value each.
func (p *primary) byValue() bool { return p.grouped && p.neighbours == 0 }

func (p *primary) bytes() int {
	n := 0
	for i := range p.shards {
		s := &p.shards[i]
		n += 4*(cap(s.slots)+cap(s.keys)) + 16*cap(s.groups) + s.tables.bytes()
	}
	return n
}
