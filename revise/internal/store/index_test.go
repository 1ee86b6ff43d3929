package store

import (
	"math/rand/v2"
	"slices"
	"testing"
)

// TestIndexFindsEveryKey compares an index on one column with a map, where keys lie close to each other, far apart, first
// one and then the other, and come in any order.
func TestIndexFindsEveryKey(t *testing.T) {
	dice := rand.New(rand.NewPCG(3, 9))
	for _, world := range []struct {
		name  string
		dense bool // in the end
		keys  func(i int) ID
	}{
		{"ascending", true, func(i int) ID { return ID(1<<31 + i) }},
		{"descending", true, func(i int) ID { return ID(1<<31 - i) }},
		{"down to zero", true, func(i int) ID { return ID(2999 - i) }},
		{"up to the last", true, func(i int) ID { return ID(1<<32 - 3000 + i) }},
		{"any order", true, func(int) ID { return ID(dice.Uint32N(3000)) }},
		{"far apart", false, func(int) ID { return ID(dice.Uint32()) }},
		{"one far away", false, func(i int) ID { return ID(i) + ID(i/2999)<<30 }},
		{"first dense, then not", false, func(i int) ID { return ID(i * i) }},
	} {
		t.Run(world.name, func(t *testing.T) {
			r := NewRelation("r", 2, false)
			x := r.Index([]int{0})
			want := map[ID][]Row{}
			wasDense := false
			for i := range 3000 {
				key := world.keys(i)
				want[key] = append(want[key], r.FindOrAdd([]ID{key, ID(i)}))
				if dice.IntN(10) == 0 || i == 2999 {
					x.Cover()
				}
				wasDense = wasDense || x.dense
			}
			if x.dense != world.dense {
				t.Errorf("the slots are an array: %v", x.dense)
			}
			if x.Keys() != len(want) {
				t.Errorf("%d keys, expected %d", x.Keys(), len(want))
			}
			for key, rows := range want {
				if got := x.Probe([]ID{key}); !slices.Equal(got, rows) {
					t.Fatalf("rows %v with key %d, expected %v", got, key, rows)
				}
				if !x.Has(key) {
					t.Fatalf("the index has no %d", key)
				}
				for _, near := range []ID{key - 1, key + 1, key + 1<<20} {
					if want[near] == nil && (x.Probe([]ID{near}) != nil || x.Has(near)) {
						t.Fatalf("a row with the key %d", near)
					}
				}
			}
			if most := 12 * max(denseTo, 4) * 3 / 2 * len(want); x.dense && 12*len(x.slots) > most {
				t.Errorf("%d slots for %d keys", len(x.slots), len(want))
			}
		})
	}
}
