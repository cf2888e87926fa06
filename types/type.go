package types

import "puppet-lint/internal/rubyregexp"

// Kind reports which struct a Type is.
type Kind uint8

// The kinds, in the order of Puppet's documentation. KindUnknown and KindNever
// do not exist in Puppet; KindUnit does, but programs cannot name it.
const (
	KindUnknown Kind = iota
	KindNever
	KindUnit
	KindAny
	KindUndef
	KindDefault
	KindNotUndef
	KindOptional
	KindVariant
	KindScalar
	KindScalarData
	KindNumeric
	KindInteger
	KindFloat
	KindBoolean
	KindString
	KindEnum
	KindPattern
	KindRegexp
	KindSemVer
	KindTimespan
	KindTimestamp
	KindSemVerRange
	KindBinary
	KindURI
	KindCollection
	KindArray
	KindTuple
	KindHash
	KindStruct
	KindIterable
	KindIterator
	KindCatalogEntry
	KindResource
	KindClass
	KindType
	KindCallable
	KindSensitive
	KindInit
	KindObject
	KindObjectExtension
	KindTypeSet
	KindRuntime
	KindReference
	KindAlias
	kindCount
)

// Type is a type of Puppet's type system, interned in a Store. Two types of one
// Store are the same type exactly when they are the same pointer; for Puppet's
// own equality, which ignores the order of a Variant, see Algebra.Equal.
type Type interface {
	// Kind reports which of the structs below the type is.
	Kind() Kind
	// String is Puppet's canonical text of the type. Aliases are written as
	// their names; Algebra.ExpandedString also says what they stand for.
	String() string
	node() *typeNode
}

// typeNode is what every type has.
type typeNode struct {
	id    uint32
	kind  Kind
	flags flags
	// depth is how deep the type nests: 1 for a type without parts.
	depth uint16
	// self is the type of which this is the node.
	self Type
}

// Kind is the kind of the type, which says which Go type it has.
func (n *typeNode) Kind() Kind { return n.kind }

// String is the type as Puppet prints it; aliases and objects print their names.
func (n *typeNode) String() string { return stringOf(n.self) }

func (n *typeNode) node() *typeNode { return n }

// flags say what a type contains, itself included.
type flags uint8

const (
	// hasAlias: answers depend on the snapshot.
	hasAlias flags = 1 << iota
	// hasUnknown: some part cannot be known.
	hasUnknown
	// irreflexive: Puppet may deny that the type accepts itself (URI, Init).
	irreflexive
	// hasReference: an unresolved name is inside.
	hasReference
	// hasNever: some part has no values.
	hasNever
	// hasInstant: some part is a Timespan or Timestamp with an end. Ruby hashes
	// these by identity, so that Puppet never finds two such types alike.
	hasInstant
	// hasVersions: some part is a SemVer with ranges. Two of these may be alike
	// though they print differently, as SemVer['1.x'] and
	// SemVer['>=1.0.0 <2.0.0'] are.
	hasVersions
)

// Depth is how deep t nests: 1 for a type without parts. Aliases count as 1.
func Depth(t Type) int { return int(t.node().depth) }

// HasUnknown reports whether t is Unknown or contains it.
func HasUnknown(t Type) bool { return t.node().flags&hasUnknown != 0 }

// HasReference reports whether t is or contains a TypeReference, a name that no
// loader knows.
func HasReference(t Type) bool { return t.node().flags&hasReference != 0 }

// HasAlias reports whether t is or contains an alias, so that answers about it
// depend on the Algebra's snapshot.
func HasAlias(t Type) bool { return t.node().flags&hasAlias != 0 }

// The types without parameters.
type (
	// UnknownType is what cannot be known (a missing module, dynamic scope).
	UnknownType struct{ typeNode }
	// NeverType has no values: the type of what does not return.
	NeverType struct{ typeNode }
	// UnitType is Puppet's own "anything both ways", the element type of an
	// empty array.
	UnitType struct{ typeNode }
	// AnyType accepts every value.
	AnyType struct{ typeNode }
	// UndefType is the type of undef.
	UndefType struct{ typeNode }
	// DefaultType is the type of default.
	DefaultType struct{ typeNode }
	// ScalarType is Scalar.
	ScalarType struct{ typeNode }
	// ScalarDataType is ScalarData.
	ScalarDataType struct{ typeNode }
	// NumericType is Numeric.
	NumericType struct{ typeNode }
	// SemVerRangeType is SemVerRange.
	SemVerRangeType struct{ typeNode }
	// BinaryType is Binary.
	BinaryType struct{ typeNode }
	// CatalogEntryType is CatalogEntry.
	CatalogEntryType struct{ typeNode }
)

// The types that hold one other type, which is nil when none was given.
type (
	// NotUndefType is NotUndef[Type]. Type is never Any.
	NotUndefType struct {
		typeNode
		Type Type
	}
	// OptionalType is Optional[Type].
	OptionalType struct {
		typeNode
		Type Type
	}
	// TypeType is Type[Type], the type of types.
	TypeType struct {
		typeNode
		Type Type
	}
	// IterableType is Iterable[Type].
	IterableType struct {
		typeNode
		Type Type
	}
	// IteratorType is Iterator[Type].
	IteratorType struct {
		typeNode
		Type Type
	}
	// SensitiveType is Sensitive[Type]. Type is never nil, and is general.
	SensitiveType struct {
		typeNode
		Type Type
	}
)

