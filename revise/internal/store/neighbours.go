package store

// Values are numbered when they are first met, and facts are mostly read, and derived, in much the same order. Where that is
// so, rows with neighbouring values have a table together: what is looked up one after another is then in the same few
// lines of memory, as in a tree, and needs no order.
const (
	nearBits = 6  // values that differ in these lowest bits only are near each other
	fewNear  = 12 // rows to so many values, from which on they are worth a table
	manyNear = 96 // and from which on to fewer values
)

// succession counts how often, of tuples that came one after another, one was near the one before in the column that
// groups would share.
type succession struct{ tuples, near int }

func (s *succession) observe(tuples []ID, arity, column int) {
	last := tuples[column] >> nearBits
	for at := column + arity; at < len(tuples); at += arity {
		if key := tuples[at] >> nearBits; key == last {
			s.near++
		} else {
			last = key
		}
	}
	s.tuples += len(tuples)/arity - 1
}

// mostly reports whether most were.
func (s *succession) mostly() bool { return 4*s.near >= 3*s.tuples }

// seen returns the succession of all tuples that were counted.
func (r *Relation) seen() succession {
	var all succession
	if r.derivation != nil {
		all = r.derivation.succession
	}
	if r.shares != nil {
		for i := range r.shares {
			all.tuples += r.shares[i].tuples
			all.near += r.shares[i].near
		}
	}
	return all
}

// neighbours returns how many of the lowest bits values of one group may differ in, or 0 where groups of neighbours do not
// pay. It is for loading: the order of later tuples says little.
func (r *Relation) neighbours() uint8 {
	if seen := r.seen(); !r.loading || seen.tuples == 0 || !seen.mostly() {
		return 0
	}
	var s sketch
	for row := range r.All {
		s.add(r.Tuple(row)[r.primary.column] >> nearBits)
	}
	rows := float64(r.rows) / s.values(r.rows)
	if rows < fewNear {
		return 0
	}
	neighbours := uint8(nearBits)
	for ; rows > manyNear && neighbours > 1; rows /= 2 {
		neighbours--
	}
	return neighbours
}
