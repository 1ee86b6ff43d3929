package scenarios

import (
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/beliefbase/revise/belief"
	"github.com/beliefbase/revise/rules"
)

// openRows opens a table for reading. The stream is nil for rows in the scenario itself.
func (l *loader) openRows(t *table) (rowReader, *stream, bool) {
	if t.format == yamlFormat {
		return newRowReader(t, nil), nil, true
	}
	s, ok := l.openStream(t)
	if !ok {
		return nil, nil, false
	}
	return newRowReader(t, s), s, true
}

// learn finds out which columns a table has and where they go, and lets its cells vote for the types that are open.
func (l *loader) learn(t *table) {
	if t.format == jsonlFormat && !l.learnKeys(t) {
		return
	}
	r, s, ok := l.openRows(t)
	if !ok {
		return
	}
	if s != nil {
		defer s.close()
	}
	var first []cell
	if t.header {
		ok = l.readNames(t, r)
	} else if !t.relation.shaped {
		first, ok = l.firstRow(t, r)
	}
	if ok && l.matchColumns(t) {
		l.vote(t, r, first)
	}
}

// readNames reads the row that names the columns.
func (l *loader) readNames(t *table, r rowReader) bool {
	cells, err := r.read()
	var wrong *rowError
	switch {
	case errors.As(err, &wrong):
		l.reportHeader(t, wrong.message, wrong.hint)
	case err == io.EOF:
		return true
	case err != nil:
		l.refuseStream(t, err)
	default:
		for _, c := range cells {
			t.names = append(t.names, c.text)
		}
		l.warnSeparator(t, cells)
		return true
	}
	return false
}

// warnSeparator warns of a first row that seems to be separated by something else than commas.
func (l *loader) warnSeparator(t *table, first []cell) {
	if t.format != csvFormat || len(first) != 1 || !strings.ContainsAny(first[0].text, ";\t") {
		return
	}
	t.lumped = true
	d := l.report(rules.CodeSeparator, t.at, fmt.Sprintf("the first row of %s is one cell, %s", show(t.file), show(first[0].text)))
	d.Severity, d.Hint = rules.Warning, "separate the cells by commas, or by tabs in a file whose name ends in .tsv"
}

// firstRow reads up to the first row that can be read, which tells how many columns there are. The rows before it are
// told by fill, unless there is none behind them.
func (l *loader) firstRow(t *table, r rowReader) ([]cell, bool) {
	var refused []*rowError
	for {
		cells, err := r.read()
		var wrong *rowError
		switch {
		case errors.As(err, &wrong) && len(refused) < maxWrongRows:
			refused = append(refused, wrong)
		case errors.As(err, &wrong):
		case err == io.EOF && len(refused) > 0:
			for _, w := range refused {
				l.refuseRow(t, w)
			}
			l.tellWrong(t)
			return nil, false
		case err == io.EOF:
			return nil, true
		case err != nil:
			l.refuseStream(t, err)
			return nil, false
		default:
			t.relation.shape(make([]rules.Column, len(cells)), t.at.Place)
			l.warnSeparator(t, cells)
			return cells, true
		}
	}
}

// learnKeys takes the names of the columns from the relation or, where it has none, from the first line's keys.
func (l *loader) learnKeys(t *table) bool {
	if t.relation.shaped && t.relation.named() {
		t.names = t.relation.names()
		return true
	}
	s, ok := l.openStream(t)
	if !ok {
		return false
	}
	defer s.close()
	line, err := s.lines().read()
	if err == nil {
		t.names, err = keysOfObject(line)
	}
	if err != nil && err != io.EOF {
		var wrong *rowError
		if errors.As(err, &wrong) {
			l.reportHeader(t, wrong.message, wrong.hint)
		} else {
			l.refuseStream(t, err)
		}
		return false
	}
	return true
}

