package ruby

import (
	"strings"

	"puppet-lint/source"
)

// Declarations is what one Ruby file declares. It is immutable.
type Declarations struct {
	File *source.File
	// Types are the resource types that the file makes.
	Types []*ResourceType
	// Extensions are attributes that the file adds to types which are made
	// elsewhere; only Name, Open, Attributes and Features are filled. If one
	// is open, so is its type.
	Extensions []*ResourceType
	// Functions are those of the 4.x API.
	Functions []*Function
	// LegacyFunctions are those of the 3.x API.
	LegacyFunctions []*LegacyFunction
	Providers       []*Provider
	Facts           []*Fact
	// FactPatterns tell of facts whose names are computed what is certain of these.
	FactPatterns []NamePattern
	DataTypes    []*DataType
	// Open is set when the file may declare more than is listed: a
	// declaration whose name is computed, eval, text that is not understood;
	// or when it declares nothing that can be seen.
	Open bool
}

// NamePattern is how names that are computed begin and end.
type NamePattern struct{ Prefix, Suffix string }

// Matches reports whether a name may be one of those.
func (p NamePattern) Matches(name string) bool {
	return len(name) > len(p.Prefix)+len(p.Suffix) && strings.HasPrefix(name, p.Prefix) && strings.HasSuffix(name, p.Suffix)
}

// ResourceType is a resource type of either API.
type ResourceType struct {
	Name string
	// Span covers the name inside its quotes or after its colon.
	Span source.Span
	// Open: the type may have further attributes, or its attributes may be
	// other than listed. OpenReason says why, for people.
	Open       bool
	OpenReason string
	// ResourceAPI is set for Puppet::ResourceApi.register_type.
	ResourceAPI bool
	// Attributes in the order of declaration, with those that are declared
	// under a condition (they are open, as is the type). The metaparameters are not among
	// them, nor is "provider", which a type has as soon as there is a provider.
	Attributes []*Attribute
	// Features that a provider may have.
	Features []Feature
	// Automatic lists autorequire and its like.
	Automatic []Automatic
	// CustomTitlePatterns is set when the title is not simply the namevar.
	CustomTitlePatterns bool
	// NotIsomorphic is set when @isomorphic = false: several resources may
	// share a title's namevar.
	NotIsomorphic bool
	// AppliesToDevice is set by apply_to_device or apply_to_all.
	AppliesToDevice bool
}

// Attribute returns the attribute with that name, or nil.
func (t *ResourceType) Attribute(name string) *Attribute {
	for _, attribute := range t.Attributes {
		if attribute.Name == name {
			return attribute
		}
	}
	return nil
}

// Feature is something that a provider may be able to do.
type Feature struct {
	Name string
	// Methods give a provider the feature when it has all of them; none means
	// that it must declare it.
	Methods []string
}

// Automatic is an edge that a type adds by itself to resources of another type.
type Automatic struct {
	// Kind is autorequire, autobefore, autosubscribe or autonotify.
	Kind string
	// Type is the other resource type, in lower case.
	Type string
	Span source.Span
}

// AttributeKind tells a parameter from a property.
type AttributeKind uint8

const (
	// Parameter says how to manage; newparam, behaviour :parameter.
	Parameter AttributeKind = iota
	// Property is managed state; newproperty, ensurable.
	Property
)

// Attribute is a parameter or property of a resource type.
type Attribute struct {
	Name string
	Span source.Span
	Kind AttributeKind
	// Namevar: isnamevar, or the attribute that Puppet takes as the namevar
	// because of its name.
	Namevar bool
	// Required: isrequired, which isnamevar implies. (A title fills the
	// namevar, so that a user need not write it.)
	Required bool
	// Boolean: values are true and false (:boolean => true alone only adds a
	// method, and is not this).
	Boolean bool
	// ReadOnly: the Resource API's behaviour :read_only.
	ReadOnly bool
	// ArrayMatchingAll: array_matching is :all, so that an Array is one value.
	ArrayMatchingAll bool
	// Values are the accepted values (newvalues, newvalue); none means that
	// newvalues limits nothing.
	Values []Value
	// Open: Values may not be all, or the attribute may be more than listed.
	Open bool
	// Validate and Munge tell that the attribute has code of its own for
	// them: with Validate, Values may not be the whole rule.
	Validate, Munge bool
	// Parent is the class it inherits from ("Puppet::Parameter::Boolean"), or
	// empty for Puppet::Parameter or Puppet::Property.
	Parent string
	// Default is what defaultto or default: gives.
	Default Default
	// Features that a provider must have for the attribute to be used.
	Features []string
	// Type is the Puppet type of a Resource API attribute as written, with
	// the place of the text inside its quotes. It is empty for the classic
	// API and where it is not a literal (then Open is set).
	Type     string
	TypeSpan source.Span
}

