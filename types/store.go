package types

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"slices"
	"sort"
	"strings"
	"sync/atomic"

	"puppet-lint/internal/rubyregexp"
)

// MaxDepth bounds the nesting of types and values. Deeper ones are refused when they are built
// from text, and operations on them give a conservative answer.
const MaxDepth = 500

const shardCount = 32

// Store holds types and makes each distinct one once. The zero Store is not usable; use
// NewStore. A Store is safe for use by several goroutines.
type Store struct {
	BasicTypes
	shards [shardCount]shard
	nextID atomic.Uint32

	// anySize is Integer[0, default], used for collections without a size.
	anySize *IntegerType
	// builtinAliases maps the names of Puppet's own aliases to the aliased types.
	builtinAliases map[string]Type
}

// BasicTypes are the types without parameters, and some types used everywhere.
type BasicTypes struct {
	Unknown, Never, Unit, Any, Undef, Default Type
	NotUndef, Optional, Variant               Type
	Scalar, ScalarData, Numeric               Type
	SemVer, SemVerRange, Timespan, Timestamp  Type
	Binary, URI, Collection                   Type
	Iterable, Iterator, CatalogEntry          Type
	Resource, Class, Type, Callable           Type
	Sensitive, Init, Runtime                  Type
	Integer                                   *IntegerType
	Float                                     *FloatType
	Boolean, True, False                      *BooleanType
	String, NonEmptyString, Character         *StringType
	Enum                                      *EnumType
	Pattern                                   *PatternType
	Regexp                                    *RegexpType
	Array, EmptyArray                         *ArrayType
	Hash, EmptyHash                           *HashType
	Tuple                                     *TupleType
	Struct                                    *StructType
	Object                                    *ObjectType
	TypeSet                                   *TypeSetType
	Reference                                 *TypeReferenceType
	// Data, RichData and RichDataKey are Puppet's built-in aliases.
	Data, RichData, RichDataKey *AliasType
	// Deferred, Error and Annotation are Puppet's built-in object types.
	Deferred, Error, Annotation *ObjectType
}

// NewStore returns a Store with Puppet's own types.
func NewStore() *Store {
	s := &Store{}
	for i := range s.shards {
		s.shards[i].short, s.shards[i].long = map[shortKey]*typeNode{}, map[string]*typeNode{}
	}
	s.defineSimple()
	s.defineComposed()
	s.defineBuiltins()
	return s
}

func (s *Store) defineSimple() {
	simple := func(t Type, kind Kind, f flags) Type {
		n := t.node()
		n.self[0], n.kind, n.flags, n.depth, n.id = t, kind, f, 1, s.nextID.Add(1)
		return t
	}
	s.Unknown = simple(&UnknownType{}, KindUnknown, hasUnknown)
	s.Never = simple(&NeverType{}, KindNever, hasNever)
	s.Unit = simple(&UnitType{}, KindUnit, 0)
	s.Any = simple(&AnyType{}, KindAny, 0)
	s.Undef = simple(&UndefType{}, KindUndef, 0)
	s.Default = simple(&DefaultType{}, KindDefault, 0)
	s.Scalar = simple(&ScalarType{}, KindScalar, 0)
	s.ScalarData = simple(&ScalarDataType{}, KindScalarData, 0)
	s.Numeric = simple(&NumericType{}, KindNumeric, 0)
	s.SemVerRange = simple(&SemVerRangeType{}, KindSemVerRange, 0)
	s.Binary = simple(&BinaryType{}, KindBinary, 0)
	s.CatalogEntry = simple(&CatalogEntryType{}, KindCatalogEntry, 0)
}

