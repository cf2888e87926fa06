//go:build develop

package main

import (
	_ "embed"
	"encoding/json"
	"fmt"
	"strings"

	"puppet-lint/module/builtin"
)

// boltFacts are the functions and types of Bolt 3 and 4 and of OpenBolt, from their
// documentation and declarations. What only some versions have or accept is included. What
// tasks and users decide is Any. What no version guarantees is left out.
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
