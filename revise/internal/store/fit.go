package store

import "slices"

// fit gives back most of the memory that loading took and rows do not: while all is new, arenas are not repacked.
func (r *Relation) fit() {
	for i := range r.primary.shards {
		s := &r.primary.shards[i]
		if s.tables.muchFreed() {
			s.repack()
		}
		s.tables.trim()
	}
	for _, x := range r.indexes {
		x.repack()
		x.blocks.trim()
	}
	if r.shares != nil {
		for i := range r.shares {
			r.shorten(&r.shares[i].own)
		}
		r.shares = nil
	}
}

// shorten gives back the part of a lane's last block that has no rows. The lane is done.
func (r *Relation) shorten(l *lane) {
	if l.next < l.end {
		block := l.next >> blockBits
		r.records[block] = slices.Clone(r.records[block][:int(l.next&(blockRows-1))*r.width])
	}
}
