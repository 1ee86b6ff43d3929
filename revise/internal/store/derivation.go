package store

// derivation finds or adds the rows of tuples, many at a time, and counts supports of them.
type derivation struct {
	relation *Relation
	succession
	looks   bool  // and adds no groups, for a Finder
	lane    *lane // of new rows; there is room
	queued  []Row // those that do not hold, if they are asked for
	touched []saved
	large   []Row // whose number does not fit its field any more; once for each support
	given   word  // flags that rows need not have: they are neither saved nor queued
	mark    word  // of the field
	spots   [pending]Spot
	places  [pending]uint32
	rows    [pending]Row
	warm    Spot // of the group that was met last
	read    ID   // depends on all that was touched, so that it is read
}

const (
	// pending is how many tuples are looked up together: enough that their memory accesses overlap, few enough that what
	// was touched for the first is still in the cache when the last has been looked up.
	pending = 128

	fewPending = 8       // for fewer it does not pay to touch first
	smallTable = 1 << 12 // slots of a table that is no trouble
	manyRows   = 1 << 18 // of a relation, from which on the table of a group that was not met last is not in the cache
	scattered  = 16      // tuples of one group on average, from which on they are not

	scatteredNear = 4 // of one group of neighbours
)

// SupportAll counts one more support of each of the tuples, which lie one behind the other, as FindOrAdd and Support do one
// by one. If queue says so, rows that neither hold nor are Queued are queued at the end of queued, which it returns.
func (r *Relation) SupportAll(tuples []ID, queued []Row, queue bool) []Row {
	r.Complete()
	d := r.derive(tuples)
	r.supports += uint64(len(tuples) / r.Arity)
	d.queued, d.touched = queued, r.undo
	d.prepare(queue)
	d.all(tuples)
	r.list(d.lane)
	r.undo = d.touched
	d.countLarge()
	queued, d.queued, d.touched = d.queued, nil, nil
	r.regroup()
	return queued
}

// derive returns the relation's derivation, and makes room for the rows of the tuples.
func (r *Relation) derive(tuples []ID) *derivation {
	if r.derivation == nil {
		r.derivation = &derivation{relation: r, lane: &r.lane}
	}
	r.reserve(len(tuples) / r.Arity)
	return r.derivation
}

// prepare says whether rows that do not hold are queued.
func (d *derivation) prepare(queue bool) {
	d.mark, d.given = d.relation.count.mark, 0
	if d.relation.loading {
		d.given |= word(Touched)
	}
	if !queue {
		d.given |= word(New)
	}
}

func (d *derivation) all(tuples []ID) {
	r := d.relation
	arity := r.Arity
	for len(tuples) > 0 {
		some := tuples[:min(pending*arity, len(tuples))]
		tuples = tuples[len(some):]
		if !r.primary.grouped && r.loading {
			d.observe(some, arity, r.primary.column)
		}
		if r.primary.grouped && d.inRuns(some) {
			d.runs(some)
			continue
		}
		d.find(some)
		for i := range len(some) / arity {
			row := d.rows[i]
			if row == NoRow {
				tuple, at := some[i*arity:(i+1)*arity], &d.spots[i]
				var slot uint32
				if row, slot = r.probe(r.primary.table(at), at.hash, tuple); row == NoRow {
					row = d.add(tuple, at, slot)
				}
			}
			d.count(row)
		}
	}
}

// add adds a row with the tuple.
func (d *derivation) add(tuple []ID, at *Spot, slot uint32) Row {
	row := d.lane.give(d.relation)
	d.relation.write(row, tuple)
	d.relation.place(at, slot, row)
	return row
}

// count counts one more support of the row, and queues it.
func (d *derivation) count(row Row) {
	cell := d.relation.cell(row)
	if !d.countAgain(cell) {
		d.countFirst(row, cell)
	}
}

// countAgain adds one to a number of supports where that is all there is to do, and reports whether it is.
func (d *derivation) countAgain(cell *word) bool {
	was := *cell
	given := was | d.given
	if given&word(Touched) == 0 || given&word(New|Queued) == 0 || was>>stateBits&d.mark >= d.mark-1 {
		return false
	}
	*cell = was + 1<<stateBits
	return true
}

