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
	if r.loading || r.state[row]&Touched != 0 {
		return
	}
	r.undo = append(r.undo, r.asSaved(row))
	r.state[row] |= Touched
}

// asSaved returns the row as it is.
func (r *Relation) asSaved(row Row) saved {
	s := saved{row: row, state: r.state[row], count: r.count.get(row)}
	if r.bag {
		s.count = uint64(r.base[row])
	}
	if r.recursive {
		s.strict, s.rank = r.strict.get(row), r.Rank[row]
	}
	if r.Below != nil {
		s.below = r.Below[row]
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
		r.state[row] |= Base
	} else {
		r.state[row] &^= Base
	}
}

// SetBaseMultiplicity says how many base beliefs a row of a bag is.
func (r *Relation) SetBaseMultiplicity(row Row, n int64) error {
	r.SetBase(row, n > 0)
	err := r.AddMultiplicity(row, n-r.base[row])
	r.base[row] = n
	return err
}

// Support counts one more rule instance that derives the row.
func (r *Relation) Support(row Row) {
	r.Touch(row)
	r.count.set(row, r.count.get(row)+1)
	r.supports++
}

// Unsupport counts one less. Counts are exact, so there is one to take (Lemma 4.1).
func (r *Relation) Unsupport(row Row) {
	r.Touch(row)
	n := r.count.get(row)
	if n == 0 {
		panic("store: a support of " + r.Name + " would be negative")
	}
	r.count.set(row, n-1)
	r.supports--
}

// SupportStrictly counts one more strict support of the row.
func (r *Relation) SupportStrictly(row Row) {
	r.Touch(row)
	r.strict.set(row, r.strict.get(row)+1)
}

// UnsupportStrictly counts one less, and returns how many are left.
func (r *Relation) UnsupportStrictly(row Row) uint64 {
	r.Touch(row)
	n := r.strict.get(row) - 1
	r.strict.set(row, n)
	return n
}

// Stamp gives the row its rank; every support that it has is strict.
func (r *Relation) Stamp(row Row, rank uint32) {
	r.Rank[row] = rank
	r.strict.set(row, r.count.get(row))
}

// Reset makes the row one that no rule instance derives and that does not hold.
func (r *Relation) Reset(row Row) {
	r.Drop(row)
	r.Touch(row)
	r.supports -= r.count.get(row)
	r.count.set(row, 0)
	if r.bag {
		r.mult[row] = r.base[row]
	}
}

// AddMultiplicity changes the multiplicity of a row of a bag.
func (r *Relation) AddMultiplicity(row Row, n int64) error {
	r.Touch(row)
	sum := r.mult[row] + n
	if (sum > r.mult[row]) != (n > 0) && n != 0 {
		return ErrOverflow
	}
	r.mult[row] = sum
	return nil
}

// Multiplicity returns the multiplicity of a row now and before the transaction; of a set it is 0 or 1.
func (r *Relation) Multiplicity(row Row) (now, before int64) {
	if r.bag {
		return r.mult[row], r.oldMult[row]
	}
	s := r.state[row]
	return int64(s & New / New), int64(s & Old / Old)
}

// BaseMultiplicity returns how many base beliefs a row of a bag is, now and before the transaction.
func (r *Relation) BaseMultiplicity(row Row) (now, before int64) {
	if s := r.savedOf(row); s != nil {
		return r.base[row], int64(s.count)
	}
	return r.base[row], r.base[row]
}

// Hold makes the row hold.
func (r *Relation) Hold(row Row) {
	if r.state[row]&New == 0 {
		r.Touch(row)
		r.state[row] |= New
		r.live++
	}
}

// Drop makes the row not hold.
func (r *Relation) Drop(row Row) {
	if r.state[row]&New != 0 {
		r.Touch(row)
		r.state[row] &^= New
		r.live--
	}
}

