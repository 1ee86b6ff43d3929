package store

// room returns s with room for n more. A long slice grows by an eighth, not by a quarter as append would: what is not used
// yet is memory too. Where all is new it grows by a half, and fit takes back what is left over in the end: it is then
// copied three times, and not eight.
func room[T any](s []T, n int, loading bool) []T {
	if len(s)+n <= cap(s) || len(s) < 1<<12 {
		return s
	}
	part := len(s) / 8
	if loading {
		part = len(s) / 2
	}
	longer := make([]T, len(s), len(s)+max(n, part))
	copy(longer, s)
	return longer
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
