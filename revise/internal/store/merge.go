package store

import "slices"

// Heads are tuples of one relation, by the shard that they belong in.
type Heads [Shards][]ID

// Add puts tuples, which lie one behind the other, to the others. The relation must be cut.
func (h *Heads) Add(r *Relation, tuples []ID) {
	p := &r.primary
	arity := r.Arity
	for len(tuples) > 0 {
		shard, n := p.shardOf(tuples[:arity]), arity
		if p.grouped {
			for key := p.keyOf(tuples); n < len(tuples) && p.keyOf(tuples[n:]) == key; {
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

// Cut cuts the relation's primary into shards, for Merge and for Shares.
func (r *Relation) Cut() {
	r.Complete()
	if len(r.primary.shards) == 1 {
		r.lay(r.primary.grouped || r.worthGrouping(), Shards)
	}
}

// Merge counts one more support of each tuple, as FindOrAdd and Support do one by one, shard by shard side by side. Rows
// that do not hold and are not Queued are queued, if there are queues. Which row a tuple gets depends on the tuples and
// their order alone. The relation must be cut, and no bag. The cost is that of the tuples.
func (r *Relation) Merge(heads []*Heads, queues *[Shards][]Row) {
	shares := r.Shares(queues != nil)
	defer r.Join(queues)
	for s := range shares {
		n := 0
		for _, h := range heads {
			n += len(h[s]) / r.Arity
		}
		r.reserveIn(&shares[s].own, n)
	}
	InParallel(Shards, func(s int) {
		for _, h := range heads {
			shares[s].Support(h[s])
		}
	})
}

// Share counts supports of the tuples of one shard.
type Share struct {
	derivation
	own      lane
	supports uint64
}

// Shares returns the shares of the shards, which may count side by side until Join, and queue rows that do not hold if queue
// says so. The relation must be cut, and no bag.
func (r *Relation) Shares(queue bool) *[Shards]Share {
	if r.shares == nil {
		r.shares = &[Shards]Share{}
	}
	for i := range r.shares {
		s := &r.shares[i]
		s.relation, s.lane = r, &s.own
		s.prepare(queue)
	}
	return r.shares
}

// MakeRoom makes room in each share for so many new rows, and more that fit the same blocks, until Join.
func (r *Relation) MakeRoom(rows int) {
	for i := range r.shares {
		r.reserveIn(&r.shares[i].own, rows)
	}
}

// Room returns how many new rows the share has room for.
func (s *Share) Room() int { return s.own.room() }

// Support counts one more support of each of the tuples, which are of the share's shard, as SupportAll does. There must be
// room for them.
func (s *Share) Support(tuples []ID) {
	s.supports += uint64(len(tuples) / s.relation.Arity)
	s.all(tuples)
}

// takeBack takes from the shares the room that they have not used.
func (r *Relation) takeBack() {
	for i := range r.shares {
		l := &r.shares[i].own
		r.unused = append(r.unused, l.blocks...)
		l.blocks = l.blocks[:0]
	}
	slices.Sort(r.unused)
	for n := len(r.unused); n > 0 && r.unused[n-1] == len(r.blocks)-1; n-- {
		r.unused = r.unused[:n-1]
		r.blocks, r.records = r.blocks[:len(r.blocks)-1], r.records[:len(r.records)-1]
	}
}

// Join takes over what the shares have done, share by share.
func (r *Relation) Join(queues *[Shards][]Row) {
	for i := range r.shares {
		s := &r.shares[i]
		r.list(&s.own)
		s.countLarge()
		r.supports += s.supports
		r.undo = append(r.undo, s.touched...)
		if queues != nil {
			queues[i] = append(queues[i], s.queued...)
		}
		s.touched, s.queued, s.supports = s.touched[:0], s.queued[:0], 0
		if cap(s.touched) > keepUndo {
			s.touched, s.queued = nil, nil
		}
	}
	r.takeBack()
	r.regroup()
}
