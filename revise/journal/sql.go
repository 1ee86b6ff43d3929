package journal

import (
	"fmt"
	"strings"

	"github.com/ncruces/go-sqlite3"

	"github.com/beliefbase/revise/belief"
)

// exec runs statements that give nothing back.
func (j *Journal) exec(sql string) error { return j.fail(j.conn.Exec(sql)) }

// number returns the first column of the first row.
func (j *Journal) number(sql string, args ...any) (int64, error) {
	n := int64(0)
	err := j.query(sql, args, func(s *sqlite3.Stmt) error {
		n = s.ColumnInt64(0)
		return nil
	})
	return n, err
}

// query calls row for each row of the result.
func (j *Journal) query(sql string, args []any, row func(*sqlite3.Stmt) error) error {
	s, err := j.prepare(sql)
	if err != nil {
		return err
	}
	defer s.Close()
	if err := bind(s, args); err != nil {
		return err
	}
	for s.Step() {
		if err := row(s); err != nil {
			return err
		}
	}
	return j.fail(s.Err())
}

// do runs one statement with arguments.
func (j *Journal) do(sql string, args ...any) error {
	return j.query(sql, args, func(*sqlite3.Stmt) error { return nil })
}

func (j *Journal) prepare(sql string) (*sqlite3.Stmt, error) {
	s, _, err := j.conn.Prepare(sql)
	return s, j.fail(err)
}

// run executes a prepared statement once more, with other arguments.
func (j *Journal) run(s *sqlite3.Stmt, args ...any) error {
	if err := bind(s, args); err != nil {
		return err
	}
	s.Step()
	return j.fail(s.Reset())
}

// bind gives a statement its arguments. A nil pointer is NULL.
func bind(s *sqlite3.Stmt, args []any) error {
	for i, arg := range args {
		if err := bindOne(s, i+1, arg); err != nil {
			return err
		}
	}
	return nil
}

func bindOne(s *sqlite3.Stmt, at int, arg any) error {
	switch arg := arg.(type) {
	case nil:
		return s.BindNull(at)
	case int:
		return s.BindInt64(at, int64(arg))
	case int64:
		return s.BindInt64(at, arg)
	case string:
		return s.BindText(at, arg)
	case []byte:
		return s.BindBlob(at, arg)
	case bool:
		return s.BindBool(at, arg)
	case belief.Value:
		return bindValue(s, at, arg)
	}
	panic(fmt.Sprintf("journal: a value of type %T cannot be written", arg))
}

func bindValue(s *sqlite3.Stmt, at int, v belief.Value) error {
	switch v.Type() {
	case belief.IntType:
		return s.BindInt64(at, v.Int())
	case belief.FloatType:
		return s.BindFloat(at, v.Float())
	case belief.BoolType:
		return s.BindBool(at, v.Bool())
	case belief.DateType:
		return s.BindText(at, v.String())
	}
	return s.BindText(at, v.Text())
}

// quoted writes a name as SQL does.
func quoted(name string) string { return `"` + strings.ReplaceAll(name, `"`, `""`) + `"` }

// list joins what each index gives.
func list(n int, separator string, item func(int) string) string {
	items := make([]string, n)
	for i := range items {
		items[i] = item(i)
	}
	return strings.Join(items, separator)
}
