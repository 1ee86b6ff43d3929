package store

// fit gives back most of the memory that loading took and rows do not: while all is new, arenas are not repacked.
func (r *Relation) fit() {
	for i := range r.primary.shards {
		if s := &r.primary.shards[i]; s.tables.muchFreed() {
			s.repack()
		}
	}
	for _, x := range r.indexes {
		x.repack()
	}
}
