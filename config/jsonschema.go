package config

import (
	"encoding/json"
)

// JSONSchema returns the schema of puppet-lint.toml for editors (JSON Schema draft 7). It is
// generated from the table of keys and the rules that reading uses.
func JSONSchema(catalogue *Catalogue, formats []string) ([]byte, error) {
	schema := objectSchema(catalogue, topKeys(formats))
	schema["$schema"] = "http://json-schema.org/draft-07/schema#"
	schema["title"] = FileName
	schema["definitions"] = map[string]any{
		"selector": map[string]any{"type": "string", "enum": catalogue.Selectors()},
	}
	return json.MarshalIndent(schema, "", "  ")
}

func objectSchema(catalogue *Catalogue, keys []key) map[string]any {
	properties := map[string]any{}
	for i := range keys {
		properties[keys[i].name] = keySchema(catalogue, &keys[i])
	}
	return map[string]any{"type": "object", "additionalProperties": false, "properties": properties}
}

func keySchema(catalogue *Catalogue, k *key) map[string]any {
	schema := map[string]any{}
	text := map[string]any{"type": "string"}
	if k.selectors {
		text = map[string]any{"$ref": "#/definitions/selector"}
	} else if k.values != nil {
		text["enum"] = k.values
	}
	switch k.kind {
	case boolKey:
		schema["type"] = "boolean"
	case intKey:
		schema["type"] = "integer"
		if k.values != nil {
			schema["enum"] = json.RawMessage("[" + joinWords(k.values) + "]")
		}
	case stringKey:
		schema = text
	case stringsKey:
		schema["anyOf"] = []any{text, map[string]any{"type": "array", "items": text}}
	case tablesKey:
		schema["type"] = "array"
		schema["items"] = objectSchema(catalogue, k.keys)
	case mapKey:
		schema["type"] = "object"
		schema["propertyNames"] = map[string]any{"$ref": "#/definitions/selector"}
		schema["additionalProperties"] = keySchema(catalogue, &k.keys[0])
	case namedTablesKey:
		schema["type"] = "object"
		schema["additionalProperties"] = objectSchema(catalogue, k.keys)
	case textOrTableKey:
		schema["anyOf"] = []any{text, map[string]any{"type": "object", "additionalProperties": text}}
	case stringsOrTableKey:
		schema["anyOf"] = []any{text, map[string]any{"type": "array", "items": text}, objectSchema(catalogue, k.keys)}
	case ruleMapKey:
		properties := map[string]any{}
		for _, rule := range catalogue.Rules {
			table := objectSchema(catalogue, optionKeys(rule))
			table["description"] = rule.Summary
			properties[rule.Name] = table
			for _, name := range rule.OldNames {
				if properties[name] == nil {
					properties[name] = table
				}
			}
		}
		schema["type"], schema["properties"], schema["additionalProperties"] = "object", properties, false
	}
	if k.summary != "" {
		schema["description"] = k.summary
	}
	return schema
}
