package store

import "math"

// counter is one number per row. Nearly all supports are small, so it starts with a byte a row and keeps the numbers that
// do not fit beside; when they are many it goes over to 32 bits a row. It never wraps or saturates.
type counter struct {
	bytes  []uint8
	narrow []uint32       // in place of bytes, once many numbers do not fit
	wide   map[Row]uint64 // of rows whose number here is the mark
}

const (
	byteMark   = math.MaxUint8
	narrowMark = math.MaxUint32

	// wideShare is the share of rows whose numbers may lie beside. An entry of the map costs some 24 bytes.
	wideShare = 16
	fewWide   = 64
)

// lengthen makes it the numbers of so many rows.
func (c *counter) lengthen(rows int) {
	if c.narrow != nil {
		c.narrow = longer(c.narrow, rows)
	} else {
		c.bytes = longer(c.bytes, rows)
	}
}

// take makes the number of row i that of another counter's row j, which becomes zero. Both are kept in their own places.
func (c *counter) take(i Row, from *counter, j Row) {
	n := from.get(j)
	from.set(j, 0)
	c.set(i, n)
}

// increment adds one where that concerns the row's own place only, and reports whether it did.
func (c *counter) increment(row Row) bool {
	if c.narrow == nil {
		if c.bytes[row] >= byteMark-1 {
			return false
		}
		c.bytes[row]++
		return true
	}
	if c.narrow[row] >= narrowMark-1 {
		return false
	}
	c.narrow[row]++
	return true
}

func (c *counter) get(row Row) uint64 {
	if c.narrow == nil {
		if n := c.bytes[row]; n != byteMark {
			return uint64(n)
		}
	} else if n := c.narrow[row]; n != narrowMark {
		return uint64(n)
	}
	return c.wide[row]
}

func (c *counter) set(row Row, n uint64) {
	if c.narrow == nil {
		if n < byteMark {
			if c.bytes[row] == byteMark {
				delete(c.wide, row)
			}
			c.bytes[row] = uint8(n)
			return
		}
		c.bytes[row] = byteMark
		c.keep(row, n)
		if len(c.wide) > fewWide && wideShare*len(c.wide) > len(c.bytes) {
			c.widen()
		}
		return
	}
	if n < narrowMark {
		if c.narrow[row] == narrowMark {
			delete(c.wide, row)
		}
		c.narrow[row] = uint32(n)
		return
	}
	c.narrow[row] = narrowMark
	c.keep(row, n)
}

func (c *counter) keep(row Row, n uint64) {
	if c.wide == nil {
		c.wide = map[Row]uint64{}
	}
	c.wide[row] = n
}

// widen goes over to 32 bits a row.
func (c *counter) widen() {
	old := *c
	*c = counter{narrow: make([]uint32, len(old.bytes))}
	for row, n := range old.bytes {
		if n != byteMark {
			c.narrow[row] = uint32(n)
		}
	}
	for row, n := range old.wide {
		c.set(row, n)
	}
}

func (c *counter) size() int { return len(c.bytes) + 4*len(c.narrow) + 24*len(c.wide) }
