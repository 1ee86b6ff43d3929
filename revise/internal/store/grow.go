package store

import "slices"

// room returns s with room for n more. A long slice grows by an eighth, not by a quarter as append would: what is not used
// yet is memory too. Where all is new it grows by a half, and fit takes back what is left over in the end: it is then
// copied three times, and not eight.
func room[T any](s []T, n int, loading bool) []T {
	if len(s)+n <= cap(s) {
		return s
	}
	if len(s) < 1<<12 {
		return slices.Grow(s, n)
	}
	part := len(s) / 8
	if loading {
		part = len(s) / 2
	}
	longer := make([]T, len(s), len(s)+max(n, part))
	copy(longer, s)
	return longer
}

// zeros returns s with n zeros behind it; there is room for them.
func zeros[T any](s []T, n int) []T {
	longer := s[:len(s)+n]
	clear(longer[len(s):])
	return longer
}

// reserve makes room for n more rows.
func (r *Relation) reserve(n int) {
	r.columns = room(r.columns, n*r.Arity, r.loading)
	r.state = room(r.state, n, r.loading)
	r.count.reserve(n, r.loading)
	if r.recursive {
		r.strict.reserve(n, r.loading)
		r.Rank = room(r.Rank, n, r.loading)
	}
	if r.Below != nil {
		r.Below = room(r.Below, n, r.loading)
	}
}

// fit returns s without most of the room that is not used.
func fit[T any](s []T) []T {
	if len(s) < 1<<12 || cap(s)-len(s) <= len(s)/8 {
		return s
	}
	fitting := make([]T, len(s), len(s)+len(s)/16)
	copy(fitting, s)
	return fitting
}

// fit gives back most of the memory that loading took and rows do not.
func (r *Relation) fit() {
	r.columns, r.state, r.Rank, r.Below = fit(r.columns), fit(r.state), fit(r.Rank), fit(r.Below)
	r.count.fit()
	r.strict.fit()
	for i := range r.primary.shards {
		if s := &r.primary.shards[i]; s.freed > groupFrom {
			s.repack()
		} else {
			s.slots = fit(s.slots)
		}
	}
	for _, x := range r.indexes {
		x.arena = fit(x.arena)
	}
}