func (s *Store) defineComposed() {
	s.anySize = s.IntegerRange(At(0), PositiveInfinity)
	s.NotUndef = s.NotUndefOf(nil)
	s.Optional = s.OptionalOf(nil)
	s.Variant = s.RawVariant()
	s.Integer = s.IntegerRange(NegativeInfinity, PositiveInfinity)
	s.Float = s.FloatRange(math.Inf(-1), math.Inf(1))
	s.Boolean = s.boolean(false, false)
	s.True, s.False = s.boolean(true, true), s.boolean(true, false)
	s.String = s.StringSized(nil)
	s.NonEmptyString = s.StringSized(s.IntegerRange(At(1), PositiveInfinity))
	s.Character = s.StringSized(s.IntegerRange(At(1), At(1)))
	s.Enum = s.EnumOf(nil, false)
	s.Pattern = s.PatternOf(nil)
	s.Regexp = s.intern(key(KindRegexp, 0), func() Type { return &RegexpType{} }).(*RegexpType)
	s.SemVer = s.SemVerOf(nil)
	s.Timespan = s.TimespanRange(NegativeInfinity, PositiveInfinity)
	s.Timestamp = s.TimestampRange(NegativeInfinity, PositiveInfinity)
	s.URI = s.URIOf(nil)
	s.Collection = s.CollectionOf(nil)
	s.Array = s.ArrayOf(s.Any, nil)
	zero := s.IntegerRange(At(0), At(0))
	s.EmptyArray = s.ArrayOf(s.Unit, zero)
	s.Hash = s.HashOf(s.Any, s.Any, nil)
	s.EmptyHash = s.HashOf(s.Unit, s.Unit, zero)
	s.Tuple = s.TupleOf(nil, nil)
	s.Struct = s.StructOf(nil)
	s.Iterable = s.IterableOf(nil)
	s.Iterator = s.IteratorOf(nil)
	s.Resource = s.ResourceOf("")
	s.Class = s.intern(key(KindClass, 0), func() Type { return &ClassType{} })
	s.Type = s.TypeOf(nil)
	s.Callable = s.CallableOf(nil, nil, nil)
	s.Sensitive = s.SensitiveOf(nil)
	s.Init = s.InitOf(nil, nil)
	s.Runtime = s.RuntimeOf("", "")
	s.Reference = s.ReferenceOf("UnresolvedReference")
}

// key returns the start of an interning key.
func key(kind Kind, extra byte) []byte { return append(make([]byte, 0, 64), byte(kind), extra) }

func keyType(k []byte, t Type) []byte {
	if t == nil {
		return append(k, 0, 0, 0, 0)
	}
	return binary.LittleEndian.AppendUint32(k, t.node().id)
}

func keySize(k []byte, t *IntegerType) []byte {
	if t == nil {
		return append(k, 0, 0, 0, 0)
	}
	return binary.LittleEndian.AppendUint32(k, t.id)
}

func keyString(k []byte, text string) []byte {
	k = binary.AppendUvarint(k, uint64(len(text)))
	return append(k, text...)
}

func keyBound(k []byte, b Bound) []byte {
	k = append(k, byte(b.Infinite))
	return binary.LittleEndian.AppendUint64(k, uint64(b.Value))
}

// intern returns the type with that key. If it is new, build makes it and sets its fields. The
// kind is the key's first byte, and the flags are those of the parts.
func (s *Store) intern(k []byte, build func() Type, parts ...Type) Type {
	sh := &s.shards[hashBytes(k)%shardCount]
	sh.mu.RLock()
	known := sh.find(k)
	sh.mu.RUnlock()
	if known != nil {
		return known.self[0]
	}
	t := build()
	n := t.node()
	n.self[0], n.kind = t, Kind(k[0])
	for _, p := range parts {
		if p != nil {
			n.flags |= p.node().flags
			n.depth = max(n.depth, p.node().depth)
		}
	}
	if n.depth < math.MaxUint16 {
		n.depth++
	}
	switch n.kind {
	case KindAlias:
		n.flags |= hasAlias
	case KindReference:
		n.flags |= hasReference
	case KindOptional, KindVariant:
		if n.depth == 1 {
			n.flags |= hasBare
		}
	case KindType:
		n.flags &^= hasBare // its instances are types, for which assignability decides
	case KindInit, KindURI, KindObjectExtension:
		n.flags |= irreflexive
	case KindNotUndef:
		// Puppet denies that NotUndef[Optional[T]] accepts itself.
		if n.depth > 1 {
			n.flags |= irreflexive
		}
	case KindSemVer:
		if len(k) > 2 {
			n.flags |= hasVersions
		}
	case KindTimespan, KindTimestamp:
		if !bytes.Equal(k[1:], openRange) {
			n.flags |= hasInstant
		}
	}
	sh.mu.Lock()
	defer sh.mu.Unlock()
	if other := sh.find(k); other != nil {
		return other.self[0]
	}
	n.id = s.nextID.Add(1)
	sh.add(k, n)
	return t
}

