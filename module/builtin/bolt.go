package builtin

import (
	"iter"
	"strings"
)

// BoltType is a type that comes with Bolt: a data type or an alias.
type BoltType struct {
	// Name is the name as code writes it.
	Name string `json:"name"`
	// Alias is the aliased type; empty for a data type.
	Alias string `json:"alias,omitempty"`
	// Members are the attributes and methods, each with its signatures.
	Members map[string][]Signature `json:"members,omitempty"`
	// Index holds the signatures of the operator []; nil if the type has none.
	Index []Signature `json:"index,omitempty"`
	// Element is the type of the elements of an iteration; empty if there is none.
	Element string `json:"element,omitempty"`
}

var (
	boltFunctions = table[Function]{lines: lines{text: boltFunctionsText}}
	boltTypes     = table[BoltType]{lines: lines{text: boltTypesText}}
)

// FindBoltFunction returns the function called name that comes with Bolt, or nil. Its signatures
// are those of all versions of Bolt.
func FindBoltFunction(name string) *Function { return boltFunctions.find(name) }

// BoltFunctionNames returns the names of all functions that come with Bolt, sorted.
func BoltFunctionNames() iter.Seq[string] { return boltFunctions.names() }

// FindBoltType returns the type that comes with Bolt under a name, in any case, or nil. It
// joins the members of all versions of Bolt.
func FindBoltType(name string) *BoltType { return boltTypes.find(strings.ToLower(name)) }

// BoltTypeNames returns the names, in lower case, of all types that come with Bolt, sorted.
func BoltTypeNames() iter.Seq[string] { return boltTypes.names() }
