package store

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

// model is a relation as a map: the tuples that hold, with their counts.
type model map[[3]ID]uint64

func tupleOf(key [3]ID, arity int) []ID { return key[:arity] }

// check compares a relation with the model, by look-up, by walk and by every index.
func check(t *testing.T, r *Relation, m model) {
	t.Helper()
	if r.Len() != len(m) {
		t.Fatalf("%d rows hold, expected %d", r.Len(), len(m))
	}
	total := uint64(0)
	for key, n := range m {
		row := r.Find(tupleOf(key, r.Arity))
		if !r.Holds(row) || r.Count(row) != n {
			t.Fatalf("%v holds: %v, count %d, expected %d", key, r.Holds(row), r.Count(row), n)
		}
		total += n
	}
	if r.Supports() != total {
		t.Fatalf("%d supports in all, expected %d", r.Supports(), total)
	}
	for c := range r.Arity {
		x := r.Index([]int{c})
		x.Cover()
		found := map[ID]int{}
		for key := range m {
			found[key[c]]++
		}
		for value, want := range found {
			got := 0
			for _, row := range x.Probe([]ID{value}) {
				if r.Holds(row) {
					got++
				}
			}
			if got != want {
				t.Fatalf("index on column %d finds %d rows with %d, expected %d", c, got, value, want)
			}
		}
	}
}

// play makes random changes in transactions, commits or rolls them back, and keeps the model beside.
func play(t *testing.T, arity int, spread uint32, changes int, seed uint64) {
	t.Helper()
	dice := rand.New(rand.NewPCG(seed, 1))
	r := NewRelation("r", arity, false)
	m := model{}
	for round := range 12 {
		before := model{}
		for k, v := range m {
			before[k] = v
		}
		for range changes {
			var key [3]ID
			for c := range arity {
				key[c] = ID(dice.Uint32N(spread))
			}
			if n := m[key]; n > 0 && dice.IntN(3) == 0 {
				r.Unsupport(r.Find(tupleOf(key, arity)))
				if m[key]--; m[key] == 0 {
					delete(m, key)
				}
			} else if dice.IntN(4) > 0 {
				r.Support(r.FindOrAdd(tupleOf(key, arity)))
				m[key]++
			} else {
				r.FindOrAdd(tupleOf(key, arity)) // a row that never holds
			}
		}
		r.HoldSupported()
		r.Settle()
		for _, row := range r.Lost {
			if r.State(row)&(Old|New) != Old {
				t.Fatal("a lost row is not old, or is new")
			}
		}
		if dice.IntN(3) == 0 {
			r.Rollback()
			m = before
		} else {
			r.Commit()
		}
		t.Run(fmt.Sprint(round), func(t *testing.T) { check(t, r, m) })
	}
}

func TestRelation(t *testing.T) {
	for _, world := range []struct {
		name    string
		arity   int
		spread  uint32
		changes int
	}{
		{"few tuples, many supports", 2, 5, 400},
		{"one column", 1, 3000, 2000},
		{"three columns", 3, 40, 3000},
		{"wide, one table", 2, 1 << 30, 3000},
		{"groups", 2, 150, 6000}, // 22,500 possible tuples in 150 groups
	} {
		t.Run(world.name, func(t *testing.T) {
			for seed := range uint64(3) {
				play(t, world.arity, world.spread, world.changes, seed)
			}
		})
	}
}

// TestGroups makes sure that the world above that is meant to have groups has them.
func TestGroups(t *testing.T) {
	r := NewRelation("r", 2, false)
	r.Load()
	for i := range ID(20_000) {
		r.Hold(r.FindOrAdd([]ID{i % 100, i}))
	}
	if !r.primary.grouped {
		t.Fatal("20,000 rows in 100 groups have one table")
	}
	for i := range ID(20_000) {
		if row := r.Find([]ID{i % 100, i}); row != Row(i) {
			t.Fatalf("row %d is found as %d", i, row)
		}
		if r.Find([]ID{i % 100, i + 20_000}) != NoRow || r.Find([]ID{100 + i, i}) != NoRow {
			t.Fatal("a tuple is found that is not there")
		}
	}
}

func TestCompaction(t *testing.T) {
	r := NewRelation("r", 2, false)
	for i := range ID(5000) {
		r.Support(r.FindOrAdd([]ID{i % 7, i}))
	}
	r.HoldSupported()
	r.Commit()
	x := r.Index([]int{0})
	x.Cover()
	for i := range ID(4000) {
		r.Unsupport(r.Find([]ID{i % 7, i}))
	}
	r.HoldSupported()
	r.Commit()
	if r.Rows() != 1000 {
		t.Fatalf("%d rows are left, expected the 1,000 that hold", r.Rows())
	}
	x.Cover()
	n := 0
	for g := range ID(7) {
		for _, row := range x.Probe([]ID{g}) {
			if tuple := r.Tuple(row); tuple[0] != g || tuple[1] < 4000 {
				t.Fatalf("row %v in group %d", tuple, g)
			}
			n++
		}
	}
	if n != 1000 {
		t.Errorf("the index finds %d rows, expected 1,000", n)
	}
}

