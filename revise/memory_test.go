package revise_test

import (
	"context"
	"runtime"
	"testing"

	"github.com/beliefbase/revise/belief"
	"github.com/beliefbase/revise/revise"
	"github.com/beliefbase/revise/rules"
)

// rings returns a program over so many separate rings of a hundred links, whose rule concludes ten thousand pairs of each.
func rings(t *testing.T, text string, n int) (*rules.Program, *belief.Base) {
	t.Helper()
	doc, diagnostics := rules.ReadDocument("rings.yaml", []byte(text))
	if diagnostics.HasErrors() {
		t.Fatal(diagnostics)
	}
	column := rules.Column{Type: belief.IntType}
	program, diagnostics := rules.Parse([]*rules.Document{doc}, rules.Signature{{Relation: "link", Columns: []rules.Column{column, column, column}}, {Relation: "here", Columns: []rules.Column{column}}})
	if program == nil {
		t.Fatal(diagnostics)
	}
	base := belief.NewBase(fact(t, "here(0)"))
	for i := range int64(n * 100) {
		ring := i / 100
		base.Add(belief.Fact{Relation: "link", Values: []belief.Value{belief.Int(ring), belief.Int(i), belief.Int(100*ring + (i+1)%100)}}, belief.Attribution{})
	}
	return program, base
}

// A binary conclusion takes at most so many bytes, all told: its row, state, supports and rank, the table that finds it,
// and one index, which the revision builds.
func TestMemoryOfConclusions(t *testing.T) {
	for _, test := range []struct {
		name, rules, withdraw string
		most                  float64
	}{
		{"recursive", "rules:\n  - far(?x, ?y) :- link(_, ?x, ?y)\n  - far(?x, ?z) :- far(?x, ?y), link(_, ?y, ?z)\n", "link(0, 3, 4)", 32},
		{"not recursive", "rules:\n  - pair(?x, ?y) :- link(?r, ?x, _), link(?r, ?y, _)\n  - met(?y) :- here(?x), pair(?x, ?y)\n", "here(0)", 24},
	} {
		t.Run(test.name, func(t *testing.T) {
			bytes, conclusions := map[int]int{}, map[int]int{}
			for _, n := range []int{10, 30, 40, 60, 80} {
				program, base := rings(t, test.rules, n)
				before := liveHeap()
				e, err := revise.New(context.Background(), program, base)
				if err != nil {
					t.Fatal(err)
				}
				q, err := rules.ParseAtom(test.withdraw)
				if err != nil {
					t.Fatal(err)
				}
				if _, err := e.Apply(context.Background(), revise.Request{Withdraw: []revise.Withdrawal{{Pattern: &q}}}, nil); err != nil {
					t.Fatal(err)
				}
				bytes[n], conclusions[n] = liveHeap()-before, e.Conclusions()
				runtime.KeepAlive(e)
			}
			for _, n := range []int{30, 40, 60, 80} {
				per := float64(bytes[n]-bytes[10]) / float64(conclusions[n]-conclusions[10])
				t.Logf("%d conclusions more, %.1f bytes each", conclusions[n]-conclusions[10], per)
				if per > test.most {
					t.Errorf("%d conclusions more take %.1f bytes each, want at most %v", conclusions[n]-conclusions[10], per, test.most)
				}
			}
		})
	}
}

func liveHeap() int {
	var stats runtime.MemStats
	runtime.GC()
	runtime.GC()
	runtime.ReadMemStats(&stats)
	return int(stats.HeapAlloc)
}
