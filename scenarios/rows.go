package scenarios

import (
	"bufio"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/beliefbase/revise/belief"
	"github.com/beliefbase/revise/internal/shape"
	"github.com/beliefbase/revise/rules"
)

// rowReader reads the rows of a table, whatever its format.
type rowReader interface {
	// read returns the next row, which is valid until the next call: io.EOF at the end, a *rowError for a row that
	// cannot be read while others can, any other error when nothing more can be read.
	read() ([]cell, error)
	// place returns the line and, if it is known, the column of cell i of the last row, both from 1. The column
	// counts bytes.
	place(i int) (line, column int)
}

// rowError says what is wrong with a row.
type rowError struct {
	code         rules.Code // zero: CodeRowSyntax
	line, column int
	message      string
	hint         string
}

func (e *rowError) Error() string { return e.message }

// newRowReader returns the reader for a table. Names are those of the relation's columns, for the formats that use them.
func newRowReader(t *table, s *stream) rowReader {
	switch t.format {
	case csvFormat:
		return &blankLines{rowReader: newCSVReader(s), single: len(t.positions) == 1, header: t.header, spans: true, hint: `an empty text is written "", and another value is missing`}
	case tsvFormat:
		return &blankLines{rowReader: &tsvReader{lines: s.lines()}, single: len(t.positions) == 1, header: t.header, hint: "remove the line; a file of one column that has empty texts is written as .csv, where they are written \"\""}
	case jsonlFormat:
		return &jsonlReader{lines: s.lines(), names: t.names}
	default:
		return &nodeReader{rows: t.at.Items}
	}
}

// blankLines reads the rows of a format that skips empty lines. Where a row has a single cell, an empty line between two
// rows could be a row too, and is refused.
type blankLines struct {
	rowReader
	single bool
	header bool // the first row is one, and may have empty lines before it
	spans  bool // a cell may go over several lines
	hint   string
	next   int // the line where the next row is to be; 0 when that is not known
	cells  []cell
	begun  bool
}

func (r *blankLines) read() ([]cell, error) {
	if held := r.cells; held != nil {
		r.cells = nil
		return held, nil
	}
	cells, err := r.rowReader.read()
	if err != nil || !r.single {
		r.next, r.begun = 0, true
		return cells, err
	}
	want := r.next
	if !r.begun && !r.header {
		want = 1
	}
	r.begun = true
	line, _ := r.place(0)
	r.next = line + 1
	for i := 0; r.spans && i < len(cells); i++ {
		r.next += strings.Count(cells[i].text, "\n")
	}
	if want == 0 || line == want {
		return cells, nil
	}
	r.cells = cells
	return nil, &rowError{line: want, column: 1, message: "an empty line stands between the rows", hint: r.hint}
}

// lineReader reads lines, and counts them. Empty ones are skipped.
type lineReader struct {
	source *bufio.Reader
	line   int
}

func (s *stream) lines() *lineReader { return &lineReader{source: s.buffered(maxRowBytes)} }

// read returns the next line that is not empty, without its end.
func (l *lineReader) read() (string, error) {
	for {
		text, err := l.source.ReadSlice('\n')
		switch {
		case errors.Is(err, bufio.ErrBufferFull):
			return "", errRowTooLong
		case err == io.EOF && len(text) == 0:
			return "", io.EOF
		case err != nil && err != io.EOF:
			return "", err
		}
		l.line++
		if line := strings.TrimSuffix(strings.TrimSuffix(string(text), "\n"), "\r"); line != "" {
			return line, nil
		}
	}
}

// nodeReader reads rows: of a scenario.
type nodeReader struct {
	rows  []*rules.Node
	next  int
	cells []cell
}

func (r *nodeReader) read() ([]cell, error) {
	for r.next < len(r.rows) && r.rows[r.next].Kind != rules.List {
		r.next++ // package shape has spoken
	}
	if r.next == len(r.rows) {
		return nil, io.EOF
	}
	row := r.rows[r.next]
	r.next++
	r.cells = r.cells[:0]
	for i, n := range row.Items {
		c, wrong := cellOf(n)
		if wrong != nil {
			wrong.line, wrong.column = r.place(i)
			return nil, wrong
		}
		r.cells = append(r.cells, c)
	}
	return r.cells, nil
}

