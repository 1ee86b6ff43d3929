package journal

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"math"
	"strings"

	"github.com/ncruces/go-sqlite3"

	"github.com/beliefbase/revise/belief"
	"github.com/beliefbase/revise/rules"
)

// shape is how the columns of a relation are written: their names in SQL and their types.
type shape struct {
	names   []string
	columns []rules.Column
}

// shapeOf names the columns as the relation does, or c1, c2, … where SQL could not tell those names apart or would take
// one for ours. A relation without columns has one here, which is always 1.
func shapeOf(columns []rules.Column) shape {
	s := shape{columns: columns}
	taken, clash := map[string]bool{}, false
	for _, c := range columns {
		key := strings.ToLower(c.Name)
		clash = clash || taken[key] || strings.HasPrefix(key, "_")
		taken[key] = true
		s.names = append(s.names, quoted(c.Name))
	}
	if clash {
		for i := range columns {
			s.names[i] = quoted(fmt.Sprintf("c%d", i+1))
		}
	}
	if len(columns) == 0 {
		s.names = []string{"_holds"}
	}
	return s
}

// width is the number of columns in SQL.
func (s shape) width() int { return len(s.names) }

// key lists the columns, separated by commas.
func (s shape) key() string { return strings.Join(s.names, ", ") }

// match is the condition that the columns have the values of the first parameters.
func (s shape) match() string {
	return list(len(s.names), " AND ", func(i int) string { return fmt.Sprintf("%s = ?%d", s.names[i], i+1) })
}

// definitions declares the columns.
func (s shape) definitions() string {
	return list(len(s.names), ", ", func(i int) string {
		if len(s.columns) == 0 {
			return s.names[i] + " INTEGER NOT NULL"
		}
		return s.names[i] + " " + sqlType(s.columns[i].Type) + " NOT NULL"
	})
}

func sqlType(t belief.Type) string {
	switch t {
	case belief.StringType, belief.DateType:
		return "TEXT"
	case belief.IntType, belief.BoolType:
		return "INTEGER"
	case belief.FloatType:
		return "REAL"
	}
	return "ANY"
}

// writer turns rows of IDs into cells of a statement, and sums up what it writes.
type writer struct {
	shape
	dictionary *belief.Dictionary
	bytes      []byte
}

// cells binds the values of a row to the first parameters, and starts the bytes of the row's sum with them.
func (w *writer) cells(s *sqlite3.Stmt, tuple []belief.ID) error {
	w.bytes = w.bytes[:0]
	if len(tuple) == 0 {
		return s.BindInt64(1, 1)
	}
	for i, id := range tuple {
		v := w.dictionary.Value(id)
		w.bytes = appendCell(w.bytes, v)
		if err := bindValue(s, i+1, v); err != nil {
			return err
		}
	}
	return nil
}

// reader turns cells into rows of IDs.
type reader struct {
	shape
	dictionary *belief.Dictionary
	tuple      []belief.ID
	texts      [][]byte // by column: the last text, which the next row often repeats
	bytes      []byte
}

func newReader(s shape, d *belief.Dictionary) *reader {
	return &reader{shape: s, dictionary: d, tuple: make([]belief.ID, len(s.columns)), texts: make([][]byte, len(s.columns))}
}

// read takes the values from the first columns of a row, and starts the bytes of the row's sum with them.
func (r *reader) read(s *sqlite3.Stmt) error {
	r.bytes = r.bytes[:0]
	if len(r.columns) == 0 && s.ColumnInt64(0) != 1 {
		return errors.New("_holds is not 1")
	}
	for i, column := range r.columns {
		switch column.Type {
		case belief.StringType:
			text := s.ColumnRawText(i)
			r.bytes = append(append(r.bytes, text...), endOfText)
			if r.texts[i] == nil || !bytes.Equal(r.texts[i], text) {
				r.texts[i] = append(r.texts[i][:0], text...)
				if r.texts[i] == nil {
					r.texts[i] = []byte{}
				}
				r.tuple[i] = r.dictionary.TextID(text)
			}
		default:
			v, err := cellValue(s, i, column.Type)
			if err != nil {
				return err
			}
			r.bytes = appendCell(r.bytes, v)
			r.tuple[i] = r.dictionary.ID(v)
		}
	}
	return nil
}

// cellValue returns the value that a cell has, if it is as we write it: other cells have the same value.
func cellValue(s *sqlite3.Stmt, i int, t belief.Type) (v belief.Value, err error) {
	as := true
	switch t {
	case belief.IntType:
		v, as = belief.Int(s.ColumnInt64(i)), s.ColumnType(i) == sqlite3.INTEGER
	case belief.FloatType:
		v, err = belief.Float(s.ColumnFloat(i))
		as = s.ColumnType(i) == sqlite3.FLOAT && math.Float64bits(v.Float()) == math.Float64bits(s.ColumnFloat(i))
	case belief.BoolType:
		v, as = belief.Bool(s.ColumnBool(i)), s.ColumnType(i) == sqlite3.INTEGER && s.ColumnInt64(i)>>1 == 0
	case belief.DateType:
		v, err = belief.ParseDate(s.ColumnText(i))
		as = v.String() == s.ColumnText(i)
	default:
		v, as = belief.String(s.ColumnText(i)), s.ColumnType(i) == sqlite3.TEXT
	}
	if err == nil && !as {
		err = fmt.Errorf("%s is not how a %s is written", belief.Quote(s.ColumnText(i)), t)
	}
	return v, err
}

const endOfText = 0xff // no byte of UTF-8

// appendCell appends a value so that different rows of one shape have different bytes.
func appendCell(b []byte, v belief.Value) []byte {
	switch v.Type() {
	case belief.IntType:
		return binary.LittleEndian.AppendUint64(b, uint64(v.Int()))
	case belief.FloatType:
		return binary.LittleEndian.AppendUint64(b, math.Float64bits(v.Float()))
	case belief.BoolType:
		if v.Bool() {
			return append(b, 1)
		}
		return append(b, 0)
	case belief.DateType:
		return binary.LittleEndian.AppendUint64(b, uint64(v.Days()))
	}
	return append(append(b, v.Text()...), endOfText)
}

// sum is a checksum of the rows of a table that does not depend on their order, and is kept in step row by row.
type sum struct {
	rows int64
	crc  uint64
}

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

func (s *sum) add(row []byte)    { s.rows++; s.crc += uint64(crc32.Checksum(row, castagnoli)) }
func (s *sum) remove(row []byte) { s.rows--; s.crc -= uint64(crc32.Checksum(row, castagnoli)) }

// saveSum remembers the sum of a table.
func (j *Journal) saveSum(table string, s sum) error {
	return j.do("INSERT OR REPLACE INTO _sums VALUES (?, ?, ?)", table, s.rows, int64(s.crc))
}

// savedSum returns the sum that was remembered of a table.
func (j *Journal) savedSum(table string) (sum, error) {
	var s sum
	err := j.query("SELECT rows, crc FROM _sums WHERE name = ?", []any{table}, func(q *sqlite3.Stmt) error {
		s = sum{q.ColumnInt64(0), uint64(q.ColumnInt64(1))}
		return nil
	})
	return s, err
}

// checkSum compares what was read of a table with what was written to it.
func (j *Journal) checkSum(table string, read sum) error {
	saved, err := j.savedSum(table)
	if err != nil || saved == read {
		return err
	}
	if saved.rows != read.rows {
		return damaged(j.name, fmt.Sprintf("table %s has %d rows, and %d were written", table, read.rows, saved.rows))
	}
	return damaged(j.name, fmt.Sprintf("table %s does not hold what was written", table))
}
