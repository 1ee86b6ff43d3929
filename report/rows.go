package report

import (
	"bufio"
	"encoding/csv"
	"encoding/json"
	"io"
	"iter"
	"slices"
	"strconv"
	"strings"

	"github.com/beliefbase/revise/belief"
	"github.com/beliefbase/revise/revise"
	"github.com/beliefbase/revise/rules"
)

// RowFormat is how the matches of a query are written.
type RowFormat string

// The formats of rows. A table is for people, the others are exact.
const (
	RowTable RowFormat = "table"
	RowCSV   RowFormat = "csv"
	RowTSV   RowFormat = "tsv"
	RowJSON  RowFormat = "json"
	RowJSONL RowFormat = "jsonl"
)

// RowFormats are all formats of rows, in the order of the documentation.
func RowFormats() []RowFormat { return []RowFormat{RowTable, RowCSV, RowTSV, RowJSON, RowJSONL} }

// ParseRowFormat returns the format with the given name. The error lists the formats, and suggests the nearest.
func ParseRowFormat(name string) (RowFormat, error) { return parseFormat(name, RowFormats()) }

// Rows are the matches of a query: facts of one relation.
type Rows struct {
	Atom     string // that was asked for
	Columns  []rules.Column
	Facts    iter.Seq2[belief.Fact, revise.Support]
	Supports bool // write the support beside each row
}

// WriteRows writes the rows as they come, and returns how many there were. It holds at most a thousand of them; JSON with
// supports holds all supports. The error is that of the writer, or names the formats.
func WriteRows(w io.Writer, f RowFormat, r Rows, o Options) (int, error) {
	out := bufio.NewWriter(w)
	var n int
	var err error
	switch f {
	case RowTable:
		n = writeRowTable(out, r)
	case RowCSV:
		n, err = writeRowCSV(out, r, ',', o.ForSpreadsheet)
	case RowTSV:
		n, err = writeRowCSV(out, r, '\t', o.ForSpreadsheet)
	case RowJSON:
		n, err = writeRowJSON(out, r)
	case RowJSONL:
		n, err = writeRowJSONL(out, r)
	default:
		_, err = ParseRowFormat(string(f))
	}
	if err != nil {
		return n, err
	}
	return n, out.Flush()
}

// header returns the names of the columns, with those of the supports made different from all others.
func (r Rows) header() []string {
	var names []string
	for _, c := range r.Columns {
		names = append(names, c.Name)
	}
	if r.Supports {
		for _, name := range []string{"support", "base"} {
			for slices.Contains(names, name) {
				name += "_"
			}
			names = append(names, name)
		}
	}
	return names
}

// cells returns a row as texts.
func (r Rows) cells(f belief.Fact, s revise.Support, text func(belief.Value) string) []string {
	row := make([]string, 0, len(f.Values)+2)
	for _, v := range f.Values {
		row = append(row, text(v))
	}
	if r.Supports {
		row = append(row, strconv.FormatUint(s.Total(), 10), strconv.FormatBool(s.Base))
	}
	return row
}

// writeRowTable writes a table. Its columns are as wide as the widest value so far: no value is cut.
func writeRowTable(out *bufio.Writer, r Rows) int {
	header := r.header()
	columns := make([]column, len(header))
	for i := range columns {
		columns[i].right = i >= len(r.Columns) || numeric(r.Columns[i].Type)
	}
	for i := range header {
		header[i] = Safe(header[i])
	}
	rows := [][]string{header}
	n := 0
	flush := func() {
		for _, row := range rows {
			for i, cell := range row {
				columns[i].width = max(columns[i].width, width(cell))
			}
		}
		for _, line := range grid(columns, rows) {
			out.WriteString(line)
			out.WriteByte('\n')
		}
		rows = rows[:0]
	}
	for f, s := range r.Facts {
		n++
		if len(header) == 0 {
			out.WriteString(atom(f) + "\n")
			continue
		}
		if len(rows) == chunk {
			flush()
		}
		rows = append(rows, r.cells(f, s, belief.Value.String))
	}
	if len(header) > 0 {
		flush()
	}
	return n
}

