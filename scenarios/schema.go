package scenarios

import (
	_ "embed" // for the schema
	"slices"
)

//go:generate go test -run TestSchemaIsCurrent -update .

//go:embed schema.json
var schema []byte

// Schema returns the JSON Schema of the files, for editors. It is made from the types that Load takes its keys from.
func Schema() []byte { return slices.Clone(schema) }
