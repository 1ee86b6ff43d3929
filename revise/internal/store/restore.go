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
	n := Numbers{Count: r.Count(row), Base: r.state[row]&Base != 0}
	if r.recursive {
		n.Rank, n.Strict = r.Rank[row], uint32(r.strict.get(row))
	}
	return n
}

// Restore makes the tuple hold with the numbers that were kept of it, while the relation is being filled. Whether it is
// a base belief is left as it is.
func (r *Relation) Restore(tuple []ID, n Numbers) {
	row := r.FindOrAdd(tuple)
	if r.bag {
		r.mult[row] = int64(n.Count)
	} else {
		r.supports += n.Count - r.count.get(row)
		r.count.set(row, n.Count)
	}
	if r.recursive {
		r.Rank[row] = n.Rank
		r.strict.set(row, uint64(n.Strict))
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
	row := s.row
	switch {
	case (s.state^r.state[row])&(New|Base) != 0:
		return true
	case r.state[row]&New == 0:
		return false // it neither held nor holds
	case r.bag:
		return r.mult[row] != r.oldMult[row] || r.base[row] != int64(s.count)
	case r.count.get(row) != s.count:
		return true
	}
	return r.recursive && (r.Rank[row] != s.rank || r.strict.get(row) != s.strict)
}
