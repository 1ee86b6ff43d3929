package belief

import (
	"slices"
	"strings"
)

// Revision is a change of a base in progress. It remembers how every touched belief was, so that the change can be
// taken back whole, and compared: only what differs at the end has changed.
type Revision struct {
	base    *Base
	touched []touchedRow
	index   map[rowRef]bool // of touched, once they are many
	ids     []ID
}

type rowRef struct {
	table *Table
	row   int
}

// touchedRow is a row as it was. What lies behind more is never written to, only appended to or replaced.
type touchedRow struct {
	rowRef
	first mark
	more  []mark
}

func (u *touchedRow) occurrences() int {
	if u.first.origin == 0 {
		return 0
	}
	return 1 + len(u.more)
}

// before returns the attributions that the row had, in the order they came.
func (u *touchedRow) before() []Attribution {
	var list []Attribution
	if u.first.origin != 0 {
		list = append(list, u.table.attribution(u.first))
	}
	for _, m := range u.more {
		list = append(list, u.table.attribution(m))
	}
	return list
}

// Revise starts a change. There is one at a time: the one before it is over.
func (b *Base) Revise() *Revision {
	r := &b.revision
	r.base = b
	r.reset()
	return r
}

func (r *Revision) reset() {
	clear(r.touched)
	r.touched, r.index = r.touched[:0], nil
}

// fewTouched is how many rows are looked through one by one.
const fewTouched = 16

func (r *Revision) touch(t *Table, row int) {
	ref := rowRef{t, row}
	if r.index == nil && len(r.touched) > fewTouched {
		r.index = make(map[rowRef]bool, 4*fewTouched)
		for _, u := range r.touched {
			r.index[u.rowRef] = true
		}
	}
	if r.index[ref] || r.index == nil && slices.ContainsFunc(r.touched, func(u touchedRow) bool { return u.rowRef == ref }) {
		return
	}
	r.touched = append(r.touched, touchedRow{ref, t.first[row], t.more[uint32(row)]})
	if r.index != nil {
		r.index[ref] = true
	}
}

// Assert asserts f. In a set a belief gets a further source, and nothing happens when it has that source with at least
// that entrenchment already; in a bag every assertion is one more occurrence. It reports whether anything changed.
func (r *Revision) Assert(f Fact, a Attribution, bag bool) bool {
	t := r.base.Table(f.Relation, len(f.Values))
	r.ids = r.ids[:0]
	for _, v := range f.Values {
		r.ids = append(r.ids, r.base.dictionary.ID(v))
	}
	row := t.findOrAdd(r.ids)
	if !bag && t.Believed(row) && t.hasSource(row, a) {
		return false
	}
	r.touch(t, row)
	t.attribute(row, t.mark(a))
	return true
}

// Withdraw withdraws row of t with all its sources; of a bag one occurrence, the last that came, unless all is set.
func (r *Revision) Withdraw(t *Table, row int, bag, all bool) {
	r.touch(t, row)
	if bag && !all {
		marks := t.marks(row)
		t.setMarks(row, marks[:len(marks)-1])
		return
	}
	t.setMarks(row, nil)
}

// WithdrawAttributions removes from row of t those attributions, one occurrence each, and reports how many were there. One
// that was withdrawn and asserted again since stands in another place, and is the same.
func (r *Revision) WithdrawAttributions(t *Table, row int, gone []Attribution) int {
	marks := t.marks(row)
	n := len(marks)
	for _, a := range gone {
		i := slices.IndexFunc(marks, func(m mark) bool { return t.attribution(m) == withoutColumn(a) })
		if i < 0 {
			i = slices.IndexFunc(marks, func(m mark) bool {
				is := t.attribution(m)
				return is.Source == a.Source && is.Entrenchment == a.Entrenchment
			})
		}
		if i >= 0 {
			marks = slices.Delete(marks, i, i+1)
		}
	}
	if len(marks) < n {
		r.touch(t, row)
		t.setMarks(row, marks)
	}
	return n - len(marks)
}

func withoutColumn(a Attribution) Attribution {
	a.Place.Column = 0
	return a
}

// WithdrawSource removes the source from every belief that has it, and returns how many those were.
func (r *Revision) WithdrawSource(source string) int {
	n := 0
	for _, name := range r.base.Relations() {
		t := r.base.tables[name]
		for row := range t.Rows() {
			if r.withdrawSource(t, row, source) {
				n++
			}
		}
	}
	return n
}

func (r *Revision) withdrawSource(t *Table, row int, source string) bool {
	from := func(m mark) bool { return t.origins[m.origin-1].Source == source }
	if !t.Believed(row) || !from(t.first[row]) && len(t.more[uint32(row)]) == 0 {
		return false
	}
	marks := t.marks(row)
	kept := slices.DeleteFunc(slices.Clone(marks), from)
	if len(kept) == len(marks) {
		return false
	}
	r.touch(t, row)
	t.setMarks(row, kept)
	return true
}

// RowChange is one belief that a revision changed: its attributions before and after.
type RowChange struct {
	Table         *Table
	Row           int
	Before, After []Attribution // sorted; empty when it is not believed
	Was           []Attribution // Before, in the order they came
}

// Changes returns what differs from the start of the revision, sorted by relation and then in the order of the rows.
func (r *Revision) Changes() []RowChange {
	var changes []RowChange
	r.sort()
	for i := range r.touched {
		u := &r.touched[i]
		was, after := u.before(), u.table.Attributions(u.row)
		if before := slices.SortedFunc(slices.Values(was), compareAttributions); !slices.Equal(before, after) {
			changes = append(changes, RowChange{u.table, u.row, before, after, was})
		}
	}
	return changes
}

// Counted yields, in the order of Changes, every row that has more or fewer attributions than at the start: what is
// believed may have changed, and not its sources alone.
func (r *Revision) Counted(yield func(t *Table, row int) bool) {
	r.sort()
	for i := range r.touched {
		u := &r.touched[i]
		if u.occurrences() != u.table.Occurrences(u.row) && !yield(u.table, u.row) {
			return
		}
	}
}

func (r *Revision) sort() {
	slices.SortFunc(r.touched, func(a, b touchedRow) int {
		if a.table != b.table {
			return strings.Compare(a.table.relation, b.table.relation)
		}
		return a.row - b.row
	})
}

// TakeBack makes the base what it was when the revision started.
func (r *Revision) TakeBack() {
	for i := range r.touched {
		u := &r.touched[i]
		if u.first.origin == 0 {
			u.table.setMarks(u.row, nil)
		} else {
			u.table.setMarks(u.row, append([]mark{u.first}, u.more...))
		}
	}
	r.reset()
}
