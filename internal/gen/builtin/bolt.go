//go:build develop

package main

import (
	_ "embed"
	"encoding/json"
	"fmt"
	"strings"

	"puppet-lint/module/builtin"
)

// boltFacts holds the functions and types of Bolt 3 and 4 and of OpenBolt, from their
// documentation and declarations. It includes what only some versions have or accept, and
// leaves out what no version guarantees. Values that tasks and users choose have the type Any.
//
//go:embed bolt.json
var boltFacts []byte

// boltTables returns the tables of Bolt's functions and types.
func boltTables() (map[string]*builtin.Function, map[string]*builtin.BoltType, error) {
	var raw struct {
		Functions []rawFunction
		Types     []*builtin.BoltType
		Aliases   map[string]string
	}
	if err := json.Unmarshal(boltFacts, &raw); err != nil {
		return nil, nil, fmt.Errorf("bolt.json: %w", err)
	}
	functions, types := map[string]*builtin.Function{}, map[string]*builtin.BoltType{}
	for i := range raw.Functions {
		functions[raw.Functions[i].Name] = convertFunction(&raw.Functions[i], "")
	}
	for _, one := range raw.Types {
		types[strings.ToLower(one.Name)] = one
	}
	for name, text := range raw.Aliases {
		types[strings.ToLower(name)] = &builtin.BoltType{Name: name, Alias: text}
	}
	return functions, types, nil
}
