package store

import (
	"math/rand/v2"
	"testing"
)

// TestSupportAll counts supports of tuples, many at a time, and compares with a model: in one table and in groups, short ones
// and such whose tables are longer than a chunk, one group after the other and scattered.
func TestSupportAll(t *testing.T) {
	for _, world := range []struct {
		name         string
		arity        int
		first, other uint32 // values of the first column and of the others
		tuples       int
		sorted       bool
		grouped      bool
	}{
		{"one table", 2, 50_000, 50_000, 60_000, false, false},
		{"three columns", 3, 40, 40, 60_000, false, true},
		{"short groups", 2, 2_000, 100, 200_000, false, true},
		{"long groups", 2, 3, 60_000, 300_000, false, true},
		{"group after group", 2, 3, 60_000, 300_000, true, true},
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
				if world.sorted {
					key[0] = ID(i / (world.tuples/int(world.first) + 1))
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
			if r.primary.grouped != world.grouped {
				t.Errorf("grouped: %v", r.primary.grouped)
			}
			if r.Rows() != len(want) || r.Supports() != uint64(world.tuples) {
				t.Errorf("%d rows with %d supports, want %d with %d", r.Rows(), r.Supports(), len(want), world.tuples)
			}
			for key, n := range want {
				if row := r.Find(tupleOf(key, world.arity)); row == NoRow || r.Count(row) != n {
					t.Fatalf("%v has row %d, want %d supports", key, row, n)
				}
			}
		})
	}
}