// HoldSupported makes exactly those touched rows hold that are base beliefs, are supported, or have a multiplicity.
func (r *Relation) HoldSupported() {
	if r.loading {
		for row := range Row(r.rows) {
			if r.supported(row) {
				r.Hold(row)
			}
		}
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

func (r *Relation) supported(row Row) bool {
	if r.bag {
		if r.mult[row] < 0 {
			panic("store: a multiplicity of " + r.Name + " is negative")
		}
		return r.mult[row] > 0
	}
	return r.state[row]&Base != 0 || r.count.get(row) > 0
}

// Settle lists in Lost, Gained and Altered what the transaction changed.
func (r *Relation) Settle() {
	r.Lost, r.Gained, r.Altered = r.Lost[:0], r.Gained[:0], r.Altered[:0]
	for i := range r.undo {
		row := r.undo[i].row
		switch r.state[row] & (Old | New) {
		case Old:
			r.Lost = append(r.Lost, row)
		case New:
			r.Gained = append(r.Gained, row)
		}
		if r.bag && r.mult[row] != r.oldMult[row] {
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
		for row := range Row(r.rows) {
			r.commitRow(row)
		}
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
	s := r.state[row] &^ (Touched | Wave | Queued | Old)
	if s&New != 0 {
		s |= Old
	}
	r.state[row] = s
	if r.bag {
		r.oldMult[row] = r.mult[row]
	}
}

// Rollback makes the new view what the old one is, and every number what it was.
func (r *Relation) Rollback() {
	for i := range r.undo {
		s := &r.undo[i]
		if was, is := s.state&New, r.state[s.row]&New; was != is {
			if was != 0 {
				r.live++
			} else {
				r.live--
			}
		}
		r.state[s.row] = s.state &^ Touched
		if r.bag {
			r.mult[s.row], r.base[s.row] = r.oldMult[s.row], int64(s.count)
		} else {
			r.supports += s.count - r.count.get(s.row)
			r.count.set(s.row, s.count)
		}
		if r.recursive {
			r.Rank[s.row] = s.rank
			r.strict.set(s.row, s.strict)
		}
		if r.Below != nil {
			r.Below[s.row] = s.below
		}
	}
	r.forget()
}

// keepUndo is the length of an undo list that is worth keeping for the next transaction.
const keepUndo = 1 << 16

func (r *Relation) forget() {
	r.Lost, r.Gained, r.Altered = r.Lost[:0], r.Gained[:0], r.Altered[:0]
	r.undoSorted = false
	if cap(r.undo) > keepUndo {
		r.undo, r.Lost, r.Gained = nil, nil, nil
		return
	}
	r.undo = r.undo[:0]
}

// savedOf returns what was saved of the row, nil if the transaction has not touched it. It sorts the list on first
// use: no row may be touched for the first time after that.
func (r *Relation) savedOf(row Row) *saved {
	if r.state[row]&Touched == 0 {
		return nil
	}
	if !r.undoSorted {
		slices.SortFunc(r.undo, func(a, b saved) int { return cmp.Compare(a.row, b.row) })
		r.undoSorted = true
	}
	i, _ := slices.BinarySearchFunc(r.undo, row, func(s saved, row Row) int { return cmp.Compare(s.row, row) })
	return &r.undo[i]
}

// compact drops the rows that do not hold and renumbers the rest. No transaction is open.
func (r *Relation) compact() {
	fresh := NewRelation(r.Name, r.Arity, r.bag)
	fresh.recursive = r.recursive
	if r.Below != nil {
		fresh.Below = []uint32{}
	}
	fresh.GroupBy(r.primary.column)
	for row := range Row(r.rows) {
		if r.state[row]&New == 0 {
			continue
		}
		to := fresh.FindOrAdd(r.Tuple(row))
		fresh.state[to] = r.state[row]
		fresh.count.set(to, r.count.get(row))
		fresh.supports += r.count.get(row)
		if r.recursive {
			fresh.Rank[to] = r.Rank[row]
			fresh.strict.set(to, r.strict.get(row))
		}
		if r.Below != nil {
			fresh.Below[to] = r.Below[row]
		}
		if r.bag {
			fresh.mult[to], fresh.oldMult[to], fresh.base[to] = r.mult[row], r.oldMult[row], r.base[row]
		}
	}
	fresh.live, fresh.indexes = r.live, r.indexes
	*r = *fresh
	for _, x := range r.indexes {
		x.reset()
	}
}
