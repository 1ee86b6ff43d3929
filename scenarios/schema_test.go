package scenarios

import (
	"errors"
	"flag"
	"io/fs"
	"os"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/beliefbase/revise/internal/shape"
	"github.com/beliefbase/revise/internal/shapetest"
	"github.com/beliefbase/revise/rules"
)

var update = flag.Bool("update", false, "write schema.json anew")

// generateSchema makes the schema from the types of the sections.
func generateSchema(t *testing.T) []byte {
	t.Helper()
	return shapetest.Schema(t, shapetest.Language{
		Type: reflect.TypeFor[file](), Shorthands: shorthands,
		Title: "A file of revise", Description: "Rules, beliefs and revisions. Every section may be left out.",
		Definitions: shapetest.Object{"columnEntry": shapetest.Object{"anyOf": []any{
			shapetest.Object{"type": "string"},
			shapetest.Object{"type": "object", "maxProperties": 1, "additionalProperties": shapetest.Object{"enum": []any{"string", "int", "float", "bool", "date"}}},
		}}},
	})
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

func TestSchemaTakesTheGallery(t *testing.T) {
	schema := shapetest.Compile(t, Schema())
	files, err := fs.Glob(Gallery(), "*/*.yaml")
	if err != nil || len(files) < 7 {
		t.Fatalf("%d files, %v", len(files), err)
	}
	for _, name := range files {
		text, err := fs.ReadFile(Gallery(), name)
		if err != nil {
			t.Fatal(err)
		}
		if err := shapetest.Validate(t, schema, text); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// What the schema refuses the loader refuses too, and the other way about, as far as it is a matter of keys and kinds.
func TestSchemaAgreesWithLoad(t *testing.T) {
	schema := shapetest.Compile(t, Schema())
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
		if validating := shapetest.Validate(t, schema, []byte(text)); (loading == nil) != (validating == nil) {
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
		keys := shape.Keys(want)
		slices.Sort(known)
		slices.Sort(keys)
		if diff := cmp.Diff(keys, known); diff != "" {
			t.Errorf("%s: %s", text, diff)
		}
	}
}

// TestOtherWordsForKeys checks that who writes the word of another tool is told ours.
func TestOtherWordsForKeys(t *testing.T) {
	for text, want := range map[string]string{
		"facts: ['p(a)']":                                   "beliefs",
		"updates: []":                                       "revisions",
		"revisions: [{retract: ['p(a)']}]":                  "withdraw",
		"revisions: [{insert: ['p(a)']}]":                   "assert",
		"revisions: [{reason: b, assert: ['p(a)']}]":        "because",
		"revisions: [{author: b, assert: ['p(a)']}]":        "by",
		"revisions: [{date: 2026-01-01, assert: ['p(a)']}]": "at",
	} {
		_, err := Load(folder("main.yaml", text+"\n"), "main.yaml")
		var diags rules.Diagnostics
		if errors.As(err, &diags); len(diags) != 1 || diags[0].Code != rules.CodeUnknownKey || diags[0].Caret != "did you mean "+want+"?" {
			t.Errorf("%s: %v, expected to be sent to %s", text, err, want)
		}
	}
}
