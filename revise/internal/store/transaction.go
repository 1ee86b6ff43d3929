package store

import (
	"cmp"
	"errors"
	"slices"
)

// ErrOverflow says that a multiplicity does not fit 64 bits.
var ErrOverflow = errors.New("the multiplicity does not fit 64 bits")

// Touch saves the numbers of a row the first time a transaction changes it.
func (r *Relation) Touch(row Row) {
	if r.loading {
		return
	}
	if cell := r.cell(row); *cell&word(Touched) == 0 {
		r.undo = append(r.undo, r.asSaved(row))
		*cell |= word(Touched)
	}
}

// asSaved returns the row as it is.
func (r *Relation) asSaved(row Row) saved {
	b, i := r.at(row)
	s := saved{row: row, state: r.State(row), count: r.supportsOf(row)}
	if r.bag {
		s.count = uint64(b.base[i])
	}
	if r.recursive {
		s.strict, s.rank = r.strictOf(row), r.Rank(row)
	}
	if r.countsBelow {
		s.below = b.below[i]
	}
	return s
}

// Touched yields every row that the transaction has touched, in that order.
func (r *Relation) Touched(yield func(Row) bool) {
	for i := range r.undo {
		if !yield(r.undo[i].row) {
			return
		}
	}
}

// SetBase makes the row a base belief or not.
func (r *Relation) SetBase(row Row, base bool) {
	r.Touch(row)
	if base {
		r.Mark(row, Base)
	} else {
		r.Clear(row, Base)
	}
}

// SetBaseMultiplicity says how many base beliefs a row of a bag is.
func (r *Relation) SetBaseMultiplicity(row Row, n int64) error {
	r.SetBase(row, n > 0)
	b, i := r.at(row)
	err := r.AddMultiplicity(row, n-b.base[i])
	b.base[i] = n
	return err
}

// Support counts one more rule instance that derives the row.
func (r *Relation) Support(row Row) {
	r.Touch(row)
	r.addSupport(row)
	r.supports++
}

// Unsupport counts one less. Counts are exact, so there is one to take (Lemma 4.1).
func (r *Relation) Unsupport(row Row) {
	r.Touch(row)
	n := r.supportsOf(row)
	if n == 0 {
		panic("store: a support of " + r.Name + " would be negative")
	}
	r.setSupports(row, n-1)
	r.supports--
}

// SupportStrictly counts one more strict support of the row.
func (r *Relation) SupportStrictly(row Row) {
	r.Touch(row)
	r.setStrict(row, r.strictOf(row)+1)
}

// UnsupportStrictly counts one less, and returns how many are left.
func (r *Relation) UnsupportStrictly(row Row) uint64 {
	r.Touch(row)
	n := r.strictOf(row) - 1
	r.setStrict(row, n)
	return n
}

// Reset makes the row one that no rule instance derives and that does not hold.
func (r *Relation) Reset(row Row) {
	r.Drop(row)
	r.Touch(row)
	r.supports -= r.supportsOf(row)
	r.setSupports(row, 0)
	if r.bag {
		b, i := r.at(row)
		b.mult[i] = b.base[i]
	}
}

// AddMultiplicity changes the multiplicity of a row of a bag.
func (r *Relation) AddMultiplicity(row Row, n int64) error {
	r.Touch(row)
	b, i := r.at(row)
	sum := b.mult[i] + n
	if (sum > b.mult[i]) != (n > 0) && n != 0 {
		return ErrOverflow
	}
	b.mult[i] = sum
	return nil
}

// Multiplicity returns the multiplicity of a row now and before the transaction; of a set it is 0 or 1.
func (r *Relation) Multiplicity(row Row) (now, before int64) {
	if r.bag {
		b, i := r.at(row)
		return b.mult[i], b.oldMult[i]
	}
	s := r.State(row)
	return int64(s & New / New), int64(s & Old / Old)
}

// BaseMultiplicity returns how many base beliefs a row of a bag is, now and before the transaction.
func (r *Relation) BaseMultiplicity(row Row) (now, before int64) {
	b, i := r.at(row)
	if s := r.savedOf(row); s != nil {
		return b.base[i], int64(s.count)
	}
	return b.base[i], b.base[i]
}

