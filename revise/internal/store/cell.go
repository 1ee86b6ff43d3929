package store

// A cell has the flags of a row in its lowest byte and, above them, how many supports it has. Where ranks are kept it has
// two shorter numbers, that of the strict supports above that of all.
const (
	stateBits  = 8
	countBits  = 24
	rankedBits = 12
)

// field is the place of a number in a cell. The largest number that it could hold is a mark: the number is too large.
type field struct {
	shift uint8
	mark  word
}

// layOut says where in a record everything is.
func (r *Relation) layOut() {
	r.width = r.Arity + 1
	r.count = field{stateBits, 1<<countBits - 1}
	if r.recursive {
		r.width++
		r.count.mark = 1<<rankedBits - 1
		r.strict = field{stateBits + rankedBits, 1<<rankedBits - 1}
	}
}

// large holds the numbers of a block that are too large for their fields. When they are many it has one for each row.
type large struct {
	some map[uint32]uint64 // by the place in the block
	all  []uint64          // nil: some has them
}

// manyLarge is the share of a block's rows from which on they are many. An entry of the map costs some 24 bytes.
const (
	manyLarge = 16
	fewLarge  = 64
)

func (l *large) get(i uint32) uint64 {
	if l.all != nil {
		return l.all[i]
	}
	return l.some[i]
}

// set keeps a number, where the block has so many rows.
func (l *large) set(i uint32, n uint64, rows int) {
	switch {
	case l.all != nil:
		l.all[i] = n
		return
	case l.some == nil:
		l.some = map[uint32]uint64{}
	}
	l.some[i] = n
	if len(l.some) > max(fewLarge, rows/manyLarge) {
		l.all = make([]uint64, rows)
		for i, n := range l.some {
			l.all[i] = n
		}
		l.some = nil
	}
}

// lengthen gives it a place for each of so many rows, if it has one for each.
func (l *large) lengthen(rows int) {
	if l.all != nil {
		l.all = longer(l.all, rows)
	}
}

func (l *large) size() int { return 24*len(l.some) + 8*len(l.all) }

// number returns the row's number in the field, where l holds those that do not fit.
func (r *Relation) number(f field, l *large, row Row) uint64 {
	if n := *r.cell(row) >> f.shift & f.mark; n != f.mark {
		return uint64(n)
	}
	return l.get(row & (blockRows - 1))
}

func (r *Relation) setNumber(f field, l *large, row Row, n uint64) {
	cell := r.cell(row)
	was := *cell >> f.shift & f.mark
	if was == f.mark && n < uint64(f.mark) {
		delete(l.some, row&(blockRows-1))
	}
	if n >= uint64(f.mark) {
		l.set(row&(blockRows-1), n, len(r.records[row>>blockBits])/r.width)
		n = uint64(f.mark)
	}
	*cell += (word(n) - was) << f.shift
}

func (r *Relation) supportsOf(row Row) uint64 {
	return r.number(r.count, &r.blocks[row>>blockBits].count, row)
}

// addSupport adds one to them.
func (r *Relation) addSupport(row Row) {
	if cell := r.cell(row); *cell>>stateBits&r.count.mark < r.count.mark-1 {
		*cell += 1 << stateBits
		return
	}
	r.setSupports(row, r.supportsOf(row)+1)
}

func (r *Relation) setSupports(row Row, n uint64) {
	r.setNumber(r.count, &r.blocks[row>>blockBits].count, row, n)
}

func (r *Relation) strictOf(row Row) uint64 {
	return r.number(r.strict, &r.blocks[row>>blockBits].strict, row)
}

func (r *Relation) setStrict(row Row, n uint64) {
	r.setNumber(r.strict, &r.blocks[row>>blockBits].strict, row, n)
}
