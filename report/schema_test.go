package report

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/invopop/jsonschema"
	validator "github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/beliefbase/revise/belief"
	"github.com/beliefbase/revise/revise"
	"github.com/beliefbase/revise/rules"
)

// rowsShape is the shape of rows as JSON, which are written as they come and so have no struct.
type rowsShape struct {
	Schema   int           `json:"schema"`
	Atom     string        `json:"atom"`
	Columns  []string      `json:"columns"`
	Types    []string      `json:"types"` // how to read each column
	Rows     [][]datum     `json:"rows"`
	Supports []supportJSON `json:"supports,omitempty"` // one for each row
}

// schemas are the committed files, with what they describe.
var schemas = map[string]struct {
	title string
	shape any
}{
	"schema.json":          {"A report of what revisions did", reportJSON{}},
	"schema-why.json":      {"Why a fact holds", whyJSON{}},
	"schema-why-not.json":  {"Why an atom does not hold", whyNotJSON{}},
	"schema-supports.json": {"All immediate supports of a fact", supportsJSON{}},
	"schema-refusal.json":  {"Why a request was refused", refusedJSON{}},
	"schema-rows.json":     {"The matches of a query", rowsShape{}},
	"schema-compare.json":  {"What strategies did with the same revisions", comparisonJSON{}},
	"schema-verify.json":   {"What checks found in the states of a scenario", verificationJSON{}},
	"schema-fuzz.json":     {"What random bases and revisions came to", fuzzingJSON{}},
	"schema-kernels.json":  {"The base beliefs that a fact rests on", kernelsJSON{}},
	"schema-contract.json": {"The ways to retract a fact", contractionsJSON{}},
	"schema-blame.json":    {"Which part of a request did something", blameJSON{}},
	"schema-idle.json":     {"Which lines of a request change nothing", idleJSON{}},
	"schema-fragile.json":  {"What conclusions rest on", fragileJSON{}},
	"schema-repair.json":   {"The ways to mend violations", repairsJSON{}},
}

// generated makes the schema of a shape.
func generated(t *testing.T, title string, shape any) []byte {
	t.Helper()
	comments := fieldComments(t)
	r := jsonschema.Reflector{
		Namer:         func(t reflect.Type) string { return strings.TrimSuffix(t.Name(), "JSON") },
		Mapper:        mapped,
		LookupComment: func(t reflect.Type, field string) string { return comments[t.Name()+"."+field] },
	}
	s := r.Reflect(shape)
	s.ID, s.Title = "", title
	for _, d := range s.Definitions {
		if schema, ok := d.Properties.Get("schema"); ok {
			schema.Const = schemaVersion
		}
	}
	text, err := json.MarshalIndent(s, "", "  ")
	if err != nil {
		t.Fatal(err)
	}
	return append(text, '\n')
}

// fieldComments are the comments beside fields, by type and name.
func fieldComments(t *testing.T) map[string]string {
	t.Helper()
	comments := map[string]string{}
	names, err := filepath.Glob("dto*.go")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range append(names, "schema_test.go") {
		file, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.ParseComments)
		if err != nil {
			t.Fatal(err)
		}
		ast.Inspect(file, func(n ast.Node) bool {
			spec, ok := n.(*ast.TypeSpec)
			if !ok {
				return true
			}
			if shape, ok := spec.Type.(*ast.StructType); ok {
				for _, f := range shape.Fields.List {
					for _, id := range f.Names {
						comments[spec.Name.Name+"."+id.Name] = strings.TrimSpace(f.Comment.Text())
					}
				}
			}
			return false
		})
	}
	return comments
}

// mapped gives the types that marshal themselves their schema.
func mapped(t reflect.Type) *jsonschema.Schema {
	digits := &jsonschema.Schema{Type: "string", Pattern: "^-?[0-9]+$"}
	switch t {
	case reflect.TypeFor[number]():
		return &jsonschema.Schema{
			Description: "a count; beyond 2^53-1 a string of digits",
			OneOf:       []*jsonschema.Schema{{Type: "integer", Minimum: "0", Maximum: json.Number(fmt.Sprint(maxExact))}, digits},
		}
	case reflect.TypeFor[datum]():
		return &jsonschema.Schema{
			Description: "a value: a string or date as a string, an int or float as a number, a bool as such; an int beyond ±(2^53-1) as a string of digits; null where a column is open; types say how to read it",
			OneOf:       []*jsonschema.Schema{{Type: "string"}, {Type: "number"}, {Type: "boolean"}, {Type: "null"}},
		}
	}
	return nil
}