// openRange is the key of a range without bounds.
var openRange = keyBound(keyBound([]byte{0}, NegativeInfinity), PositiveInfinity)

func hashBytes(b []byte) uint32 {
	h := uint32(2166136261)
	for _, c := range b {
		h = (h ^ uint32(c)) * 16777619
	}
	return h
}

// IntegerRange returns Integer[from, to]. If from is greater than to, it swaps them.
func (s *Store) IntegerRange(from, to Bound) *IntegerType {
	if from.Compare(to) > 0 {
		from, to = to, from
	}
	k := keyBound(keyBound(key(KindInteger, 0), from), to)
	return s.intern(k, func() Type { return &IntegerType{From: from, To: to} }).(*IntegerType)
}

// IntegerValue returns Integer[n, n].
func (s *Store) IntegerValue(n int64) *IntegerType { return s.IntegerRange(At(n), At(n)) }

// Size returns the size type Integer[from, to]. A negative to means no limit.
func (s *Store) Size(from, to int) *IntegerType {
	if to < 0 {
		return s.IntegerRange(At(int64(from)), PositiveInfinity)
	}
	return s.IntegerRange(At(int64(from)), At(int64(to)))
}

// size returns an Integer type as a size: it removes negative numbers.
func (s *Store) size(t *IntegerType) *IntegerType {
	if t == nil || t.From.Compare(At(0)) >= 0 {
		return t
	}
	to := t.To
	if to.Compare(At(0)) < 0 {
		to = At(0)
	}
	return s.IntegerRange(At(0), to)
}

// FloatRange returns Float[from, to], with infinities for open ends. If from is greater than
// to, it swaps them.
func (s *Store) FloatRange(from, to float64) *FloatType {
	if from > to {
		from, to = to, from
	}
	k := binary.LittleEndian.AppendUint64(key(KindFloat, 0), math.Float64bits(from+0))
	k = binary.LittleEndian.AppendUint64(k, math.Float64bits(to+0))
	return s.intern(k, func() Type { return &FloatType{From: from, To: to} }).(*FloatType)
}

func (s *Store) boolean(hasValue, value bool) *BooleanType {
	k := key(KindBoolean, 0)
	if hasValue {
		k[1] = 1
		if value {
			k[1] = 2
		}
	}
	return s.intern(k, func() Type { return &BooleanType{HasValue: hasValue, Value: value} }).(*BooleanType)
}

// BooleanValue returns Boolean[value].
func (s *Store) BooleanValue(value bool) *BooleanType {
	if value {
		return s.True
	}
	return s.False
}

// StringSized returns String[size], or String if size is nil.
func (s *Store) StringSized(size *IntegerType) *StringType {
	size = s.size(size)
	return s.intern(keySize(key(KindString, 0), size), func() Type { return &StringType{Size: size} }).(*StringType)
}

// StringValue returns the type of one string.
func (s *Store) StringValue(value string) *StringType {
	return s.intern(keyString(key(KindString, 1), value), func() Type { return &StringType{HasValue: true, Value: value} }).(*StringType)
}

// EnumOf returns Enum[values…]. It sorts a copy of values and removes duplicates.
func (s *Store) EnumOf(values []string, caseInsensitive bool) *EnumType {
	if !sort.StringsAreSorted(values) {
		values = append([]string(nil), values...)
		sort.Strings(values)
	}
	unique := make([]string, 0, len(values))
	for i, v := range values {
		if i == 0 || v != values[i-1] {
			unique = append(unique, v)
		}
	}
	k := key(KindEnum, 0)
	if caseInsensitive {
		k[1] = 1
	}
	for _, v := range unique {
		k = keyString(k, v)
	}
	return s.intern(k, func() Type { return &EnumType{Values: unique, CaseInsensitive: caseInsensitive} }).(*EnumType)
}

