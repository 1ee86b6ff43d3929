package store

import (
	"math/rand/v2"
	"testing"
)

func kernel(b *testing.B, rows, heads, group, per int, grouped bool) {
	rng := rand.New(rand.NewPCG(1, 2))
	pool := make([]ID, 0, 2*rows)
	for len(pool) < 2*rows {
		if group > 0 {
			k := ID(rng.IntN(group))
			pool = append(pool, k, ID(rng.IntN(rows)))
		} else {
			pool = append(pool, ID(rng.IntN(rows/8)), ID(rng.IntN(rows/8)))
		}
	}
	tuples := make([]ID, 0, 2*heads)
	for len(tuples) < 2*heads {
		i := rng.IntN(rows)
		if heads == rows {
			i = len(tuples) / 2
		}
		tuples = append(tuples, pool[2*i:2*i+2]...)
	}
	b.ResetTimer()
	for b.Loop() {
		b.StopTimer()
		r := NewRelation("r", 2, false)
		r.Load()
		for i := 0; i < len(pool) && heads != rows; i += 2 {
			r.FindOrAdd(pool[i : i+2])
		}
		b.StartTimer()
		for rest := tuples; len(rest) > 0; {
			n := min(512, len(rest))
			r.SupportAll(rest[:n], nil, false)
			rest = rest[n:]
		}
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(heads), "ns/head")
}

func BenchmarkLubm(b *testing.B) { kernel(b, 640_000, 5_000_000, 0, 0, false) }
func BenchmarkVpt(b *testing.B)  { kernel(b, 10_000_000, 10_000_000-1, 100_000, 0, true) }
func BenchmarkNew(b *testing.B)  { kernel(b, 3_000_000, 3_000_000, 4000, 0, true) }
func BenchmarkNewL(b *testing.B) { kernel(b, 600_000, 600_000, 0, 0, true) }
