package builtin

import (
	"iter"
)

// ResourceType is a resource type that Ruby code defines.
type ResourceType struct {
	// Module is the module that defines it ("cron_core"), or "" for Puppet's own types.
	Module    string `json:"module,omitempty"`
	Ensurable bool   `json:"ensurable,omitempty"`
	// Internal types cannot be declared by users.
	Internal bool `json:"internal,omitempty"`
	// Namevars are the names of the attributes that identify a resource.
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
	// Validated is set if code checks the value. Values and Patterns may then be incomplete.
	Validated bool `json:"validated,omitempty"`
	// Munged is set if code converts the value.
	Munged bool `json:"munged,omitempty"`
	// Array is set if the property uses an array as one value.
	Array bool `json:"array,omitempty"`
	// Values are the allowed values, including aliases. Patterns are Ruby regular expressions
	// for further values. Without either, any value is allowed.
	Values   []string `json:"values,omitempty"`
	Patterns []string `json:"patterns,omitempty"`
	// Features are the provider features that the attribute needs.
	Features []string `json:"features,omitempty"`
	// Default is the default as text; empty if there is none or if it is computed.
	Default string `json:"default,omitempty"`
	// AbsentIn names the major versions of Puppet ("7", "8") that lack it.
	AbsentIn []string `json:"absent_in,omitempty"`
}

var resourceTypes = table[ResourceType]{lines: lines{text: resourceTypesText}}

// FindResourceType returns the type called name (lower case), or nil.
func FindResourceType(name string) *ResourceType { return resourceTypes.find(name) }

// ResourceTypeNames returns the names of all types, sorted.
func ResourceTypeNames() iter.Seq[string] { return resourceTypes.names() }

// Attribute returns the attribute called name, or nil. A type's own attributes do not include
// metaparameters.
func (t *ResourceType) Attribute(name string) *Attribute {
	return attributeNamed(t.Attributes, name)
}

// attributeNamed returns the attribute called name, or nil. It does not copy the attributes,
// which are large.
func attributeNamed(all []Attribute, name string) *Attribute {
	for i := range all {
		if all[i].Name == name {
			return &all[i]
		}
	}
	return nil
}

// Metaparameters returns the attributes that every resource has.
func Metaparameters() []Attribute { return language().Metaparameters }

// Metaparameter returns the metaparameter called name, or nil.
func Metaparameter(name string) *Attribute { return attributeNamed(Metaparameters(), name) }
