package store

import (
	"sync"
	"sync/atomic"
)

// While a relation is filled, some tuples are known to be new: they differ from each other, and there is none yet. Their rows
// are written one behind the other and looked up nowhere. The primary is laid for all of them together when a tuple is
// first looked up, and never if none is.

// supportedOnce is the cell of a row with one support.
const supportedOnce = word(1) << stateBits

// SupportNew adds rows with the tuples, which lie one behind the other, each with one support. There must be no row with one
// of them, and no two must be equal; the relation must be no bag.
func (r *Relation) SupportNew(tuples []ID) {
	r.addNew(tuples, supportedOnce)
	r.supports += uint64(len(tuples) / r.Arity)
}

// AddBase adds rows with the tuples as SupportNew does, as base beliefs without a support, which hold now if hold says so.
func (r *Relation) AddBase(tuples []ID, hold bool) {
	cell := word(Base)
	if hold {
		cell |= word(New)
		r.live += len(tuples) / r.Arity
	}
	r.addNew(tuples, cell)
}

func (r *Relation) addNew(tuples []ID, cell word) {
	if len(tuples) == 0 {
		return
	}
	d := r.derive(tuples)
	d.write(tuples, cell)
	r.list(d.lane)
	r.unlaid = 1
}

// write writes new rows with the tuples.
func (d *derivation) write(tuples []ID, cell word) {
	r := d.relation
	d.observe(tuples, r.Arity, r.primary.column)
	for ; len(tuples) > 0; tuples = tuples[r.Arity:] {
		words, at := r.record(d.lane.give(r))
		copy(words[at:at+r.Arity], tuples)
		words[at+r.Arity] = cell
	}
}

// SharesOfNew returns shares that may add new rows side by side, each its own, until Join. The relation must be empty.
func (r *Relation) SharesOfNew() *[Shards]Share {
	shares := r.Shares(false)
	r.unlaid = 1
	return shares
}

// SupportNew is that of the relation. There must be room for the tuples.
func (s *Share) SupportNew(tuples []ID) {
	s.write(tuples, supportedOnce)
	s.supports += uint64(len(tuples) / s.relation.Arity)
}

// laying is held while a primary is laid that was put off.
var laying sync.Mutex

// Complete lays the primary if that was put off. Several may look up tuples at once: the first lays it for all.
func (r *Relation) Complete() {
	if atomic.LoadUint32(&r.unlaid) != 0 {
		r.layLate()
	}
}

func (r *Relation) layLate() {
	laying.Lock()
	defer laying.Unlock()
	if r.unlaid == 0 {
		return
	}
	p := &r.primary
	p.grouped, p.neighbours = false, 0
	grouped := r.rows >= groupFrom && r.findGrouping()
	shards := len(p.shards)
	if r.rows >= groupFrom && r.loading && Parallel() {
		shards = Shards
	}
	r.lay(grouped, shards)
	atomic.StoreUint32(&r.unlaid, 0)
}

// laidBytes is about what the primary takes for a row.
const laidBytes = 6

// primaryBytes returns the memory that the primary holds, or will hold once it is laid.
func (r *Relation) primaryBytes() int {
	if atomic.LoadUint32(&r.unlaid) != 0 {
		laying.Lock()
		defer laying.Unlock()
		if r.unlaid != 0 {
			return laidBytes * r.rows
		}
	}
	return r.primary.bytes()
}
