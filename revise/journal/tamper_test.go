package journal_test

import (
	"context"
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"github.com/ncruces/go-sqlite3"

	"github.com/beliefbase/revise/revise/journal"
)

// TestTampered finds what was changed by one who keeps the checksums of pages right.
func TestTampered(t *testing.T) {
	original := makeRich(t)
	for sql, want := range map[string]string{
		"UPDATE _rules SET text = 'p(a)' WHERE name = 'enter'":                                                                    "table _rules does not have rule enter",
		"UPDATE _rules SET sha256 = '' WHERE name = 'enter'":                                                                      "table _rules does not have rule enter",
		"UPDATE _rules SET until = 1 WHERE name = 'enter'":                                                                        "table _rules does not have rule enter",
		"DELETE FROM _rules WHERE name = 'enter'":                                                                                 "table _rules does not have rule enter",
		"DELETE FROM _rules WHERE name = 'enter#2'":                                                                               "table _rules does not have the rules that revision 2 changed",
		"UPDATE _about SET value = 'x' WHERE key = 'title'":                                                                       "revision 0 is not what was written",
		"UPDATE _about SET value = '' WHERE key = 'report'":                                                                       "revision 0 is not what was written",
		"UPDATE _about SET value = value + 1 WHERE key = 'clock'":                                                                 "table _about: not what revision 5 left",
		"DELETE FROM _revisions WHERE number = 5":                                                                                 "what stands in place of what was erased",
		"UPDATE _changes SET was = 'size(a, 1)' WHERE was IS NOT NULL":                                                            "its columns do not say what its detail does",
		"UPDATE _changes SET revision = -1 WHERE revision = 1 AND number = (SELECT max(number) FROM _changes WHERE revision = 1)": "are of a revision",
		"UPDATE _beliefs_member SET c1 = 'eve' WHERE length(_seal) > 16":                                                          "what stands in place of what was erased",
		"UPDATE _beliefs_key SET _id = 900 WHERE _id = (SELECT max(_id) FROM _beliefs_key)":                                       "do not have the numbers that were written",
		"UPDATE _beliefs_rate SET valid = 3 WHERE valid = 1":                                                                      "is not how a bool is written",
		"UPDATE _beliefs_cleaner SET who = 5":                                                                                     "table _beliefs_cleaner",
		"CREATE TRIGGER t AFTER INSERT ON _changes BEGIN DELETE FROM _sums; END":                                                  "there is a trigger t that revise did not make",
		"CREATE VIEW mine AS SELECT * FROM enter":                                                                                 "there is a view mine that revise did not make",
		"DROP VIEW key; CREATE VIEW key AS SELECT 'ana' AS c1, 'vault' AS c2":                                                     "the definitions of tables, indexes and views: not what revision 5 left",
		"UPDATE \"in\" SET _rank = _rank + 1 WHERE c1 = 'ana'":                                                                    "table in does not hold what was written",
		"UPDATE _sums SET crc = crc + 1 WHERE name = '_beliefs_cleaner'":                                                          "table _beliefs_cleaner does not hold what was written",
		"INSERT INTO _relations SELECT 'x', columns, has_rules, bag, file, line, 1 FROM _relations LIMIT 1":                       "table _relations: not what revision 5 left",
		"DROP TABLE _sums": "no such table",
	} {
		if wrong, err := tampered(t, original, sql); err != nil || !strings.Contains(wrong, want) {
			t.Errorf("%s: %q, %v", sql, wrong, err)
		}
	}
}

// tampered changes a copy of a base and returns what is found to be wrong with it.
func tampered(t *testing.T, original, sql string, args ...any) (string, error) {
	t.Helper()
	name := filepath.Join(t.TempDir(), "tampered.db")
	copyFile(t, original, name)
	db, err := sqlite3.Open("file:" + name + "?vfs=revise")
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	if len(args) == 0 {
		err = db.Exec(sql)
	} else {
		var s *sqlite3.Stmt
		if s, _, err = db.Prepare(sql); err != nil {
			t.Fatal(err)
		}
		for i, arg := range args {
			if err := bindAny(s, i+1, arg); err != nil {
				t.Fatal(err)
			}
		}
		s.Step()
		err = s.Close()
	}
	if err != nil {
		return "refused: " + err.Error(), nil // SQLite itself does not let it in
	}
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
	checked, err := journal.Fsck(context.Background(), name, journal.Mending{ReadOnly: true})
	if err != nil {
		return "", err
	}
	return strings.Join(checked.Wrong, "; "), nil
}

func bindAny(s *sqlite3.Stmt, at int, arg any) error {
	switch arg := arg.(type) {
	case int64:
		return s.BindInt64(at, arg)
	case float64:
		return s.BindFloat(at, arg)
	case string:
		return s.BindText(at, arg)
	case []byte:
		return s.BindBlob(at, arg)
	}
	return s.BindNull(at)
}

