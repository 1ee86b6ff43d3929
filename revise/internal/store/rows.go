package store

// The rows of a relation lie in blocks of so many, which are not moved: a relation that grows copies nothing, and leaves
// nothing behind (algorithms.md, 9.3). The one block of a small relation is shorter, and grows by doubling.
const (
	blockBits = 14
	blockRows = 1 << blockBits
	fewRows   = 8 // in the shortest block
)

// word is a part of a record.
type word = ID

// block holds a part of a relation. The records are one behind the other, and each is a row: its columns, its cell and,
// where ranks are kept, its rank. What finding a row and counting a support of it read is then in one place of memory.
// Behind the last row cells and ranks are zero.
type block struct {
	count   large
	strict  large    // instances whose body in the stratum has smaller ranks
	below   []uint32 // instances of rules without a literal of the stratum, after CountBelow
	mult    []int64  // of a bag
	oldMult []int64
	base    []int64 // of a bag: the part of the multiplicity that is base beliefs
}

// at returns the block of a row, and its place in it.
func (r *Relation) at(row Row) (*block, uint32) {
	return r.blocks[row>>blockBits], row & (blockRows - 1)
}

// record returns the words of the block in which a row's record is, and where it begins.
func (r *Relation) record(row Row) ([]word, int) {
	return r.records[row>>blockBits], int(row&(blockRows-1)) * r.width
}

// Tuple returns the columns of a row, which the caller must not change.
func (r *Relation) Tuple(row Row) []ID {
	words, at := r.record(row)
	return words[at : at+r.Arity : at+r.Arity]
}

// Read returns the columns and the flags of a row.
func (r *Relation) Read(row Row) ([]ID, State) {
	words, at := r.record(row)
	return words[at : at+r.Arity : at+r.Arity], State(words[at+r.Arity])
}

// cell returns the cell of a row.
func (r *Relation) cell(row Row) *word {
	words, at := r.record(row)
	return &words[at+r.Arity]
}

// rank returns the rank of a row, which must be kept.
func (r *Relation) rank(row Row) *word {
	words, at := r.record(row)
	return &words[at+r.Arity+1]
}

// lengthen gives a block room for so many rows.
func (r *Relation) lengthen(at, rows int) {
	if r.blocks[at] == nil {
		r.blocks[at] = &block{}
	}
	b := r.blocks[at]
	r.records[at] = longer(r.records[at], rows*r.width)
	b.count.lengthen(rows)
	b.strict.lengthen(rows)
	if r.countsBelow {
		b.below = longer(b.below, rows)
	}
	if r.bag {
		b.mult, b.oldMult, b.base = longer(b.mult, rows), longer(b.oldMult, rows), longer(b.base, rows)
	}
}

// longer returns s with length n.
func longer[T any](s []T, n int) []T {
	if n <= len(s) {
		return s
	}
	t := make([]T, n)
	copy(t, s)
	return t
}

// write gives a new row its tuple.
func (r *Relation) write(row Row, tuple []ID) {
	words, at := r.record(row)
	if len(tuple) == 2 {
		pair := words[at : at+2]
		pair[0], pair[1] = tuple[0], tuple[1]
	} else {
		copy(words[at:], tuple)
	}
}

// recordBytes returns the memory that rows hold, and how much of it are numbers of supports, ranks and multiplicities.
func (r *Relation) recordBytes() (all, numbers int) {
	for i, b := range r.blocks {
		if b == nil {
			continue
		}
		rows := len(r.records[i]) / r.width
		all += (4*r.Arity + 1) * rows
		numbers += (4*(r.width-r.Arity) - 1) * rows
		numbers += b.count.size() + b.strict.size() + 4*len(b.below) + 8*(len(b.mult)+len(b.oldMult)+len(b.base))
	}
	return all + numbers, numbers
}
