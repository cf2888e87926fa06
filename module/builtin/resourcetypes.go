package builtin

import (
	"iter"
)

// ResourceType is a resource type that Ruby code defines.
type ResourceType struct {
	// Module is the module that brings it ("cron_core"), or empty for Puppet's
	// own types.
	Module    string `json:"module,omitempty"`
	Ensurable bool   `json:"ensurable,omitempty"`
	// Internal types cannot be declared by users.
	Internal bool `json:"internal,omitempty"`
	// Namevars are the names of the attributes that make its identity.
	Namevars   []string    `json:"namevars,omitempty"`
	Attributes []Attribute `json:"attributes,omitempty"`
	// Providers are the names of the known providers.
	Providers []string `json:"providers,omitempty"`
	// Autorequires are the names of the types that it autorequires.
	Autorequires []string `json:"autorequires,omitempty"`
}

// Attribute is a parameter or a property of a ResourceType, or a metaparameter.
type Attribute struct {
	Name     string `json:"name"`
	Property bool   `json:"property,omitempty"`
	Namevar  bool   `json:"namevar,omitempty"`
	Required bool   `json:"required,omitempty"`
	ReadOnly bool   `json:"read_only,omitempty"`
	Boolean  bool   `json:"boolean,omitempty"`
	// Validated says that code decides what is allowed: Values and Patterns may
	// not be the whole rule.
	Validated bool `json:"validated,omitempty"`
	// Munged says that code converts the value.
	Munged bool `json:"munged,omitempty"`
	// Array says that a property takes a whole array as one value.
	Array bool `json:"array,omitempty"`
	// Values are the values allowed, aliases of them included; Patterns are
	// Ruby regular expressions that allow more. With neither, anything goes.
	Values   []string `json:"values,omitempty"`
	Patterns []string `json:"patterns,omitempty"`
	// Features are the provider features that the attribute needs.
	Features []string `json:"features,omitempty"`
	// Default is the default as text; empty where there is none or where it is
	// computed.
	Default string `json:"default,omitempty"`
	// AbsentIn names the major versions of Puppet ("7", "8") that lack it.
	AbsentIn []string `json:"absent_in,omitempty"`
}

var resourceTypes = table[ResourceType]{text: resourceTypesText}

// FindResourceType is the type called name (lower case), or nil.
func FindResourceType(name string) *ResourceType { return resourceTypes.find(name) }

// ResourceTypeNames are the names of all types, in order.
func ResourceTypeNames() iter.Seq[string] { return resourceTypes.names() }

// Attribute is the attribute called name, or nil. Metaparameters are not among
// a type's own attributes.
func (t *ResourceType) Attribute(name string) *Attribute {
	return attributeNamed(t.Attributes, name)
}

// attributeNamed does not copy the attributes that it looks at: they are large.
func attributeNamed(all []Attribute, name string) *Attribute {
	for i := range all {
		if all[i].Name == name {
			return &all[i]
		}
	}
	return nil
}

// Metaparameters are the attributes that every resource has.
func Metaparameters() []Attribute { return language().Metaparameters }

// Metaparameter is the metaparameter called name, or nil.
func Metaparameter(name string) *Attribute { return attributeNamed(Metaparameters(), name) }