// TestEveryColumnIsCovered changes every column of every table, in some of its rows to values nearby, takes rows away and
// doubles them: whatever SQLite lets in is found.
func TestEveryColumnIsCovered(t *testing.T) {
	original := makeRich(t)
	tried, refused := 0, 0
	try := func(what, sql string, args ...any) {
		t.Helper()
		tried++
		switch wrong, err := tampered(t, original, sql, args...); {
		case kindOf(err) == journal.NotBase, kindOf(err) == journal.Failed: // it cannot be opened
		case err != nil:
			t.Errorf("%s: %v", what, err)
		case strings.HasPrefix(wrong, "refused: "):
			refused++
		case wrong == "":
			t.Errorf("%s is covered by nothing (%s, %v)", what, sql, args)
		}
	}
	for table, rows := range tablesOf(t, original) {
		few := rows.cells[:min(1, len(rows.cells))]
		if many := len(rows.cells); many > 4 {
			few = append(few, rows.cells[many-1])
		}
		for n, row := range few {
			if testing.Short() && n > 0 {
				break
			}
			var same []string
			for i, column := range rows.columns {
				same = append(same, fmt.Sprintf("%q IS ?%d", column, i+1))
			}
			where := " WHERE " + strings.Join(same, " AND ")
			try("a row of "+table, fmt.Sprintf("DELETE FROM %q", table)+where, row...)
			for i, column := range rows.columns {
				for n, other := range near(row[i]) {
					set := fmt.Sprintf("%q = ?%d", column, len(row)+1)
					try(table+"."+column, fmt.Sprintf("UPDATE %q SET %s", table, set)+where, append(row[:len(row):len(row)], other)...)
					if n > 0 {
						continue
					}
					double := append([]string(nil), rows.columns...)
					for k := range double {
						double[k] = fmt.Sprintf("%q", double[k])
					}
					double[i] = fmt.Sprintf("?%d", len(row)+1)
					try("another row of "+table+" by "+column, fmt.Sprintf("INSERT INTO %q SELECT %s FROM %q", table, strings.Join(double, ", "), table)+where, append(row[:len(row):len(row)], other)...)
				}
			}
		}
	}
	t.Logf("%d changes, %d refused by SQLite", tried, refused)
	if tried-refused < 300 && !testing.Short() {
		t.Error("too few")
	}
}

// near returns values that a cell might have instead.
func near(v any) []any {
	switch v := v.(type) {
	case int64:
		return []any{v + 1, -v - 1, nil}
	case float64:
		return []any{v + 1, nil}
	case string:
		if v == "" {
			return []any{"x", nil}
		}
		return []any{v + "x", "", nil}
	case []byte:
		flipped := append([]byte(nil), v...)
		flipped[0] ^= 1
		return []any{flipped, append([]byte(nil), make([]byte, 32)...)}
	}
	return []any{int64(0), int64(1), ""}
}

type rows struct {
	columns []string
	cells   [][]any
}

// tablesOf reads every table of a database.
func tablesOf(t *testing.T, name string) map[string]rows {
	t.Helper()
	db, err := sqlite3.Open("file:" + name + "?vfs=revise")
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close() // it was only read
	each := func(sql string, row func(*sqlite3.Stmt)) {
		s, _, err := db.Prepare(sql)
		if err != nil {
			t.Fatal(err)
		}
		defer s.Close()
		for s.Step() {
			row(s)
		}
		if err := s.Err(); err != nil {
			t.Fatal(err)
		}
	}
	all := map[string]rows{}
	var names []string
	each("SELECT name FROM sqlite_schema WHERE type = 'table'", func(s *sqlite3.Stmt) { names = append(names, s.ColumnText(0)) })
	for _, table := range names {
		var r rows
		each(fmt.Sprintf("SELECT * FROM %q", table), func(s *sqlite3.Stmt) {
			var cells []any
			r.columns = r.columns[:0]
			for i := range s.ColumnCount() {
				r.columns = append(r.columns, s.ColumnName(i))
				switch s.ColumnType(i) {
				case sqlite3.INTEGER:
					cells = append(cells, s.ColumnInt64(i))
				case sqlite3.FLOAT:
					cells = append(cells, s.ColumnFloat(i))
				case sqlite3.TEXT:
					cells = append(cells, s.ColumnText(i))
				case sqlite3.BLOB:
					cells = append(cells, s.ColumnBlob(i, nil))
				default:
					cells = append(cells, nil)
				}
			}
			r.cells = append(r.cells, cells)
		})
		all[table] = r
	}
	return all
}
