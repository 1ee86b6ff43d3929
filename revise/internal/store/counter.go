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

// reserve makes room for n more rows.
func (c *counter) reserve(n int, loading bool) {
	if c.narrow != nil {
		c.narrow = room(c.narrow, n, loading)
	} else {
		c.bytes = room(c.bytes, n, loading)
	}
}

// add adds a row with the number zero.
func (c *counter) add() {
	if c.narrow != nil {
		c.narrow = append(c.narrow, 0)
	} else {
		c.bytes = append(c.bytes, 0)
	}
}

func (c *counter) fit() { c.bytes, c.narrow = fit(c.bytes), fit(c.narrow) }

// extend adds n rows with the number zero; there is room for them.
func (c *counter) extend(n int) {
	if c.narrow != nil {
		c.narrow = zeros(c.narrow, n)
	} else {
		c.bytes = zeros(c.bytes, n)
	}
}

// truncate drops the rows from n on, whose numbers are not kept beside.
func (c *counter) truncate(n int) {
	if c.narrow != nil {
		c.narrow = c.narrow[:n]
	} else {
		c.bytes = c.bytes[:n]
	}
}

// shift moves n such rows down.
func (c *counter) shift(to, from, n Row) {
	if c.narrow != nil {
		copy(c.narrow[to:], c.narrow[from:from+n])
	} else {
		copy(c.bytes[to:], c.bytes[from:from+n])
	}
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

// sized returns a counter of so many rows with the number zero.
func sized(rows int) counter { return counter{bytes: make([]uint8, rows)} }

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
	*c = counter{narrow: make([]uint32, len(old.bytes), cap(old.bytes))}
	for row, n := range old.bytes {
		if n != byteMark {
			c.narrow[row] = uint32(n)
		}
	}
	for row, n := range old.wide {
		c.set(row, n)
	}
}

func (c *counter) size() int { return cap(c.bytes) + 4*cap(c.narrow) + 24*len(c.wide) }
