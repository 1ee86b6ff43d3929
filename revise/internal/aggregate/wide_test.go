package aggregate

import (
	"math"
	"math/big"
	"math/rand/v2"
	"testing"
)

func TestWide(t *testing.T) {
	dice := rand.New(rand.NewPCG(1, 2))
	draw := func() int64 {
		edges := []int64{0, 1, -1, math.MaxInt64, math.MinInt64, math.MinInt64 + 1, 1 << 32, -1 << 32}
		if i := dice.IntN(2 * len(edges)); i < len(edges) {
			return edges[i]
		}
		return int64(dice.Uint64())
	}
	for range 2000 {
		var w wide
		want := new(big.Int)
		for range 1 + dice.IntN(4) { // four products fit
			a, b := draw(), draw()/4
			w.addProduct(a, b)
			want.Add(want, new(big.Int).Mul(big.NewInt(a), big.NewInt(b)))
		}
		if w.big().Cmp(want) != 0 {
			t.Fatalf("%v, want %v", w.big(), want)
		}
		n, fits := w.int64()
		if fits != want.IsInt64() || fits && n != want.Int64() {
			t.Fatalf("%v: int64 says %d, %t", want, n, fits)
		}
	}
}