// cellOf reads a value of a row. What starts like a number must be one: YAML readers disagree about the other forms.
func cellOf(n *rules.Node) (cell, *rowError) {
	switch {
	case n.Kind != rules.Scalar:
		return cell{}, &rowError{code: rules.CodeCell, message: "a value is " + n.Kind.String(), hint: "a value is a text, a number, a date, true or false"}
	case n.Quoted:
		return cell{text: n.Text, kind: quotedCell}, nil
	case n.IsEmpty():
		return cell{}, &rowError{code: rules.CodeCell, message: "no value is written here", hint: `the empty text is ""`}
	case shape.StartsLikeNumber(n.Text):
		if _, err := belief.ParseConstant(n.Text); err != nil {
			return cell{}, &rowError{code: rules.CodeNumberForm, message: err.Error()}
		}
	}
	return cell{text: n.Text}, nil
}

func (r *nodeReader) place(i int) (line, column int) {
	row := r.rows[r.next-1]
	if i < len(row.Items) {
		row = row.Items[i]
	}
	return row.Place.Line, row.Place.Column
}

// csvReader reads comma-separated values as RFC 4180 has them, with \n or \r\n at the end of lines. Inside of quotes both
// are part of the value.
type csvReader struct {
	source *csv.Reader
	limit  *recordLimit
	cells  []cell
}

// recordLimit ends a record that is too long, such as one whose quote is never closed.
type recordLimit struct {
	source io.Reader
	read   int
}

func (r *recordLimit) Read(p []byte) (int, error) {
	n, err := r.source.Read(p)
	if r.read += n; r.read > maxRowBytes {
		return 0, errRowTooLong
	}
	return n, err
}

func newCSVReader(s *stream) *csvReader {
	r := &csvReader{limit: &recordLimit{source: s.buffered(bufferBytes)}}
	r.source = csv.NewReader(bufio.NewReaderSize(&crlfKeeper{source: r.limit}, bufferBytes))
	r.source.ReuseRecord, r.source.FieldsPerRecord = true, -1
	return r
}

func (r *csvReader) read() ([]cell, error) {
	record, err := r.source.Read()
	r.limit.read = 0
	var syntax *csv.ParseError
	if errors.As(err, &syntax) {
		wrong := &rowError{line: syntax.Line, column: syntax.Column, message: "the quotes of this row do not pair up", hint: "a cell is quoted as a whole, and a quote inside it is doubled"}
		if syntax.StartLine != syntax.Line {
			wrong.line, wrong.column = syntax.StartLine, 1
		}
		return nil, wrong
	}
	if err != nil {
		return nil, err
	}
	r.cells = r.cells[:0]
	for _, text := range record {
		r.cells = append(r.cells, cell{text: text})
	}
	return r.cells, nil
}

func (r *csvReader) place(i int) (line, column int) { return r.source.FieldPos(min(i, len(r.cells)-1)) }

// tsvReader reads tab-separated values. The escapes \t \n \r \\ stand for what a cell cannot hold as it is.
type tsvReader struct {
	lines *lineReader
	cells []cell
	text  string
}

func (r *tsvReader) read() ([]cell, error) {
	line, err := r.lines.read()
	if err != nil {
		return nil, err
	}
	r.text, r.cells = line, r.cells[:0]
	for rest, more := line, true; more; {
		var text string
		if text, rest, more = strings.Cut(rest, "\t"); strings.IndexByte(text, '\\') >= 0 {
			plain, ok := unescapeTSV(text)
			if !ok {
				_, column := r.place(len(r.cells))
				return nil, &rowError{
					line: r.lines.line, column: column, message: fmt.Sprintf("%s has an escape that is not known", show(text)),
					hint: `a backslash is written \\, a tab \t, a line end \n or \r`,
				}
			}
			text = plain
		}
		r.cells = append(r.cells, cell{text: text})
	}
	return r.cells, nil
}

var tsvEscapes = strings.NewReplacer(`\t`, "\t", `\n`, "\n", `\r`, "\r", `\\`, `\`)

func unescapeTSV(text string) (string, bool) {
	for i := 0; i < len(text); i++ {
		if text[i] != '\\' {
			continue
		}
		if i++; i == len(text) || strings.IndexByte(`tnr\`, text[i]) < 0 {
			return "", false
		}
	}
	return tsvEscapes.Replace(text), true
}

func (r *tsvReader) place(i int) (line, column int) {
	column = 1
	rest := r.text
	for range i {
		text, tail, more := strings.Cut(rest, "\t")
		if !more {
			break
		}
		column, rest = column+len(text)+1, tail
	}
	return r.lines.line, column
}
