package store

import "math"

// counter is one number per row: 32 bits wide for almost all, 64 for those that need it. It never wraps or saturates.
type counter struct {
	narrow []uint32
	wide   map[Row]uint64 // of rows whose narrow number is the mark
}

const wideMark = math.MaxUint32

func (c *counter) grow() { c.narrow = append(c.narrow, 0) }

func (c *counter) get(row Row) uint64 {
	if n := c.narrow[row]; n != wideMark {
		return uint64(n)
	}
	return c.wide[row]
}

func (c *counter) set(row Row, n uint64) {
	if n < wideMark {
		if c.narrow[row] == wideMark {
			delete(c.wide, row)
		}
		c.narrow[row] = uint32(n)
		return
	}
	if c.wide == nil {
		c.wide = map[Row]uint64{}
	}
	c.narrow[row] = wideMark
	c.wide[row] = n
}

func (c *counter) bytes() int { return 4*cap(c.narrow) + 24*len(c.wide) }
