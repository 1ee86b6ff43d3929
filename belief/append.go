package belief

// AppendOnce is Append for a relation that is a set: a fact that already has the source of origin, with at least its
// entrenchment, stays as it is.
func (t *Table) AppendOnce(row []ID, origin Origin, line uint32) int {
	i := t.findOrAdd(row)
	if t.first[i].origin != 0 && t.hasSource(i, t.origins[origin]) {
		return i
	}
	t.attribute(i, mark{uint32(origin) + 1, line})
	return i
}

func (t *Table) hasSource(i int, a Attribution) bool {
	covers := func(m mark) bool {
		has := t.origins[m.origin-1]
		return has.Source == a.Source && has.Entrenchment >= a.Entrenchment
	}
	if covers(t.first[i]) {
		return true
	}
	for _, m := range t.more[uint32(i)] {
		if covers(m) {
			return true
		}
	}
	return false
}