// RegexpOf returns Regexp[/source/]. The error explains why the source is not a regular
// expression. The type is still usable; what it matches is unknown.
func (s *Store) RegexpOf(source string) (*RegexpType, error) {
	var problem error
	t := s.intern(keyString(key(KindRegexp, 1), source), func() Type {
		re, err := rubyregexp.Compile(source)
		problem = err
		return &RegexpType{HasSource: true, Source: source, compiled: re}
	}).(*RegexpType)
	if t.compiled == nil && problem == nil {
		_, problem = rubyregexp.Compile(source)
	}
	return t, problem
}

// PatternOf returns Pattern[patterns…] without duplicates.
func (s *Store) PatternOf(patterns []*RegexpType) *PatternType {
	unique := uniqueTypes(patterns)
	k := key(KindPattern, 0)
	for _, p := range unique {
		k = keyType(k, p)
	}
	return s.intern(k, func() Type { return &PatternType{Patterns: unique} }).(*PatternType)
}

// SemVerOf returns SemVer[ranges…], with ranges merged as Puppet does.
func (s *Store) SemVerOf(ranges []*VersionRange) *SemVerType {
	ranges = mergeVersionRanges(ranges)
	k := key(KindSemVer, 0)
	for _, r := range ranges {
		k = keyString(keyString(k, r.text), r.inspect())
	}
	return s.intern(k, func() Type { return &SemVerType{Ranges: ranges} }).(*SemVerType)
}

// TimespanRange returns Timespan[from, to] in nanoseconds.
func (s *Store) TimespanRange(from, to Bound) *TimespanType {
	k := keyBound(keyBound(key(KindTimespan, 0), from), to)
	return s.intern(k, func() Type { return &TimespanType{From: from, To: to} }).(*TimespanType)
}

// TimestampRange returns Timestamp[from, to] in nanoseconds since 1970 UTC.
func (s *Store) TimestampRange(from, to Bound) *TimestampType {
	k := keyBound(keyBound(key(KindTimestamp, 0), from), to)
	return s.intern(k, func() Type { return &TimestampType{From: from, To: to} }).(*TimestampType)
}

// URIOf returns URI with constraints on its parts. If parameters are nil or empty, there are
// none.
func (s *Store) URIOf(parameters *Hash) *URIType {
	if parameters != nil && parameters.Len() == 0 {
		parameters = nil
	}
	k := key(KindURI, 0)
	if parameters != nil {
		k = appendValueKey(k, parameters)
	}
	return s.intern(k, func() Type { return &URIType{Parameters: parameters} }, typesIn(parameters)...).(*URIType)
}

// CollectionOf returns Collection[size].
func (s *Store) CollectionOf(size *IntegerType) *CollectionType {
	size = s.size(size)
	return s.intern(keySize(key(KindCollection, 0), size), func() Type { return &CollectionType{Size: size} }).(*CollectionType)
}

func isZeroSize(size *IntegerType) bool {
	return size != nil && size.From == At(0) && size.To == At(0)
}

// ArrayOf returns Array[element, size]. A nil element means Any, a nil size no limit.
func (s *Store) ArrayOf(element Type, size *IntegerType) *ArrayType {
	size = s.size(size)
	if isZeroSize(size) {
		element = s.Unit
	} else if element == nil {
		element = s.Any
	}
	k := keySize(keyType(key(KindArray, 0), element), size)
	return s.intern(k, func() Type { return &ArrayType{Element: element, Size: size} }, element).(*ArrayType)
}

// HashOf returns Hash[key, value, size]. A nil key or value means Any, a nil size no limit.
func (s *Store) HashOf(keyOf, value Type, size *IntegerType) *HashType {
	size = s.size(size)
	if isZeroSize(size) {
		keyOf, value = s.Unit, s.Unit
	}
	if keyOf == nil {
		keyOf = s.Any
	}
	if value == nil {
		value = s.Any
	}
	k := keySize(keyType(keyType(key(KindHash, 0), keyOf), value), size)
	return s.intern(k, func() Type { return &HashType{Key: keyOf, Value: value, Size: size} }, keyOf, value).(*HashType)
}

