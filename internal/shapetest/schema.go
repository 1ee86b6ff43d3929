// Package shapetest makes the JSON Schema of a file language from the types that package shape checks it by, and
// validates files against it as an editor does. It serves the tests of the rooms that have such types.
package shapetest

import (
	"bytes"
	"encoding/json"
	"reflect"
	"slices"
	"testing"

	"github.com/goccy/go-yaml"
	generator "github.com/invopop/jsonschema"
	validator "github.com/santhosh-tekuri/jsonschema/v6"
)

// Object is a JSON object.
type Object = map[string]any

// Language is what a schema is made from.
type Language struct {
	Type               reflect.Type // of a file
	Shorthands         []reflect.Type
	Definitions        Object // that take the place of those of types
	Title, Description string
}

// Schema makes the schema.
func Schema(t testing.TB, l Language) []byte {
	t.Helper()
	reflector := generator.Reflector{Mapper: l.shortList}
	made, err := json.Marshal(reflector.ReflectFromType(l.Type))
	if err != nil {
		t.Fatal(err)
	}
	var schema Object
	if err := json.Unmarshal(made, &schema); err != nil {
		t.Fatal(err)
	}
	definitions := schema["$defs"].(Object)
	for _, short := range l.Shorthands {
		if short.Kind() == reflect.Slice {
			continue
		}
		definitions[short.Name()] = Object{"anyOf": []any{Object{"type": "string"}, definitions[short.Name()]}}
	}
	for name, definition := range l.Definitions {
		definitions[name] = definition
	}
	asReaderTakes(schema)
	schema["title"], schema["description"] = l.Title, l.Description
	delete(schema, "$id")
	text, err := json.MarshalIndent(schema, "", "  ")
	if err != nil {
		t.Fatal(err)
	}
	return append(text, '\n')
}

// shortList is the schema of a list that may be written as its only entry; for other types it has no say.
func (l Language) shortList(t reflect.Type) *generator.Schema {
	if t.Kind() != reflect.Slice || !slices.Contains(l.Shorthands, t) {
		return nil
	}
	text := &generator.Schema{Type: "string"}
	return &generator.Schema{AnyOf: []*generator.Schema{text, {Type: "array", Items: text}}}
}

// asReaderTakes widens the types to what a reader takes: any plain value for a text, nothing for a list.
func asReaderTakes(schema any) {
	switch node := schema.(type) {
	case []any:
		for _, item := range node {
			asReaderTakes(item)
		}
	case Object:
		for key, value := range node {
			if key != "enum" {
				asReaderTakes(value)
			}
		}
		switch {
		case node["type"] == "array":
			node["type"] = []any{"array", "null"}
			if node["items"] == true {
				node["items"] = Object{"type": []any{"string", "number", "boolean"}}
			}
		case node["type"] == "string" && node["enum"] == nil && node["description"] != nil:
			node["type"] = []any{"string", "number", "boolean"}
		}
	}
}

// Compile makes a validator of a schema.
func Compile(t testing.TB, schema []byte) *validator.Schema {
	t.Helper()
	document, err := validator.UnmarshalJSON(bytes.NewReader(schema))
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

// Validate reads a file as an editor does and checks it against the schema.
func Validate(t testing.TB, schema *validator.Schema, text []byte) error {
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
