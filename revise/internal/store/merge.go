package store

// Heads are tuples of one relation, by the shard that they belong in.
type Heads [Shards][]ID

// Add puts tuples, which lie one behind the other, to the others. The relation must be cut.
func (h *Heads) Add(r *Relation, tuples []ID) {
	for at := 0; at < len(tuples); at += r.Arity {
		tuple := tuples[at : at+r.Arity]
		s := r.primary.shardOf(tuple)
		h[s] = append(h[s], tuple...)
	}
}

// Clear forgets the tuples and keeps the memory.
func (h *Heads) Clear() {
	for s := range h {
		h[s] = h[s][:0]
	}
}

// Cut prepares the relation for Merge: its primary is cut into shards.
func (r *Relation) Cut() {
	if len(r.primary.shards) == 1 {
		r.lay(r.primary.grouped || r.worthGrouping(), Shards)
	}
}

// Merge counts one more support of each tuple, as FindOrAdd and Support do one by one, shard by shard side by side. Rows
// that do not hold and are not Queued are queued, if there are queues. Which row a tuple gets depends on the tuples and
// their order alone. The relation must be cut, and no bag. The cost is that of the tuples.
func (r *Relation) Merge(heads []*Heads, queues *[Shards][]Row) {
	var merges [Shards]merge
	base, at := Row(r.rows), Row(r.rows)
	for s := range merges {
		n := 0
		for _, h := range heads {
			n += len(h[s]) / r.Arity
		}
		merges[s] = merge{relation: r, from: at, queue: queues != nil}
		at += Row(n)
		r.supports += uint64(n)
	}
	r.reserve(int(at - base)) // as if every tuple were new
	InParallel(Shards, func(s int) {
		for _, h := range heads {
			merges[s].all(h[s])
		}
	})
	to := base
	for s := range merges {
		merges[s].to = to
		to += merges[s].fresh
	}
	InParallel(Shards, func(s int) { merges[s].renumber() })
	r.rows = int(to)
	for s := range merges {
		m := &merges[s]
		r.shift(m.to, m.from, m.fresh)
		for _, row := range m.large {
			b, i := r.at(m.final(row))
			b.count.set(i, b.count.get(i)+1)
		}
		r.undo = append(r.undo, m.touched...)
		if queues != nil {
			queues[s] = append(queues[s], m.queued...)
		}
	}
	r.primary.grown = true
	r.regroup()
}

// merge is the part of one shard. New rows are numbered from the place that they would have if every tuple of the shards
// before were new, and get their final numbers when all shards are done.
type merge struct {
	relation *Relation
	queue    bool
	from, to Row // where its new rows begin, and where they will
	fresh    Row // how many
	queued   []Row
	touched  []saved
	large    []Row // whose count does not fit a place of its own; once for each support
	spots    spots
}

func (m *merge) all(tuples []ID) {
	r := m.relation
	for at := 0; at < len(tuples); at += pending * r.Arity {
		some := tuples[at:min(at+pending*r.Arity, len(tuples))]
		r.find(some, &m.spots)
		for i := range len(some) / r.Arity {
			m.support(some[i*r.Arity:(i+1)*r.Arity], &m.spots.of[i])
		}
	}
}

func (m *merge) support(tuple []ID, at *Spot) {
	r := m.relation
	row, slot := r.probe(r.primary.table(at), at.hash, tuple)
	if row == NoRow {
		row = m.from + m.fresh
		m.fresh++
		copy(r.Tuple(row), tuple)
		r.place(at, slot, row)
	}
	b, i := r.at(row)
	if !r.loading && b.state[i]&Touched == 0 {
		m.touched = append(m.touched, r.asSaved(row))
		b.state[i] |= Touched
	}
	if !b.count.increment(i) {
		m.large = append(m.large, row)
	}
	if m.queue && b.state[i]&(New|Queued) == 0 {
		b.state[i] |= Queued
		m.queued = append(m.queued, row)
	}
}

// final returns the number that a row gets.
func (m *merge) final(row Row) Row {
	if row < m.from {
		return row
	}
	return row - (m.from - m.to)
}

// renumber gives the new rows their final numbers in the table, and wherever else the part has them. A number given out
// is below all that are still looked for, so that none is taken for another.
func (m *merge) renumber() {
	if m.from == m.to {
		return
	}
	r := m.relation
	for row := m.from; row < m.from+m.fresh; row++ {
		tuple := r.Tuple(row)
		at := r.spotFor(tuple)
		table := r.primary.table(&at)
		slot := home(at.hash, len(table))
		for table[slot]&rowMask != row+1 {
			slot = next(slot, table)
		}
		table[slot] = at.hash&^rowMask | (m.final(row) + 1)
	}
	for i, row := range m.queued {
		m.queued[i] = m.final(row)
	}
	for i := range m.touched {
		m.touched[i].row = m.final(m.touched[i].row)
	}
}