// TupleOf returns Tuple[types…, size]. The Store takes ownership of the slice.
func (s *Store) TupleOf(types []Type, size *IntegerType) *TupleType {
	size = s.size(size)
	k := keySize(key(KindTuple, 0), size)
	for _, t := range types {
		k = keyType(k, t)
	}
	return s.intern(k, func() Type { return &TupleType{Types: types, Size: size} }, types...).(*TupleType)
}

// StructOf returns Struct[{elements…}]. A repeated name replaces the earlier one. The Optional
// flags of the elements are used unchanged.
func (s *Store) StructOf(elements []StructElement) *StructType {
	seen := make(map[string]int, len(elements))
	list := make([]StructElement, 0, len(elements))
	for _, e := range elements {
		e.key = s.StringValue(e.Name)
		if e.Optional {
			e.key = s.OptionalOf(e.key)
		}
		if at, ok := seen[e.Name]; ok {
			list[at] = e
			continue
		}
		seen[e.Name] = len(list)
		list = append(list, e)
	}
	k := key(KindStruct, 0)
	values := make([]Type, len(list))
	for i, e := range list {
		k = keyType(keyType(k, e.key), e.Value)
		values[i] = e.Value
	}
	return s.intern(k, func() Type {
		t := &StructType{Elements: list}
		if len(list) > 8 {
			t.index = seen
		}
		return t
	}, values...).(*StructType)
}

// NotUndefOf returns NotUndef[t], or the plain NotUndef if t is nil or Any.
func (s *Store) NotUndefOf(t Type) *NotUndefType {
	if t == s.Any {
		t = nil
	}
	return s.intern(keyType(key(KindNotUndef, 0), t), func() Type { return &NotUndefType{Type: t} }, t).(*NotUndefType)
}

// OptionalOf returns Optional[t], or the plain Optional if t is nil.
func (s *Store) OptionalOf(t Type) *OptionalType {
	return s.intern(keyType(key(KindOptional, 0), t), func() Type { return &OptionalType{Type: t} }, t).(*OptionalType)
}

// TypeOf returns Type[t], or the plain Type if t is nil.
func (s *Store) TypeOf(t Type) *TypeType {
	return s.intern(keyType(key(KindType, 0), t), func() Type { return &TypeType{Type: t} }, t).(*TypeType)
}

// IterableOf returns Iterable[t], or the plain Iterable if t is nil.
func (s *Store) IterableOf(t Type) *IterableType {
	return s.intern(keyType(key(KindIterable, 0), t), func() Type { return &IterableType{Type: t} }, t).(*IterableType)
}

// IteratorOf returns Iterator[t], or the plain Iterator if t is nil.
func (s *Store) IteratorOf(t Type) *IteratorType {
	return s.intern(keyType(key(KindIterator, 0), t), func() Type { return &IteratorType{Type: t} }, t).(*IteratorType)
}

// SensitiveOf returns Sensitive[t] with t generalized, so that it reveals nothing. A nil t
// means Any.
func (s *Store) SensitiveOf(t Type) *SensitiveType {
	if t == nil {
		t = s.Any
	}
	t = s.Generalize(t)
	return s.intern(keyType(key(KindSensitive, 0), t), func() Type { return &SensitiveType{Type: t} }, t).(*SensitiveType)
}

// RawVariant returns Variant[types…] exactly: it neither flattens types nor drops any.
func (s *Store) RawVariant(types ...Type) *VariantType {
	k := key(KindVariant, 0)
	for _, t := range types {
		k = keyType(k, t)
	}
	return s.intern(k, func() Type { return &VariantType{Types: types} }, types...).(*VariantType)
}

