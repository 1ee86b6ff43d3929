package store

import (
	"iter"
	"slices"
)

// lane gives numbers to new rows, one after another from blocks of its own. What comes one by one has one lane; what comes
// shard by shard side by side has one for each shard, and which number a row gets does not depend on which shard is faster.
type lane struct {
	from      Row    // the first of the block under way that has not been listed
	next, end Row    // what is left of the block
	blocks    []int  // further ones
	given     []Span // of other blocks, not listed yet
}

// Span is a range of rows; To is not in it.
type Span struct{ From, To Row }

// room returns how many rows the lane can give.
func (l *lane) room() int { return int(l.end-l.next) + len(l.blocks)<<blockBits }

// give gives a new row. There must be room.
func (l *lane) give(r *Relation) Row {
	if l.next == l.end {
		l.open(r)
	}
	l.next++
	return l.next - 1
}

// open begins with the lane's next block.
func (l *lane) open(r *Relation) {
	if l.from < l.next {
		l.given = append(l.given, Span{l.from, l.next})
	}
	block := l.blocks[0]
	l.blocks = slices.Delete(l.blocks, 0, 1)
	r.lengthen(block, blockRows)
	l.from = Row(block) << blockBits
	l.next, l.end = l.from, l.from+blockRows
}

// reserve makes room in the relation's own lane for n more rows.
func (r *Relation) reserve(n int) {
	l := &r.lane
	if l.room() >= n {
		return
	}
	if len(r.blocks) == 0 {
		r.blocks, r.records = append(r.blocks, nil), append(r.records, nil)
		r.lengthen(0, min(fewRows, blockRows))
		l.end = min(fewRows, blockRows)
	}
	if l.room() < n && 0 < l.end && l.end < blockRows { // the one block that is shorter
		l.end = min(blockRows, max(l.next+Row(n), 2*l.end))
		r.lengthen(0, int(l.end))
	}
	r.reserveIn(l, n)
}

// reserveIn makes room in the lane for n more rows: it gets the numbers of blocks, and takes memory for them when it begins
// with them.
func (r *Relation) reserveIn(l *lane, n int) {
	for l.room() < n {
		if len(r.unused) > 0 {
			l.blocks, r.unused = append(l.blocks, r.unused[0]), slices.Delete(r.unused, 0, 1)
			continue
		}
		l.blocks = append(l.blocks, len(r.blocks))
		r.blocks, r.records = append(r.blocks, nil), append(r.records, nil)
	}
}

// list puts the rows that the lane has given to the relation's others.
func (r *Relation) list(l *lane) {
	for _, s := range l.given {
		r.listSpan(s)
	}
	r.listSpan(Span{l.from, l.next})
	l.given, l.from = l.given[:0], l.next
}

func (r *Relation) listSpan(s Span) {
	if s.From == s.To {
		return
	}
	if n := len(r.spans); n > 0 && r.spans[n-1].To == s.From {
		r.spans[n-1].To = s.To
	} else {
		r.spans = append(r.spans, s)
	}
	r.rows += int(s.To - s.From)
}

// Rows returns the number of rows, visible or not.
func (r *Relation) Rows() int { return r.rows }

// End returns a number above that of every row. Some numbers below it may be those of none.
func (r *Relation) End() int {
	last := len(r.blocks) - 1
	if last < 0 {
		return 0
	}
	return last<<blockBits + len(r.records[last])/r.width
}

// Fits reports whether there are numbers for n more rows, whatever lanes they come from. It says no a little early.
func (r *Relation) Fits(n int) bool {
	return len(r.blocks)+n>>blockBits+Shards < MaxRows>>blockBits
}

// Last returns the row that came last. There must be one.
func (r *Relation) Last() Row { return r.spans[len(r.spans)-1].To - 1 }

// All yields all rows, in the order in which they came; none that comes meanwhile.
func (r *Relation) All(yield func(Row) bool) {
	for s := range r.Between(0, r.rows, r.rows) {
		for row := s.From; row < s.To; row++ {
			if !yield(row) {
				return
			}
		}
	}
}

// AllRows returns all rows, in the order in which they came.
func (r *Relation) AllRows() []Row { return slices.AppendSeq(make([]Row, 0, r.rows), r.All) }

// Between yields the rows that came as number from, counted from 0, up to number to, which is not among them: those that
// lie side by side together, at most so many.
func (r *Relation) Between(from, to, most int) iter.Seq[Span] {
	return func(yield func(Span) bool) {
		c := r.cursorAt(from)
		for c.rows < to && yield(r.after(&c, min(most, to-c.rows))) {
		}
	}
}

// cursor is a place in the order in which rows came.
type cursor struct {
	rows   int // before it
	span   int
	inside Row // rows of the span that are before it
}

// cursorAt returns the place before which so many rows are.
func (r *Relation) cursorAt(rows int) cursor {
	c := cursor{rows: rows}
	for c.inside = Row(rows); c.span < len(r.spans) && c.inside > r.spans[c.span].To-r.spans[c.span].From; c.span++ {
		c.inside -= r.spans[c.span].To - r.spans[c.span].From
	}
	return c
}

// after returns rows behind the cursor that lie side by side, at most so many, and moves it behind them. There must be some.
func (r *Relation) after(c *cursor, most int) Span {
	if s := r.spans[c.span]; s.From+c.inside == s.To {
		c.span++
		c.inside = 0
	}
	s := r.spans[c.span]
	from := s.From + c.inside
	to := min(s.To, from+Row(most))
	c.inside += to - from
	c.rows += int(to - from)
	return Span{from, to}
}
