package plan

import "testing"

// How many instances are expected does not rest on what one value has where few values have most rows, nor is a group expected
// for each value where there are few instances for each.
func TestExpected(t *testing.T) {
	for _, test := range []struct {
		name        string
		edges       func(i int64) [2]int64
		least, most float64
		fills       bool
	}{
		{"one node has half of the edges", func(i int64) [2]int64 { return [2]int64{(i % 2) * i, i} }, 250_000, 4_000_000, true},
		{"each node has one", func(i int64) [2]int64 { return [2]int64{i, i} }, 1500, 2500, false},
		{"each node has a hundred", func(i int64) [2]int64 { return [2]int64{i / 100, i} }, 150_000, 250_000, true},
	} {
		var edges [][2]int64
		for i := range int64(2000) {
			edges = append(edges, test.edges(i))
		}
		p, _ := lowered(t, "rules:\n  - sibling(?x, ?y) :- edge(?p, ?x), edge(?p, ?y)\n", edges)
		e := Prepare(p.Rules[0], Full, nil, &Views{})
		if n := e.Expected(); n < test.least || n > test.most {
			t.Errorf("%s: %v instances expected, want %v to %v", test.name, n, test.least, test.most)
		}
		if e.FillsGroups() != test.fills {
			t.Errorf("%s: fills groups: %v", test.name, e.FillsGroups())
		}
	}
}