// VariantOf returns Variant[types…] as Puppet makes it: it flattens Variants among the types,
// drops duplicates, and returns a single type itself.
func (s *Store) VariantOf(types ...Type) Type {
	types = puppetUnique(flattenVariants(types))
	if len(types) == 1 {
		return types[0]
	}
	return s.RawVariant(types...)
}

// flattenVariants replaces Variants by their types, one level deep. (Variants that Puppet makes
// contain no Variants.)
func flattenVariants(types []Type) []Type {
	var flat []Type
	for i, t := range types {
		v, ok := t.(*VariantType)
		if !ok {
			if flat != nil {
				flat = append(flat, t)
			}
			continue
		}
		if flat == nil {
			flat = append(make([]Type, 0, len(types)+len(v.Types)), types[:i]...)
		}
		flat = append(flat, v.Types...)
	}
	if flat == nil {
		return types
	}
	return flat
}

// puppetUnique is uniqueTypes with the equality of Ruby's uniq.
func puppetUnique(types []Type) []Type {
	odd := func(t Type) bool { return t.node().flags&(hasInstant|hasVersions) != 0 }
	if !slices.ContainsFunc(types, odd) {
		return uniqueTypes(types)
	}
	seen := make(map[Type]struct{}, len(types))
	kept := make([]Type, 0, len(types))
	for _, t := range types {
		if odd(t) {
			if slices.ContainsFunc(kept, func(o Type) bool { return sameKey(o, t) }) {
				continue
			}
		} else if _, dup := seen[t]; dup {
			continue
		}
		seen[t] = struct{}{}
		kept = append(kept, t)
	}
	return kept
}

// uniqueTypes returns the list without later duplicates. If there are none, it returns the list
// itself.
func uniqueTypes[T Type](types []T) []T {
	if len(types) < 2 {
		return types
	}
	seen := make(map[uint32]struct{}, len(types))
	unique := types
	copied := false
	for i, t := range types {
		id := t.node().id
		if _, dup := seen[id]; dup {
			if !copied {
				unique = append([]T(nil), types[:i]...)
				copied = true
			}
			continue
		}
		seen[id] = struct{}{}
		if copied {
			unique = append(unique, t)
		}
	}
	return unique
}

// ResourceOf returns the resource type of a name, which it capitalizes. The name "" gives the
// plain Resource.
func (s *Store) ResourceOf(name string) *ResourceType {
	name = CapitalizeSegments(name)
	return s.intern(keyString(key(KindResource, 0), strings.ToLower(name)), func() Type { return &ResourceType{Name: name} }).(*ResourceType)
}

// ResourceTitled returns a resource type with a title: File['/tmp/a'].
func (s *Store) ResourceTitled(name, title string) *ResourceType {
	name = CapitalizeSegments(name)
	k := keyString(keyString(key(KindResource, 1), strings.ToLower(name)), title)
	return s.intern(k, func() Type { return &ResourceType{Name: name, HasTitle: true, Title: title} }).(*ResourceType)
}

// ClassOf returns Class[name]. It drops a leading "::".
func (s *Store) ClassOf(name string) *ClassType {
	name = strings.TrimPrefix(name, "::")
	return s.intern(keyString(key(KindClass, 1), name), func() Type { return &ClassType{HasName: true, Name: name} }).(*ClassType)
}

// CallableOf returns a Callable with these parameters, block and return type, each nil if not
// given. A return type of Any is the same as none.
func (s *Store) CallableOf(params *TupleType, block, result Type) *CallableType {
	if result == s.Any {
		result = nil
	}
	var p Type
	if params != nil {
		p = params
	}
	k := keyType(keyType(keyType(key(KindCallable, 0), p), block), result)
	return s.intern(k, func() Type { return &CallableType{Params: params, Block: block, Return: result} }, p, block, result).(*CallableType)
}

// InitOf returns Init[t, args…], or the plain Init if t is nil.
func (s *Store) InitOf(t Type, args []Value) *InitType {
	k := keyType(key(KindInit, 0), t)
	parts := []Type{t}
	for _, a := range args {
		k = appendValueKey(k, a)
		parts = append(parts, typesIn(a)...)
	}
	return s.intern(k, func() Type { return &InitType{Type: t, Args: args} }, parts...).(*InitType)
}

