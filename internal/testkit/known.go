package testkit

import (
	"fmt"
	"maps"
	"slices"

	"github.com/beliefbase/revise/belief"
	"github.com/beliefbase/revise/rules"
)

// assertable lists the facts that suggestions may assert: of relations declared may_assert, not believed, each value one
// that base beliefs or rules have in the same column or in one that a rule joins with it.
func (s *State) assertable() []belief.Fact {
	values := s.columnValues()
	var facts []belief.Fact
	for _, r := range s.Program.Relations {
		if !r.MayAssert {
			continue
		}
		rows := [][]belief.Value{nil}
		for c := range r.Columns {
			var longer [][]belief.Value
			for _, row := range rows {
				for _, v := range values[column(r, c)] {
					longer = append(longer, append(slices.Clone(row), v))
				}
			}
			rows = longer
		}
		for _, row := range rows {
			if f := belief.NewFact(r.Name, row...); s.Ledger.Sources(f) == nil {
				facts = append(facts, f)
			}
		}
	}
	return facts
}

func column(r *rules.Relation, c int) string { return fmt.Sprint(r.Name, "/", c) }

// columnValues gives every column its known values, those of joined columns included.
func (s *State) columnValues() map[string][]belief.Value {
	found := map[string]map[belief.Value]bool{}
	add := func(column string, v belief.Value) {
		if found[column] == nil {
			found[column] = map[belief.Value]bool{}
		}
		found[column][v] = true
	}
	for _, f := range s.Ledger.Facts() {
		for c, v := range f.Values {
			add(column(s.Program.Relation(f.Relation), c), v)
		}
	}
	var joined [][]string // the columns of one variable
	look := func(head *rules.Atom, body []rules.Literal) {
		of := map[int][]string{}
		atom := func(a *rules.Atom) {
			for c, t := range a.Terms {
				switch t.Kind {
				case rules.VariableTerm:
					of[t.Variable] = append(of[t.Variable], column(a.Relation, c))
				case rules.ConstantTerm:
					add(column(a.Relation, c), t.Value)
				}
			}
		}
		if head != nil {
			atom(head)
		}
		eachAtom(body, atom)
		joined = slices.AppendSeq(joined, maps.Values(of))
	}
	for _, r := range s.Program.Rules {
		look(&r.Head, r.Body)
	}
	for _, c := range s.Program.Constraints {
		look(nil, c.Body)
	}
	for range joined { // a value goes from one column to the next each time
		for _, columns := range joined {
			for _, from := range columns {
				for _, to := range columns {
					for v := range found[from] {
						add(to, v)
					}
				}
			}
		}
	}
	sorted := map[string][]belief.Value{}
	for column, values := range found {
		sorted[column] = slices.SortedFunc(maps.Keys(values), belief.Value.Compare)
	}
	return sorted
}
