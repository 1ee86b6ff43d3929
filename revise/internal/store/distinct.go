package store

import (
	"math"
	"math/bits"
)

// distinct is an estimate of how many different values a column has.
type distinct struct {
	seen   cursor // rows before it are in the sketch
	sketch sketch
	values float64
}

// Distinct estimates how many different values the column has, within a few per cent (HyperLogLog, Flajolet and others
// 2007). It is remembered until the relation has doubled.
func (r *Relation) Distinct(column int) float64 {
	if r.columnsSeen == nil {
		r.columnsSeen = make([]*distinct, r.Arity)
	}
	d := r.columnsSeen[column]
	if d == nil {
		d = &distinct{values: 1}
		r.columnsSeen[column] = d
	}
	if r.rows > 2*d.seen.rows {
		for d.seen.rows < r.rows {
			rows := r.after(&d.seen, blockRows)
			for row := rows.From; row < rows.To; row++ {
				d.sketch.add(r.Tuple(row)[column])
			}
		}
		d.values = d.sketch.values(d.seen.rows)
	}
	return d.values
}

const (
	registerBits = 10
	registers    = 1 << registerBits
)

// DistinctOf estimates how many different values the column has in some of the rows.
func (r *Relation) DistinctOf(rows []Row, column int) float64 {
	var s sketch
	for _, row := range rows {
		s.add(r.Tuple(row)[column])
	}
	return s.values(len(rows))
}

// sketch has for each part of the values the longest run of zeros in front of a hash.
type sketch [registers]uint8

func (s *sketch) add(id ID) {
	h := uint64(id) * 0x9e3779b97f4a7c15
	h ^= h >> 32
	h *= 0xd6e8feb86659fd93
	if z := uint8(bits.LeadingZeros64(h<<registerBits|1<<(registerBits-1)) + 1); z > s[h>>(64-registerBits)] {
		s[h>>(64-registerBits)] = z
	}
}

// values estimates how many different values were added, which were at most so many.
func (s *sketch) values(most int) float64 {
	sum, empty := 0.0, 0
	for _, z := range s {
		sum += 1 / float64(uint64(1)<<z)
		if z == 0 {
			empty++
		}
	}
	estimate := 0.7213 / (1 + 1.079/registers) * registers * registers / sum
	if estimate < 2.5*registers && empty > 0 {
		estimate = registers * math.Log(float64(registers)/float64(empty)) // few values: count the registers they left empty
	}
	return max(1, min(estimate, float64(most)))
}