// countFirst is count where there may be more to do.
func (d *derivation) countFirst(row Row, cell *word) {
	r := d.relation
	was := *cell
	given := was | d.given
	if given&word(Touched) == 0 {
		d.touched = append(d.touched, r.asSaved(row))
		*cell |= word(Touched)
	}
	if given&word(New|Queued) == 0 {
		d.queued = append(d.queued, row)
		*cell |= word(Queued)
	}
	b, i := r.at(row)
	switch n := was >> stateBits & d.mark; {
	case n < d.mark-1:
		*cell += 1 << stateBits
	case n == d.mark && b.count.all != nil:
		b.count.all[i]++
	default:
		d.large = append(d.large, row)
	}
}

// countLarge counts what count could not.
func (d *derivation) countLarge() {
	for _, row := range d.large {
		d.relation.addSupport(row)
	}
	d.large = d.large[:0]
}

// inRuns reports whether the tuples of a group lie side by side, many of them, so that what they meet is in the cache.
func (d *derivation) inRuns(tuples []ID) bool {
	p, arity := &d.relation.primary, d.relation.Arity
	runs, last := 1, p.keyOf(tuples)
	for at := p.column; at < len(tuples); at += arity {
		if key := tuples[at] >> p.neighbours; key != last {
			runs++
			last = key
		}
	}
	few := scattered
	if p.neighbours > 0 {
		few = scatteredNear
	}
	return runs*few < len(tuples)/arity
}

// runs is all for such tuples: the table of a group is found once for all of a run.
func (d *derivation) runs(tuples []ID) {
	r := d.relation
	p := &r.primary
	arity := r.Arity
	for len(tuples) > 0 {
		n := arity
		for key := p.keyOf(tuples); n < len(tuples) && p.keyOf(tuples[n:]) == key; {
			n += arity
		}
		at := r.spotFor(tuples[:arity])
		table := p.table(&at)
		if (at.group != d.warm.group || at.shard != d.warm.shard) && (len(table) > smallTable || r.rows > manyRows) {
			d.touchRun(tuples[:n], table)
		}
		d.warm = at
		if arity == 2 {
			d.pairs(tuples[:n], at)
		} else {
			d.run(tuples[:n], at)
		}
		tuples = tuples[n:]
	}
}

// pairs counts a support of each of the pairs, all of one group. It searches as probe does, with one column compared: nearly
// all instances of a closure go through this loop.
func (d *derivation) pairs(pairs []ID, at Spot) {
	r := d.relation
	p := &r.primary
	table := p.table(&at)
	for ; len(pairs) > 0; pairs = pairs[2:] {
		a, b := pairs[0], pairs[1]
		hash := p.hashPair(a, b)
		slot := home(hash, len(table))
		for ; table[slot] != 0; slot = next(slot, table) {
			if (table[slot]^hash)>>rowBits != 0 {
				continue
			}
			row := table[slot]&rowMask - 1
			words, start := r.record(row)
			if record := words[start : start+3]; record[0] == a && record[1] == b {
				if !d.countAgain(&record[2]) {
					d.count(row)
				}
				break
			}
		}
		if table[slot] == 0 {
			at.hash = hash
			d.count(d.add(pairs[:2], &at, slot))
			table = p.table(&at)
		}
	}
}

// run is pairs for longer tuples.
func (d *derivation) run(tuples []ID, at Spot) {
	r := d.relation
	table := r.primary.table(&at)
	for ; len(tuples) > 0; tuples = tuples[r.Arity:] {
		tuple := tuples[:r.Arity]
		at.hash = r.primary.hashTuple(tuple)
		row, slot := r.probe(table, at.hash, tuple)
		if row == NoRow {
			row = d.add(tuple, &at, slot)
			table = r.primary.table(&at)
		}
		d.count(row)
	}
}

// find finds where the tuples belong, making groups that are not there unless it looks only, and their rows, as far as that is quick; the others
// are NoRow. Where tuples are scattered it reads one kind of place after the other for all of them: nothing in a loop waits
// for memory but the load itself, so that many are under way at once. A branch that waits would keep all behind it waiting.
func (d *derivation) find(tuples []ID) {
	r := d.relation
	n := len(tuples) / r.Arity
	d.hash(tuples)
	runs := n
	if r.primary.grouped {
		runs = d.findGroups(tuples)
	}
	rows := d.rows[:n]
	if n <= fewPending || runs*scattered <= n {
		for i := range rows {
			rows[i] = NoRow
		}
		return
	}
	d.touchTables(n)
	for i := range rows {
		if at := &d.spots[i]; at.group == noGroup {
			rows[i] = NoRow
		} else {
			rows[i] = likely(r.primary.table(at), at.hash)
		}
	}
	for i, row := range rows {
		if row != NoRow {
			rows[i] = row | d.differs(row, tuples[i*r.Arity:(i+1)*r.Arity])
		}
	}
}

