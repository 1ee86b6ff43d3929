package scenarios

import (
	"bytes"
	"encoding/json"
	"errors"
	"flag"
	"io/fs"
	"os"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/goccy/go-yaml"
	"github.com/google/go-cmp/cmp"
	generator "github.com/invopop/jsonschema"
	validator "github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/beliefbase/revise/rules"
)

var update = flag.Bool("update", false, "write schema.json anew")

// object is a JSON object.
type object = map[string]any

// generateSchema makes the schema from the types of the sections.
func generateSchema(t *testing.T) []byte {
	t.Helper()
	made, err := json.Marshal((&generator.Reflector{}).ReflectFromType(reflect.TypeFor[file]()))
	if err != nil {
		t.Fatal(err)
	}
	var schema object
	if err := json.Unmarshal(made, &schema); err != nil {
		t.Fatal(err)
	}
	definitions := schema["$defs"].(object)
	for _, short := range shorthands {
		definitions[short.Name()] = object{"anyOf": []any{object{"type": "string"}, definitions[short.Name()]}}
	}
	definitions["columnEntry"] = object{"anyOf": []any{
		object{"type": "string"},
		object{"type": "object", "maxProperties": 1, "additionalProperties": object{"enum": []any{"string", "int", "float", "bool", "date"}}},
	}}
	asLoaderReads(schema)
	schema["title"] = "A file of revise"
	schema["description"] = "Rules, beliefs and revisions. Every section may be left out."
	delete(schema, "$id")
	text, err := json.MarshalIndent(schema, "", "  ")
	if err != nil {
		t.Fatal(err)
	}
	return append(text, '\n')
}

// asLoaderReads widens the types to what the loader takes: any plain value for a text, nothing for a list.
func asLoaderReads(schema any) {
	switch node := schema.(type) {
	case []any:
		for _, item := range node {
			asLoaderReads(item)
		}
	case object:
		for key, value := range node {
			if key != "enum" {
				asLoaderReads(value)
			}
		}
		switch {
		case node["type"] == "array":
			node["type"] = []any{"array", "null"}
			if node["items"] == true {
				node["items"] = object{"type": []any{"string", "number", "boolean"}}
			}
		case node["type"] == "string" && node["enum"] == nil && node["description"] != nil:
			node["type"] = []any{"string", "number", "boolean"}
		}
	}
}

