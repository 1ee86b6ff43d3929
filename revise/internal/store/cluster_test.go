package store

import (
	"math/rand/v2"
	"slices"
	"testing"
)

func TestCluster(t *testing.T) {
	r := NewRelation("r", 2, false)
	r.Load()
	for i := range ID(20_000) {
		r.Hold(r.FindOrAdd([]ID{i % 100, i}))
	}
	if !r.primary.grouped {
		t.Fatal("there are no groups")
	}
	for _, cut := range []bool{false, true} {
		if cut {
			r.Cut()
		}
		rows := make([]Row, r.Rows())
		for i := range rows {
			rows[i] = Row(i)
		}
		rand.New(rand.NewPCG(1, 2)).Shuffle(len(rows), func(i, j int) { rows[i], rows[j] = rows[j], rows[i] })
		rows = rows[:15_000]
		before := slices.Clone(rows)
		clustered, left := r.Cluster(rows, nil)
		if len(left) != 0 {
			t.Errorf("%d rows are left", len(left))
		}
		after := slices.Clone(clustered)
		seen := map[ID]bool{}
		for i, row := range clustered {
			if key := r.Tuple(row)[0]; i == 0 || r.Tuple(clustered[i-1])[0] != key {
				if seen[key] {
					t.Fatalf("group %d is in two places", key)
				}
				seen[key] = true
			}
		}
		slices.Sort(before)
		slices.Sort(after)
		if !slices.Equal(before, after) {
			t.Error("the rows are others than before")
		}
		if again, _ := r.Cluster(clustered, left); &again[0] != &clustered[0] || len(again) != len(clustered) {
			t.Error("what lies in groups is ordered once more")
		}
	}
	single := NewRelation("s", 1, false)
	single.Hold(single.FindOrAdd([]ID{1}))
	if rows, _ := single.Cluster([]Row{0}, nil); len(rows) != 1 {
		t.Error("a relation without groups loses its rows")
	}
}
