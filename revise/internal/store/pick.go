package store

// Pick appends to heads, for each of the rows that the view shows, a tuple: from says for each of its columns which column
// of the row it has, or -1 for that of the head.
func (r *Relation) Pick(heads []ID, rows []Row, view View, from []int, head []ID) []ID {
	if len(from) == 2 && from[0] < 0 && from[1] >= 0 {
		return r.pickPairs(heads, rows, view, head[0], from[1])
	}
	for _, row := range rows {
		words, at := r.record(row)
		if !view.Shows(State(words[at+r.Arity])) {
			continue
		}
		tuple := words[at : at+r.Arity]
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
		if words, at := r.record(row); view.Shows(State(words[at+r.Arity])) {
			heads = append(heads, first, words[at+column])
		}
	}
	return heads
}