// RuntimeOf returns Runtime[runtime, name]. "" leaves a part open.
func (s *Store) RuntimeOf(runtime, name string) *RuntimeType {
	k := keyString(keyString(key(KindRuntime, 0), runtime), name)
	return s.intern(k, func() Type { return &RuntimeType{Runtime: runtime, Name: name} }).(*RuntimeType)
}

// RuntimePattern returns Runtime[runtime, [pattern, replacement]].
func (s *Store) RuntimePattern(runtime string, pattern *RegexpType, replacement string) *RuntimeType {
	k := keyString(keyType(keyString(key(KindRuntime, 1), runtime), pattern), replacement)
	return s.intern(k, func() Type {
		return &RuntimeType{Runtime: runtime, Pattern: pattern, Replacement: replacement}
	}).(*RuntimeType)
}

// ReferenceOf returns TypeReference[text].
func (s *Store) ReferenceOf(text string) *TypeReferenceType {
	return s.intern(keyString(key(KindReference, 0), text), func() Type { return &TypeReferenceType{Text: text} }).(*TypeReferenceType)
}

// Alias returns the alias of that name, written as in its definition.
func (s *Store) Alias(name string) *AliasType {
	return s.intern(keyString(key(KindAlias, 0), name), func() Type { return &AliasType{Name: name} }).(*AliasType)
}

// errTooDeep is the error for types nested deeper than MaxDepth.
var errTooDeep = errors.New("the type is nested too deeply")

// appendValueKey appends an unambiguous text of a value.
func appendValueKey(k []byte, v Value) []byte {
	switch v := v.(type) {
	case nil:
		return append(k, '0')
	case Undef:
		return append(k, 'u')
	case Default:
		return append(k, 'd')
	case Boolean:
		if v {
			return append(k, 't')
		}
		return append(k, 'f')
	case Integer:
		return binary.LittleEndian.AppendUint64(append(k, 'i'), uint64(v))
	case Float:
		return binary.LittleEndian.AppendUint64(append(k, 'n'), math.Float64bits(float64(v)))
	case String:
		return keyString(append(k, 's'), string(v))
	case Regexp:
		return keyString(append(k, 'r'), v.Source)
	case Binary:
		return keyString(append(k, 'b'), string(v))
	case Timespan:
		return binary.LittleEndian.AppendUint64(append(k, 'S'), uint64(v))
	case Timestamp:
		return binary.LittleEndian.AppendUint64(append(k, 'T'), uint64(v))
	case TypeValue:
		return keyType(append(k, 'y'), v.Type)
	case Array:
		k = binary.AppendUvarint(append(k, 'a'), uint64(len(v)))
		for _, e := range v {
			k = appendValueKey(k, e)
		}
		return k
	case *Hash:
		k = binary.AppendUvarint(append(k, 'h'), uint64(v.Len()))
		for _, e := range v.entries {
			k = appendValueKey(appendValueKey(k, e.Key), e.Value)
		}
		return k
	case *Sensitive:
		return appendValueKey(append(k, 'x'), v.Value)
	case *Version:
		return keyString(append(k, 'v'), v.String())
	case *VersionRange:
		return keyString(append(k, 'V'), v.inspect())
	case *URI:
		return keyString(append(k, 'U'), v.String())
	case *Object:
		return appendValueKey(keyType(append(k, 'o'), v.Type), v.Attributes)
	}
	return fmt.Appendf(append(k, 'p'), "%p", v)
}

// typesIn returns the types that a value contains.
func typesIn(v Value) []Type {
	switch v := v.(type) {
	case TypeValue:
		return []Type{v.Type}
	case Array:
		var list []Type
		for _, e := range v {
			list = append(list, typesIn(e)...)
		}
		return list
	case *Hash:
		if v == nil {
			return nil
		}
		var list []Type
		for _, e := range v.entries {
			list = append(list, typesIn(e.Key)...)
			list = append(list, typesIn(e.Value)...)
		}
		return list
	}
	return nil
}