// VariantType is Variant[Types…], in the order given and without duplicates.
// The plain Variant has no Types and accepts nothing.
type VariantType struct {
	typeNode
	Types []Type
}

// IntegerType is Integer[From, To], both inclusive.
type IntegerType struct {
	typeNode
	From, To Bound
}

// FloatType is Float[From, To], both inclusive; an open end is an infinity.
type FloatType struct {
	typeNode
	From, To float64
}

// BooleanType is Boolean, or Boolean[Value] when HasValue.
type BooleanType struct {
	typeNode
	HasValue bool
	Value    bool
}

// StringType is String, String[size], or the type of one string.
type StringType struct {
	typeNode
	// Size limits the length in characters; nil without a limit.
	Size *IntegerType
	// HasValue marks the type of the one string Value, which Puppet infers for
	// strings and prints as String.
	HasValue bool
	Value    string
}

// EnumType is Enum[Values…], sorted and without duplicates. The plain Enum has
// no Values and accepts every Enum, String and Pattern type, but no value.
type EnumType struct {
	typeNode
	Values          []string
	CaseInsensitive bool
}

// PatternType is Pattern[Patterns…]; none means every string.
type PatternType struct {
	typeNode
	Patterns []*RegexpType
}

// RegexpType is Regexp, or Regexp[/Source/] when HasSource.
type RegexpType struct {
	typeNode
	HasSource bool
	// Source is Ruby's, without delimiters.
	Source string
	// compiled is nil without a source, or when it cannot be read: then what
	// matches is unknown.
	compiled *rubyregexp.Regexp
}

// SemVerType is SemVer[Ranges…]; none means every version.
type SemVerType struct {
	typeNode
	Ranges []*VersionRange
}

// TimespanType is Timespan[From, To] in nanoseconds, both inclusive.
type TimespanType struct {
	typeNode
	From, To Bound
}

// TimestampType is Timestamp[From, To] in nanoseconds since 1970 UTC, both
// inclusive.
type TimestampType struct {
	typeNode
	From, To Bound
}

// URIType is URI, or one whose parts are constrained.
type URIType struct {
	typeNode
	// Parameters maps parts (scheme, host …) to what they must match; nil
	// without constraints.
	Parameters *Hash
}

// CollectionType is Collection[size]: any array or hash.
type CollectionType struct {
	typeNode
	Size *IntegerType
}

// ArrayType is Array[Element, size]. Size is nil when none was given.
type ArrayType struct {
	typeNode
	Element Type
	Size    *IntegerType
}

// TupleType is Tuple[Types…, size]. Without Size the length is that of Types,
// or anything when there are none.
type TupleType struct {
	typeNode
	Types []Type
	Size  *IntegerType
}

// HashType is Hash[Key, Value, size].
type HashType struct {
	typeNode
	Key, Value Type
	Size       *IntegerType
}

// StructType is Struct[{Elements…}].
type StructType struct {
	typeNode
	Elements []StructElement
	// index finds elements by name when there are many.
	index map[string]int
}

// StructElement is one entry of a Struct.
type StructElement struct {
	Name string
	// Optional says that the key may be missing.
	Optional bool
	Value    Type
	// key is the type of the key: the string's type, or Optional of it.
	key Type
}

// KeyType is the type of the element's key: String of its name, or Optional of
// that.
func (e StructElement) KeyType() Type { return e.key }

// Element is the entry for a key, if the Struct has it.
func (t *StructType) Element(name string) (StructElement, bool) {
	if t.index != nil {
		i, ok := t.index[name]
		if !ok {
			return StructElement{}, false
		}
		return t.Elements[i], true
	}
	for i := range t.Elements {
		if t.Elements[i].Name == name {
			return t.Elements[i], true
		}
	}
	return StructElement{}, false
}

// ResourceType is Resource, a resource type such as File, or File['title'].
type ResourceType struct {
	typeNode
	// Name is capitalised; "" for the plain Resource.
	Name     string
	HasTitle bool
	Title    string
	// title is set when a program gave something that is no string, which
	// Puppet's type parser lets pass.
	title Value
}

// ClassType is Class, or Class[Name].
type ClassType struct {
	typeNode
	HasName bool
	Name    string
}

// CallableType is Callable[[Params…], Return] with an optional block.
type CallableType struct {
	typeNode
	// Params is nil for the plain Callable, which accepts every callable.
	Params *TupleType
	// Block is nil, a Callable, or an Optional or Variant of Callables.
	Block Type
	// Return is nil for Any.
	Return Type
}

// InitType is Init[Type, Args…]: what Type.new accepts.
type InitType struct {
	typeNode
	Type Type
	Args []Value
}

// RuntimeType is Runtime[Runtime, Name]: a type of the language below.
type RuntimeType struct {
	typeNode
	// Runtime is "ruby" or such, or "".
	Runtime string
	// Name is a class of the runtime, or "".
	Name string
	// Pattern and Replacement stand instead of Name for a mapping of names.
	Pattern     *RegexpType
	Replacement string
}

// TypeReferenceType is a name with parameters that no loader knows.
type TypeReferenceType struct {
	typeNode
	// Text is the type as it was written.
	Text string
}

// AliasType is the name of a type alias. What it stands for is known to the
// Algebra's Resolver.
type AliasType struct {
	typeNode
	// Name is as its definition writes it.
	Name string
}