// matchColumns finds where the table's columns go in the relation, which takes its shape from it if it has none.
func (l *loader) matchColumns(t *table) bool {
	if !l.checkNames(t) {
		return false
	}
	if t.names != nil && !t.relation.named() && (!t.relation.shaped || len(t.relation.columns) == len(t.names)) {
		t.relation.shape(make([]rules.Column, len(t.names)), t.at.Place)
		for i, name := range t.names {
			t.relation.columns[i].Name = name
		}
	}
	if !t.relation.shaped {
		t.positions = []int{} // the table is empty, and the rules will tell
		return true
	}
	known := t.relation.names()
	positions := make([]int, len(known))
	for i := range positions {
		positions[i] = i
	}
	if t.names != nil {
		if positions = l.matchNames(t, known); positions == nil {
			return false
		}
	}
	t.positions = positions
	return true
}

// checkNames reports column names that are empty, unreadable or there twice.
func (l *loader) checkNames(t *table) bool {
	for i, name := range t.names {
		switch problem := textProblem(name); {
		case name == "":
			l.reportHeader(t, fmt.Sprintf("column %d has no name in the first row", i+1), "name it, or write header: false if the first row holds data")
		case problem != "":
			l.reportHeader(t, fmt.Sprintf("the name of column %d: %s", i+1, problem), "")
		case slices.Index(t.names, name) < i:
			l.reportHeader(t, fmt.Sprintf("two columns are called %s", show(name)), "give each column a name of its own")
		default:
			continue
		}
		return false
	}
	return true
}

// matchNames returns where each named column goes, nil when one is missing or extra.
func (l *loader) matchNames(t *table, known []string) []int {
	if !t.relation.named() {
		l.reportArity(t)
		return nil
	}
	var problems []string
	for _, name := range known {
		if !slices.Contains(t.names, name) {
			problems = append(problems, "it has no column "+show(name))
		}
	}
	positions := make([]int, len(t.names))
	for i, name := range t.names {
		positions[i] = slices.Index(known, name)
		if positions[i] < 0 {
			problems = append(problems, "it has a column "+show(name))
		}
	}
	if len(problems) == 0 {
		return positions
	}
	hint := "the first row names the columns, unless the entry says header: false"
	d := l.reportHeader(t, fmt.Sprintf("the columns of %s are not those of %s: %s", show(t.file), t.relation.name, strings.Join(problems, ", ")), hint)
	d.Related = append(d.Related, rules.Related{Place: t.relation.place, Message: fmt.Sprintf("%s has the columns %s", t.relation.name, strings.Join(known, ", "))})
	return nil
}

// reportArity reports a header with another number of columns than a relation whose columns have no names.
func (l *loader) reportArity(t *table) {
	have := plural(len(t.relation.columns), "column")
	d := l.report(rules.CodeArity, t.at, fmt.Sprintf("%s has %s, and %s has %s", show(t.file), plural(len(t.names), "column"), t.relation.name, have))
	d.Hint = "a relation has one number of columns"
	d.Related = append(d.Related, rules.Related{Place: t.relation.place, Message: fmt.Sprintf("%s with %s", t.relation.name, have)})
}

func (l *loader) reportHeader(t *table, message, hint string) *rules.Diagnostic {
	d := l.report(rules.CodeFactHeader, t.at, message)
	d.Hint = hint
	return d
}

// vote lets the cells of the table decide the types that are open. Rows that cannot be read are left to fill.
func (l *loader) vote(t *table, r rowReader, first []cell) {
	row, err := first, error(nil)
	if first == nil {
		row, err = r.read()
	}
	var wrong *rowError
	for ; err == nil || errors.As(err, &wrong); row, err = r.read() {
		open := false
		for i, c := range row {
			if i >= len(t.positions) || t.relation.columns[t.positions[i]].Type != belief.NoType {
				continue
			}
			g := &t.relation.guesses[t.positions[i]]
			g.see(c)
			open = open || !g.settled()
		}
		if !open && err == nil {
			return
		}
	}
}
