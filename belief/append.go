package belief

import "slices"

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

// hasSource reports whether row i, which is believed, has the source of an attribution with at least its entrenchment.
func (t *Table) hasSource(i int, a Attribution) bool {
	covers := func(m mark) bool {
		has := t.origins[m.origin-1]
		return has.Source == a.Source && has.Entrenchment >= a.Entrenchment
	}
	return covers(t.first[i]) || slices.ContainsFunc(t.more[uint32(i)], covers)
}

// Distinct makes the table one of a set, as if every belief had been added by AppendOnce: each keeps a source once, and
// again only with a higher entrenchment. The cost is that of the beliefs with several attributions.
func (t *Table) Distinct() {
	for row := range t.more {
		marks := t.marks(int(row))
		t.setMarks(int(row), marks[:1])
		for _, m := range marks[1:] {
			if !t.hasSource(int(row), t.origins[m.origin-1]) {
				t.attribute(int(row), m)
			}
		}
	}
}
