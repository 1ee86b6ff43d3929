package store

// Pick appends to heads, for each of the rows that the view shows, a tuple: from says for each of its columns which column
// of the row it has, or -1 for that of the head.
func (r *Relation) Pick(heads []ID, rows []Row, view View, from []int, head []ID) []ID {
	if len(from) == 2 && from[0] < 0 && from[1] >= 0 {
		return r.pickPairs(heads, rows, view, head[0], from[1])
	}
	for _, row := range rows {
		b, i := r.at(row)
		if !view.Shows(b.state[i]) {
			continue
		}
		tuple := b.tuple(i, r.Arity)
		for c, column := range from {
			if column < 0 {
				heads = append(heads, head[c])
			} else {
				heads = append(heads, tuple[column])
			}
		}
	}
	return heads
}

// pickPairs is Pick for pairs whose first column is the same in all.
func (r *Relation) pickPairs(heads []ID, rows []Row, view View, first ID, column int) []ID {
	for _, row := range rows {
		if b, i := r.at(row); view.Shows(b.state[i]) {
			heads = append(heads, first, b.columns[int(i)*r.Arity+column])
		}
	}
	return heads
}
