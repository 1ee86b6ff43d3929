package store

import (
	"math/bits"

	"github.com/beliefbase/revise/belief"
)

// primary finds the row of a tuple: in one hash table, or, once a relation is large and its rows share few values of one
// column, in a small table per value of that column, or for some neighbouring ones. Rules mostly derive many facts of one group after another, and the
// table of the group is then in the cache (algorithms.md, 9.1). Where many tuples come at once it is cut into shards,
// which are filled side by side.
type primary struct {
	seed    uint64
	grouped bool
	column  int // that the groups share
	asked   int // rows when hasGrown was last asked

	neighbours uint8   // a group has all values that differ in so many of the lowest bits only
	shards     []shard // one, or Shards
}

// shard is a part of a primary: of the tuples by their hash, or of the groups by that of their key.
type shard struct {
	slots  []uint32 // of the one table; zero is free
	rows   uint32   // in the one table
	class  uint8    // of the one table
	grown  bool     // it has grown since regroup looked
	keys   []uint32 // group+1 by the hash of its key, zero is free
	groups []group
	tables arena // of the groups
}

// group is the table of one value of the shared column, or of neighbouring ones: a block of the arena.
type group struct {
	key   ID
	start uint32
	rows  uint32
	class uint8 // of the block
}

// crowded reports whether the table of the class has so many rows that searches become long. It always has a free slot.
func crowded(rows uint32, class uint8) bool { return 5*uint64(rows) > 4*uint64(blockSize(class)) }

// home returns where in a table of the size the search for a hash begins. It leaves out the bits that slots hold.
func home(hash uint32, size int) uint32 { return uint32(uint64(hash<<hashBits) * uint64(size) >> 32) }

const (
	groupFrom  = 1 << 12 // a smaller relation has one table
	groupRows  = 8       // rows to a value from which on groups pay
	firstClass = 2       // of the tables of groups
	tableClass = 4
	multiplier = 0x9e3779b97f4a7c15

	// A slot holds row+1 and, above it, four bits of the tuple's hash: most rows of other tuples are told apart without
	// looking at them.
	hashBits = 4
	rowBits  = 32 - hashBits
	rowMask  = 1<<rowBits - 1

	// MaxRows is how many rows a relation can have.
	MaxRows = rowMask - 1

	// Shards is how many a primary is cut into. It does not depend on the machine, so that rows do not either.
	Shards    = 1 << shardBits
	shardBits = 3
)

func newPrimary() primary {
	return primary{seed: belief.NewSeed(), shards: []shard{newShard(false, tableClass)}}
}

func newShard(grouped bool, class uint8) shard {
	if grouped {
		return shard{keys: make([]uint32, 1<<6)}
	}
	return shard{slots: make([]uint32, blockSize(class)), class: class}
}

// hashTuple mixes a tuple; the upper half is as good as the lower.
func (p *primary) hashTuple(tuple []ID) uint32 {
	switch len(tuple) {
	case 1:
		return fold(uint64(tuple[0]) ^ p.seed)
	case 2:
		return p.hashPair(tuple[0], tuple[1])
	default:
		return uint32(belief.HashRow(p.seed, tuple))
	}
}

func (p *primary) hashPair(a, b ID) uint32 { return fold(uint64(a)<<32 ^ uint64(b) ^ p.seed) }

func fold(x uint64) uint32 {
	hi, lo := bits.Mul64(x, multiplier)
	return uint32((hi ^ lo) >> 7)
}

// shardOf returns the number of the shard that the tuple belongs in. It has no seed: the order of rows depends on it.
func (p *primary) shardOf(tuple []ID) uint32 {
	switch {
	case len(p.shards) == 1:
		return 0
	case p.grouped:
		return shardOfGroup(p.keyOf(tuple))
	}
	mixed := uint64(0)
	for _, id := range tuple {
		mixed = mixed*multiplier ^ uint64(id)
	}
	return fold(mixed) >> (32 - shardBits)
}

// shardOfGroup is shardOf where there are groups.
func shardOfGroup(key ID) uint32 { return fold(uint64(key)) >> (32 - shardBits) }

// keyOf returns the key of the tuple's group.
func (p *primary) keyOf(tuple []ID) ID { return tuple[p.column] >> p.neighbours }

// Find returns the row with the tuple, or NoRow. The row may be invisible.
func (r *Relation) Find(tuple []ID) Row { return r.FindAt(r.Spot(tuple), tuple) }

// Spot is where a tuple is, if it is there: the shard, the group in it, if there are groups, and the tuple's hash. It is
// good until a row is added.
type Spot struct{ hash, shard, group uint32 }

// noGroup is the group of tuples that have none.
const noGroup = 1<<32 - 1

// Spot returns the tuple's spot.
func (r *Relation) Spot(tuple []ID) Spot {
	r.Complete()
	return r.spot(tuple)
}

func (r *Relation) spot(tuple []ID) Spot {
	p := &r.primary
	at := Spot{hash: p.hashTuple(tuple), shard: p.shardOf(tuple)}
	if p.grouped {
		at.group = uint32(p.shards[at.shard].group(p.keyOf(tuple), p.seed))
	}
	return at
}

// FindAt is Find for a tuple at its spot.
func (r *Relation) FindAt(at Spot, tuple []ID) Row {
	if at.group == noGroup {
		return NoRow
	}
	row, _ := r.probe(r.primary.table(&at), at.hash, tuple)
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
			if words, at := r.record(row); words[at] == a && words[at+1] == b {
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

func equal(a, b []ID) bool {
	for c := range b {
		if a[c] != b[c] {
			return false
		}
	}
	return true
}
