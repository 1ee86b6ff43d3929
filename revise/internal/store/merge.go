package store

// Heads are tuples of one relation, by the shard that they belong in.
type Heads [Shards][]ID

// Add puts tuples, which lie one behind the other, to the others. The relation must be cut.
func (h *Heads) Add(r *Relation, tuples []ID) {
	p := &r.primary
	arity := r.Arity
	for len(tuples) > 0 {
		shard, n := p.shardOf(tuples[:arity]), arity
		if p.grouped {
			for key := tuples[p.column]; n < len(tuples) && tuples[n+p.column] == key; {
				n += arity
			}
		}
		h[shard] = append(h[shard], tuples[:n]...)
		tuples = tuples[n:]
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
		merges[s] = merge{derivation: derivation{relation: r, next: at}, from: at}
		merges[s].prepare(queues != nil)
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
		to += merges[s].fresh()
	}
	InParallel(Shards, func(s int) { merges[s].renumber() })
	r.rows = int(to)
	for s := range merges {
		m := &merges[s]
		r.shift(m.to, m.from, m.fresh())
		m.countLarge(m.final)
		r.undo = append(r.undo, m.touched...)
		if queues != nil {
			queues[s] = append(queues[s], m.queued...)
		}
	}
	r.regroup()
}

// merge is the part of one shard. New rows are numbered from the place that they would have if every tuple of the shards
// before were new, and get their final numbers when all shards are done.
type merge struct {
	derivation
	from, to Row // where its new rows begin, and where they will
}

// fresh returns the number of new rows.
func (m *merge) fresh() Row { return m.next - m.from }

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
	for row := m.from; row < m.next; row++ {
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
