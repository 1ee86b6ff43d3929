package store

import (
	"fmt"
	"slices"
	"sync"
	"testing"
)

// newTuples returns n different tuples of two columns with so many in a row that share the first; if scattered, those of
// one first value lie far apart.
func newTuples(n, together int, scattered bool) []ID {
	tuples := make([]ID, 0, 2*n)
	for i := range n {
		if scattered {
			i = i * 7919 % n // a prime that does not divide n
		}
		tuples = append(tuples, ID(i/together), ID(i%together))
	}
	return tuples
}

// TestNewTuples adds tuples that are known to be new, in one lane and in shares side by side, and then does each of the things
// that look up tuples, which must find them, as the first one.
func TestNewTuples(t *testing.T) {
	const n = 30_000
	tuples := newTuples(n, 20, false)
	absent := []ID{n, n}
	add := map[string]func(r *Relation){
		"in one lane": func(r *Relation) {
			for rest := tuples; len(rest) > 0; rest = rest[min(1000, len(rest)):] {
				r.SupportNew(rest[:min(1000, len(rest))])
			}
		},
		"in shares": func(r *Relation) {
			shares := r.SharesOfNew()
			r.MakeRoom(n)
			InParallel(Shards, func(i int) {
				shares[i].SupportNew(tuples[2*(i*n/Shards) : 2*((i+1)*n/Shards)])
			})
			r.Join(nil)
		},
	}
	for way, add := range add {
		for look, first := range map[string]func(r *Relation) int{ // returns how many rows were found
			"Find": func(r *Relation) int {
				if r.Find(absent) != NoRow {
					return -1
				}
				return 1
			},
			"FindOrAdd": func(r *Relation) int { r.FindOrAdd(tuples[:2]); return 1 },
			"SupportAll": func(r *Relation) int {
				r.SupportAll(tuples[:200], nil, false)
				for row := range 100 {
					r.Unsupport(r.Find(tuples[2*row : 2*row+2]))
				}
				return 100
			},
			"Merge": func(r *Relation) int {
				mergeAll(r, [][]ID{tuples[:2]})
				r.Unsupport(r.Find(tuples[:2]))
				return 1
			},
			"Finder":    func(r *Relation) int { return len((&Finder{}).Rows(r, tuples, n, nil)) },
			"GroupAnew": func(r *Relation) int { r.GroupAnew(1); return 1 },
		} {
			t.Run(fmt.Sprint(way, ", then ", look), func(t *testing.T) {
				r := NewRelation("r", 2, false)
				r.Load()
				add(r)
				if r.unlaid == 0 {
					t.Error("the primary was laid before anything was looked up")
				}
				if first(r) < 0 {
					t.Error("a tuple was found that is not there")
				}
				r.HoldSupported()
				if r.Rows() != n || r.Len() != n || r.Supports() != n {
					t.Fatalf("%d rows, %d hold with %d supports, want %d", r.Rows(), r.Len(), r.Supports(), n)
				}
				var rows []Row
				for i := range n {
					row := r.Find(tuples[2*i : 2*i+2])
					if row == NoRow || r.Count(row) != 1 || !slices.Equal(r.Tuple(row), tuples[2*i:2*i+2]) {
						t.Fatalf("%v is row %d", tuples[2*i:2*i+2], row)
					}
					rows = append(rows, row)
				}
				if way == "in one lane" && !slices.Equal(rows, r.AllRows()) {
					t.Error("the rows are not in the order of the tuples")
				}
				if !r.Grouped() {
					t.Error("there are no groups")
				}
			})
		}
	}
}

// Base beliefs are new, too: they have no support, and hold at once where nothing concludes them.
func TestAddBase(t *testing.T) {
	for _, hold := range []bool{true, false} {
		r := NewRelation("r", 2, false)
		r.Load()
		r.AddBase([]ID{1, 2, 3, 4}, hold)
		r.AddBase(nil, hold)
		row := r.Find([]ID{3, 4})
		if r.Rows() != 2 || r.Supports() != 0 || r.Holds(row) != hold || r.State(row)&Base == 0 || (r.Len() == 2) != hold {
			t.Errorf("hold %v: %d rows, %d hold with %d supports, state %v", hold, r.Rows(), r.Len(), r.Supports(), r.State(row))
		}
	}
}

// Where rows come in the order of groups, the question whether there are groups lays nothing; where they do not, it does, so
// that they can be gone through group by group.
func TestGroupedWhereRowsAreNew(t *testing.T) {
	for _, scattered := range []bool{false, true} {
		r := NewRelation("r", 2, false)
		r.Load()
		r.SupportNew(newTuples(20_000, 20, scattered))
		if r.Grouped() != scattered || (r.unlaid == 0) != scattered {
			t.Errorf("scattered %v: grouped %v, laid %v", scattered, r.Grouped(), r.unlaid == 0)
		}
	}
}

// Several may look up at once in a relation whose primary was put off.
func TestNewTuplesAreFoundByMany(t *testing.T) {
	tuples := newTuples(20_000, 20, false)
	r := NewRelation("r", 2, false)
	r.Load()
	r.SupportNew(tuples)
	r.HoldSupported()
	r.Commit()
	var wait sync.WaitGroup
	for range 4 {
		wait.Go(func() {
			for at := 0; at < len(tuples); at += 2 {
				if !r.Holds(r.Find(tuples[at : at+2])) {
					t.Errorf("%v is not found", tuples[at:at+2])
					return
				}
			}
		})
	}
	wait.Wait()
}

// A relation may have been given groups for what then did not come.
func TestNewTuplesWhereGroupsAre(t *testing.T) {
	tuples := newTuples(20_000, 20, false)
	r := NewRelation("r", 2, false)
	r.Load()
	r.Group()
	r.SupportNew(tuples)
	if rows, _ := r.Cluster(r.AllRows(), nil); len(rows) != r.Rows() {
		t.Errorf("%d rows by group, %d in all", len(rows), r.Rows())
	}
	if r.Find(tuples[:2]) == NoRow || !r.Grouped() {
		t.Error("a tuple is not found, or there are no groups")
	}
}

// Groups that an empty relation is given stay, also where shares of new rows have had nothing to add.
func TestGroupAfterNothingNew(t *testing.T) {
	r := NewRelation("r", 2, false)
	r.Load()
	r.SharesOfNew()
	r.MakeRoom(1)
	r.Join(nil)
	r.Group()
	if r.Cut(); !r.Grouped() {
		t.Error("there are no groups any more")
	}
}