// hash finds the hashes and shards of the tuples.
func (d *derivation) hash(tuples []ID) {
	p := &d.relation.primary
	arity := d.relation.Arity
	spots := d.spots[:len(tuples)/arity]
	if arity == 2 {
		for i := range spots {
			spots[i] = Spot{hash: p.hashPair(tuples[2*i], tuples[2*i+1])}
		}
	} else {
		for i := range spots {
			spots[i] = Spot{hash: p.hashTuple(tuples[i*arity : (i+1)*arity])}
		}
	}
	if len(p.shards) > 1 {
		for i := range spots {
			spots[i].shard = p.shardOf(tuples[i*arity : (i+1)*arity])
		}
	}
}

// touchTables reads where looking for the first n spots begins.
func (d *derivation) touchTables(n int) {
	p := &d.relation.primary
	var read ID
	if p.grouped {
		for i := range d.spots[:n] {
			at := &d.spots[i]
			if at.group == noGroup {
				continue
			}
			s := &p.shards[at.shard]
			g := &s.groups[at.group]
			read += ID(s.tables.word(g.start, home(at.hash, int(blockSize(g.class)))))
		}
	} else {
		for i := range d.spots[:n] {
			slots := p.shards[d.spots[i].shard].slots
			read += ID(slots[home(d.spots[i].hash, len(slots))])
		}
	}
	d.read += read
}

// differs returns 0 if the row has the tuple, and else all ones. It does so without a branch.
func (d *derivation) differs(row Row, tuple []ID) uint32 {
	words, at := d.relation.record(row)
	record := words[at : at+len(tuple)+1]
	var diff ID
	for c, id := range tuple {
		diff |= record[c] ^ id
	}
	d.read += record[len(tuple)]
	return uint32(int32(diff|-diff) >> 31)
}

// likely returns a row that is in the table under the hash, or NoRow.
func likely(table []uint32, hash uint32) Row {
	for slot := home(hash, len(table)); table[slot] != 0; slot = next(slot, table) {
		if (table[slot]^hash)>>rowBits == 0 {
			return table[slot]&rowMask - 1
		}
	}
	return NoRow
}

// findGroups finds the groups of the tuples, and returns how often one follows another.
func (d *derivation) findGroups(tuples []ID) (runs int) {
	r := d.relation
	p := &r.primary
	n := len(tuples) / r.Arity
	spots := d.spots[:n]
	keys := tuples[p.column:]
	places := d.places[:n]
	for i := range spots {
		s := &p.shards[spots[i].shard]
		places[i] = s.keys[fold(uint64(keys[i*r.Arity]>>p.neighbours)^p.seed)&uint32(len(s.keys)-1)]
	}
	var read ID
	for i, g := range places {
		if g > 0 {
			read += p.shards[spots[i].shard].groups[g-1].key
		}
	}
	for i := range spots {
		key := keys[i*r.Arity] >> p.neighbours
		if i > 0 && key == keys[(i-1)*r.Arity]>>p.neighbours {
			spots[i].group = spots[i-1].group
			continue
		}
		s := &p.shards[spots[i].shard]
		if d.looks {
			spots[i].group = uint32(s.group(key, p.seed))
		} else {
			spots[i].group = r.groupOf(s, key)
		}
		runs++
	}
	d.read += read
	return runs
}

// touchRun touches what looking for tuples of one group will read, as find does.
func (d *derivation) touchRun(tuples []ID, table []uint32) {
	r := d.relation
	places := d.places[:len(tuples)/r.Arity]
	var read ID
	for i := range places {
		places[i] = r.primary.hashTuple(tuples[i*r.Arity : (i+1)*r.Arity])
		read += ID(table[home(places[i], len(table))])
	}
	for i, hash := range places {
		places[i] = likely(table, hash)
	}
	for _, row := range places {
		if row != NoRow {
			words, at := r.record(row)
			read += words[at]
		}
	}
	d.read += read
}
