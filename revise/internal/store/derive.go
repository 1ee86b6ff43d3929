package store

// pending is how many tuples are looked up together: enough that their memory accesses overlap, few enough that what was
// read for the first is still in the cache when the last has been looked for.
const pending = 256

// spots are where tuples that are looked up together belong.
type spots struct {
	of   [pending]Spot
	read ID // depends on all that was read, so that it is read
}

// SupportAll counts one more support of each of the tuples, which lie one behind the other, as FindOrAdd and Support do one
// by one. If queue says so, rows that neither hold nor are Queued are queued at the end of queued, which it returns.
func (r *Relation) SupportAll(tuples []ID, queued []Row, queue bool) []Row {
	for arity := r.Arity; len(tuples) > 0; {
		some := tuples[:min(pending*arity, len(tuples))]
		tuples = tuples[len(some):]
		r.reserve(len(some) / arity)
		r.supports += uint64(len(some) / arity)
		if arity == 2 && r.primary.grouped && r.inRuns(some) {
			queued = r.supportRuns(some, queued, queue)
			continue
		}
		s := &r.primary.spots
		r.find(some, s)
		for i := range len(some) / arity {
			tuple, at := some[i*arity:(i+1)*arity], &s.of[i]
			row, slot := r.probe(r.primary.table(at), at.hash, tuple)
			if row == NoRow {
				row = r.add(tuple)
				r.place(at, slot, row)
			}
			queued = r.countOne(row, queued, queue)
		}
		r.regroup()
	}
	return queued
}

// countOne counts one more support of the row, and queues it.
func (r *Relation) countOne(row Row, queued []Row, queue bool) []Row {
	b, i := r.at(row)
	state := b.state[i]
	if !r.loading && state&Touched == 0 {
		r.Touch(row)
	}
	if !b.count.increment(i) {
		b.count.set(i, b.count.get(i)+1)
	}
	if queue && state&(New|Queued) == 0 {
		b.state[i] |= Queued
		queued = append(queued, row)
	}
	return queued
}

// inRuns reports whether the pairs of a group lie side by side, many of them, so that what they meet is in the cache.
func (r *Relation) inRuns(pairs []ID) bool {
	runs, last := 1, pairs[r.primary.column]
	for at := r.primary.column; at < len(pairs); at += 2 {
		if pairs[at] != last {
			runs++
			last = pairs[at]
		}
	}
	return runs*scattered < len(pairs)/2
}

// supportRuns is SupportAll for such pairs.
func (r *Relation) supportRuns(pairs []ID, queued []Row, queue bool) []Row {
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
		if at.group != p.warm && len(table) > smallTable {
			p.spots.read = r.touchRun(pairs[:n], table)
		}
		p.warm = at.group
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
				row = r.add(pairs[:2])
				r.place(&at, slot, row)
				table = p.table(&at)
			}
			queued = r.countOne(row, queued, queue)
			pairs = pairs[2:]
		}
	}
	return queued
}

// touchRun is touch for pairs of one group.
func (r *Relation) touchRun(pairs []ID, table []uint32) ID {
	var sum ID
	for ; len(pairs) > 0; pairs = pairs[2:] {
		hash := r.primary.hashTuple(pairs[:2])
		sum += r.touchSlots(table, hash)
	}
	return sum
}

// find finds where the tuples belong, making groups that are not there. Where they are scattered it touches what looking
// for their rows will read: accesses for different tuples do not wait for each other.
func (r *Relation) find(tuples []ID, s *spots) {
	p := &r.primary
	arity, n := r.Arity, len(tuples)/r.Arity
	runs := n
	if p.grouped {
		runs = 0
		var last ID
		for i := range n {
			tuple, at := tuples[i*arity:(i+1)*arity], &s.of[i]
			at.hash = p.hashTuple(tuple)
			if key := tuple[p.column]; i > 0 && key == last {
				at.shard, at.group = s.of[i-1].shard, s.of[i-1].group
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
			s.of[i] = Spot{hash: p.hashTuple(tuple), shard: p.shardOf(tuple)}
		}
	}
	if n > fewPending && runs*scattered > n {
		s.read = r.touch(s.of[:n])
	}
}

const (
	fewPending = 8       // for fewer it does not pay to touch first
	smallTable = 1 << 12 // slots
	scattered  = 16      // tuples of one group on average, from which on they are not
)

// touch reads what looking for the rows will read; it returns something that depends on all of it.
func (r *Relation) touch(of []Spot) ID {
	var sum ID
	for i := range of {
		at := &of[i]
		sum += r.touchSlots(r.primary.table(at), at.hash)
	}
	return sum
}

// touchSlots reads what looking for a row with the hash will read.
func (r *Relation) touchSlots(table []uint32, hash uint32) ID {
	for slot := home(hash, len(table)); table[slot] != 0; slot = next(slot, table) {
		if (table[slot]^hash)>>rowBits != 0 {
			continue
		}
		row := table[slot]&rowMask - 1
		b, i := r.at(row)
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
