package rules

import (
	"fmt"
	"slices"
	"strings"

	"github.com/beliefbase/revise/belief"
)

// observe takes what the facts show about a relation.
func (c *checker) observe(o Observation) {
	r := c.relation(o.Relation, o.Place)
	r.observed = true
	if o.Columns == nil {
		return
	}
	if !r.shaped {
		r.shape(slices.Clone(unnamed(len(o.Columns))), o.Place)
	}
	positions, err := matchColumns(r.Columns, o.Columns)
	if err != nil {
		code := CodeArity
		if len(r.Columns) == len(o.Columns) {
			code = CodeColumnName
		}
		c.errorPlace(code, o.Place, 1, "%s: %s", o.Relation, err).related(r.shapedAt, "%s has its columns from here", o.Relation)
		return
	}
	for i, column := range o.Columns {
		at := positions[i]
		if r.Columns[at].Name == "" {
			r.Columns[at].Name = column.Name
		}
		if column.Type != belief.NoType {
			c.observeType(r, at, column.Type, o.Place)
		}
	}
}

// observeType narrows a column to the type that its facts have.
func (c *checker) observeType(r *relation, at int, t belief.Type, place belief.Place) {
	column := r.cells[at].find()
	if column.set&setOf(t) == 0 {
		c.errorPlace(CodeType, place, 1, "the values in column %s of %s are %s here, and %s elsewhere", columnName(r, at), r.Name, t, column.set).
			related(column.why, "%s", column.because)
		return
	}
	column.narrow(setOf(t), place, fmt.Sprintf("the values in column %s of %s are %s", columnName(r, at), r.Name, t))
}

// columnName returns the name of a column, or what it is going to be called.
func columnName(r *relation, at int) string {
	if r.Columns[at].Name != "" {
		return r.Columns[at].Name
	}
	return fmt.Sprintf("c%d", at+1)
}

// matchColumns tells where observed columns belong: result i is the index in the relation of the i-th one. Columns are
// matched by name, in any order, where both sides have names, otherwise by place. A missing or an extra one is an error.
func matchColumns(have, given []Column) ([]int, error) {
	if len(have) != len(given) {
		return nil, fmt.Errorf("the relation has %s, and here there are %d", plural(len(have), "column"), len(given))
	}
	positions := make([]int, len(given))
	for i := range given {
		positions[i] = i
	}
	if !named(have) || !named(given) {
		return positions, nil
	}
	places := map[string]int{}
	for i, column := range have {
		places[column.Name] = i
	}
	for i, column := range given {
		at, known := places[column.Name]
		switch {
		case !known:
			return nil, fmt.Errorf("there is no column %s; the columns are %s", belief.Quote(column.Name), columnNames(have))
		case at < 0:
			return nil, fmt.Errorf("there are two columns called %s", belief.Quote(column.Name))
		}
		positions[i], places[column.Name] = at, -1
	}
	return positions, nil
}

// named reports whether every column has a name.
func named(columns []Column) bool {
	return !slices.ContainsFunc(columns, func(c Column) bool { return c.Name == "" })
}

func columnNames(columns []Column) string {
	names := make([]string, len(columns))
	for i, c := range columns {
		names[i] = c.Name
	}
	return strings.Join(names, ", ")
}