// Hold makes the row hold.
func (r *Relation) Hold(row Row) {
	if cell := r.cell(row); *cell&word(New) == 0 {
		r.Touch(row)
		*cell |= word(New)
		r.live++
	}
}

// Drop makes the row not hold.
func (r *Relation) Drop(row Row) {
	if cell := r.cell(row); *cell&word(New) != 0 {
		r.Touch(row)
		*cell &^= word(New)
		r.live--
	}
}

// Leave makes queued rows not hold, and be of the wave.
func (r *Relation) Leave(rows []Row) {
	for _, row := range rows {
		r.Drop(row)
		r.Clear(row, Queued)
		r.Mark(row, Wave)
	}
}

// HoldSupported makes exactly those touched rows hold that are base beliefs, are supported, or have a multiplicity.
func (r *Relation) HoldSupported() {
	if r.loading {
		r.sideBySide(func(rows Span) (held int) {
			for row := rows.From; row < rows.To; row++ {
				if cell := r.cell(row); *cell&word(New) == 0 && r.supported(row) {
					*cell |= word(New)
					held++
				}
			}
			return held
		})
		return
	}
	for i := range r.undo {
		row := r.undo[i].row
		if r.supported(row) {
			r.Hold(row)
		} else {
			r.Drop(row)
		}
	}
}

// sideBySide calls f with all rows of a relation that is new, with parts side by side where they are many, and counts the
// rows that f says hold now and did not.
func (r *Relation) sideBySide(f func(rows Span) (held int)) {
	parts := 1
	if r.rows >= apart && Parallel() {
		parts = Shards
	}
	var held [Shards]int
	InParallel(parts, func(i int) {
		for rows := range r.Between(i*r.rows/parts, (i+1)*r.rows/parts, r.rows) {
			held[i] += f(rows)
		}
	})
	for _, n := range held {
		r.live += n
	}
}

func (r *Relation) supported(row Row) bool {
	if r.bag {
		b, i := r.at(row)
		if b.mult[i] < 0 {
			panic("store: a multiplicity of " + r.Name + " is negative")
		}
		return b.mult[i] > 0
	}
	return r.State(row)&Base != 0 || r.supportsOf(row) > 0
}

// Settle lists in Lost, Gained and Altered what the transaction changed.
func (r *Relation) Settle() {
	r.Lost, r.Gained, r.Altered = r.Lost[:0], r.Gained[:0], r.Altered[:0]
	for i := range r.undo {
		row := r.undo[i].row
		switch r.State(row) & (Old | New) {
		case Old:
			r.Lost = append(r.Lost, row)
		case New:
			r.Gained = append(r.Gained, row)
		}
		if now, before := r.Multiplicity(row); r.bag && now != before {
			r.Altered = append(r.Altered, row)
		}
	}
}

// Changed reports whether the last Settle found a change that others can see.
func (r *Relation) Changed() bool { return len(r.Lost)+len(r.Gained)+len(r.Altered) > 0 }

// InTransaction reports whether any row is touched.
func (r *Relation) InTransaction() bool { return len(r.undo) > 0 }

// Load starts to fill an empty relation: until Commit nothing can be rolled back, and nothing is listed as changed.
func (r *Relation) Load() { r.loading = true }

// Loading reports whether the relation is being filled.
func (r *Relation) Loading() bool { return r.loading }

// Commit makes the new view the old one.
func (r *Relation) Commit() {
	if r.loading {
		r.loading = false
		r.sideBySide(func(rows Span) int {
			for row := rows.From; row < rows.To; row++ {
				r.commitRow(row)
			}
			return 0
		})
		r.fit()
		return
	}
	for i := range r.undo {
		r.commitRow(r.undo[i].row)
	}
	r.forget()
	if dead := r.rows - r.live; dead > 1024 && dead > r.live && !r.pinned {
		r.compact()
	}
}

func (r *Relation) commitRow(row Row) {
	cell := r.cell(row)
	*cell &^= word(Touched | Wave | Queued | Old)
	if *cell&word(New) != 0 {
		*cell |= word(Old)
	}
	if r.bag {
		b, i := r.at(row)
		b.oldMult[i] = b.mult[i]
	}
}

