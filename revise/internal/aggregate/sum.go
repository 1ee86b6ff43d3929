package aggregate

import (
	"math/big"

	"github.com/beliefbase/revise/belief"
)

// intSum adds ints exactly, in 128 bits: enough for 2^63 solutions of any value.
type intSum struct {
	dictionary *belief.Dictionary
	average    bool
	total      wide
}

func (s *intSum) add(v ID, n int64) { s.total.addProduct(s.dictionary.Value(v).Int(), n) }

func (s *intSum) value(n int64) ID {
	total, fits := s.total.int64()
	switch {
	case s.average && fits && exact(total) && exact(n):
		return floatID(s.dictionary, float64(total)/float64(n)) // both are floats exactly: rounded once
	case s.average:
		return quotient(s.dictionary, s.total.big(), big.NewInt(n))
	case fits:
		return s.dictionary.ID(belief.Int(total))
	default:
		return Undefined
	}
}

// exact reports whether every integer up to n, and down to -n, is a float.
func exact(n int64) bool { return -1<<53 <= n && n <= 1<<53 }

// floatSum adds floats exactly, as an integer multiple of 2^-1074, the least float, so that the result does not depend on
// the order, values can be taken back, and rounding happens once, on reading (algorithms.md, 7.4).
type floatSum struct {
	dictionary *belief.Dictionary
	average    bool
	total      big.Int
	known      bool // what the total rounds to is last
	last       ID
}

// scale is the power of two that makes every float an integer.
const scale = 1074

func (s *floatSum) add(v ID, n int64) {
	s.known = false
	var term big.Int
	scaleFloat(&term, s.dictionary.Value(v).Float())
	term.Mul(&term, big.NewInt(n))
	s.total.Add(&s.total, &term)
}

// scaleFloat sets z to f * 2^1074.
func scaleFloat(z *big.Int, f float64) {
	mantissa := new(big.Float).SetFloat64(f)
	new(big.Float).SetMantExp(mantissa, scale).Int(z)
}

func (s *floatSum) value(n int64) ID {
	if !s.known {
		if !s.average {
			n = 1
		}
		s.last, s.known = quotient(s.dictionary, &s.total, new(big.Int).Lsh(big.NewInt(n), scale)), true
	}
	return s.last
}

// quotient returns a/b, rounded once.
func quotient(d *belief.Dictionary, a, b *big.Int) ID {
	f, _ := new(big.Rat).SetFrac(a, b).Float64()
	return floatID(d, f)
}

func floatID(d *belief.Dictionary, f float64) ID {
	v, err := belief.Float(f)
	if err != nil {
		return Undefined
	}
	return d.ID(v)
}
