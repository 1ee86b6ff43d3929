package aggregate

import (
	"math"
	"math/big"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/beliefbase/revise/belief"
	"github.com/beliefbase/revise/revise/internal/store"
	"github.com/beliefbase/revise/rules"
)

// folded is what an aggregate of the values is, computed plainly and exactly; false where it has none.
func folded(fold rules.AggregateFunc, values []belief.Value) (belief.Value, bool) {
	if len(values) == 0 {
		return belief.Value{}, false
	}
	switch fold {
	case rules.CountSolutions:
		return belief.Int(int64(len(values))), true
	case rules.CountValues:
		sorted := slices.SortedFunc(slices.Values(values), belief.Value.Compare)
		return belief.Int(int64(len(slices.Compact(sorted)))), true
	case rules.Min:
		return slices.MinFunc(values, belief.Value.Compare), true
	case rules.Max:
		return slices.MaxFunc(values, belief.Value.Compare), true
	}
	total := new(big.Rat)
	for _, v := range values {
		term := new(big.Rat)
		if v.Type() == belief.FloatType {
			term.SetFloat64(v.Float())
		} else {
			term.SetInt64(v.Int())
		}
		total.Add(total, term)
	}
	if fold == rules.Avg {
		total.Quo(total, new(big.Rat).SetInt64(int64(len(values))))
	} else if values[0].Type() == belief.IntType {
		return belief.Int(total.Num().Int64()), true
	}
	f, _ := total.Float64()
	v, err := belief.Float(f)
	return v, err == nil
}

var nastyFloats = []float64{0.1, -0.1, 1e16, -1e16, 1, 5e-324, -5e-324, math.MaxFloat64 / 4, 2.5, 1e-300}

func TestGroupsAgainstPlainFolding(t *testing.T) {
	folds := map[string]rules.AggregateFunc{
		"count": rules.CountSolutions, "count values": rules.CountValues, "sum": rules.Sum, "min": rules.Min, "max": rules.Max, "avg": rules.Avg,
	}
	for name, fold := range folds {
		for _, typ := range []belief.Type{belief.IntType, belief.FloatType} {
			t.Run(name+" of "+typ.String(), func(t *testing.T) {
				for seed := range uint64(40) {
					playGroups(t, fold, typ, seed)
				}
			})
		}
	}
}

func playGroups(t *testing.T, fold rules.AggregateFunc, typ belief.Type, seed uint64) {
	t.Helper()
	dice := rand.New(rand.NewPCG(seed, uint64(fold)))
	d := belief.NewDictionary()
	result := typ
	switch fold {
	case rules.CountSolutions, rules.CountValues:
		result = belief.IntType
	case rules.Avg:
		result = belief.FloatType
	}
	groups := New(fold, 1, typ, result, d)
	solutions := map[ID][]belief.Value{}
	for range 30 {
		before := map[ID][]belief.Value{}
		for k, list := range solutions {
			before[k] = slices.Clone(list)
		}
		for range 1 + dice.IntN(5) {
			key := ID(dice.IntN(3))
			if list := solutions[key]; len(list) > 0 && dice.IntN(2) == 0 {
				i := dice.IntN(len(list))
				groups.Add([]ID{key}, d.ID(list[i]), -1)
				solutions[key] = slices.Delete(list, i, i+1)
				continue
			}
			v := belief.Int(int64(dice.IntN(7) - 3))
			if typ == belief.FloatType {
				v, _ = belief.Float(nastyFloats[dice.IntN(len(nastyFloats))])
			}
			groups.Add([]ID{key}, d.ID(v), 1)
			solutions[key] = append(solutions[key], v)
		}
		compareChanges(t, groups, d, fold, before, solutions)
		if dice.IntN(3) == 0 {
			groups.Rollback()
			solutions = before
		} else {
			groups.Commit()
		}
		for key, list := range solutions {
			if got := groups.Members([]ID{key}); got != int64(len(list)) {
				t.Fatalf("seed %d: group %d has %d members, expected %d", seed, key, got, len(list))
			}
		}
	}
}

func compareChanges(t *testing.T, groups *Groups, d *belief.Dictionary, fold rules.AggregateFunc, before, after map[ID][]belief.Value) {
	t.Helper()
	valueID := func(list []belief.Value) ID {
		if v, ok := folded(fold, list); ok {
			return d.ID(v)
		}
		if len(list) > 0 {
			return Undefined
		}
		return None
	}
	seen := map[ID]bool{}
	for c := range groups.Changes(None) {
		key := c.Key[0]
		seen[key] = true
		if was, is := valueID(before[key]), valueID(after[key]); c.Before != was || c.After != is || was == is {
			t.Fatalf("group %d goes from %d to %d, expected %d to %d of %v", key, c.Before, c.After, was, is, after[key])
		}
	}
	for key := range after {
		if !seen[key] && valueID(before[key]) != valueID(after[key]) {
			t.Fatalf("group %d changed from %v to %v, and nothing says so", key, before[key], after[key])
		}
	}
}

func TestSumBeyond64Bits(t *testing.T) {
	d := belief.NewDictionary()
	groups := New(rules.Sum, 0, belief.IntType, belief.IntType, d)
	most := d.ID(belief.Int(math.MaxInt64))
	groups.Add(nil, most, 2)
	for c := range groups.Changes(None) {
		if c.After != Undefined {
			t.Errorf("twice the greatest int is %v", d.Value(c.After))
		}
	}
	groups.Add(nil, most, -1)
	for c := range groups.Changes(None) {
		if c.After != most {
			t.Error("a sum that fits again is not there again")
		}
	}
}

// Solutions that are told as supports of the keys count as those that are told one by one, wherever the rows of the keys lie;
// few groups do not take the memory of many.
func TestCounted(t *testing.T) {
	for _, n := range []int{1, 100, 100_000} {
		a := New(rules.CountSolutions, 1, belief.NoType, belief.IntType, belief.NewDictionary())
		a.Load()
		keys := a.Keys()
		keys.Cut()
		heads := &store.Heads{}
		for i := range 2 * n {
			heads.Add(keys, []ID{ID(i % n)})
		}
		keys.Merge([]*store.Heads{heads}, nil)
		a.Counted()
		if most := 2*n + 8; len(a.groups) > most {
			t.Errorf("%d groups have %d places", n, len(a.groups))
		}
		a.Commit()
		if a.Solutions() != uint64(2*n) {
			t.Errorf("%d solutions, want %d", a.Solutions(), 2*n)
		}
		for i := range n {
			key := []ID{ID(i)}
			if i%2 == 0 {
				if err := a.Add(key, None, 1); err != nil {
					t.Fatal(err)
				}
			}
			if m := a.Members(key); m != int64(2+(i+1)%2) {
				t.Fatalf("group %d of %d has %d solutions", i, n, m)
			}
		}
		if err := a.Add([]ID{ID(n)}, None, 1); err != nil || a.Members([]ID{ID(n)}) != 1 {
			t.Errorf("a group that is new has %d solutions, error %v", a.Members([]ID{ID(n)}), err)
		}
	}
}
