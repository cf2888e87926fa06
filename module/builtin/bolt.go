package builtin

import (
	"iter"
	"strings"
)

// BoltType is a type that Bolt brings: that of its data, or an alias.
type BoltType struct {
	// Name is as code writes it.
	Name string `json:"name"`
	// Alias is what an alias stands for; empty for a type of data.
	Alias string `json:"alias,omitempty"`
	// Members are the attributes and methods, each with the ways to call it.
	Members map[string][]Signature `json:"members,omitempty"`
	// Index is what [] takes and yields; nil where the type has none.
	Index []Signature `json:"index,omitempty"`
	// Element is what an iteration over a value yields; empty where there is none.
	Element string `json:"element,omitempty"`
}

var (
	boltFunctions = table[Function]{text: boltFunctionsText}
	boltTypes     = table[BoltType]{text: boltTypesText}
)

// FindBoltFunction is the function called name that Bolt brings, or nil. What the
// versions of Bolt take is joined.
func FindBoltFunction(name string) *Function { return boltFunctions.find(name) }

// FindBoltType is the type that Bolt brings under a name, in any case, or nil. What the
// versions of Bolt have is joined.
func FindBoltType(name string) *BoltType { return boltTypes.find(strings.ToLower(name)) }

// BoltTypeNames are the names, in lower case, of all types that Bolt brings, in order.
func BoltTypeNames() iter.Seq[string] { return boltTypes.names() }
