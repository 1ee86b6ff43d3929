package testkit

import (
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/beliefbase/revise/belief"
)

const casesDir = "../../scenarios/testdata/cases"

// acceptanceCase is a case.json.
type acceptanceCase struct {
	name    string
	Program []string
	Inputs  map[string]struct {
		Arity int
		Facts [][]any
		TSV   string
		Types []string
	}
	Outputs   []string
	Expect    map[string]caseExtension
	Revisions []struct {
		Retract, Assert map[string][][]any
		Expect          map[string]caseExtension
		Delta           map[string]struct{ Gained, Lost caseExtension }
	}
	Reject      string
	Derivations []struct {
		State    int
		Relation string
		Row      []any
		Set, Bag uint64
	}
	Supports []struct {
		State    int
		Relation string
		Row      []any
		Minimal  [][][2]any
	}
}

// caseExtension is rows, or their number and digest.
type caseExtension struct {
	rows   [][]any
	Rows   int
	SHA256 string
}

// UnmarshalJSON accepts both forms.
func (e *caseExtension) UnmarshalJSON(data []byte) error {
	if data[0] == '[' {
		return decodeNumbers(data, &e.rows)
	}
	type digest caseExtension
	return json.Unmarshal(data, (*digest)(e))
}

func decodeNumbers(data []byte, into any) error {
	d := json.NewDecoder(strings.NewReader(string(data)))
	d.UseNumber()
	return d.Decode(into)
}

func loadCases(t *testing.T) []*acceptanceCase {
	t.Helper()
	files, err := filepath.Glob(casesDir + "/*/case.json")
	if err != nil || len(files) < 61 {
		t.Fatalf("%d cases found in %s, 61 expected: %v", len(files), casesDir, err)
	}
	var cases []*acceptanceCase
	for _, file := range files {
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		c := &acceptanceCase{name: filepath.Base(filepath.Dir(file))}
		if err := decodeNumbers(data, c); err != nil {
			t.Fatalf("%s: %v", file, err)
		}
		cases = append(cases, c)
	}
	return cases
}

// caseValue reads a cell: a string, an integer, or the decimal of an average.
func caseValue(cell any) belief.Value {
	n, ok := cell.(json.Number)
	if !ok {
		return belief.String(cell.(string))
	}
	v, err := belief.ParseConstant(n.String())
	if err != nil {
		panic(err)
	}
	return v
}

func caseFact(relation string, row []any) belief.Fact {
	f := belief.Fact{Relation: caseRelation(relation)}
	for _, cell := range row {
		f.Values = append(f.Values, caseValue(cell))
	}
	return f
}

func caseFacts(byRelation map[string][][]any) []belief.Fact {
	var facts []belief.Fact
	for _, relation := range slices.Sorted(maps.Keys(byRelation)) {
		for _, row := range byRelation[relation] {
			facts = append(facts, caseFact(relation, row))
		}
	}
	return facts
}

// base returns the facts of the initial state.
func (c *acceptanceCase) base(t *testing.T) []belief.Fact {
	t.Helper()
	rows := map[string][][]any{}
	for relation, in := range c.Inputs {
		rows[relation] = in.Facts
		if in.TSV == "" {
			continue
		}
		data, err := os.ReadFile(filepath.Join(casesDir, c.name, in.TSV))
		if err != nil {
			t.Fatal(err)
		}
		for line := range strings.Lines(string(data)) {
			var row []any
			for i, cell := range strings.Split(strings.TrimSuffix(line, "\n"), "\t") {
				if in.Types[i] == "int" {
					row = append(row, json.Number(cell))
				} else {
					row = append(row, unescapeCell.Replace(cell))
				}
			}
			rows[relation] = append(rows[relation], row)
		}
	}
	return caseFacts(rows)
}

var (
	unescapeCell = strings.NewReplacer(`\\`, `\`, `\t`, "\t", `\n`, "\n", `\r`, "\r")
	escapeCell   = strings.NewReplacer(`\`, `\\`, "\t", `\t`, "\n", `\n`, "\r", `\r`)
)

// caseCell writes a value as a cell of a digest: an integral average is an integer.
func caseCell(v belief.Value) string {
	switch v.Type() {
	case belief.StringType:
		return escapeCell.Replace(v.Text())
	case belief.FloatType:
		return strconv.FormatFloat(v.Float(), 'f', -1, 64)
	default:
		return v.String()
	}
}

// caseRow writes a row so that a string and an integer differ.
func caseRow(values []belief.Value) string {
	cells := make([]string, len(values))
	for i, v := range values {
		cells[i] = caseCell(v)
		if v.Type() == belief.StringType {
			cells[i] = strconv.Quote(cells[i])
		}
	}
	return strings.Join(cells, ", ")
}

// check compares an extension with what is expected and returns a sentence, or nothing.
func (e caseExtension) check(facts []belief.Fact) string {
	if e.SHA256 != "" {
		lines := make([]string, len(facts))
		for i, f := range facts {
			cells := make([]string, len(f.Values))
			for k, v := range f.Values {
				cells[k] = caseCell(v)
			}
			lines[i] = strings.Join(cells, "\t") + "\n"
		}
		slices.Sort(lines)
		sum := fmt.Sprintf("%x", sha256.Sum256([]byte(strings.Join(lines, ""))))
		if len(facts) != e.Rows || sum != e.SHA256 {
			return fmt.Sprintf("%d rows with digest %s, expected %d with %s", len(facts), sum, e.Rows, e.SHA256)
		}
		return ""
	}
	var got, want []string
	for _, f := range facts {
		got = append(got, caseRow(f.Values))
	}
	for _, row := range e.rows {
		want = append(want, caseRow(caseFact("x", row).Values))
	}
	slices.Sort(got)
	slices.Sort(want)
	if !slices.Equal(got, want) {
		return fmt.Sprintf("(%s), expected (%s)", strings.Join(got, "; "), strings.Join(want, "; "))
	}
	return ""
}
