package gate

import (
	"flag"
	"os"
	"reflect"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/beliefbase/revise/internal/shapetest"
)

var update = flag.Bool("update", false, "write schema.json anew")

func TestSchemaIsCurrent(t *testing.T) {
	want := shapetest.Schema(t, shapetest.Language{
		Type: reflect.TypeFor[file](), Shorthands: shorthands,
		Title: "A policy of revise gate", Description: "What a change must not do, and what is let pass.",
	})
	if *update {
		if err := os.WriteFile("schema.json", want, 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	if diff := cmp.Diff(string(want), string(Schema())); diff != "" {
		t.Errorf("schema.json is behind the types; run go generate ./revise/gate\n%s", diff)
	}
}

// What the schema refuses ReadPolicy refuses too, and the other way about, as far as it is a matter of keys and kinds.
func TestSchemaAgreesWithReadPolicy(t *testing.T) {
	schema := shapetest.Compile(t, Schema())
	for _, text := range []string{
		"{}",
		"forbid:",
		"forbid: []",
		"title: 2026\nabout: x\nforbid: []",
		"titel: a\nforbid: []",
		"forbid: [{name: a}]",
		"forbid: [{nam: a}]",
		"forbid: [{gained: p}]",
		"forbid: [{name: a, gained: p}]",
		"forbid: [{name: a, gained: [p, q], retracted: ['p(?x)'], changed: n, violated: c, at_most: 3}]",
		"forbid: [{name: a, gained: [[p]]}]",
		"forbid: [{name: a, gained: {p: q}}]",
		"forbid: [{name: a, gained: p, when: ['q(?x)'], message: m}]",
		"forbid: [{name: a, gained: p, when: 'q(?x)'}]",
		"forbid: [{name: a, at_most: many}]",
		"forbid: [a]",
		"forbid: []\nexceptions: [{gained: p, because: x}]",
		"forbid: []\nexceptions: [{gained: p}]",
		"forbid: []\nexceptions: [{gained: p, because: x, until: 2026-12-31}]",
		"forbid: [{name: a}]\nexceptions: [{gained: p, because: x, of: a}]",
		"forbid: []\nexceptions: [p]",
	} {
		_, diags := ReadPolicy("policy.yaml", []byte(text+"\n"))
		if validating := shapetest.Validate(t, schema, []byte(text)); diags.HasErrors() != (validating != nil) {
			t.Errorf("%s\nReadPolicy: %v\nschema: %v", text, diags, validating)
		}
	}
}
