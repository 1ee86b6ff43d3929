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
	index   map[rowRef]int
}

type rowRef struct {
	table *Table
	row   int
}

type touchedRow struct {
	rowRef
	before []mark
}

// Revise starts a change. There is one at a time.
func (b *Base) Revise() *Revision {
	return &Revision{base: b, index: map[rowRef]int{}}
}

func (r *Revision) touch(t *Table, row int) {
	ref := rowRef{t, row}
	if _, ok := r.index[ref]; !ok {
		r.index[ref] = len(r.touched)
		r.touched = append(r.touched, touchedRow{ref, t.marks(row)})
	}
}

// Assert asserts f. In a set a belief gets a further source, and nothing happens when it has that source with at least
// that entrenchment already; in a bag every assertion is one more occurrence. It reports whether anything changed.
func (r *Revision) Assert(f Fact, a Attribution, bag bool) bool {
	t := r.base.Table(f.Relation, len(f.Values))
	ids := make([]ID, len(f.Values))
	for c, v := range f.Values {
		ids[c] = r.base.dictionary.ID(v)
	}
	row := t.findOrAdd(ids)
	if !bag && slices.ContainsFunc(t.marks(row), func(m mark) bool {
		has := t.origins[m.origin-1]
		return has.Source == a.Source && has.Entrenchment >= a.Entrenchment
	}) {
		return false
	}
	r.touch(t, row)
	t.attribute(row, mark{uint32(t.Origin(a)) + 1, uint32(a.Place.Line)})
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

// WithdrawAttributions removes from row of t those attributions, one occurrence each, and reports how many were there.
func (r *Revision) WithdrawAttributions(t *Table, row int, gone []Attribution) int {
	marks := t.marks(row)
	n := len(marks)
	for _, a := range gone {
		if i := slices.IndexFunc(marks, func(m mark) bool { return t.attribution(m) == withoutColumn(a) }); i >= 0 {
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
}

// Changes returns what differs from the start of the revision, sorted by relation and then in the order of the rows.
func (r *Revision) Changes() []RowChange {
	var changes []RowChange
	for _, u := range r.touched {
		before := make([]Attribution, len(u.before))
		for k, m := range u.before {
			before[k] = u.table.attribution(m)
		}
		slices.SortFunc(before, compareAttributions)
		after := u.table.Attributions(u.row)
		if !slices.Equal(before, after) {
			changes = append(changes, RowChange{u.table, u.row, before, after})
		}
	}
	slices.SortFunc(changes, func(a, b RowChange) int {
		if a.Table != b.Table {
			return strings.Compare(a.Table.relation, b.Table.relation)
		}
		return a.Row - b.Row
	})
	return changes
}

// TakeBack makes the base what it was when the revision started.
func (r *Revision) TakeBack() {
	for _, u := range slices.Backward(r.touched) {
		u.table.setMarks(u.row, u.before)
	}
	r.touched, r.index = nil, map[rowRef]int{}
}