// TestBigNumbers: what some reader of JSON would round is a string, and nothing else is.
func TestBigNumbers(t *testing.T) {
	for i, want := range map[int64]string{
		0: "0", -1: "-1", maxExact: "9007199254740991", maxExact + 1: `"9007199254740992"`,
		-maxExact: "-9007199254740991", -maxExact - 1: `"-9007199254740992"`, 1<<63 - 1: `"9223372036854775807"`, -1 << 63: `"-9223372036854775808"`,
	} {
		if got, err := json.Marshal(datum{belief.Int(i)}); string(got) != want || err != nil {
			t.Errorf("%d is written %s, want %s", i, got, want)
		}
		if i < 0 {
			continue
		}
		if got, err := json.Marshal(number(i)); string(got) != want || err != nil {
			t.Errorf("the count %d is written %s, want %s", i, got, want)
		}
	}
}

func TestSchemasAreCurrent(t *testing.T) {
	for file, s := range schemas {
		got := generated(t, s.title, s.shape)
		if *update {
			if err := os.WriteFile(file, got, 0o644); err != nil {
				t.Fatal(err)
			}
			continue
		}
		want, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(string(want), string(got)); diff != "" {
			t.Errorf("%s is not what the structs say; run go test ./report -args -update (-want +got):\n%s", file, diff)
		}
	}
}

