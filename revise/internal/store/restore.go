package store

// Numbers are what a relation keeps of one row that holds: how many rule instances derive it (of a bag, its
// multiplicity), and in a recursive stratum its rank and its strict supports.
type Numbers struct {
	Count        uint64
	Rank, Strict uint32
	Base         bool
}

// Numbers returns what is kept of a row.
func (r *Relation) Numbers(row Row) Numbers {
	n := Numbers{Count: r.Count(row), Base: r.State(row)&Base != 0}
	if r.recursive {
		n.Rank, n.Strict = r.Rank(row), uint32(r.Strict(row))
	}
	return n
}

// Restore makes the tuple hold with the numbers that were kept of it, while the relation is being filled. Whether it is
// a base belief is left as it is.
func (r *Relation) Restore(tuple []ID, n Numbers) {
	row := r.FindOrAdd(tuple)
	if r.bag {
		b, i := r.at(row)
		b.mult[i] = int64(n.Count)
	} else {
		r.supports += n.Count - r.supportsOf(row)
		r.setSupports(row, n.Count)
	}
	if r.recursive {
		r.SetRank(row, n.Rank)
		r.setStrict(row, uint64(n.Strict))
	}
	r.Hold(row)
}

// Altering yields every row that the transaction leaves other than it was: one that comes or goes, or whose numbers
// changed. A row that held and holds no more is still there to be read.
func (r *Relation) Altering(yield func(Row) bool) {
	for i := range r.undo {
		s := &r.undo[i]
		if r.alters(s) && !yield(s.row) {
			return
		}
	}
}

func (r *Relation) alters(s *saved) bool {
	state := r.State(s.row)
	switch {
	case (s.state^state)&(New|Base) != 0:
		return true
	case state&New == 0:
		return false // it neither held nor holds
	case r.bag:
		b, i := r.at(s.row)
		return b.mult[i] != b.oldMult[i] || b.base[i] != int64(s.count)
	case r.supportsOf(s.row) != s.count:
		return true
	}
	return r.recursive && (r.Rank(s.row) != s.rank || r.strictOf(s.row) != s.strict)
}
