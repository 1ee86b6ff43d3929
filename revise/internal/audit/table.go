package audit

import (
	"math/big"

	"github.com/beliefbase/revise/belief"
	"github.com/beliefbase/revise/internal/naive"
	"github.com/beliefbase/revise/rules"
)

// table is the rows of a relation, and where to find them by the values of some columns.
type table struct {
	relation *rules.Relation
	rows     []*naive.Row
	claims   []Claim
	sums     []big.Int                          // of a bag: what its instances weigh
	indexes  map[string]map[string][]*naive.Row // by the columns that are known, then by their values
}

func newTable(r *rules.Relation) *table {
	return &table{relation: r, indexes: map[string]map[string][]*naive.Row{}}
}

func (t *table) add(c Claim) {
	row := &naive.Row{Values: c.Fact.Values, Number: len(t.rows)}
	if t.relation.Bag {
		row.Weight = new(big.Int).SetUint64(c.Count)
		t.sums = append(t.sums, big.Int{})
	}
	t.rows, t.claims = append(t.rows, row), append(t.claims, c)
}

// find returns the row with the values, or nil.
func (t *table) find(values []belief.Value) *naive.Row {
	if rows := t.matching(values); len(rows) > 0 {
		return rows[0]
	}
	return nil
}

// matching returns the rows that agree with the values; the zero Value agrees with any.
func (t *table) matching(values []belief.Value) []*naive.Row {
	known := knownColumns(values)
	if len(known) == 0 && len(values) > 0 {
		return t.rows
	}
	index := t.indexes[string(known)]
	if index == nil {
		index = map[string][]*naive.Row{}
		for _, row := range t.rows {
			key := naive.Key(chosen(row.Values, known))
			index[key] = append(index[key], row)
		}
		t.indexes[string(known)] = index
	}
	return index[naive.Key(chosen(values, known))]
}

// knownColumns returns the columns that have a value.
func knownColumns(values []belief.Value) []rune {
	var known []rune
	for c, v := range values {
		if v.Type() != belief.NoType {
			known = append(known, rune(c))
		}
	}
	return known
}

func chosen(values []belief.Value, columns []rune) []belief.Value {
	made := make([]belief.Value, len(columns))
	for i, c := range columns {
		made[i] = values[c]
	}
	return made
}
