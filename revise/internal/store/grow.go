package store

// room returns s with room for n more. A long slice grows by an eighth, not by a quarter as append would: what is not
// used yet is memory too.
func room[T any](s []T, n int) []T {
	if len(s)+n <= cap(s) || len(s) < 1<<12 {
		return s
	}
	longer := make([]T, len(s), len(s)+max(n, len(s)/8))
	copy(longer, s)
	return longer
}
