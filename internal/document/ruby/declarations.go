package ruby

import (
	"strings"

	"puppet-lint/internal/source"
)

// Declarations holds the declarations in one Ruby file. It is immutable.
type Declarations struct {
	File *source.File
	// Types are the resource types that the file declares.
	Types []*ResourceType
	// Extensions are attributes that the file adds to types declared elsewhere. Only Name,
	// Open, Attributes and Features are set. If an extension is open, so is its type.
	Extensions []*ResourceType
	// Functions are the functions of the 4.x API.
	Functions []*Function
	// LegacyFunctions are the functions of the 3.x API.
	LegacyFunctions []*LegacyFunction
	Providers       []*Provider
	Facts           []*Fact
	// FactPatterns are the known parts of computed names of facts.
	FactPatterns []NamePattern
	// HasComputedFacts is set if the names of further facts are computed as a whole, such as
	// from a list.
	HasComputedFacts bool
	DataTypes        []*DataType
	// Open is true if the file may declare more than is listed: because of a declaration with a
	// computed name, eval, or text that is not understood, or because no declaration was found.
	Open bool
}

// NamePattern is the beginning and the end of a computed name.
type NamePattern struct{ Prefix, Suffix string }

// Matches reports whether a name may result from the pattern.
func (p NamePattern) Matches(name string) bool {
	return len(name) > len(p.Prefix)+len(p.Suffix) && strings.HasPrefix(name, p.Prefix) && strings.HasSuffix(name, p.Suffix)
}

// ResourceType is a resource type of either API.
type ResourceType struct {
	Name string
	// Span is the span of the name inside its quotes or after its colon.
	Span source.Span
	// Open: the type may have further attributes, or its attributes may differ from those
	// listed. OpenReason is the reason, for display.
	Open       bool
	OpenReason string
	// ResourceAPI is true for Puppet::ResourceApi.register_type.
	ResourceAPI bool
	// Attributes are in the order of declaration. They include attributes declared under a
	// condition, which are open, as is the type. Metaparameters are not included, nor is
	// "provider", which a type has as soon as there is a provider.
	Attributes []*Attribute
	// Features are the features that a provider may have.
	Features []Feature
	// Automatic lists autorequire and similar edges.
	Automatic []Automatic
	// CustomTitlePatterns is true if the title is not simply the namevar.
	CustomTitlePatterns bool
	// NotIsomorphic is true if @isomorphic = false: several resources may share a title's
	// namevar.
	NotIsomorphic bool
	// AppliesToDevice is true after apply_to_device or apply_to_all.
	AppliesToDevice bool
	// Doc is the documentation: @doc, desc or desc:.
	Doc Documentation
}

// Documentation is what a declaration says about itself, for people, without its common
// indentation. Comments and texts of functions have tags, which package docstring reads.
type Documentation string

// Attribute returns the attribute with that name, or nil.
func (t *ResourceType) Attribute(name string) *Attribute {
	for _, attribute := range t.Attributes {
		if attribute.Name == name {
			return attribute
		}
	}
	return nil
}

// Feature is a feature that a provider may have.
type Feature struct {
	Name string
	// Methods are the methods that a provider needs to have the feature. If there are none, the
	// provider must declare the feature.
	Methods []string
}

// Automatic is an edge that a type adds automatically to resources of another type.
type Automatic struct {
	// Kind is autorequire, autobefore, autosubscribe or autonotify.
	Kind string
	// Type is the other resource type, in lower case.
	Type string
	Span source.Span
}

// AttributeKind distinguishes parameters and properties.
type AttributeKind uint8

const (
	// Parameter controls how a resource is managed: newparam, behaviour :parameter.
	Parameter AttributeKind = iota
	// Property is managed state: newproperty, ensurable.
	Property
)

// Attribute is a parameter or property of a resource type.
type Attribute struct {
	Name string
	Span source.Span
	Kind AttributeKind
	// Namevar: isnamevar, or the attribute that Puppet uses as the namevar because of its name.
	Namevar bool
	// Required: isrequired, which isnamevar implies. (A title fills the
	// namevar, so that a user need not write it.)
	Required bool
	// Boolean: the values are true and false. (:boolean => true alone only adds a method and
	// does not set this.)
	Boolean bool
	// ReadOnly: the Resource API's behaviour :read_only.
	ReadOnly bool
	// ArrayMatchingAll: array_matching is :all, so an Array is one value.
	ArrayMatchingAll bool
	// Values are the accepted values (newvalues, newvalue). If there are none, newvalues
	// restricts nothing.
	Values []Value
	// Open: Values may be incomplete, or the attribute may have more than is listed.
	Open bool
	// Validate and Munge are true if the attribute has code for them. With Validate, Values may
	// not be the whole rule.
	Validate, Munge bool
	// Parent is the parent class ("Puppet::Parameter::Boolean"), or empty for Puppet::Parameter
	// or Puppet::Property.
	Parent string
	// Default is the value of defaultto or default:.
	Default Default
	// Features are the features that a provider needs for the attribute.
	Features []string
	// Type is the Puppet type of a Resource API attribute as written, with the span of the text
	// inside its quotes. It is empty for the classic API, and if it is not a literal (then Open
	// is set).
	Type     string
	TypeSpan source.Span
	// Doc is the documentation: desc or desc:.
	Doc Documentation
}

