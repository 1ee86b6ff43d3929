package doctest

import (
	"encoding/json"
	"os"
	"strings"
	"testing"

	"github.com/beliefbase/revise/scenarios"
)

// keysOf are the keys that a JSON Schema knows, and where.
func keysOf(schema any, where string, into map[string]string) {
	switch schema := schema.(type) {
	case map[string]any:
		for name, inner := range schema {
			if properties, ok := inner.(map[string]any); ok && name == "properties" {
				for key := range properties {
					into[key] = where
				}
			}
			keysOf(inner, name, into)
		}
	case []any:
		for _, inner := range schema {
			keysOf(inner, where, into)
		}
	}
}

// The page of the file language has every key that there is.
func TestLanguagePage(t *testing.T) {
	page, err := os.ReadFile("../../docs/reference/language.md")
	if err != nil {
		t.Fatal(err)
	}
	var schema any
	if err := json.Unmarshal(scenarios.Schema(), &schema); err != nil {
		t.Fatal(err)
	}
	keys := map[string]string{}
	keysOf(schema, "the file", keys)
	if len(keys) < 30 {
		t.Fatalf("the schema has only %d keys", len(keys))
	}
	for key, where := range keys {
		if !strings.Contains(string(page), "`"+key+"`") {
			t.Errorf("docs/reference/language.md: no word of the key %s (%s)", key, where)
		}
	}
}
