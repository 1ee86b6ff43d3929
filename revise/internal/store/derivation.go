package store

// derivation finds or adds the rows of tuples, many at a time, and counts supports of them.
type derivation struct {
	relation *Relation
	finds    bool  // the rows only, for FindOrAddAll
	found    []Row // them
	next     Row   // the number that the next new row gets; there is room for it
	queue    bool  // rows that do not hold
	queued   []Row // them
	touched  []saved
	large    []Row // whose number does not fit its own place any more; once for each support
	spots    [pending]Spot
	warm     Spot // of the group that was met last
	read     ID   // depends on all that was touched, so that it is read
}

const (
	// pending is how many tuples are looked up together: enough that their memory accesses overlap, few enough that what
	// was touched for the first is still in the cache when the last has been looked up.
	pending = 256

	fewPending = 8       // for fewer it does not pay to touch first
	smallTable = 1 << 12 // slots of a table that is no trouble
	scattered  = 16      // tuples of one group on average, from which on they are not
)

// SupportAll counts one more support of each of the tuples, which lie one behind the other, as FindOrAdd and Support do one
// by one. If queue says so, rows that neither hold nor are Queued are queued at the end of queued, which it returns.
func (r *Relation) SupportAll(tuples []ID, queued []Row, queue bool) []Row {
	d := r.derive(tuples)
	r.supports += uint64(len(tuples) / r.Arity)
	d.queue, d.queued, d.touched = queue, queued, r.undo
	d.all(tuples)
	r.rows, r.undo = int(d.next), d.touched
	d.countLarge(func(row Row) Row { return row })
	queued, d.queued, d.touched = d.queued, nil, nil
	r.regroup()
	return queued
}

// FindOrAddAll finds the rows of the tuples, which lie one behind the other, adding invisible ones where there are none, and
// appends them to found, which it returns.
func (r *Relation) FindOrAddAll(tuples []ID, found []Row) []Row {
	d := r.derive(tuples)
	d.finds, d.found = true, found
	d.all(tuples)
	r.rows = int(d.next)
	found, d.finds, d.found = d.found, false, nil
	r.regroup()
	return found
}

// derive returns the relation's derivation, and makes room for the rows of the tuples.
func (r *Relation) derive(tuples []ID) *derivation {
	if r.derivation == nil {
		r.derivation = &derivation{relation: r}
	}
	r.reserve(len(tuples) / r.Arity)
	r.derivation.next = Row(r.rows)
	return r.derivation
}

func (d *derivation) all(tuples []ID) {
	r := d.relation
	arity := r.Arity
	for len(tuples) > 0 {
		some := tuples[:min(pending*arity, len(tuples))]
		tuples = tuples[len(some):]
		if arity == 2 && r.primary.grouped && d.inRuns(some) {
			d.runs(some)
			continue
		}
		d.find(some)
		for i := range len(some) / arity {
			tuple, at := some[i*arity:(i+1)*arity], &d.spots[i]
			row, slot := r.probe(r.primary.table(at), at.hash, tuple)
			if row == NoRow {
				row = d.add(tuple, at, slot)
			}
			d.count(row)
		}
	}
}

// add adds a row with the tuple.
func (d *derivation) add(tuple []ID, at *Spot, slot uint32) Row {
	row := d.next
	d.next++
	d.relation.write(row, tuple)
	d.relation.place(at, slot, row)
	return row
}

// count counts one more support of the row, and queues it.
func (d *derivation) count(row Row) {
	if d.finds {
		d.found = append(d.found, row)
		return
	}
	r := d.relation
	b, i := r.at(row)
	state := b.state[i]
	if !r.loading && state&Touched == 0 {
		d.touched = append(d.touched, r.asSaved(row))
		b.state[i] |= Touched
	}
	if !b.count.increment(i) {
		d.large = append(d.large, row)
	}
	if d.queue && state&(New|Queued) == 0 {
		b.state[i] |= Queued
		d.queued = append(d.queued, row)
	}
}

// countLarge counts what count could not; final says which number a row has got.
func (d *derivation) countLarge(final func(Row) Row) {
	for _, row := range d.large {
		b, i := d.relation.at(final(row))
		b.count.set(i, b.count.get(i)+1)
	}
	d.large = d.large[:0]
}

