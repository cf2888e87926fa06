// Package schematest validates documents against JSON schemas in tests: SARIF
// logs, the type report, the configuration.
package schematest

import (
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"
)

// Schema is a compiled JSON schema.
type Schema struct{ schema *jsonschema.Schema }

// Compile compiles the text of a schema, with its formats as assertions. The test fails at once
// if the schema is invalid.
func Compile(t testing.TB, text []byte) Schema {
	t.Helper()
	document, err := jsonschema.UnmarshalJSON(strings.NewReader(string(text)))
	if err != nil {
		t.Fatal(err)
	}
	const url = "schema:tested"
	compiler := jsonschema.NewCompiler()
	compiler.AssertFormat()
	if err := compiler.AddResource(url, document); err != nil {
		t.Fatal(err)
	}
	schema, err := compiler.Compile(url)
	if err != nil {
		t.Fatal(err)
	}
	return Schema{schema}
}

// Validate returns the reason why the schema rejects a JSON document, or nil. The test fails at
// once if the document is not JSON.
func (s Schema) Validate(t testing.TB, document string) error {
	t.Helper()
	value, err := jsonschema.UnmarshalJSON(strings.NewReader(document))
	if err != nil {
		t.Fatal(err)
	}
	return s.schema.Validate(value)
}
