package ide

import (
	"maps"
	"slices"
	"strings"

	"puppet-lint/module/builtin"
)

// puppetVariable is a variable that Puppet sets.
type puppetVariable struct{ name, typeName, doc string }

// puppetVariables returns the variables that Puppet sets for every class, sorted.
func puppetVariables() []puppetVariable {
	var variables []puppetVariable
	for _, name := range slices.Sorted(maps.Keys(builtin.Variables())) {
		variables = append(variables, *findPuppetVariable(name))
	}
	return variables
}

// findPuppetVariable returns the variable that Puppet sets under a name, or nil.
func findPuppetVariable(name string) *puppetVariable {
	typeName, known := builtin.Variables()[name]
	if !known {
		return nil
	}
	return &puppetVariable{name, typeName, builtin.Documentation(builtin.OfVariable, name)}
}

// describeDataType describes a data type that comes with Puppet, by its name in lower case. It
// returns "" for any other name.
func describeDataType(name string) string {
	words := builtin.Words()
	for _, known := range slices.Concat(words.DataTypes, words.LoaderTypes) {
		if strings.ToLower(known) == name {
			return code(known) + below(builtin.Documentation(builtin.OfDataType, known))
		}
	}
	return ""
}

// partsOf returns the types of the parts of $trusted or $server_facts, by name; nil for any other
// variable.
func partsOf(variable string) map[string]string {
	switch variable {
	case "trusted":
		return builtin.Words().Trusted
	case "server_facts":
		return builtin.Words().ServerFacts
	}
	return nil
}
