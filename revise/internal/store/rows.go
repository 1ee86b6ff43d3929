package store

// The rows of a relation lie in blocks of so many, which are not moved: a relation that grows copies nothing, and leaves
// nothing behind (algorithms.md, 9.3). The one block of a small relation is shorter, and grows by doubling.
const (
	blockBits = 14
	blockRows = 1 << blockBits
	fewRows   = 8 // in the shortest block
)

// block holds a part of a relation, per row. Ranks and strict supports are kept for relations of recursive strata only, and
// multiplicities for bags only. Behind the last row all but columns is zero.
type block struct {
	columns []ID
	state   []State
	count   counter
	strict  counter // instances whose body in the stratum has smaller ranks
	rank    []uint32
	below   []uint32 // instances of rules without a literal of the stratum, after CountBelow
	mult    []int64
	oldMult []int64
	base    []int64 // of a bag: the part of the multiplicity that is base beliefs
}

// at returns the block of a row, and its place in it.
func (r *Relation) at(row Row) (*block, uint32) {
	return r.blocks[row>>blockBits], row & (blockRows - 1)
}

// tuple returns the columns of the block's row.
func (b *block) tuple(i uint32, arity int) []ID {
	at := int(i) * arity
	return b.columns[at : at+arity : at+arity]
}

// rows returns how many rows the block has room for.
func (b *block) rows() int { return len(b.state) }

// reserve makes room for n more rows.
func (r *Relation) reserve(n int) {
	rows := r.rows + n
	if len(r.blocks) == 0 {
		r.blocks = append(r.blocks, &block{})
	}
	if first := r.blocks[0]; first.rows() < min(rows, blockRows) {
		r.lengthen(first, min(blockRows, max(fewRows, rows, 2*first.rows())))
	}
	for len(r.blocks)*blockRows < rows {
		b := &block{}
		r.lengthen(b, blockRows)
		r.blocks = append(r.blocks, b)
	}
}

// lengthen gives the block room for so many rows.
func (r *Relation) lengthen(b *block, rows int) {
	b.columns, b.state = longer(b.columns, rows*r.Arity), longer(b.state, rows)
	b.count.lengthen(rows)
	if r.recursive {
		b.strict.lengthen(rows)
		b.rank = longer(b.rank, rows)
	}
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
	b, i := r.at(row)
	if len(tuple) == 2 {
		pair := b.columns[2*i : 2*i+2]
		pair[0], pair[1] = tuple[0], tuple[1]
	} else {
		copy(b.columns[int(i)*len(tuple):], tuple)
	}
}

// shift moves n new rows down, which have tuple, state and count only, and leaves zeros for state and count.
func (r *Relation) shift(to, from, n Row) {
	if to == from {
		return
	}
	for k := range n {
		source, i := r.at(from + k)
		target, j := r.at(to + k)
		copy(target.tuple(j, r.Arity), source.tuple(i, r.Arity))
		target.state[j], source.state[i] = source.state[i], 0
		target.count.take(j, &source.count, i)
	}
}

// bytes returns the memory that the block holds, and how much of it are numbers of supports, ranks and multiplicities.
func (b *block) bytes() (all, numbers int) {
	numbers = b.count.size() + b.strict.size() + 4*(len(b.rank)+len(b.below)) + 8*(len(b.mult)+len(b.oldMult)+len(b.base))
	return numbers + 4*len(b.columns) + len(b.state), numbers
}
