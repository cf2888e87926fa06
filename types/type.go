package types

import "puppet-lint/internal/rubyregexp"

// Kind identifies the struct that a Type is.
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

// Type is a type of Puppet's type system, interned in a Store. Two types of one Store are the
// same type if and only if they are the same pointer. For Puppet's own equality, which ignores
// the order of a Variant, see Algebra.Equal.
type Type interface {
	// Kind returns the kind of the type.
	Kind() Kind
	// String returns Puppet's canonical text of the type. Aliases are written by name;
	// Algebra.ExpandedString also expands them.
	String() string
	node() *typeNode
}

// typeNode is the common part of all types.
type typeNode struct {
	id    uint32
	kind  Kind
	flags flags
	// depth is the nesting depth: 1 for a type without parts.
	depth uint16
	// self holds the type that contains this node alone: a list for Alone.
	self [1]Type
}

// Kind returns the kind of the type, which determines its Go type.
func (n *typeNode) Kind() Kind { return n.kind }

// String formats the type as Puppet prints it, with aliases and objects by name.
func (n *typeNode) String() string { return stringOf(n.self[0]) }

// Alone returns a list of one type. The caller must not change it.
func Alone(t Type) []Type { return t.node().self[:] }

func (n *typeNode) node() *typeNode { return n }

// flags describe the contents of a type, itself included.
type flags uint8

const (
	// hasAlias: answers depend on the snapshot.
	hasAlias flags = 1 << iota
	// hasUnknown: some part cannot be known.
	hasUnknown
	// irreflexive: Puppet may deny that the type accepts itself (URI, Init).
	irreflexive
	// hasReference: the type contains an unresolved name.
	hasReference
	// hasNever: some part has no values.
	hasNever
	// hasInstant: some part is a Timespan or Timestamp with a bound. Ruby hashes these by
	// identity, so Puppet never finds two such types equal.
	hasInstant
	// hasVersions: some part is a SemVer with ranges. Two of these may be equal but print
	// differently, such as SemVer['1.x'] and SemVer['>=1.0.0 <2.0.0'].
	hasVersions
	// hasBare: some part is Optional or Variant without parameters. Puppet assigns other types to
	// a bare Optional than those of its only instance, undef.
	hasBare
)

// Depth returns the nesting depth of t: 1 for a type without parts. Aliases count as 1.
func Depth(t Type) int { return int(t.node().depth) }

// HasUnknown reports whether t is Unknown or contains it.
func HasUnknown(t Type) bool { return t.node().flags&hasUnknown != 0 }

// HasBare reports whether t is or contains Optional or Variant without parameters.
func HasBare(t Type) bool { return t.node().flags&hasBare != 0 }

// HasReference reports whether t is or contains a TypeReference, a name that no
// loader knows.
func HasReference(t Type) bool { return t.node().flags&hasReference != 0 }

// HasAlias reports whether t is or contains an alias, so that answers about it
// depend on the Algebra's snapshot.
func HasAlias(t Type) bool { return t.node().flags&hasAlias != 0 }

// The types without parameters.
type (
	// UnknownType is the type of values that cannot be known (a missing module, dynamic scope).
	UnknownType struct{ typeNode }
	// NeverType has no values. It is the type of an expression that does not return.
	NeverType struct{ typeNode }
	// UnitType is Puppet's own type that is assignable both ways, the element type of an empty
	// array.
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

// The types that contain one other type, which is nil if none was given.
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
	// SensitiveType is Sensitive[Type]. Type is never nil, and is generalized.
	SensitiveType struct {
		typeNode
		Type Type
	}
)

// VariantType is Variant[Types…], in the given order and without duplicates. The plain Variant
// has no Types and accepts nothing.
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

// BooleanType is Boolean, or Boolean[Value] if HasValue.
type BooleanType struct {
	typeNode
	HasValue bool
	Value    bool
}

// StringType is String, String[size], or the type of one string.
type StringType struct {
	typeNode
	// Size limits the length in characters; nil means no limit.
	Size *IntegerType
	// HasValue marks the type of the one string Value. Puppet infers it for strings and prints
	// it as String.
	HasValue bool
	Value    string
}

// EnumType is Enum[Values…], sorted and without duplicates. The plain Enum has no Values. It
// accepts every Enum, String and Pattern type, but no value.
type EnumType struct {
	typeNode
	Values          []string
	CaseInsensitive bool
}

// PatternType is Pattern[Patterns…]. Without Patterns, it accepts every string.
type PatternType struct {
	typeNode
	Patterns []*RegexpType
}

// RegexpType is Regexp, or Regexp[/Source/] if HasSource.
type RegexpType struct {
	typeNode
	HasSource bool
	// Source is Ruby's without slashes, as Regexp.Pattern gives it.
	Source string
	// compiled is nil without a source, or if the source cannot be compiled. What the type
	// matches is then unknown.
	compiled *rubyregexp.Regexp
}

// SemVerType is SemVer[Ranges…]. Without Ranges, it accepts every version.
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

// URIType is URI, optionally with constraints on its parts.
type URIType struct {
	typeNode
	// Parameters maps parts (scheme, host …) to their constraints; nil if there are none.
	Parameters *Hash
}

// CollectionType is Collection[size]: any array or hash.
type CollectionType struct {
	typeNode
	Size *IntegerType
}

// ArrayType is Array[Element, size]. Size is nil if none was given.
type ArrayType struct {
	typeNode
	Element Type
	Size    *IntegerType
}

// TupleType is Tuple[Types…, size]. Without Size, the length is that of Types, or any length if
// there are none.
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
	// index maps names to elements if there are many.
	index map[string]int
}

// StructElement is one entry of a Struct.
type StructElement struct {
	Name string
	// Optional is set if the key may be missing.
	Optional bool
	Value    Type
	// key is the type of the key: String of the name, or Optional of that.
	key Type
}

// KeyType returns the type of the element's key: String of its name, or Optional of that.
func (e StructElement) KeyType() Type { return e.key }

// Element returns the entry of a key, if the Struct has it.
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
	// Name is capitalized; "" for the plain Resource.
	Name     string
	HasTitle bool
	Title    string
	// title is set if a program gave a title that is not a string, which Puppet's type parser
	// accepts.
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

// RuntimeType is Runtime[Runtime, Name]: a type of the implementation language.
type RuntimeType struct {
	typeNode
	// Runtime is the language, such as "ruby", or "".
	Runtime string
	// Name is a class of the runtime, or "".
	Name string
	// Pattern and Replacement replace Name for a mapping of names.
	Pattern     *RegexpType
	Replacement string
}

// TypeReferenceType is a name with parameters that no loader knows.
type TypeReferenceType struct {
	typeNode
	// Text is the type as written.
	Text string
}

// AliasType is the name of a type alias. The Algebra's Resolver knows the aliased type.
type AliasType struct {
	typeNode
	// Name is written as in the definition.
	Name string
}
