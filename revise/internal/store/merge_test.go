package store

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
)

// mergeAll counts the tuples, dealt out to several queues in turn, and returns the rows that were queued.
func mergeAll(r *Relation, tuples [][]ID) []Row {
	r.Cut()
	heads := make([]*Heads, 3)
	for i := range heads {
		heads[i] = &Heads{}
	}
	for i, tuple := range tuples {
		heads[i%len(heads)].Add(r, tuple)
	}
	var queues [Shards][]Row
	r.Merge(heads, &queues)
	return slices.Concat(queues[:]...)
}

// TestMerge compares merges with a model, in relations that have groups and in such that have none, over transactions
// that are committed and taken back.
func TestMerge(t *testing.T) {
	for _, world := range []struct {
		name    string
		arity   int
		spread  uint32
		tuples  int
		grouped bool
	}{
		{"few tuples, many supports", 2, 5, 9000, false},
		{"one column", 1, 3000, 5000, false},
		{"wide", 3, 1 << 30, 3000, false},
		{"groups", 2, 150, 30_000, true},
	} {
		t.Run(world.name, func(t *testing.T) {
			dice := rand.New(rand.NewPCG(7, 1))
			r := NewRelation("r", world.arity, false)
			r.KeepRanks()
			m := model{}
			for round := range 6 {
				before := model{}
				for k, v := range m {
					before[k] = v
				}
				var tuples [][]ID
				for range world.tuples {
					var key [3]ID
					for c := range world.arity {
						key[c] = ID(dice.Uint32N(world.spread))
					}
					m[key]++
					tuples = append(tuples, slices.Clone(tupleOf(key, world.arity)))
				}
				queued := mergeAll(r, tuples)
				fresh := map[string]bool{}
				for key := range m {
					if before[key] == 0 {
						fresh[fmt.Sprint(tupleOf(key, world.arity))] = true
					}
				}
				for _, row := range queued {
					if name := fmt.Sprint(r.Tuple(row)); !fresh[name] {
						t.Fatalf("%s is queued, and held or was queued", name)
					} else {
						delete(fresh, name)
					}
					r.Clear(row, Queued)
				}
				if len(fresh) > 0 {
					t.Fatalf("%d new tuples are not queued", len(fresh))
				}
				r.HoldSupported()
				r.Settle()
				if round == 3 {
					r.Rollback()
					m = before
				} else {
					r.Commit()
				}
				check(t, r, m)
			}
			if r.primary.grouped != world.grouped {
				t.Errorf("grouped: %v", r.primary.grouped)
			}
		})
	}
}

// TestMergeGivesTheSameRows wants the rows of some merges, with other new rows in between, to be those of any other of the
// same tuples.
func TestMergeGivesTheSameRows(t *testing.T) {
	dice := rand.New(rand.NewPCG(8, 1))
	var tuples [][]ID
	for range 60_000 {
		tuples = append(tuples, []ID{ID(dice.Uint32N(100)), ID(dice.Uint32N(3000))})
	}
	var first *Relation
	for range 4 {
		r := NewRelation("r", 2, false)
		r.Load()
		for part := range slices.Chunk(tuples, 20_000) {
			r.FindOrAdd(part[0])
			mergeAll(r, part[1:])
		}
		if first == nil {
			first = r
		}
		if !slices.Equal(r.spans, first.spans) {
			t.Fatalf("rows %v, and %v", r.spans, first.spans)
		}
		distinct := map[[2]ID]bool{}
		for row := range r.All {
			if !slices.Equal(r.Tuple(row), first.Tuple(row)) {
				t.Fatalf("row %d differs", row)
			}
			if r.Find(r.Tuple(row)) != row {
				t.Fatalf("row %d is not found", row)
			}
			if int(row) >= r.End() {
				t.Fatalf("row %d is not below %d", row, r.End())
			}
			distinct[[2]ID(r.Tuple(row))] = true
		}
		if len(distinct) != r.Rows() {
			t.Fatalf("%d rows for %d tuples", r.Rows(), len(distinct))
		}
	}
}

func TestInParallelPanics(t *testing.T) {
	defer func() {
		if p := recover(); p != "three" {
			t.Errorf("the panic is %v", p)
		}
	}()
	InParallel(5, func(i int) {
		if i == 3 {
			panic("three")
		}
	})
	t.Error("no panic")
}
