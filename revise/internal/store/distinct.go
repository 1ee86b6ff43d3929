package store

import (
	"math"
	"math/bits"
)

// distinct is an estimate of how many different values a column has.
type distinct struct {
	rows   int // when it was made
	values float64
}

// Distinct estimates how many different values the column has, within a few per cent (HyperLogLog, Flajolet and others
// 2007). It is remembered until the relation has doubled.
func (r *Relation) Distinct(column int) float64 {
	if r.columnsSeen == nil {
		r.columnsSeen = make([]distinct, r.Arity)
	}
	d := &r.columnsSeen[column]
	if r.rows > 2*d.rows || d.values == 0 {
		*d = distinct{r.rows, r.countDistinct(column)}
	}
	return d.values
}

const (
	registerBits = 10
	registers    = 1 << registerBits
)

func (r *Relation) countDistinct(column int) float64 {
	var highest [registers]uint8
	for row := range Row(r.rows) {
		h := uint64(r.Tuple(row)[column]) * 0x9e3779b97f4a7c15
		h ^= h >> 32
		h *= 0xd6e8feb86659fd93
		if z := uint8(bits.LeadingZeros64(h<<registerBits|1<<(registerBits-1)) + 1); z > highest[h>>(64-registerBits)] {
			highest[h>>(64-registerBits)] = z
		}
	}
	sum, empty := 0.0, 0
	for _, z := range highest {
		sum += 1 / float64(uint64(1)<<z)
		if z == 0 {
			empty++
		}
	}
	estimate := 0.7213 / (1 + 1.079/registers) * registers * registers / sum
	if estimate < 2.5*registers && empty > 0 {
		estimate = registers * math.Log(float64(registers)/float64(empty)) // few values: count the registers they left empty
	}
	return max(1, min(estimate, float64(r.rows)))
}
