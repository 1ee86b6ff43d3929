package aggregate

import (
	"math/big"
	"math/bits"
)

// wide is a signed number of 128 bits, in two's complement.
type wide struct {
	high int64
	low  uint64
}

// addProduct adds a*b.
func (w *wide) addProduct(a, b int64) {
	high, low := bits.Mul64(uint64(a), uint64(b))
	// the product of the two's complements is too large by 2^64 times the other factor for each negative one
	if a < 0 {
		high -= uint64(b)
	}
	if b < 0 {
		high -= uint64(a)
	}
	var carry uint64
	w.low, carry = bits.Add64(w.low, low, 0)
	sum, _ := bits.Add64(uint64(w.high), high, carry)
	w.high = int64(sum)
}

// int64 returns the number, and whether it fits.
func (w wide) int64() (int64, bool) {
	n := int64(w.low)
	return n, w.high == n>>63
}

func (w wide) big() *big.Int {
	n := big.NewInt(w.high)
	n.Lsh(n, 64)
	return n.Add(n, new(big.Int).SetUint64(w.low))
}
