package scenarios

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/beliefbase/revise/belief"
	"github.com/beliefbase/revise/rules"
)

// relation is what the loader must know of a relation before the rules are checked, so that it can read its cells.
type relation struct {
	name    string
	columns []rules.Column // declared, or as the first table has them; a Type of NoType is open
	guesses []guess        // of the types that are open, from the cells of all tables
	shaped  bool           // the columns are known
	bag     bool
	place   belief.Place // where the columns were learned
}

// relation returns the relation with the given name, which may be new.
func (l *loader) relation(name string) *relation {
	r := l.relations[name]
	if r == nil {
		r = &relation{name: name}
		l.relations[name] = r
	}
	return r
}

// declareRelations takes the columns from the relations sections. What is wrong there is left to package rules.
func (l *loader) declareRelations() {
	for _, doc := range l.order {
		if doc.Root == nil || doc.Root.Field("relations") == nil {
			continue
		}
		for _, f := range doc.Root.Field("relations").Fields {
			r := l.relation(f.Key.Text)
			r.bag = r.bag || textOf(f.Value, "semantics") == "bag"
			if f.Value.Field("columns") == nil {
				continue
			}
			var columns []rules.Column
			for _, n := range itemsOf(f.Value, "columns") {
				columns = append(columns, declaredColumn(n))
			}
			r.shape(columns, f.Key.Place)
		}
	}
}

// declaredColumn reads `name` or `name: type`.
func declaredColumn(n *rules.Node) rules.Column {
	if n.Kind != rules.Map || len(n.Fields) != 1 {
		return rules.Column{Name: n.Text}
	}
	t, _ := belief.TypeNamed(n.Fields[0].Value.Text)
	return rules.Column{Name: n.Fields[0].Key.Text, Type: t}
}

// shape gives a relation its columns when it has none yet.
func (r *relation) shape(columns []rules.Column, place belief.Place) {
	if r.shaped {
		return
	}
	r.columns, r.shaped, r.place = columns, true, place
	r.guesses = make([]guess, len(columns))
}

// adder returns how rows are added to the relation's table.
func (r *relation) adder(t *belief.Table) func(row []belief.ID, origin belief.Origin, line uint32) int {
	if r.bag {
		return t.Append
	}
	return t.AppendOnce
}

// named reports whether the columns have names.
func (r *relation) named() bool { return len(r.columns) > 0 && r.columns[0].Name != "" }

// names returns the names of the columns.
func (r *relation) names() []string {
	names := make([]string, len(r.columns))
	for i, c := range r.columns {
		names[i] = c.Name
	}
	return names
}

// typed returns the columns with the guessed types where none is declared.
func (r *relation) typed() []rules.Column {
	columns := slices.Clone(r.columns)
	for i := range columns {
		if columns[i].Type == belief.NoType {
			columns[i].Type = r.guesses[i].resolve()
		}
	}
	return columns
}

// declaration returns the line for the relations section that says what was guessed.
func (r *relation) declaration() string {
	parts := make([]string, len(r.columns))
	for i, c := range r.typed() {
		parts[i] = fmt.Sprintf("%s: %s", nameOf(c, i), c.Type)
	}
	return fmt.Sprintf("%s: {columns: [%s]}", r.name, strings.Join(parts, ", "))
}

// nameOf returns the name of column i, or what package rules calls one without a name.
func nameOf(c rules.Column, i int) string { return cmp.Or(c.Name, fmt.Sprintf("c%d", i+1)) }