// Rollback makes the new view what the old one is, and every number what it was.
func (r *Relation) Rollback() {
	for i := range r.undo {
		s := &r.undo[i]
		b, at := r.at(s.row)
		if was, is := s.state&New, r.State(s.row)&New; was != is {
			if was != 0 {
				r.live++
			} else {
				r.live--
			}
		}
		r.setState(s.row, s.state&^Touched)
		if r.bag {
			b.mult[at], b.base[at] = b.oldMult[at], int64(s.count)
		} else {
			r.supports += s.count - r.supportsOf(s.row)
			r.setSupports(s.row, s.count)
		}
		if r.recursive {
			r.SetRank(s.row, s.rank)
			r.setStrict(s.row, s.strict)
		}
		if r.countsBelow {
			b.below[at] = s.below
		}
	}
	r.forget()
}

// keepUndo is the length of an undo list that is worth keeping for the next transaction.
const keepUndo = 1 << 16

func (r *Relation) forget() {
	r.Lost, r.Gained, r.Altered = r.Lost[:0], r.Gained[:0], r.Altered[:0]
	r.undoSorted, r.undoOf = false, nil
	if cap(r.undo) > keepUndo {
		r.undo, r.Lost, r.Gained = nil, nil, nil
		return
	}
	r.undo = r.undo[:0]
}

// savedOf returns what was saved of the row, nil if the transaction has not touched it. It sorts the list on first
// use: no row may be touched for the first time after that.
func (r *Relation) savedOf(row Row) *saved {
	if r.State(row)&Touched == 0 {
		return nil
	}
	if !r.undoSorted {
		r.sortUndo()
	}
	if r.undoOf != nil {
		return &r.undo[r.undoOf[row]]
	}
	i, _ := slices.BinarySearchFunc(r.undo, row, func(s saved, row Row) int { return cmp.Compare(s.row, row) })
	return &r.undo[i]
}

// manyTouched is the share of the rows from which on it is worth the memory to note where each is in the undo list.
const manyTouched = 8

// sortUndo sorts the undo list by rows; if they are many it goes by the order in which they came, and notes where each is.
func (r *Relation) sortUndo() {
	r.undoSorted = true
	if manyTouched*len(r.undo) < r.rows {
		slices.SortFunc(r.undo, func(a, b saved) int { return cmp.Compare(a.row, b.row) })
		return
	}
	r.undoOf = make([]uint32, r.End())
	for i := range r.undo {
		r.undoOf[r.undo[i].row] = uint32(i)
	}
	sorted := make([]saved, 0, len(r.undo))
	for row := range r.All {
		if r.State(row)&Touched != 0 {
			sorted = append(sorted, r.undo[r.undoOf[row]])
			r.undoOf[row] = uint32(len(sorted) - 1)
		}
	}
	r.undo = sorted
}

// compact drops the rows that do not hold and renumbers the rest. No transaction is open.
func (r *Relation) compact() {
	fresh := NewRelation(r.Name, r.Arity, r.bag)
	fresh.recursive, fresh.countsBelow = r.recursive, r.countsBelow
	fresh.layOut()
	fresh.GroupBy(r.primary.column)
	for row := range r.All {
		if r.State(row)&New != 0 {
			fresh.take(fresh.FindOrAdd(r.Tuple(row)), r, row)
			fresh.supports += r.supportsOf(row)
		}
	}
	fresh.live, fresh.indexes = r.live, r.indexes
	*r = *fresh
	for _, x := range r.indexes {
		x.reset()
	}
}

// take makes a new row what the row of another relation with the same tuple is.
func (r *Relation) take(row Row, from *Relation, old Row) {
	r.setState(row, from.State(old))
	r.setSupports(row, from.supportsOf(old))
	if from.recursive {
		r.SetRank(row, from.Rank(old))
		r.setStrict(row, from.strictOf(old))
	}
	to, i := r.at(row)
	was, j := from.at(old)
	if r.countsBelow {
		to.below[i] = was.below[j]
	}
	if r.bag {
		to.mult[i], to.oldMult[i], to.base[i] = was.mult[j], was.oldMult[j], was.base[j]
	}
}