func numeric(t belief.Type) bool { return t == belief.IntType || t == belief.FloatType }

// writeRowCSV writes comma- or tab-separated values with a header.
func writeRowCSV(out *bufio.Writer, r Rows, comma rune, forSpreadsheet bool) (int, error) {
	w := csv.NewWriter(out)
	w.Comma = comma
	text := belief.Value.Plain
	header := r.header()
	if forSpreadsheet {
		text = func(v belief.Value) string {
			if v.Type() == belief.StringType {
				return inert(v.Text())
			}
			return v.Plain()
		}
		for i := range header {
			header[i] = inert(header[i])
		}
	}
	n := 0
	if err := w.Write(header); err != nil {
		return n, err
	}
	for f, s := range r.Facts {
		n++
		if err := w.Write(r.cells(f, s, text)); err != nil {
			return n, err
		}
	}
	w.Flush()
	return n, w.Error()
}

// inert returns a text that a spreadsheet does not take for a formula: one that starts like a formula, or with a single
// quote, gets a single quote before it.
func inert(s string) string {
	if strings.IndexAny(s, "'=+-@\t\r\n\x00＝＋－＠") == 0 {
		return "'" + s
	}
	return s
}

// writeRowJSON writes one object; a row is on a line of its own.
func writeRowJSON(out *bufio.Writer, r Rows) (int, error) {
	var columns, types []string
	for _, c := range r.Columns {
		columns = append(columns, c.Name)
		types = append(types, c.Type.String())
	}
	out.WriteString("{\n  \"schema\": 1")
	for _, field := range []struct {
		name  string
		value any
	}{{"atom", r.Atom}, {"columns", orEmpty(columns)}, {"types", orEmpty(types)}} {
		out.WriteString(",\n  \"" + field.name + "\": ")
		if err := writeCompact(out, field.value); err != nil {
			return 0, err
		}
	}
	n := 0
	var supports []supportJSON
	out.WriteString(",\n  \"rows\": [")
	for f, s := range r.Facts {
		separate(out, n)
		n++
		if err := writeCompact(out, newFactJSON(f).Values); err != nil {
			return n, err
		}
		if r.Supports {
			supports = append(supports, newSupportJSON(s))
		}
	}
	closeList(out, n)
	if r.Supports {
		out.WriteString(",\n  \"supports\": [")
		for i, s := range supports {
			separate(out, i)
			if err := writeCompact(out, s); err != nil {
				return n, err
			}
		}
		closeList(out, len(supports))
	}
	out.WriteString("\n}\n")
	return n, nil
}

func orEmpty(names []string) []string {
	if names == nil {
		return []string{}
	}
	return names
}

// separate starts the line of element i of a list.
func separate(out *bufio.Writer, i int) {
	if i > 0 {
		out.WriteByte(',')
	}
	out.WriteString("\n    ")
}

func closeList(out *bufio.Writer, n int) {
	if n > 0 {
		out.WriteString("\n  ")
	}
	out.WriteByte(']')
}

// writeCompact writes a value as JSON on one line.
func writeCompact(out *bufio.Writer, v any) error {
	text, err := json.Marshal(v)
	if err != nil {
		return err
	}
	writeVisible(out, text, jsonEscape)
	return nil
}

// writeRowJSONL writes one row a line, in the form that a scenario reads; with supports, an object.
func writeRowJSONL(out *bufio.Writer, r Rows) (int, error) {
	n := 0
	for f, s := range r.Facts {
		n++
		var row any = newFactJSON(f).Values
		if r.Supports {
			row = rowJSON{newFactJSON(f).Values, newSupportJSON(s)}
		}
		if err := writeCompact(out, row); err != nil {
			return n, err
		}
		out.WriteByte('\n')
	}
	return n, nil
}

type rowJSON struct {
	Row     []datum     `json:"row"`
	Support supportJSON `json:"support"`
}