// Value is one accepted value or pattern.
type Value struct {
	// Name is the value, or the source of the pattern.
	Name string
	// Regex is set when Name is a pattern; RegexOptions are its flags (imx).
	Regex        bool
	RegexOptions string
	Span         source.Span
	// Aliases of the value (aliasvalue).
	Aliases []string
	// Features that a provider must have for the value.
	Features []string
}

// Default is an attribute's default value.
type Default struct {
	// Exists is set when there is a default.
	Exists bool
	// Known is set when it is a literal: Literal then holds it.
	Known   bool
	Literal Literal
}

// Function is a function of the 4.x API.
type Function struct {
	// Name is as Puppet calls it ("stdlib::ensure").
	Name string
	Span source.Span
	// Internal is set for Puppet::Functions::InternalFunction.
	Internal bool
	// Signatures in the order in which Puppet tries them; those of
	// argument_mismatch have Mismatch set. An implicit signature (from the
	// method's own parameters) is listed like any other, with types Any.
	Signatures []*Signature
	// LocalTypes are the aliases that local_types makes.
	LocalTypes []TypeAlias
	// Open: there may be signatures that are not listed, or one that is
	// listed is not certain.
	Open bool
}

// Signature is one dispatch.
type Signature struct {
	// Method is the Ruby method that it calls; Span covers its name.
	Method string
	Span   source.Span
	// Parameters in order, injected ones (scope_param …) left out.
	Parameters []FunctionParameter
	// Block is nil when the signature takes none.
	Block *BlockParameter
	// Returns is the declared return type, or nil.
	Returns *TypeText
	// Mismatch: a call that matches it is an error with its own message.
	Mismatch bool
	// Open: parameters, block or return type are not all known.
	Open bool
	// Guard is how many arguments its code lets pass, where it takes any
	// number of them; nil where that was not looked at.
	Guard *Bounds
}

// ParameterKind says how often an argument may be given.
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

// BlockParameter is the lambda that a Signature takes.
type BlockParameter struct {
	Name     string
	Optional bool
	// Type is "Callable" when none is given.
	Type TypeText
}

// TypeText is a Puppet type expression in a Ruby string.
type TypeText struct {
	// Text is the expression; it is empty when it could not be read.
	Text string
	// Span covers the text inside its quotes; when escapes make the two
	// differ in length, offsets in Text do not map onto it. It is empty when
	// the text is implied.
	Span source.Span
}

// TypeAlias is one line of local_types: "Name = Type".
type TypeAlias struct {
	Name string
	Type TypeText
}

// LegacyFunction is a function of the 3.x API.
type LegacyFunction struct {
	Name string
	Span source.Span
	// Statement is set unless :type => :rvalue.
	Statement bool
	// KindKnown and ArityKnown are unset where those options are computed.
	KindKnown, ArityKnown bool
	// Arity is the number of arguments; negative: at least -Arity - 1.
	Arity int
	// Guard is how many arguments its code lets pass.
	Guard Bounds
}

// Bounds are the numbers of arguments that the code of a function lets pass: at
// least Least, at most Most, which is -1 where there is no bound.
type Bounds struct{ Least, Most int }

// Minimum is the smallest number of arguments.
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
	// Parent is the parent provider's name, or its class, or empty.
	Parent string
	// Features that has_feature names. A provider also has every feature
	// whose methods it has.
	Features []string
	// Methods are the instance methods that it defines.
	Methods []string
	// Open: it may have further features or methods.
	Open bool
}

// Fact is a custom fact.
type Fact struct {
	Name string
	Span source.Span
	// Aggregate facts are structured.
	Aggregate bool
}

// DataType is a type made by Puppet::DataTypes.create_type.
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

// Literal is a Ruby value that is written out.
type Literal struct {
	Kind  LiteralKind
	Text  string
	Keys  []Literal
	Items []Literal
}