func TestSchemaIsCurrent(t *testing.T) {
	want := generateSchema(t)
	if *update {
		if err := os.WriteFile("schema.json", want, 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	if diff := cmp.Diff(string(want), string(Schema())); diff != "" {
		t.Errorf("schema.json is behind the types; run go generate ./scenarios\n%s", diff)
	}
}

// compileSchema makes a validator of the shipped schema.
func compileSchema(t *testing.T) *validator.Schema {
	t.Helper()
	document, err := validator.UnmarshalJSON(bytes.NewReader(Schema()))
	if err != nil {
		t.Fatal(err)
	}
	compiler := validator.NewCompiler()
	if err := compiler.AddResource("schema.json", document); err != nil {
		t.Fatal(err)
	}
	compiled, err := compiler.Compile("schema.json")
	if err != nil {
		t.Fatal(err)
	}
	return compiled
}

// validate reads a file as an editor does and checks it against the schema.
func validate(t *testing.T, schema *validator.Schema, text []byte) error {
	t.Helper()
	asJSON, err := yaml.YAMLToJSON(text)
	if err != nil {
		t.Fatal(err)
	}
	value, err := validator.UnmarshalJSON(bytes.NewReader(asJSON))
	if err != nil {
		t.Fatal(err)
	}
	return schema.Validate(value)
}

func TestSchemaTakesTheGallery(t *testing.T) {
	schema := compileSchema(t)
	files, err := fs.Glob(Gallery(), "*/*.yaml")
	if err != nil || len(files) < 7 {
		t.Fatalf("%d files, %v", len(files), err)
	}
	for _, name := range files {
		text, err := fs.ReadFile(Gallery(), name)
		if err != nil {
			t.Fatal(err)
		}
		if err := validate(t, schema, text); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// What the schema refuses the loader refuses too, and the other way about, as far as it is a matter of keys and kinds.
func TestSchemaAgreesWithLoad(t *testing.T) {
	schema := compileSchema(t)
	for _, text := range []string{
		"{}",
		"title: 2026",
		"title: [a]",
		"titel: a",
		"strict: true",
		"strict: 1",
		"on_violation: refuse",
		"on_violation: never",
		"include: []",
		"include:",
		"include: a.yaml",
		"include: [[a]]",
		"relations: {p: {columns: [a, b: int], semantics: bag, may_assert: true, about: x}}",
		"relations: {p: {columns: [a: number]}}",
		"relations: {p: {column: [a]}}",
		"relations: {p: {semantics: heap}}",
		"beliefs: ['p(a)', {belief: 'p(b)', source: 4711, entrenchment: -2}]",
		"beliefs: [{belief: 'p(b)', entrenchment: high}]",
		"beliefs: [{belief: 'p(b)', entrenchment: 1.5}]",
		"beliefs: [{belief: 'p(b)', sauce: x}]",
		"beliefs: [{relation: p, rows: [[a, 1, true, 2.5]]}]",
		"beliefs: [{relation: p, rows: [a]}]",
		"beliefs: [{relation: p, rows: [[[a]]]}]",
		"beliefs: [[a]]",
		"beliefs: ['p(a)']\nrules: ['q(?x) :- p(?x)', {name: r, conclude: 'q(?x)', when: ['p(?x)']}]",
		"beliefs: ['p(a)']\nrules: [{name: r, when: ['p(?x)']}]",
		"beliefs: ['p(a)']\nrules: [{name: r, conclude: 'q(?x)', if: ['p(?x)']}]",
		"beliefs: ['p(a)']\nconstraints: [{name: c, deny: ['p(?x)'], message: m, on_violation: report}]",
		"beliefs: ['p(a)']\nconstraints: [{deny: ['p(?x)']}]",
		"beliefs: ['p(a)']\nconstraints: [{name: c}]",
		"beliefs: ['p(a)']\nrevisions: [{name: a, because: b, by: c, at: 2026-11-29, withdraw: ['p(a)', {source: x}], assert: [{belief: 'p(b)', source: y}], what_if: true, strict: false, expect: {refused: fault}}]",
		"beliefs: ['p(a)']\nrevisions: [{assert: [{source: y}]}]",
		"beliefs: ['p(a)']\nrevisions: [{assert: 'p(b)'}]",
		"beliefs: ['p(a)']\nrevisions: [{asert: ['p(b)']}]",
		"beliefs: ['p(a)']\nrevisions: ['p(b)']",
		"beliefs: ['p(a)']\nrevisions: [{expect: []}]",
		"beliefs: ['p(a)']\nrevisions: [{expect: {refused: maybe}}]",
		"beliefs: ['p(a)']\nrevisions: [{expect: {gained: 'p(a)'}}]",
		"beliefs: ['p(a)']\nrevisions: [{expect: {gained:, holds: ['p(a)']}}]",
		"beliefs: ['p(a)']\nrevisions: [{add_rules: [{conclude: 'q(a)'}], remove_rules: [], add_constraints: [{name: c, deny: ['q(b)']}], remove_constraints: []}]",
		"beliefs: ['p(a)']\nrevisions: [{add_rules: [{name: x}]}]",
		"beliefs: ['p(a)']\nrevisions: [{undo: [a]}]",
	} {
		_, loading := Load(folder("main.yaml", text+"\n"), "main.yaml")
		if validating := validate(t, schema, []byte(text)); (loading == nil) != (validating == nil) {
			t.Errorf("%s\nLoad: %v\nschema: %v", text, loading, validating)
		}
	}
}

// Package rules looks into its own sections: the keys it knows there are those of the types.
func TestSchemaKnowsTheKeysOfRules(t *testing.T) {
	for text, want := range map[string]reflect.Type{
		"relations: {p: {x: y}}":                   reflect.TypeFor[relationEntry](),
		"rules: [{x: y, conclude: 'p(a)'}]":        reflect.TypeFor[ruleEntry](),
		"constraints: [{x: y, name: z, deny: []}]": reflect.TypeFor[constraintEntry](),
	} {
		_, err := Load(folder("main.yaml", text+"\n"), "main.yaml")
		var diags rules.Diagnostics
		errors.As(err, &diags)
		at := slices.IndexFunc(diags, func(d rules.Diagnostic) bool { return d.Code == rules.CodeUnknownKey })
		if at < 0 {
			t.Errorf("%s: no unknown key in %v", text, err)
			continue
		}
		_, list, _ := strings.Cut(diags[at].Hint, "its keys are ")
		known := strings.Split(list, ", ")
		keys := keysOf(want)
		slices.Sort(known)
		slices.Sort(keys)
		if diff := cmp.Diff(keys, known); diff != "" {
			t.Errorf("%s: %s", text, diff)
		}
	}
}
