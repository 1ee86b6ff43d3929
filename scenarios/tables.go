package scenarios

import (
	"fmt"
	"path"
	"strings"

	"github.com/beliefbase/revise/belief"
	"github.com/beliefbase/revise/rules"
)

// table is an entry of beliefs that fills a relation from rows or from a file.
type table struct {
	relation    *relation
	at          *rules.Node // names the file, or is the list of rows
	file        string      // its path below the root; empty for rows
	format      format
	packed      bool // .gz
	header      bool // the first row names the columns
	attribution belief.Attribution

	lumped    bool     // its first row is one cell that another sign than the comma seems to separate
	names     []string // of its columns, where a header gives them
	positions []int    // of its columns in the relation; nil when they could not be learned
	wrong     []*rules.Diagnostic
	unshown   int // wrong rows beyond those
}

// format is how facts are written in a table.
type format uint8

const (
	yamlFormat format = iota // rows in the scenario itself
	csvFormat
	tsvFormat
	jsonlFormat
)

// putBy checks an entry with relation: and remembers it for readTables.
func (l *loader) putBy(doc *rules.Document, n, name *rules.Node) {
	if diags := rules.CheckRelationName(name); len(diags) > 0 {
		l.add(diags)
		return
	}
	t := &table{relation: l.relation(name.Text), attribution: attributionOf(n)}
	file, rows := n.Field("file"), n.Field("rows")
	switch {
	case file != nil && rows != nil:
		l.report(rules.CodeBeliefEntry, rows, "the entry has file: and rows:").Hint = "make two entries of it"
	case rows != nil:
		l.withoutKeys(n, "rows:", "header")
		t.at = rows
		l.tables = append(l.tables, t)
	case file == nil:
		l.report(rules.CodeBeliefEntry, name, "relation: has neither file: nor rows: beside it").Hint = "write file: with a name, or rows: with a list of rows"
	case file.Kind == rules.Scalar && !file.IsEmpty() && l.nameFile(t, doc, n, file):
		l.tables = append(l.tables, t)
	}
}

// nameFile takes the name of a fact file and, from its ending, the format.
func (l *loader) nameFile(t *table, doc *rules.Document, n, file *rules.Node) bool {
	resolved, ok := l.resolve(doc.Name, file)
	if !ok {
		return false
	}
	t.at, t.file = file, resolved
	plain, packed := strings.CutSuffix(resolved, ".gz")
	t.packed = packed
	switch path.Ext(plain) {
	case ".csv":
		t.format, t.header = csvFormat, true
	case ".tsv":
		t.format, t.header = tsvFormat, true
	case ".facts":
		t.format = tsvFormat
	case ".jsonl":
		t.format = jsonlFormat
		l.withoutKeys(n, "a .jsonl file", "header")
		return true
	default:
		l.report(rules.CodeFactFormat, file, fmt.Sprintf("%s is no fact file by its name", show(file.Text))).Hint = "its name ends in .csv, .tsv, .facts or .jsonl, with or without .gz"
		return false
	}
	if header := textOf(n, "header"); header != "" {
		t.header = header == "true"
	}
	return true
}

// readTables learns the columns of every table, tells package rules of them, and then reads the rows into the base.
func (l *loader) readTables() {
	for _, t := range l.tables {
		l.learn(t)
	}
	for _, t := range l.tables {
		l.observeTable(t)
	}
	for _, t := range l.tables {
		if t.positions != nil && l.ctx.Err() == nil {
			l.fill(t)
		}
	}
}

// observeTable tells package rules the names and types of a table's columns.
func (l *loader) observeTable(t *table) {
	o := rules.Observation{Relation: t.relation.name, Place: t.at.Place}
	if t.relation.shaped {
		o.Columns = t.relation.typed()
	}
	l.signature = append(l.signature, o)
	if t.file == "" || t.positions == nil || t.lumped {
		return
	}
	var guessed []string
	for c, column := range o.Columns {
		if t.relation.columns[c].Type == belief.NoType && column.Type != belief.NoType {
			guessed = append(guessed, fmt.Sprintf("%s: %s", nameOf(column, c), column.Type))
		}
	}
	if len(guessed) > 0 {
		d := l.report(rules.CodeGuessedType, t.at, fmt.Sprintf("the types of %s are guessed from its cells: %s", t.relation.name, strings.Join(guessed, ", ")))
		d.Severity, d.Hint = rules.Warning, "declare them: "+t.relation.declaration()
	}
}
