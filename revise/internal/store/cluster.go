package store

// Cluster orders rows so that those of one group lie side by side, where they do not yet, and returns them with memory
// that it did not need; spare is memory that it may use. What the rows of a group derive then meets the cache. The order
// depends on the rows alone. The cost is linear in rows and groups.
func (r *Relation) Cluster(rows, spare []Row) (clustered, left []Row) {
	p := &r.primary
	if !r.Grouped() {
		return rows, spare
	}
	first := make([]uint32, len(p.shards)+1) // of each shard, the number that its first group has among all
	for i := range p.shards {
		first[i+1] = first[i] + uint32(len(p.shards[i].groups))
	}
	number := func(row Row) uint32 {
		tuple := r.Tuple(row)
		s := p.shardOf(tuple)
		return first[s] + uint32(p.shards[s].group(tuple[p.column], p.seed))
	}
	starts := make([]uint32, first[len(p.shards)]+1)
	runs, groups := 0, 0
	var last ID
	var at uint32
	for i, row := range rows {
		if key := r.Tuple(row)[p.column]; i == 0 || key != last {
			last, at = key, number(row)+1
			runs++
			if starts[at] == 0 {
				groups++
			}
		}
		starts[at]++
	}
	if runs < groups+groups/2 {
		return rows, spare
	}
	for g := 1; g < len(starts); g++ {
		starts[g] += starts[g-1]
	}
	spare = append(spare[:0], rows...)
	for i, row := range rows {
		if key := r.Tuple(row)[p.column]; i == 0 || key != last {
			last, at = key, number(row)
		}
		spare[starts[at]] = row
		starts[at]++
	}
	return spare, rows[:0]
}

// ByShard orders rows of another relation, or of this, by the shard in which this relation has the group of the value that
// they have in the column, and else leaves their order as it is. It returns where the rows of each shard end. There must be
// groups.
func (r *Relation) ByShard(rows []Row, of *Relation, column int) (sorted []Row, ends [Shards]int) {
	return byShard(rows, func(row Row) uint32 { return shardOfGroup(of.Tuple(row)[column]) })
}

func byShard(rows []Row, shardOf func(Row) uint32) (sorted []Row, ends [Shards]int) {
	shards := make([]uint8, len(rows))
	sorts := false
	for i, row := range rows {
		shards[i] = uint8(shardOf(row))
		ends[shards[i]]++
		sorts = sorts || i > 0 && shards[i] < shards[i-1]
	}
	at := [Shards]int{}
	for s := 1; s < Shards; s++ {
		at[s] = ends[s-1]
		ends[s] += ends[s-1]
	}
	if !sorts {
		return rows, ends
	}
	sorted = make([]Row, len(rows))
	for i, row := range rows {
		sorted[at[shards[i]]] = row
		at[shards[i]]++
	}
	return sorted, ends
}

// partOf returns the rows of a shard.
func partOf(rows []Row, ends [Shards]int, shard int) []Row {
	if shard == 0 {
		return rows[:ends[0]]
	}
	return rows[ends[shard-1]:ends[shard]]
}
