package scenarios

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"strings"
	"unicode/utf8"

	"github.com/beliefbase/revise/belief"
	"github.com/beliefbase/revise/rules"
)

// maxWrongRows is how many rows of one table are told to be wrong; the rest are counted.
const maxWrongRows = 20

// fill reads the rows of a table into the base.
func (l *loader) fill(t *table) {
	r, s, ok := l.openRows(t)
	if !ok {
		return
	}
	if t.header {
		if _, err := r.read(); err != nil && err != io.EOF {
			l.refuseStream(t, err)
			return
		}
	}
	err := l.fillRows(t, r)
	if s != nil {
		s.close()
		l.addInput(s.input())
	}
	if err != io.EOF {
		l.refuseStream(t, err)
	}
	if len(t.wrong) > 0 {
		l.tellWrong(t)
	}
}

// fillRows adds row after row and returns the error that ended them, io.EOF when all is well. Rows are read and converted
// ahead, on a goroutine of its own, while those before them are numbered and added.
func (l *loader) fillRows(t *table, r rowReader) error {
	if !t.relation.shaped { // an empty table
		_, err := r.read()
		return err
	}
	arity := len(t.relation.columns)
	rows := l.base.Table(t.relation.name, arity)
	if rows.Arity() != arity {
		return io.EOF // package rules reports the two arities
	}
	attribution := t.attribution
	attribution.Place.File = t.at.Place.File
	if t.file != "" {
		attribution.Place.File = t.file
	}
	origin := rows.Origin(attribution)
	add, dictionary, row := t.relation.adder(rows), l.base.Dictionary(), make([]belief.ID, arity)
	f := filler{l: l, t: t, r: r, columns: t.relation.typed()}
	return ahead(f.next, func(b *batch) {
		for i, line := range b.lines {
			for c, v := range b.values[i*arity : (i+1)*arity] {
				row[c] = dictionary.ID(v)
			}
			add(row, origin, line)
		}
	})
}

// filler turns the cells of a table's rows into values.
type filler struct {
	l       *loader
	t       *table
	r       rowReader
	columns []rules.Column
}

// next puts the next row into the batch, or reports why it cannot. The error says that there is none.
func (f *filler) next(b *batch) error {
	cells, err := f.r.read()
	if err != nil {
		var wrong *rowError
		if !errors.As(err, &wrong) {
			return err
		}
		f.l.refuseRow(f.t, wrong)
		return nil
	}
	if len(cells) != len(f.t.positions) {
		line, column := f.r.place(min(len(cells), len(f.t.positions)))
		f.l.wrong(f.t, rules.CodeRowLength, line, column, fmt.Sprintf("the row has %s, and %s has %s", plural(len(cells), "cell"), f.t.relation.name, plural(len(f.t.positions), "column")), "")
		return nil
	}
	row, ok := b.row(len(cells)), true // in the order of the relation
	for i, c := range cells {
		at := f.t.positions[i]
		v, problem := c.value(f.columns[at].Type)
		if problem != "" {
			line, column := f.r.place(i)
			f.l.wrong(f.t, rules.CodeCell, line, column, problem, "")
			ok = false
		}
		row[at] = v
	}
	if ok {
		line, _ := f.r.place(0)
		b.keep(uint32(line))
	}
	return nil
}

// value reads the cell by the type of its column; the problem says why it cannot be.
func (c cell) value(t belief.Type) (v belief.Value, problem string) {
	switch {
	case c.kind == quotedCell && t != belief.StringType && t != belief.NoType:
		return v, fmt.Sprintf("%s is a text, for its quotes, and the column is of type %s", show(c.text), t)
	case c.kind == jsonString && t != belief.StringType && t != belief.DateType && t != belief.NoType:
		return v, fmt.Sprintf("%s is a string, and the column is of type %s", show(c.text), t)
	case (c.kind == jsonNumber || c.kind == jsonBool) && t == belief.StringType:
		return v, fmt.Sprintf("%s is no string, and the column is of type string", c.text)
	case t == belief.StringType || t == belief.NoType:
		return belief.String(c.text), textProblem(c.text)
	}
	if i, ok := shortInt(c.text); ok && t == belief.IntType {
		return belief.Int(i), ""
	}
	v, err := belief.ParseCell(c.text, t)
	if err != nil {
		return v, err.Error()
	}
	return v, ""
}

// textProblem says why a text cannot be a value, "" when it can.
func textProblem(text string) string {
	switch {
	case strings.IndexByte(text, 0) >= 0:
		return "the text has a NUL character"
	case !utf8.ValidString(text):
		return "the text is not valid UTF-8"
	}
	return ""
}

// refuseRow reports a row that cannot be read.
func (l *loader) refuseRow(t *table, wrong *rowError) {
	l.wrong(t, cmp.Or(wrong.code, rules.CodeRowSyntax), wrong.line, wrong.column, wrong.message, wrong.hint)
}

// wrong reports a row that is refused, as long as there are few of them.
func (l *loader) wrong(t *table, code rules.Code, line, column int, message, hint string) {
	if len(t.wrong) == maxWrongRows {
		t.unshown++
		return
	}
	at := belief.Place{File: t.at.Place.File, Line: line, Column: column}
	if t.file != "" {
		at.File = t.file
	}
	d := l.reportAt(code, at, 1, message)
	d.Hint = hint
	t.wrong = append(t.wrong, d)
}

// tellWrong completes the diagnostics of a table: with the source lines, and with the number of those left out.
func (l *loader) tellWrong(t *table) {
	if t.file != "" {
		l.addSources(t)
	}
	if last := t.wrong[len(t.wrong)-1]; t.unshown > 0 {
		last.Message += fmt.Sprintf(" … and %d more in this file", t.unshown)
	}
}

// addSources reads a fact file once more for the lines of its wrong rows, and turns byte columns into characters.
func (l *loader) addSources(t *table) {
	s, ok := l.openStream(t)
	if !ok {
		return
	}
	defer s.close()
	lines := s.buffered(maxRowBytes)
	next := 0
	for n := 1; next < len(t.wrong); n++ {
		line, err := lines.ReadString('\n')
		for ; next < len(t.wrong) && t.wrong[next].Place.Line == n; next++ {
			d := t.wrong[next]
			d.Source = strings.TrimRight(line, "\r\n")
			d.Place.Column = utf8.RuneCountInString(line[:min(max(d.Place.Column-1, 0), len(line))]) + 1
		}
		if err != nil {
			return
		}
	}
}
