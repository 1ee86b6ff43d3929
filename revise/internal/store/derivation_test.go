package store

import (
	"math/rand/v2"
	"testing"
)

// TestSupportAll counts supports of tuples, many at a time, and compares with a model: in one table and in groups, short ones
// and such whose tables are longer than a chunk, one group after the other and scattered, and in groups of neighbours.
func TestSupportAll(t *testing.T) {
	for _, world := range []struct {
		name         string
		arity        int
		first, other uint32 // values of the first column and of the others
		tuples       int
		rounds       int // in which the first column goes through its values in order; 0: it has them in none
		grouped      bool
		neighbours   bool
	}{
		{"one table", 2, 50_000, 50_000, 60_000, 0, false, false},
		{"three columns", 3, 40, 40, 60_000, 0, true, false},
		{"short groups", 2, 2_000, 100, 200_000, 0, true, false},
		{"long groups", 2, 3, 60_000, 300_000, 0, true, false},
		{"group after group", 2, 3, 60_000, 300_000, 1, true, false},
		{"neighbours", 2, 50_000, 3, 200_000, 1, true, true},
		{"neighbours in one column", 1, 20_000, 1, 60_000, 2, true, true},
		{"neighbours in three columns", 3, 50_000, 50_000, 200_000, 1, true, true},
		{"neighbours that become groups", 2, 10_000, 50_000, 200_000, 10, true, false},
		{"values far from each other", 2, 1 << 30, 3, 60_000, 1, false, false},
	} {
		t.Run(world.name, func(t *testing.T) {
			dice := rand.New(rand.NewPCG(11, 1))
			r := NewRelation("r", world.arity, false)
			r.Load()
			want := map[[3]ID]uint64{}
			var tuples []ID
			for i := range world.tuples {
				var key [3]ID
				key[0] = ID(dice.Uint32N(world.first))
				if each := world.tuples / max(1, world.rounds); world.rounds > 0 {
					key[0] = ID(uint64(i%each) * uint64(world.first) / uint64(each))
				}
				for c := 1; c < world.arity; c++ {
					key[c] = ID(dice.Uint32N(world.other))
				}
				want[key]++
				tuples = append(tuples, key[:world.arity]...)
			}
			for rest := tuples; len(rest) > 0; {
				n := min(world.arity*(1+dice.IntN(600)), len(rest))
				r.SupportAll(rest[:n], nil, false)
				rest = rest[n:]
			}
			if p := &r.primary; p.grouped != world.grouped || (p.neighbours > 0) != world.neighbours {
				t.Errorf("grouped: %v, with %d bits for neighbours", p.grouped, p.neighbours)
			}
			if r.Rows() != len(want) || r.Supports() != uint64(world.tuples) {
				t.Errorf("%d rows with %d supports, want %d with %d", r.Rows(), r.Supports(), len(want), world.tuples)
			}
			var finder Finder
			for i := range tuples {
				if dice.IntN(3) == 0 {
					tuples[i] += ID(dice.Uint32N(world.other)) // some are not there now, and neither are some groups
				}
			}
			for rest := tuples; len(rest) > 0; {
				n := min(1+dice.IntN(600), len(rest)/world.arity)
				for i, row := range finder.Rows(r, rest[:n*world.arity], n, nil) {
					if tuple := rest[i*world.arity : (i+1)*world.arity]; row != r.Find(tuple) {
						t.Fatalf("%v has row %d, found is %d", tuple, r.Find(tuple), row)
					}
				}
				rest = rest[n*world.arity:]
			}
			for key, n := range want {
				if row := r.Find(tupleOf(key, world.arity)); row == NoRow || r.Count(row) != n {
					t.Fatalf("%v has row %d, want %d supports", key, row, n)
				}
			}
		})
	}
}

// BenchmarkSupportAll counts supports of pairs that come in no order: of rows that are there, and of new ones.
func BenchmarkSupportAll(b *testing.B) {
	for _, world := range []struct {
		name   string
		rows   int
		groups uint32 // 0: one table
		heads  int    // 0: each row once, all new
	}{
		{"found in one table", 640_000, 0, 5_000_000},
		{"found in groups", 10_000_000, 100_000, 10_000_000},
		{"new in one table", 600_000, 0, 0},
		{"new in groups", 3_000_000, 4_000, 0},
	} {
		b.Run(world.name, func(b *testing.B) {
			dice := rand.New(rand.NewPCG(1, 2))
			rows := make([]ID, 0, 2*world.rows)
			for len(rows) < 2*world.rows {
				first := ID(dice.IntN(world.rows / 8))
				if world.groups > 0 {
					first = ID(dice.Uint32N(world.groups))
				}
				rows = append(rows, first, ID(dice.IntN(world.rows)))
			}
			heads := rows
			if world.heads > 0 {
				heads = make([]ID, 0, 2*world.heads)
				for len(heads) < 2*world.heads {
					at := 2 * dice.IntN(world.rows)
					heads = append(heads, rows[at], rows[at+1])
				}
			}
			for b.Loop() {
				b.StopTimer()
				r := NewRelation("r", 2, false)
				r.Load()
				if world.heads > 0 {
					r.SupportAll(rows, nil, false)
				}
				b.StartTimer()
				for rest := heads; len(rest) > 0; rest = rest[min(512, len(rest)):] {
					r.SupportAll(rest[:min(512, len(rest))], nil, false)
				}
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(len(heads)/2), "ns/head")
		})
	}
}
