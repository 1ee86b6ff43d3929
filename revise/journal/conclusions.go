package journal

import (
	"encoding/binary"
	"fmt"
	"slices"
	"strings"

	"github.com/ncruces/go-sqlite3"

	"github.com/beliefbase/revise/belief"
	"github.com/beliefbase/revise/revise"
	"github.com/beliefbase/revise/rules"
)

// conclusions is the table of one relation that is kept: its facts with their supports and, in a recursive stratum,
// their ranks.
type conclusions struct {
	shape
	revise.Kept
	name string
}

// conclusionTables gives each kept relation its table. Only the relations of the user have the name that SQL is asked
// with; SQL does not tell names apart that differ in case, and constraints may.
func conclusionTables(kept []revise.Kept) []conclusions {
	var tables []conclusions
	taken := map[string]bool{}
	for _, k := range kept {
		t := conclusions{shape: shapeOf(k.Columns), Kept: k}
		switch {
		case k.Relation != nil:
			t.name = k.Relation.Name
		case k.Constraint != nil:
			t.name = violationsOf(k.Constraint.Name)
		default:
			t.name = "_open_" + k.Projection
		}
		for taken[strings.ToLower(t.name)] {
			t.name += "'"
		}
		taken[strings.ToLower(t.name)] = true
		tables = append(tables, t)
	}
	return tables
}

// violationsOf is the table of the violations of a constraint.
func violationsOf(constraint string) string { return "_violations_" + constraint }

func (t *conclusions) own() []string {
	if t.Ranked {
		return []string{"_supports", "_base", "_rank", "_strict"}
	}
	return []string{"_supports", "_base"}
}

// numbers are the values of own.
func (t *conclusions) numbers(row revise.KeptRow) []int64 {
	supports, base := int64(row.Count), int64(0)
	if row.Base {
		base = 1
		if !t.Bag {
			supports++
		}
	}
	if t.Ranked {
		return []int64{supports, base, int64(row.Rank), int64(row.Strict)}
	}
	return []int64{supports, base}
}

func (t *conclusions) create() string {
	return fmt.Sprintf("CREATE TABLE %s (%s, %s, PRIMARY KEY (%s)) STRICT, WITHOUT ROWID", quoted(t.name), t.definitions(),
		list(len(t.own()), ", ", func(i int) string { return t.own()[i] + " INTEGER NOT NULL" }), t.key())
}

func (t *conclusions) insert() string {
	return fmt.Sprintf("INSERT OR REPLACE INTO %s VALUES (%s)", quoted(t.name),
		list(t.width()+len(t.own()), ", ", func(int) string { return "?" }))
}

// put binds a row behind its cells, and returns the bytes of its sum.
func (t *conclusions) put(s *sqlite3.Stmt, w *writer, row revise.KeptRow) ([]byte, error) {
	if err := w.cells(s, row.Tuple); err != nil {
		return nil, err
	}
	for i, n := range t.numbers(row) {
		if err := s.BindInt64(t.width()+i+1, n); err != nil {
			return nil, err
		}
		w.bytes = binary.LittleEndian.AppendUint64(w.bytes, uint64(n))
	}
	return w.bytes, nil
}

// writeConclusions makes the table and fills it with every fact that holds, in the order of its key: a table is written
// fastest so.
func (j *Journal) writeConclusions(t conclusions, d *belief.Dictionary) error {
	if err := j.exec(t.create()); err != nil {
		return err
	}
	s, err := j.prepare(t.insert())
	if err != nil {
		return err
	}
	defer s.Close()
	w, total := &writer{shape: t.shape, dictionary: d}, sum{}
	for _, row := range sortedRows(t.Kept, d) {
		bytes, err := t.put(s, w, row)
		if err == nil {
			s.Step()
			err = s.Reset()
		}
		if err != nil {
			return j.fail(err)
		}
		total.add(bytes)
	}
	j.sums[t.name] = total
	return j.saveSum(t.name, total)
}

