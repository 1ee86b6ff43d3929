package store

// Finder looks up many tuples together, so that their accesses to memory overlap. It adds nothing; several may look in a
// relation at once.
type Finder struct{ derivation }

// Rows appends to rows the rows of n tuples, which lie one behind the other, NoRow for those that are not there.
func (f *Finder) Rows(r *Relation, tuples []ID, n int, rows []Row) []Row {
	if n <= fewPending || r.rows <= smallTable {
		for i := range n {
			rows = append(rows, r.Find(tuples[i*r.Arity:(i+1)*r.Arity]))
		}
		return rows
	}
	r.Complete()
	f.relation, f.looks = r, true
	for len(tuples) > 0 {
		some := tuples[:min(pending*r.Arity, len(tuples))]
		tuples = tuples[len(some):]
		f.find(some)
		for i, row := range f.rows[:len(some)/r.Arity] {
			if row == NoRow {
				row = r.FindAt(f.spots[i], some[i*r.Arity:(i+1)*r.Arity])
			}
			rows = append(rows, row)
		}
	}
	return rows
}