// Value is an accepted value or pattern.
type Value struct {
	// Name is the value, or the source of the pattern.
	Name string
	// Regex is true if Name is a pattern. RegexOptions are its flags (imx).
	Regex        bool
	RegexOptions string
	Span         source.Span
	// Aliases are aliases of the value (aliasvalue).
	Aliases []string
	// Features are the features that a provider needs for the value.
	Features []string
}

// Default is an attribute's default value.
type Default struct {
	// Exists is true if there is a default.
	Exists bool
	// Known is true if the default is a literal, which is then in Literal.
	Known   bool
	Literal Literal
}

// Function is a function of the 4.x API.
type Function struct {
	// Name is the name in Puppet ("stdlib::ensure").
	Name string
	Span source.Span
	// Internal is true for Puppet::Functions::InternalFunction.
	Internal bool
	// Signatures are in the order in which Puppet tries them. Those of argument_mismatch have
	// Mismatch set. An implicit signature (from the method's own parameters) is listed like any
	// other, with types Any.
	Signatures []*Signature
	// Doc is the comment above the function, followed by that above its first dispatch.
	Doc Documentation
	// LocalTypes are the aliases that local_types defines.
	LocalTypes []TypeAlias
	// Open: there may be signatures that are not listed, or a listed one is not certain.
	Open bool
}

// Signature is a dispatch of a function.
type Signature struct {
	// Method is the Ruby method that it calls; Span is the span of its name.
	Method string
	Span   source.Span
	// Parameters are in order, without injected ones (scope_param …).
	Parameters []FunctionParameter
	// Block is nil if the signature accepts no block.
	Block *BlockParameter
	// Returns is the declared return type, or nil.
	Returns *TypeText
	// Mismatch: a call that matches is an error with a specific message.
	Mismatch bool
	// Open: the parameters, the block or the return type are not completely known.
	Open bool
	// Guard holds the numbers of arguments that the code accepts, for a signature with any
	// number of arguments. It is nil if they were not determined.
	Guard *Bounds
}

// ParameterKind is how often an argument may be given.
type ParameterKind uint8

const (
	// Required exactly once.
	Required ParameterKind = iota
	// Optional at most once.
	Optional
	// Repeated any number of times.
	Repeated
	// RequiredRepeated at least once.
	RequiredRepeated
)

// FunctionParameter is one parameter of a Signature.
type FunctionParameter struct {
	Name string
	Kind ParameterKind
	Type TypeText
}

// BlockParameter is the lambda that a Signature accepts.
type BlockParameter struct {
	Name     string
	Optional bool
	// Type is "Callable" if none is given.
	Type TypeText
}

// TypeText is a Puppet type expression in a Ruby string.
type TypeText struct {
	// Text is the expression. It is empty if it could not be read.
	Text string
	// Span is the span of the text inside its quotes. If escapes make their lengths differ,
	// offsets in Text do not map to it. It is empty if the text is implied.
	Span source.Span
}

// TypeAlias is a line of local_types: "Name = Type".
type TypeAlias struct {
	Name string
	Type TypeText
}

// LegacyFunction is a function of the 3.x API.
type LegacyFunction struct {
	Name string
	Span source.Span
	// Statement is true unless :type => :rvalue.
	Statement bool
	// KindKnown and ArityKnown are false if those options are computed.
	KindKnown, ArityKnown bool
	// Arity is the number of arguments. If it is negative, at least -Arity - 1 are required.
	Arity int
	// Guard holds the numbers of arguments that the code accepts.
	Guard Bounds
	// Doc is the option :doc, or else the comment above the function.
	Doc Documentation
}

// Bounds are the numbers of arguments that the code of a function accepts: at least Least, at
// most Most. Most is -1 if there is no upper bound.
type Bounds struct{ Least, Most int }

// Minimum returns the smallest number of arguments.
func (f *LegacyFunction) Minimum() int {
	if f.Arity < 0 {
		return -f.Arity - 1
	}
	return f.Arity
}

// Provider is a provider of a resource type.
type Provider struct {
	Type, Name string
	Span       source.Span
	// Parent is the name of the parent provider, or its class, or empty.
	Parent string
	// Features are the features that has_feature names. A provider also has every feature whose
	// methods it defines.
	Features []string
	// Methods are the instance methods that the provider defines.
	Methods []string
	// Open: the provider may have further features or methods.
	Open bool
}

// Fact is a custom fact.
type Fact struct {
	Name string
	Span source.Span
	// Aggregate facts are structured.
	Aggregate bool
}

// DataType is a type defined by Puppet::DataTypes.create_type.
type DataType struct {
	Name string
	Span source.Span
	// Interface is the text of its interface, if it is a literal.
	Interface TypeText
}

// LiteralKind is the kind of a Literal.
type LiteralKind uint8

const (
	// NilLiteral is nil.
	NilLiteral LiteralKind = iota
	// BooleanLiteral is true or false (in Text).
	BooleanLiteral
	// NumberLiteral has its digits in Text.
	NumberLiteral
	// StringLiteral is a string without interpolation.
	StringLiteral
	// SymbolLiteral is :name; Text is without the colon.
	SymbolLiteral
	// ArrayLiteral has Items.
	ArrayLiteral
	// HashLiteral has Keys and Items of the same length.
	HashLiteral
)

// Literal is a literal Ruby value.
type Literal struct {
	Kind  LiteralKind
	Text  string
	Keys  []Literal
	Items []Literal
}