func sortedRows(k revise.Kept, d *belief.Dictionary) []revise.KeptRow {
	rows := make([]revise.KeptRow, 0, k.Len())
	for row := range k.Rows {
		rows = append(rows, row)
	}
	slices.SortFunc(rows, func(a, b revise.KeptRow) int { return d.CompareRows(a.Tuple, b.Tuple) })
	return rows
}

// alterConclusions writes what a revision leaves other than it was.
func (j *Journal) alterConclusions(t conclusions, d *belief.Dictionary) error {
	var statements []*sqlite3.Stmt
	defer func() {
		for _, s := range statements {
			s.Close()
		}
	}()
	for row, holds := range t.Altered {
		if statements == nil {
			for _, sql := range []string{
				fmt.Sprintf("SELECT %s FROM %s WHERE %s", strings.Join(t.own(), ", "), quoted(t.name), t.match()),
				fmt.Sprintf("DELETE FROM %s WHERE %s", quoted(t.name), t.match()),
				t.insert(),
			} {
				s, err := j.prepare(sql)
				if err != nil {
					return err
				}
				statements = append(statements, s)
			}
		}
		if err := j.alterConclusion(t, d, row, holds, statements); err != nil {
			return err
		}
	}
	return nil
}

// alterConclusion replaces one row; statements are to find, delete and insert it.
func (j *Journal) alterConclusion(t conclusions, d *belief.Dictionary, row revise.KeptRow, holds bool, statements []*sqlite3.Stmt) error {
	w := &writer{shape: t.shape, dictionary: d}
	find, remove, insert := statements[0], statements[1], statements[2]
	total := j.sums[t.name]
	if err := w.cells(find, row.Tuple); err != nil {
		return j.fail(err)
	}
	if find.Step() {
		for i := range t.own() {
			w.bytes = binary.LittleEndian.AppendUint64(w.bytes, uint64(find.ColumnInt64(i)))
		}
		total.remove(w.bytes)
	}
	if err := find.Reset(); err != nil {
		return j.fail(err)
	}
	s := remove
	var err error
	if holds {
		s = insert
		_, err = t.put(s, w, row)
		total.add(w.bytes)
	} else {
		err = w.cells(s, row.Tuple)
	}
	if err == nil {
		s.Step()
		err = s.Reset()
	}
	j.sums[t.name] = total
	return j.fail(err)
}

// readConclusions puts back every fact of the table.
func (j *Journal) readConclusions(t conclusions, d *belief.Dictionary) error {
	r, total := newReader(t.shape, d), sum{}
	own := t.own()
	at := t.width()
	err := j.query(fmt.Sprintf("SELECT * FROM %s", quoted(t.name)), nil, func(s *sqlite3.Stmt) error {
		if err := r.read(s); err != nil {
			return damaged(j.name, fmt.Sprintf("table %s: %v", t.name, err))
		}
		row := revise.KeptRow{Tuple: r.tuple, Count: uint64(s.ColumnInt64(at))}
		for i := range own {
			n := s.ColumnInt64(at + i)
			r.bytes = binary.LittleEndian.AppendUint64(r.bytes, uint64(n))
			switch i {
			case 1:
				if row.Base = n != 0; row.Base && !t.Bag {
					row.Count--
				}
			case 2:
				row.Rank = uint32(n)
			case 3:
				row.Strict = uint32(n)
			}
		}
		total.add(r.bytes)
		t.Restore(row)
		return nil
	})
	if err != nil {
		return err
	}
	j.sums[t.name] = total
	return j.checkSum(t.name, total)
}

// viewOf is the view that answers for a relation without rules: what is believed of it.
func viewOf(r *rules.Relation) string {
	s := shapeOf(r.Columns)
	supports := "1"
	if r.Bag {
		supports = "count(*)"
	}
	return fmt.Sprintf("CREATE VIEW %s AS SELECT %s, %s AS _supports, 1 AS _base FROM %s WHERE _until IS NULL GROUP BY %s",
		quoted(r.Name), s.key(), supports, quoted(beliefsOf(r.Name)), s.key())
}
