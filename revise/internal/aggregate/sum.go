package aggregate

import (
	"math/big"

	"github.com/beliefbase/revise/belief"
)

// sum adds ints or floats exactly: floats as an integer multiple of 2^-1074, the least float, so that the result does
// not depend on the order, values can be taken back, and rounding happens once, on reading (algorithms.md, 7.4).
type sum struct {
	dictionary *belief.Dictionary
	of         belief.Type
	average    bool
	total      big.Int
}

// scale is the power of two that makes every float an integer.
const scale = 1074

func (s *sum) add(v ID, n int64) {
	value := s.dictionary.Value(v)
	var term big.Int
	if s.of == belief.FloatType {
		scaleFloat(&term, value.Float())
	} else {
		term.SetInt64(value.Int())
	}
	term.Mul(&term, big.NewInt(n))
	s.total.Add(&s.total, &term)
}

// scaleFloat sets z to f * 2^1074.
func scaleFloat(z *big.Int, f float64) {
	mantissa := new(big.Float).SetFloat64(f)
	new(big.Float).SetMantExp(mantissa, scale).Int(z)
}

func (s *sum) value(n int64) ID {
	switch {
	case s.average:
		return s.quotient(big.NewInt(n))
	case s.of == belief.FloatType:
		return s.quotient(big.NewInt(1))
	case s.total.IsInt64():
		return s.dictionary.ID(belief.Int(s.total.Int64()))
	default:
		return Undefined
	}
}

// quotient returns total/n, rounded once.
func (s *sum) quotient(n *big.Int) ID {
	if s.of == belief.FloatType {
		n = new(big.Int).Lsh(n, scale)
	}
	f, _ := new(big.Rat).SetFrac(&s.total, n).Float64()
	v, err := belief.Float(f)
	if err != nil {
		return Undefined
	}
	return s.dictionary.ID(v)
}
