package typereport

import (
	"encoding/json"
	"reflect"
	"strings"
)

// Schema returns the JSON schema (draft 7) of the documents of WriteJSON. It is generated from
// the Go types: the tag "one" lists the allowed texts of a field. Unknown fields are allowed,
// since later releases may add some.
func Schema() ([]byte, error) {
	definitions := map[string]any{}
	root := schemaOf(reflect.TypeFor[Report](), definitions)
	root["$schema"] = "http://json-schema.org/draft-07/schema#"
	root["title"] = "puppet-lint type report"
	root["definitions"] = definitions
	root["properties"].(map[string]any)["version"] = map[string]any{"const": Version}
	root["properties"].(map[string]any)["tool"] = map[string]any{"const": "puppet-lint"}
	return json.MarshalIndent(root, "", "  ")
}

// schemaOf returns the schema of a struct. The structs in it are added to definitions.
func schemaOf(of reflect.Type, definitions map[string]any) map[string]any {
	properties := map[string]any{}
	required := []string{}
	for i := range of.NumField() {
		field := of.Field(i)
		name, options, _ := strings.Cut(field.Tag.Get("json"), ",")
		if !field.IsExported() || name == "" {
			continue
		}
		schema := fieldSchema(field.Type, definitions)
		if one := field.Tag.Get("one"); one != "" {
			schema["enum"] = strings.Split(one, ",")
		}
		properties[name] = schema
		if options != "omitempty" {
			required = append(required, name)
		}
	}
	return map[string]any{"type": "object", "properties": properties, "required": required}
}

func fieldSchema(of reflect.Type, definitions map[string]any) map[string]any {
	switch of.Kind() {
	case reflect.Pointer:
		return fieldSchema(of.Elem(), definitions)
	case reflect.Slice:
		return map[string]any{"type": "array", "items": fieldSchema(of.Elem(), definitions)}
	case reflect.Struct:
		name := strings.ToLower(of.Name())
		if definitions[name] == nil {
			definitions[name] = schemaOf(of, definitions)
		}
		return map[string]any{"$ref": "#/definitions/" + name}
	case reflect.Int:
		return map[string]any{"type": "integer", "minimum": 0}
	case reflect.Bool:
		return map[string]any{"type": "boolean"}
	}
	return map[string]any{"type": "string"}
}
