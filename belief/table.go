package belief

import (
	"hash/maphash"
	"math"
	"math/bits"
	"slices"
)

// Table holds the base beliefs of one relation as flat rows of IDs. A row keeps its number while the base lives: a
// withdrawn row stays, unbelieved, and the same fact asserted again revives it.
type Table struct {
	relation string
	arity    int
	rows     []ID
	count    int      // rows, also for arity 0
	slots    []uint32 // row+1 in the bits of rowMask, and bits of the hash above; zero is free; a power of two long
	rowMask  uint32
	seed     uint64
	first    []mark            // per row: its first attribution; origin 0 marks a row that is not believed
	more     map[uint32][]mark // further ones
	origins  []Attribution     // the Place without its line
	byOrigin map[Attribution]uint32
	believed int
}

// fewRows is a number of rows that leaves four bits of a slot for the hash: most other rows are told apart by these.
const fewRows = 1<<28 - 1

// mark is an attribution, packed: its origin+1 and its line.
type mark struct{ origin, line uint32 }

// Origin is a number for what the attributions of many rows have in common.
type Origin uint32

func newTable(relation string, arity int) *Table {
	return &Table{
		relation: relation, arity: arity, slots: make([]uint32, 8), rowMask: fewRows, seed: NewSeed(),
		more: map[uint32][]mark{}, byOrigin: map[Attribution]uint32{},
	}
}

// Relation returns the relation's name.
func (t *Table) Relation() string { return t.relation }

// Arity returns the number of columns.
func (t *Table) Arity() int { return t.arity }

// Len returns the number of base beliefs in the table.
func (t *Table) Len() int { return t.believed }

// Rows returns the number of rows, believed or not.
func (t *Table) Rows() int { return t.count }

// Row returns row i, which the caller must not change.
func (t *Table) Row(i int) []ID { return t.rows[i*t.arity : (i+1)*t.arity : (i+1)*t.arity] }

// Believed reports whether row i is a base belief now.
func (t *Table) Believed(i int) bool { return t.first[i].origin != 0 }

// Bytes returns the memory that the rows, marks and hash slots hold.
func (t *Table) Bytes() int {
	return 4*cap(t.rows) + 4*cap(t.slots) + 8*cap(t.first)
}

// Origin numbers an attribution, its line left out, for Append.
func (t *Table) Origin(a Attribution) Origin {
	a.Place.Line, a.Place.Column = 0, 0
	if n, ok := t.byOrigin[a]; ok {
		return Origin(n)
	}
	n := uint32(len(t.origins))
	t.origins = append(t.origins, a)
	t.byOrigin[a] = n
	return Origin(n)
}

func (t *Table) mark(a Attribution) mark { return mark{uint32(t.Origin(a)) + 1, uint32(a.Place.Line)} }

// Append adds the fact with the given row, which it copies, and returns the row's number. A fact that is there
// already gets one more attribution.
func (t *Table) Append(row []ID, origin Origin, line uint32) int {
	i := t.findOrAdd(row)
	t.attribute(i, mark{uint32(origin) + 1, line})
	return i
}

func (t *Table) attribute(i int, m mark) {
	if t.first[i].origin == 0 {
		t.first[i] = m
		t.believed++
		return
	}
	t.more[uint32(i)] = append(t.more[uint32(i)], m)
}

// Attributions returns the attributions of row i, sorted by source and place; none if the row is not believed.
func (t *Table) Attributions(i int) []Attribution {
	list := t.InOrder(i)
	slices.SortFunc(list, compareAttributions)
	return list
}

// InOrder returns the attributions of row i in the order they came: of a bag, a withdrawal takes the last.
func (t *Table) InOrder(i int) []Attribution {
	marks := t.marks(i)
	list := make([]Attribution, len(marks))
	for k, m := range marks {
		list[k] = t.attribution(m)
	}
	return list
}

func (t *Table) attribution(m mark) Attribution {
	a := t.origins[m.origin-1]
	a.Place.Line = int(m.line)
	return a
}

// marks returns the marks of row i in the order they came.
func (t *Table) marks(i int) []mark {
	if t.first[i].origin == 0 {
		return nil
	}
	return append([]mark{t.first[i]}, t.more[uint32(i)]...)
}

// setMarks replaces the marks of row i; none makes it unbelieved.
func (t *Table) setMarks(i int, marks []mark) {
	was := t.first[i].origin != 0
	delete(t.more, uint32(i))
	switch {
	case len(marks) == 0:
		t.first[i] = mark{}
		if was {
			t.believed--
		}
		return
	case len(marks) > 1:
		t.more[uint32(i)] = slices.Clone(marks[1:])
	}
	t.first[i] = marks[0]
	if !was {
		t.believed++
	}
}

// HashRow mixes a row of IDs into 64 bits. The seed must be a secret of the process, so that no input can be made to collide.
func HashRow(seed uint64, row []ID) uint64 {
	h := seed
	for _, id := range row {
		hi, lo := bits.Mul64(h^uint64(id), 0x9e3779b97f4a7c15)
		h = hi ^ lo ^ seed
	}
	return h ^ h>>29
}

// NewSeed returns a seed for HashRow.
func NewSeed() uint64 { return maphash.Bytes(maphash.MakeSeed(), nil) | 1 }

// slot returns the slot that has the row, or the free one where it belongs, and what it holds but for the row.
func (t *Table) slot(row []ID) (s int, tag uint32) {
	hash := HashRow(t.seed, row)
	tag = uint32(hash>>32) &^ t.rowMask
	mask := len(t.slots) - 1
	for s = int(uint32(hash)) & mask; t.slots[s] != 0; s = (s + 1) & mask {
		if slot := t.slots[s]; slot&^t.rowMask == tag && slices.Equal(t.Row(int(slot&t.rowMask)-1), row) {
			break
		}
	}
	return s, tag
}

// find returns the number of the row, believed or not, or -1.
func (t *Table) find(row []ID) int {
	s, _ := t.slot(row)
	if i := int(t.slots[s]&t.rowMask) - 1; i >= 0 && t.Believed(i) {
		return i
	}
	return -1
}

// findOrAdd returns the number of the row, adding it unbelieved if it is new.
func (t *Table) findOrAdd(row []ID) int {
	s, tag := t.slot(row)
	if t.slots[s] != 0 {
		return int(t.slots[s]&t.rowMask) - 1
	}
	i := t.count
	t.rows = append(t.rows, row...)
	t.first = append(t.first, mark{})
	t.count++
	t.slots[s] = tag | (uint32(i) + 1)
	if 4*t.count > 3*len(t.slots) {
		t.grow()
	}
	return i
}

func (t *Table) grow() {
	t.slots = make([]uint32, 2*len(t.slots))
	if uint64(len(t.slots)) > uint64(t.rowMask) {
		t.rowMask = math.MaxUint32
	}
	mask := len(t.slots) - 1
	for i := range t.count {
		hash := HashRow(t.seed, t.Row(i))
		s := int(uint32(hash)) & mask
		for t.slots[s] != 0 {
			s = (s + 1) & mask
		}
		t.slots[s] = uint32(hash>>32)&^t.rowMask | (uint32(i) + 1)
	}
}

// Find returns the number of the believed row, or -1.
func (t *Table) Find(row []ID) int { return t.find(row) }

// Occurrences returns the number of attributions of row i.
func (t *Table) Occurrences(i int) int {
	if t.first[i].origin == 0 {
		return 0
	}
	return 1 + len(t.more[uint32(i)])
}
