package plan

import (
	"context"
	"fmt"
	"slices"
	"testing"

	"github.com/beliefbase/revise/belief"
	"github.com/beliefbase/revise/revise/internal/store"
	"github.com/beliefbase/revise/rules"
)

// lowered returns the program, with facts of edge and all their rows.
func lowered(t *testing.T, text string, edges [][2]int64) (*Program, []store.Row) {
	t.Helper()
	doc, diagnostics := rules.ReadDocument("rules.yaml", []byte(text))
	if diagnostics.HasErrors() {
		t.Fatal(diagnostics)
	}
	column := rules.Column{Type: belief.IntType}
	source, diagnostics := rules.Parse([]*rules.Document{doc}, rules.Signature{{Relation: "edge", Columns: []rules.Column{column, column}}})
	if source == nil {
		t.Fatal(diagnostics)
	}
	d := belief.NewDictionary()
	p := Lower(source, d)
	edge := p.Named("edge")
	var rows []store.Row
	for _, e := range edges {
		row := edge.FindOrAdd([]ID{d.ID(belief.Int(e[0])), d.ID(belief.Int(e[1]))})
		edge.Hold(row)
		rows = append(rows, row)
	}
	return p, rows
}

// instances returns the sorted heads of the instances in the rows as they are now, and how many rows were looked at.
func instances(p *Program, r *Rule, driver int, rows []store.Row) (heads []string, work int) {
	x := NewRun(context.Background(), p)
	now := Views{Before: store.InNew, After: store.InNew, StratumBefore: store.InNew, StratumAfter: store.InNew}
	x.Drive(r, driver, rows, &now, func(x *Run) { heads = append(heads, fmt.Sprint(x.Head)) })
	slices.Sort(heads)
	return heads, x.work
}

// A cycle of literals costs no more than the shorter of the postings at hand, though either relation has a key with very
// many rows: the fan-out that an order for all bindings would meet is large from both sides.
func TestShortestPosting(t *testing.T) {
	const spokes = 1000
	var edges [][2]int64
	for i := int64(1); i <= spokes; i++ {
		edges = append(edges, [2]int64{0, i}, [2]int64{i, spokes + 1}, [2]int64{i, spokes + 1 + i}, [2]int64{spokes + 1 + i, 0})
	}
	edges = append(edges, [2]int64{1, 2})
	p, rows := lowered(t, "rules:\n  - triangle(?x, ?y, ?z) :- edge(?x, ?y), edge(?y, ?z), edge(?x, ?z)\n", edges)
	for _, driver := range []int{Full, 0, 1, 2} {
		drivers := rows
		if driver == Full {
			drivers = nil
		}
		heads, work := instances(p, p.Rules[0], driver, drivers)
		if len(heads) != 2 {
			t.Errorf("driver %d: %d triangles, want 2", driver, len(heads))
		}
		if most := 8 * len(edges); work > most {
			t.Errorf("driver %d: looked at %d rows, want at most %d", driver, work, most)
		}
	}
}