func compiled(t *testing.T, file string) *validator.Schema {
	t.Helper()
	s, err := validator.NewCompiler().Compile(file)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func decoded(t *testing.T, text []byte) any {
	t.Helper()
	v, err := validator.UnmarshalJSON(bytes.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	return v
}

func TestReportsValidate(t *testing.T) {
	s := compiled(t, "schema.json")
	reports := documents()
	for _, text := range nasty {
		reports[text] = infested(text)
	}
	big := accessReview()
	big.Outcomes[0].Kept[0].Before.Count = 1 << 60
	big.Outcomes[0].Gained[0].Fact.Values[0] = belief.Int(-1 << 62)
	reports["big numbers"] = big
	for name, d := range reports {
		if err := s.Validate(decoded(t, written(t, JSON, d, Options{Timings: []time.Duration{1}}))); err != nil {
			t.Errorf("%q: %v", name, err)
		}
	}
}

func TestAnswersValidate(t *testing.T) {
	why, refusal := compiled(t, "schema-why.json"), compiled(t, "schema-refusal.json")
	for name, c := range map[string]struct {
		schema *validator.Schema
		write  func(*bytes.Buffer) error
	}{
		"a tree":    {why, func(b *bytes.Buffer) error { return WriteWhy(b, JSON, above(), Options{}) }},
		"supports":  {compiled(t, "schema-supports.json"), func(b *bytes.Buffer) error { return WriteSupports(b, JSON, twoSupports(), Options{}) }},
		"a belief":  {why, func(b *bytes.Buffer) error { return WriteWhy(b, JSON, whyOf(base("p(a)", 1)), Options{}) }},
		"a refusal": {refusal, func(b *bytes.Buffer) error { return WriteRefusal(b, JSON, notBelieved(), Options{}) }},
		"a fault":   {refusal, func(b *bytes.Buffer) error { return WriteRefusal(b, JSON, refusals().Outcomes[2].Refused, Options{}) }},
		"rows": {compiled(t, "schema-rows.json"), func(b *bytes.Buffer) error {
			_, err := WriteRows(b, RowJSON, withSupports(single(nasty...)), Options{})
			return err
		}},
		"kernels": {compiled(t, "schema-kernels.json"), func(b *bytes.Buffer) error {
			return WriteKernels(b, JSON, twoKernels(), Options{})
		}},
		"contractions": {compiled(t, "schema-contract.json"), func(b *bytes.Buffer) error {
			return WriteContractions(b, JSON, threeContractions(), Options{})
		}},
		"repairs": {compiled(t, "schema-repair.json"), func(b *bytes.Buffer) error {
			return WriteRepairs(b, JSON, twoRepairs(), Options{})
		}},
		"no violation": {compiled(t, "schema-repair.json"), func(b *bytes.Buffer) error {
			return WriteRepairs(b, JSON, &revise.Repairs{}, Options{})
		}},
		"blame": {compiled(t, "schema-blame.json"), func(b *bytes.Buffer) error {
			return WriteBlame(b, JSON, twoLines(), Options{})
		}},
		"idle lines": {compiled(t, "schema-idle.json"), func(b *bytes.Buffer) error {
			return WriteIdle(b, JSON, threeIdle(), Options{})
		}},
		"pillars": {compiled(t, "schema-fragile.json"), func(b *bytes.Buffer) error {
			return WriteFragile(b, JSON, revise.FragileOptions{Pairs: true}, threePillars(), Options{})
		}},
		"no rows": {compiled(t, "schema-rows.json"), func(b *bytes.Buffer) error {
			_, err := WriteRows(b, RowJSON, Rows{Atom: "alarm()", Facts: single().Facts}, Options{})
			return err
		}},
	} {
		var b bytes.Buffer
		if err := c.write(&b); err != nil {
			t.Fatal(err)
		}
		if err := c.schema.Validate(decoded(t, b.Bytes())); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// TestSchemaRefuses guards against a schema that accepts everything.
func TestSchemaRefuses(t *testing.T) {
	s := compiled(t, "schema.json")
	for why, change := range map[string]func(map[string]any){
		"another version":    func(m map[string]any) { m["schema"] = json.Number("2") },
		"an unknown key":     func(m map[string]any) { m["shema"] = "" },
		"a key that is gone": func(m map[string]any) { delete(m, "totals") },
		"a text for a count": func(m map[string]any) { m["end"].(map[string]any)["conclusions"] = "many" },
		"an unknown event": func(m map[string]any) {
			revision := m["revisions"].([]any)[0].(map[string]any)
			change := revision["retracted"].([]any)[0].(map[string]any)
			change["reason"].(map[string]any)["premises"].([]any)[0].(map[string]any)["event"] = "vanished"
		},
	} {
		report := decoded(t, written(t, JSON, accessReview(), Options{})).(map[string]any)
		change(report)
		var invalid *validator.ValidationError
		if err := s.Validate(report); !errors.As(err, &invalid) {
			t.Errorf("%s is accepted", why)
		}
	}
}

// TestEveryFieldOfTheOutcomeIsWritten changes each field of an outcome in turn and wants another report.
func TestEveryFieldOfTheOutcomeIsWritten(t *testing.T) {
	full := func() *Document {
		d := infested("x")
		d.Outcomes[0].Request.Rules = rules.RuleChange{
			AddRules: []*rules.Node{{Text: "p(a)"}}, RemoveRules: []rules.NameAt{{Name: "r"}},
			AddConstraints: []*rules.Node{{Text: "p(a)"}}, RemoveConstraints: []rules.NameAt{{Name: "c"}},
		}
		d.Outcomes[0].Base.StillConcluded = []revise.Holding{{Fact: fact("p(a)")}}
		d.Outcomes[0].Base.AlreadyHeld = facts("p(a)")
		d.Outcomes[0].Rules.AddedConstraints = []revise.RuleRef{{Name: "c"}}
		d.Outcomes[0].Rules.RemovedRules = []revise.RuleRef{{Name: "c"}}
		return d
	}
	want := string(written(t, JSON, full(), Options{}))
	d := full()
	for _, o := range d.Outcomes {
		eachField(reflect.ValueOf(o).Elem(), "Outcome", func(path string) {
			if string(written(t, JSON, d, Options{})) == want {
				t.Errorf("%s is in no report", path)
			}
		})
	}
}

// eachField changes every plain field below v, calls, and changes it back.
func eachField(v reflect.Value, path string, call func(string)) {
	if !v.CanSet() {
		return
	}
	if node, ok := v.Addr().Interface().(*rules.Node); ok { // how a rule is laid out shows in what it became
		eachField(reflect.ValueOf(&node.Text).Elem(), path+".Text", call)
		eachField(reflect.ValueOf(&node.Place).Elem(), path+".Place", call)
		return
	}
	switch v.Kind() {
	case reflect.Pointer:
		if !v.IsNil() {
			eachField(v.Elem(), path, call)
		}
	case reflect.Slice:
		for i := range v.Len() {
			eachField(v.Index(i), path, call)
		}
	case reflect.Struct:
		if v.Type() == reflect.TypeFor[belief.Value]() {
			changeFor(v, reflect.ValueOf(belief.String("changed")), path, call)
			return
		}
		for i := range v.NumField() {
			eachField(v.Field(i), path+"."+v.Type().Field(i).Name, call)
		}
	case reflect.String:
		changeFor(v, reflect.ValueOf("changed").Convert(v.Type()), path, call)
	case reflect.Bool:
		changeFor(v, reflect.ValueOf(!v.Bool()), path, call)
	case reflect.Int:
		changeFor(v, reflect.ValueOf(v.Int()^1).Convert(v.Type()), path, call)
	case reflect.Uint8, reflect.Uint64:
		changeFor(v, reflect.ValueOf(v.Uint()^1).Convert(v.Type()), path, call)
	}
}

func changeFor(v, to reflect.Value, path string, call func(string)) {
	before := reflect.New(v.Type()).Elem()
	before.Set(v)
	v.Set(to)
	call(path)
	v.Set(before)
}
