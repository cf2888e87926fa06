package builtin

import (
	"maps"
	"sync"
)

// Language holds the word lists of the language.
type Language struct {
	// ReservedTypeNames cannot name a class, a defined type, a function or an
	// alias.
	ReservedTypeNames []string `json:"reserved_type_names"`
	// ReservedParameterNames cannot name a parameter of a class or defined type.
	ReservedParameterNames []string `json:"reserved_parameter_names"`
	// StatementFunctions can be called without parentheses.
	StatementFunctions []string `json:"statement_functions"`
	// DataTypes are the names of Puppet's data types, as written.
	DataTypes []string `json:"data_types"`
	// TypeAliases are the aliases that Puppet defines, by name.
	TypeAliases map[string]string `json:"type_aliases"`
	// LoaderTypes are the names of further types that Puppet's loaders define.
	LoaderTypes []string `json:"loader_types"`
	// TopVariables are the variables of top scope, except for facts and settings, by name with
	// their types.
	TopVariables map[string]string `json:"top_variables"`
	// Trusted and ServerFacts are the types of the parts of $trusted and
	// $server_facts, by path without the variable.
	Trusted     map[string]string `json:"trusted"`
	ServerFacts map[string]string `json:"server_facts"`
	// Metaparameters are the attributes that every resource has.
	Metaparameters []Attribute `json:"metaparameters"`
	// LegacyPatterns are the families of legacy facts.
	LegacyPatterns []LegacyPattern `json:"legacy_patterns"`
}

var language = sync.OnceValue(func() *Language { return decode[Language](languageText) })

// Words returns the word lists of the language.
func Words() *Language { return language() }

// StdlibTypeAliases returns the type aliases of stdlib, by name as written. The caller must not
// change the map.
var StdlibTypeAliases = sync.OnceValue(func() map[string]string { return maps.Collect(eachLine(stdlibTypesText)) })

// scopeVariables are the variables that Puppet sets in the scope of each class and defined type,
// with their types. $facts and the like are set at top scope.
var scopeVariables = map[string]string{
	"title": "String[1]", "name": "String[1]", "module_name": "String", "caller_module_name": "String",
}

// Variables returns the variables that code of a class or defined type can read because Puppet
// sets them, in its own scope or at top scope, with their types. Facts and settings are not
// among them.
var Variables = sync.OnceValue(func() map[string]string {
	all := maps.Clone(Words().TopVariables)
	maps.Copy(all, scopeVariables)
	return all
})
