package report

import (
	"bytes"
	"strconv"
	"strings"
	"testing"

	"github.com/beliefbase/revise/belief"
	"github.com/beliefbase/revise/revise"
	"github.com/beliefbase/revise/rules"
)

func withSupports(r Rows) Rows {
	r.Supports = true
	return r
}

// salaries has a column of every type, and one that is called as the column of supports is.
func salaries() Rows {
	float := func(f float64) belief.Value {
		v, err := belief.Float(f)
		if err != nil {
			panic(err)
		}
		return v
	}
	day, err := belief.ParseDate("2026-11-29")
	if err != nil {
		panic(err)
	}
	list := []belief.Fact{
		belief.NewFact("salary", belief.String("ana"), belief.Int(52000), float(0.5), belief.Bool(true), day),
		belief.NewFact("salary", belief.String("Björn Åkesson"), belief.Int(-9007199254740993), float(12), belief.Bool(false), day),
		belief.NewFact("salary", belief.String(`=1+1, "x"`), belief.Int(7), float(1e21), belief.Bool(true), day),
	}
	return Rows{
		Atom: "salary(?who, ?amount, ?share, ?support, _)",
		Columns: []rules.Column{
			{Name: "who", Type: belief.StringType},
			{Name: "amount", Type: belief.IntType},
			{Name: "share", Type: belief.FloatType},
			{Name: "support", Type: belief.BoolType},
			{Name: "since", Type: belief.DateType},
		},
		Facts: func(yield func(belief.Fact, revise.Support) bool) {
			for i, f := range list {
				if !yield(f, revise.Support{Count: uint64(i) * 1e18, Base: i == 0}) {
					return
				}
			}
		},
	}
}

func TestGoldenRows(t *testing.T) {
	for _, f := range RowFormats() {
		golden(t, "rows."+string(f), []byte(rowsAs(t, f, salaries(), Options{})))
		golden(t, "rows-supports."+string(f), []byte(rowsAs(t, f, withSupports(salaries()), Options{})))
	}
	golden(t, "rows-spreadsheet.csv", []byte(rowsAs(t, RowCSV, salaries(), Options{ForSpreadsheet: true})))
}

// TestManyRows: a table is written as it comes, and no value is cut when a wide one comes late.
func TestManyRows(t *testing.T) {
	values := make([]string, 3*chunk+1)
	for i := range values {
		values[i] = "v" + strconv.Itoa(i) + "x"
	}
	values[2*chunk] = strings.Repeat("wide", 50)
	for _, f := range RowFormats() {
		text := rowsAs(t, f, single(values...), Options{})
		for _, v := range values {
			if !strings.Contains(text, v) {
				t.Fatalf("%s is not in the %s", v, f)
			}
		}
	}
	n, err := WriteRows(&bytes.Buffer{}, RowTable, single(values...), Options{})
	if n != len(values) || err != nil {
		t.Errorf("%d rows, %v", n, err)
	}
}

func TestRowsWithoutColumns(t *testing.T) {
	alarm := Rows{Atom: "alarm()", Facts: func(yield func(belief.Fact, revise.Support) bool) { yield(belief.NewFact("alarm"), instances(1)) }}
	if got := rowsAs(t, RowTable, alarm, Options{}); got != "alarm()\n" {
		t.Errorf("a table is %q", got)
	}
	if got := rowsAs(t, RowJSONL, alarm, Options{}); got != "[]\n" {
		t.Errorf("JSONL is %q", got)
	}
}

// fullDisk takes a few bytes and then fails.
type fullDisk struct{ room int }

func (d *fullDisk) Write(p []byte) (int, error) {
	if len(p) > d.room {
		return 0, errFull
	}
	d.room -= len(p)
	return len(p), nil
}

var errFull = &diskError{}

type diskError struct{}

func (*diskError) Error() string { return "no space left" }

func TestErrorsOfTheWriter(t *testing.T) {
	for _, f := range Formats() {
		if err := Write(&fullDisk{}, f, benefits(), Options{}); err != errFull {
			t.Errorf("%s: %v", f, err)
		}
	}
	for _, f := range RowFormats() {
		if _, err := WriteRows(&fullDisk{}, f, single(nasty...), Options{}); err != errFull {
			t.Errorf("%s: %v", f, err)
		}
	}
	for _, f := range []Format{Text, JSON, YAML} {
		if err := WriteWhy(&fullDisk{}, f, above(), Options{}); err != errFull {
			t.Errorf("why as %s: %v", f, err)
		}
	}
}

func TestFormats(t *testing.T) {
	for _, f := range Formats() {
		if got, err := ParseFormat(string(f)); got != f || err != nil {
			t.Errorf("%s: %v", f, err)
		}
	}
	for _, c := range []struct{ name, want string }{
		{"jsn", "there is no format jsn: did you mean json? (the formats are text, markdown, json, yaml, csv)"},
		{"\x1b[2J", `there is no format "\u001b[2J" (the formats are text, markdown, json, yaml, csv)`},
	} {
		if _, err := ParseFormat(c.name); err == nil || err.Error() != c.want {
			t.Errorf("%q: %v, want %s", c.name, err, c.want)
		}
	}
	if _, err := ParseRowFormat("tabl"); err == nil || !strings.Contains(err.Error(), "did you mean table?") {
		t.Errorf("tabl: %v", err)
	}
	for _, err := range []error{
		Write(&bytes.Buffer{}, "pdf", &Document{}, Options{}), WriteWhy(&bytes.Buffer{}, CSV, above(), Options{}),
		WriteRefusal(&bytes.Buffer{}, Markdown, notBelieved(), Options{}),
	} {
		if err == nil || !strings.HasPrefix(err.Error(), "there is no format") {
			t.Errorf("an unknown format: %v", err)
		}
	}
}