func TestSupportsOfAnyNumber(t *testing.T) {
	for _, recursive := range []bool{false, true} {
		for _, rows := range []int{1, 2000} { // of many rows few numbers may be large, of one none
			r := NewRelation("r", 1, false)
			if recursive {
				r.KeepRanks()
			}
			for row := range ID(rows) {
				r.FindOrAdd([]ID{row})
				r.Mark(Row(row), Base|New)
			}
			mark := uint64(r.count.mark)
			edges := []uint64{0, 1, mark - 1, mark, mark + 1, math.MaxUint32, 1 << 40, 7}
			want := map[Row]uint64{}
			dice := rand.New(rand.NewPCG(uint64(rows), 3))
			for round := range 4 * rows {
				row, n := Row(dice.IntN(rows)), edges[dice.IntN(len(edges))]
				if rows > 1 && round < rows {
					n %= mark
				}
				r.setSupports(row, n)
				if r.addSupport(row); n == math.MaxUint32 {
					r.addSupport(row)
					n++
				}
				if want[row] = n + 1; r.supportsOf(row) != n+1 {
					t.Fatalf("%d is kept as %d", n+1, r.supportsOf(row))
				}
				if recursive {
					r.setStrict(row, n)
					if r.strictOf(row) != n || r.supportsOf(row) != n+1 {
						t.Fatalf("%d of %d are kept as %d of %d", n, n+1, r.strictOf(row), r.supportsOf(row))
					}
				}
			}
			if rows > 1 && r.blocks[0].count.all == nil {
				t.Error("there is no place for each of many large numbers")
			}
			for row, n := range want {
				if r.supportsOf(row) != n {
					t.Errorf("row %d: %d is kept as %d", row, n, r.supportsOf(row))
				}
				r.setSupports(row, 0)
			}
			for row := range Row(rows) {
				if r.State(row) != Base|New || r.Tuple(row)[0] != ID(row) {
					t.Fatalf("row %d has the flags %b and the value %d", row, r.State(row), r.Tuple(row)[0])
				}
			}
			if len(r.blocks[0].count.some) != 0 {
				t.Error("small numbers still take places of large ones")
			}
		}
	}
}

func TestMultiplicityOverflow(t *testing.T) {
	r := NewRelation("r", 0, true)
	row := r.FindOrAdd(nil)
	for _, step := range []struct {
		add  int64
		fits bool
	}{{1<<63 - 1, true}, {1, false}, {-(1<<63 - 1), true}, {-1 << 63, true}, {-1, false}} {
		if err := r.AddMultiplicity(row, step.add); (err == nil) != step.fits {
			t.Errorf("adding %d: %v", step.add, err)
		}
	}
}

func TestDistinct(t *testing.T) {
	for _, want := range []int{1, 10, 900, 20_000} {
		r := NewRelation("r", 1, false)
		for i := range want {
			r.FindOrAdd([]ID{ID(i * 7)})
		}
		if got := r.Distinct(0); got < 0.85*float64(want) || got > 1.15*float64(want) {
			t.Errorf("%d distinct values are estimated as %.0f", want, got)
		}
	}
}

func TestViews(t *testing.T) {
	for s := range State(8) {
		old, now, wave := s&Old != 0, s&New != 0, s&Wave != 0
		for name, v := range map[string]struct{ got, want bool }{
			"old": {InOld.Shows(s), old}, "new": {InNew.Shows(s), now}, "stable": {Stable.Shows(s), old && now},
			"new without wave": {NewNotWave.Shows(s), now && !wave}, "new or wave": {NewOrWave.Shows(s), now || wave},
			"absent old": {AbsentOld.Shows(s), !old}, "absent new": {AbsentNew.Shows(s), !now},
			"absent through": {AbsentThrough.Shows(s), !old && !now}, "anything": {Anything.Shows(s), old || now},
		} {
			if v.got != v.want {
				t.Errorf("state %03b in view %s: %v", s, name, v.got)
			}
		}
	}
}

func TestTouchedKeepsOrder(t *testing.T) {
	r := NewRelation("r", 1, false)
	for _, v := range []ID{5, 3, 9} {
		r.SetBase(r.FindOrAdd([]ID{v}), true)
	}
	r.SetBase(0, false)
	if rows := slices.Collect(r.Touched); !slices.Equal(rows, []Row{0, 1, 2}) {
		t.Errorf("touched %v", rows)
	}
	if r.WasBase(0) || r.State(0)&Base != 0 {
		t.Error("row 0 was no base belief, and is none again")
	}
}