// inRuns reports whether the pairs of a group lie side by side, many of them, so that what they meet is in the cache.
func (d *derivation) inRuns(pairs []ID) bool {
	key := d.relation.primary.column
	runs, last := 1, pairs[key]
	for at := key; at < len(pairs); at += 2 {
		if pairs[at] != last {
			runs++
			last = pairs[at]
		}
	}
	return runs*scattered < len(pairs)/2
}

// runs is all for such pairs. It searches as probe does, with the table found once and one column compared: nearly all
// instances of a closure go through this loop.
func (d *derivation) runs(pairs []ID) {
	r := d.relation
	p := &r.primary
	key := p.column
	other := uint32(1 - key)
	for len(pairs) > 0 {
		n := 2
		for n < len(pairs) && pairs[n+key] == pairs[key] {
			n += 2
		}
		at := r.spotFor(pairs[:2])
		table := p.table(&at)
		if (at.group != d.warm.group || at.shard != d.warm.shard) && len(table) > smallTable {
			d.touchRun(pairs[:n], table)
		}
		d.warm = at
		for ; n > 0; n -= 2 {
			value := pairs[other]
			at.hash = fold(uint64(pairs[0])<<32 ^ uint64(pairs[1]) ^ p.seed)
			slot := home(at.hash, len(table))
			row := NoRow
			for ; table[slot] != 0; slot = next(slot, table) {
				if (table[slot]^at.hash)>>rowBits != 0 {
					continue
				}
				found := table[slot]&rowMask - 1
				if b, i := r.at(found); b.columns[2*i+other] == value {
					row = found
					break
				}
			}
			if row == NoRow {
				row = d.add(pairs[:2], &at, slot)
				table = p.table(&at)
			}
			d.count(row)
			pairs = pairs[2:]
		}
	}
}

// find finds where the tuples belong, making groups that are not there. Where they are scattered it touches what looking
// for their rows will read: accesses for different tuples do not wait for each other.
func (d *derivation) find(tuples []ID) {
	r := d.relation
	p := &r.primary
	arity, n := r.Arity, len(tuples)/r.Arity
	runs := n
	if p.grouped {
		runs = 0
		var last ID
		for i := range n {
			tuple, at := tuples[i*arity:(i+1)*arity], &d.spots[i]
			at.hash = p.hashTuple(tuple)
			if key := tuple[p.column]; i > 0 && key == last {
				at.shard, at.group = d.spots[i-1].shard, d.spots[i-1].group
			} else {
				at.shard = p.shardOf(tuple)
				at.group = r.groupOf(&p.shards[at.shard], key)
				last = key
				runs++
			}
		}
	} else {
		for i := range n {
			tuple := tuples[i*arity : (i+1)*arity]
			d.spots[i] = Spot{hash: p.hashTuple(tuple), shard: p.shardOf(tuple)}
		}
	}
	if n <= fewPending || runs*scattered <= n {
		return
	}
	for i := range n {
		at := &d.spots[i]
		d.read += r.touchSlots(p.table(at), at.hash)
	}
}

// touchRun touches what looking for pairs of one group will read.
func (d *derivation) touchRun(pairs []ID, table []uint32) {
	r := d.relation
	for ; len(pairs) > 0; pairs = pairs[2:] {
		d.read += r.touchSlots(table, r.primary.hashTuple(pairs[:2]))
	}
}

// touchSlots reads what looking for a row with the hash will read, and returns something that depends on all of it.
func (r *Relation) touchSlots(table []uint32, hash uint32) ID {
	for slot := home(hash, len(table)); table[slot] != 0; slot = next(slot, table) {
		if (table[slot]^hash)>>rowBits != 0 {
			continue
		}
		b, i := r.at(table[slot]&rowMask - 1)
		sum := ID(b.state[i])
		if r.Arity > 0 {
			sum += b.columns[int(i)*r.Arity]
		}
		if b.count.narrow != nil {
			return sum + ID(b.count.narrow[i])
		}
		return sum + ID(b.count.bytes[i])
	}
	return 0
}
