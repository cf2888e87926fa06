package lattice

import (
	"math"
	"slices"
	"strconv"
	"sync"
	"unicode/utf8"

	"puppet-lint/internal/ascii"

	"puppet-lint/types"
	"puppet-lint/types/convert"
)

// Lattice is the algebra of types as the checker uses it. It is safe for use by several
// goroutines.
type Lattice struct {
	Store   *types.Store
	Algebra *types.Algebra
	// coerces is set if arithmetic converts strings to the numbers they hold, as Puppet did
	// before version 8.
	coerces bool
	// Converter converts constants.
	Converter *convert.Converter
	// AliasAcceptsUndef reports whether undef is an instance of an alias. It does not use the
	// algebra, because the algebra calls it while it resolves aliases.
	AliasAcceptsUndef func(name string, depth int) bool

	commonTypes
	scalarMembers, scalarDataMembers, numbers []Type
	// abbreviated holds the texts in messages of types with long texts.
	abbreviated sync.Map
}

// commonTypes are the types of the store that operations give and compare with.
type commonTypes struct {
	Unknown, Never, Any                     Type
	Undef, DefaultType                      Type
	Boolean, TrueType, FalseType            Type
	Integer, Float, NumericType             Type
	String, NonEmptyString                  Type
	Timespan, Timestamp, Uri, BinaryType    Type
	CatalogEntry                            Type
	FactsType, TrustedType, ServerFactsType Type
}

// New returns a lattice over the types of a store. The resolver resolves aliases; target is the
// major version of Puppet.
func New(store *types.Store, resolver types.Resolver, target int) *Lattice {
	l := &Lattice{
		Store: store, Algebra: store.Algebra(resolver), coerces: target < 8,
		commonTypes: commonTypes{
			Unknown: store.Unknown, Never: store.Never, Any: store.Any, Undef: store.Undef, DefaultType: store.Default,
			Boolean: store.Boolean, TrueType: store.True, FalseType: store.False,
			Integer: store.Integer, Float: store.Float, NumericType: store.Numeric,
			String: store.String, NonEmptyString: store.NonEmptyString,
			Timespan: store.Timespan, Timestamp: store.Timestamp, Uri: store.URI, BinaryType: store.Binary,
			CatalogEntry: store.CatalogEntry,
		},
	}
	l.Converter = convert.New(l.Algebra)
	l.FactsType = store.HashOf(store.String, store.Unknown, nil)
	l.TrustedType, l.ServerFactsType = l.FactsType, l.FactsType
	l.numbers = []Type{store.Integer, store.Float}
	l.scalarDataMembers = []Type{store.String, store.Integer, store.Float, store.Boolean}
	l.scalarMembers = append(slices.Clone(l.scalarDataMembers), store.Regexp, store.SemVer, store.SemVerRange, store.Timespan, store.Timestamp)
	return l
}

// IsUnknown reports whether nothing is known of the values of a type.
func (l *Lattice) IsUnknown(t Type) bool { return t.Kind() == types.KindUnknown }

// IsNever reports whether a type has no values.
func (l *Lattice) IsNever(t Type) bool { return t.Kind() == types.KindNever }

// Join returns the type of the values of both types. If either is unknown, so is the result.
func (l *Lattice) Join(a, b Type) Type {
	if a == b {
		return a
	}
	if joined := l.Algebra.Join(a, b); !isWide(joined) {
		return joined
	}
	return l.Algebra.Widen(a, b)
}

// Bounds on details: beyond them, parts are no longer known one by one.
const (
	MaxAliasDepth = 64  // aliases that refer to one another
	MaxTuple      = 64  // elements known one by one
	maxStruct     = 512 // keys known one by one
)

// The largest types that a join keeps exact. Without these bounds, joining the alternatives of
// a long case one by one would take quadratic time.
const (
	widestEnum    = 1000
	widestVariant = 250
)

func isWide(t Type) bool {
	switch t := t.(type) {
	case *types.EnumType:
		return len(t.Values) > widestEnum
	case *types.VariantType:
		return len(t.Types) > widestVariant
	case *types.OptionalType:
		return t.Type != nil && isWide(t.Type)
	}
	return false
}

// JoinAll returns the join of a list of types.
func (l *Lattice) JoinAll(list []Type) Type {
	switch len(list) {
	case 0:
		return l.Never
	case 1:
		return list[0]
	}
	return l.Algebra.Join(list...)
}

// Meet returns a type that holds every value in both types, or Never if there is none.
func (l *Lattice) Meet(a, b Type) Type { return l.Algebra.Meet(a, b) }

// subtract returns a type that holds every value of a that is not a value of b.
func (l *Lattice) subtract(a, b Type) Type { return l.Algebra.Subtract(a, b) }

// Widen returns a type that holds all values of both types. It returns one of few types, so
// that types that grow in a loop settle.
func (l *Lattice) Widen(old, next Type) Type { return l.Algebra.Widen(old, next) }

// Generalize returns the type without the details of single values, such as String for the
// string 'a'.
func (l *Lattice) Generalize(t Type) Type { return l.Store.Generalize(t) }

// Relation reports whether all, none or some values of a type are instances of another.
func (l *Lattice) Relation(value, typ Type) Truth {
	switch l.Algebra.Relation(typ, value) {
	case types.Always:
		return Always
	case types.Never:
		return Never
	}
	return Maybe
}

// Resolve returns the type that an alias represents, or Unknown if the alias cannot be
// resolved. It returns any other type unchanged.
func (l *Lattice) Resolve(t Type) Type {
	for range MaxAliasDepth {
		if t.Kind() != types.KindAlias {
			return t
		}
		t = l.Algebra.Resolve(t)
	}
	return l.Unknown
}

// Members splits a type into parts of one class each. Together they have the values of the
// type.
func (l *Lattice) Members(t Type) []Type {
	switch t.Kind() {
	case types.KindVariant, types.KindOptional, types.KindNotUndef, types.KindAlias, types.KindScalar,
		types.KindScalarData, types.KindNumeric, types.KindCollection:
		return l.appendMembers(nil, t, 0)
	case types.KindNever:
		return nil
	}
	return []Type{t}
}

// appendMembers implements Members without a slice for each level.
func (l *Lattice) appendMembers(to []Type, t Type, depth int) []Type {
	if depth > MaxAliasDepth {
		return append(to, l.Unknown)
	}
	switch t := t.(type) {
	case *types.VariantType:
		for _, member := range t.Types {
			to = l.appendMembers(to, member, depth+1)
		}
		return to
	case *types.OptionalType:
		if t.Type == nil {
			return append(to, l.Any)
		}
		return append(l.appendMembers(to, t.Type, depth+1), l.Undef)
	case *types.NotUndefType:
		if t.Type == nil {
			return append(to, l.Any)
		}
		for _, member := range l.appendMembers(nil, t.Type, depth+1) {
			if member.Kind() != types.KindUndef {
				to = append(to, member)
			}
		}
		return to
	case *types.AliasType:
		return l.appendMembers(to, l.Resolve(t), depth+1)
	case *types.ScalarType:
		return append(to, l.scalarMembers...)
	case *types.ScalarDataType:
		return append(to, l.scalarDataMembers...)
	case *types.NumericType:
		return append(to, l.numbers...)
	case *types.CollectionType:
		return append(to, l.Store.ArrayOf(l.Any, t.Size), l.Store.HashOf(l.Any, l.Any, t.Size))
	case *types.NeverType:
		return to
	}
	return append(to, t)
}

// WidenMembers returns the members of the widened type. It is for types with very many members.
func (l *Lattice) WidenMembers(t Type) []Type { return l.Members(l.Widen(l.Never, t)) }

// MayBe reports whether a member of the type passes a test. Unknown members pass.
func (l *Lattice) MayBe(t Type, test func(s TypeClass, member Type) bool) bool {
	for _, member := range l.Members(t) {
		if l.IsUnknown(member) || test(TypeClassOf(member), member) {
			return true
		}
	}
	return false
}

// MayBeUndef reports whether undef may be a value of a type.
func (l *Lattice) MayBeUndef(t Type) bool {
	return l.MayBe(t, func(s TypeClass, _ Type) bool { return s == UndefClass || s == AnyClass })
}

// WithoutUndef returns the type without undef.
func (l *Lattice) WithoutUndef(t Type) Type {
	switch t.Kind() {
	case types.KindUndef:
		return l.Never
	case types.KindVariant, types.KindOptional, types.KindAlias:
		members := l.Members(t)
		kept := slices.DeleteFunc(slices.Clone(members), func(member Type) bool { return member.Kind() == types.KindUndef })
		if len(kept) == len(members) {
			return t
		}
		return l.JoinAll(kept)
	}
	return t
}

// OnlyClass returns the part of a type that has a class. It returns nil if there is none or a
// member is Unknown.
func (l *Lattice) OnlyClass(t Type, wanted TypeClass) Type {
	var kept []Type
	for _, member := range l.Members(t) {
		switch TypeClassOf(member) {
		case wanted:
			kept = append(kept, member)
		case AnyClass:
			if l.IsUnknown(member) {
				return nil
			}
			kept = append(kept, l.anyOfClass(wanted))
		}
	}
	if len(kept) == 0 {
		return nil
	}
	return l.JoinAll(kept)
}

func (l *Lattice) anyOfClass(wanted TypeClass) Type {
	switch wanted {
	case StringClass:
		return l.String
	case ArrayClass:
		return l.Store.Array
	case HashClass:
		return l.Store.Hash
	case IntegerClass:
		return l.Integer
	}
	return l.Any
}

// AcceptsUndef reports whether undef is an instance of a type. Such a type makes the key of a
// Struct optional.
func (l *Lattice) AcceptsUndef(t Type, depth int) bool {
	switch t := t.(type) {
	case *types.UndefType, *types.AnyType, *types.OptionalType, *types.UnknownType:
		return true
	case *types.VariantType:
		return slices.ContainsFunc(t.Types, func(member Type) bool { return l.AcceptsUndef(member, depth) })
	case *types.AliasType:
		return l.AliasAcceptsUndef(t.Name, depth+1)
	}
	return false
}

// Optional returns the type joined with undef.
func (l *Lattice) Optional(t Type) Type { return l.Join(t, l.Undef) }

// Str returns the type of one string, or String if the text is longer than MaxString.
func (l *Lattice) Str(text string) Type {
	if len(text) > MaxString {
		return l.String
	}
	return l.Store.StringValue(text)
}

// IntegerRange returns the Integer type of a range.
func (l *Lattice) IntegerRange(s Range) Type {
	from, to := types.At(s.Low), types.At(s.High)
	if s.Low == math.MinInt64 {
		from = types.NegativeInfinity
	}
	if s.High == math.MaxInt64 {
		to = types.PositiveInfinity
	}
	return l.Store.IntegerRange(from, to)
}

func (l *Lattice) size(s Range) *types.IntegerType {
	if s.Low <= 0 && s.High == math.MaxInt64 {
		return nil
	}
	s.Low, s.High = max(s.Low, 0), max(s.High, 0)
	if s.High == math.MaxInt64 {
		return l.Store.IntegerRange(types.At(s.Low), types.PositiveInfinity)
	}
	return l.Store.IntegerRange(types.At(s.Low), types.At(s.High))
}

// FloatValue returns the type of one Float.
func (l *Lattice) FloatValue(value float64) Type { return l.Store.FloatRange(value, value) }

// Tuple returns the type of arrays with these elements.
func (l *Lattice) Tuple(elements []Type) Type {
	if len(elements) == 0 {
		return l.Store.EmptyArray
	}
	if slices.ContainsFunc(elements, l.IsNever) {
		return l.Never
	}
	return l.bounded(l.Store.TupleOf(slices.Clone(elements), nil))
}

// Bounds of types that are built from values. A larger type loses its details, so that no
// program makes types grow without end.
const (
	maxTypeDepth  = 24
	maxTypeWeight = 4096
)

// bounded returns t, or a coarser type if t is too large.
func (l *Lattice) bounded(t Type) Type {
	if depth := types.Depth(t); depth <= 2 || depth <= maxTypeDepth && weigh(t, maxTypeWeight) >= 0 {
		return t
	}
	return l.Widen(l.Never, t)
}

// weigh subtracts the number of types that t consists of from left and returns the rest. It
// stops once the rest is negative.
func weigh(t Type, left int) int {
	if left--; left < 0 || types.Depth(t) <= 1 {
		return left
	}
	switch t := t.(type) {
	case *types.TupleType:
		for _, element := range t.Types {
			if left = weigh(element, left); left < 0 {
				break
			}
		}
	case *types.VariantType:
		for _, member := range t.Types {
			if left = weigh(member, left); left < 0 {
				break
			}
		}
	case *types.StructType:
		for _, element := range t.Elements {
			if left = weigh(element.Value, left); left < 0 {
				break
			}
		}
	case *types.ArrayType:
		return weigh(t.Element, left)
	case *types.HashType:
		return weigh(t.Value, weigh(t.Key, left))
	case *types.OptionalType:
		if t.Type != nil {
			return weigh(t.Type, left)
		}
	case *types.SensitiveType:
		return weigh(t.Type, left)
	}
	return left
}

// Array returns the type of arrays with these elements. If the element type has no values, the
// arrays are empty.
func (l *Lattice) Array(element Type, size Range) Type {
	if size.High <= 0 || l.IsNever(element) {
		return l.Store.EmptyArray
	}
	return l.bounded(l.Store.ArrayOf(element, l.size(size)))
}

// Hash returns the type of hashes with these keys and values. If either type has no values, the
// hashes are empty.
func (l *Lattice) Hash(key, value Type, size Range) Type {
	if size.High <= 0 || l.IsNever(key) || l.IsNever(value) {
		return l.Store.EmptyHash
	}
	return l.bounded(l.Store.HashOf(key, value, l.size(size)))
}

// StructOf returns the type of hashes with these entries.
func (l *Lattice) StructOf(fields []Field) Type {
	if len(fields) == 0 {
		return l.Store.EmptyHash
	}
	elements := make([]types.StructElement, len(fields))
	for i, field := range fields {
		if l.IsNever(field.Value) {
			return l.Never
		}
		elements[i] = types.StructElement{Name: field.Name, Optional: field.Optional, Value: field.Value}
	}
	return l.bounded(l.Store.StructOf(elements))
}

// ExactFields returns the entries of a hash type. exact is false unless all keys are known and
// required.
func (l *Lattice) ExactFields(t Type) (fields []Field, exact bool) {
	if TypeClassOf(t) == HashClass && SizeOf(t).High == 0 {
		return nil, true
	}
	fields, isStruct := FieldsOf(t)
	if !isStruct || slices.ContainsFunc(fields, func(f Field) bool { return f.Optional }) {
		return nil, false
	}
	return fields, true
}

// MergeHashes returns the type of left merged with right. Entries of right replace those of
// left.
func (l *Lattice) MergeHashes(left, right Type) Type {
	if SizeOf(left).High == 0 {
		return right
	}
	if SizeOf(right).High == 0 {
		return left
	}
	a, isStructA := FieldsOf(left)
	b, isStructB := FieldsOf(right)
	if !isStructA || !isStructB || len(a)+len(b) > maxStruct {
		keyA, valueA := l.KeyValueOf(left)
		keyB, valueB := l.KeyValueOf(right)
		size, _ := SizeOf(left).plus(SizeOf(right))
		return l.Hash(l.Join(keyA, keyB), l.Join(valueA, valueB), Range{max(SizeOf(left).Low, SizeOf(right).Low), size.High})
	}
	index := map[string]int{}
	for i := range a {
		index[a[i].Name] = i
	}
	for _, over := range b {
		at, ok := index[over.Name]
		switch {
		case !ok:
			a = append(a, over)
		case over.Optional:
			a[at].Value = l.Join(a[at].Value, over.Value)
		default:
			a[at] = over
		}
	}
	return l.StructOf(a)
}

// ElementOf returns the type of the elements of an array or iterator.
func (l *Lattice) ElementOf(t Type) Type {
	switch t := t.(type) {
	case *types.ArrayType:
		if t.Element.Kind() == types.KindUnit {
			return l.Never
		}
		return t.Element
	case *types.TupleType:
		if len(t.Types) == 0 {
			return l.Any
		}
		return l.JoinAll(t.Types)
	case *types.IteratorType:
		if t.Type != nil {
			return t.Type
		}
		return l.Any
	}
	return l.Unknown
}

// PositionOf returns the type of the element at a position within the array. known is false if
// the position is not known.
func (l *Lattice) PositionOf(array Type, position int64, known bool) Type {
	if tuple, ok := array.(*types.TupleType); ok && known && position >= 0 && len(tuple.Types) > 0 {
		return tuple.Types[min(int(position), len(tuple.Types)-1)]
	}
	return l.ElementOf(array)
}

// KeyValueOf returns the types of the keys and values of a hash.
func (l *Lattice) KeyValueOf(t Type) (key, value Type) {
	switch t := t.(type) {
	case *types.HashType:
		if t.Key.Kind() == types.KindUnit {
			return l.Never, l.Never
		}
		return t.Key, t.Value
	case *types.StructType:
		key, value = l.Never, l.Never
		for _, element := range t.Elements {
			key, value = l.Join(key, l.Str(element.Name)), l.Join(value, element.Value)
		}
		return key, value
	}
	return l.Unknown, l.Unknown
}

// MayHaveKey reports whether a hash may have a key.
func (l *Lattice) MayHaveKey(hash Type, name string) bool {
	if s, ok := hash.(*types.StructType); ok {
		_, found := s.Element(name)
		return found
	}
	return SizeOf(hash).High > 0
}

// IsConstant reports whether a type has exactly one value. Two constants are the same value if
// and only if they are the same type.
func (l *Lattice) IsConstant(t Type) bool {
	switch t := t.(type) {
	case *types.UndefType, *types.DefaultType:
		return true
	case *types.BooleanType:
		return t.HasValue
	case *types.IntegerType:
		return IntegerOf(t).Single()
	case *types.FloatType:
		return t.From == t.To
	case *types.StringType:
		return t.HasValue
	case *types.RegexpType:
		return t.HasSource
	case *types.TupleType, *types.ArrayType:
		elements, exact := TupleOf(t)
		return exact && l.AllConstant(elements)
	case *types.StructType:
		for _, element := range t.Elements {
			if element.Optional || !l.IsConstant(element.Value) {
				return false
			}
		}
		return true
	case *types.HashType:
		return SizeOf(t).High == 0
	}
	return false
}

// AllConstant reports whether each type of a list has exactly one value.
func (l *Lattice) AllConstant(list []Type) bool {
	return !slices.ContainsFunc(list, func(t Type) bool { return !l.IsConstant(t) })
}

// TypeOf returns Type[t], the type of types as values.
func (l *Lattice) TypeOf(t Type) Type {
	if l.IsUnknown(t) {
		return l.Unknown
	}
	return l.Store.TypeOf(t)
}

// Sensitive returns the type of Sensitive values around values of t.
func (l *Lattice) Sensitive(t Type) Type { return l.Store.SensitiveOf(t) }

// Iterator returns the type of iterators over elements of a type.
func (l *Lattice) Iterator(element Type) Type { return l.Store.IteratorOf(element) }

// InnerOf returns the type inside Sensitive, Optional or NotUndef.
func (l *Lattice) InnerOf(t Type) Type {
	var inner Type
	switch t := t.(type) {
	case *types.SensitiveType:
		inner = t.Type
	case *types.OptionalType:
		inner = t.Type
	case *types.NotUndefType:
		inner = t.Type
	}
	if inner == nil {
		return l.Any
	}
	return inner
}

// stringsEqualTo returns the part of a string type that equals a text, ignoring case.
func (l *Lattice) stringsEqualTo(t Type, text string) Type {
	if words := WordsOf(t); len(words) > 0 {
		return l.Store.EnumOf(slices.DeleteFunc(slices.Clone(words), func(word string) bool { return !ascii.EqualFold(word, text) }), false)
	}
	if ascii.Lower(text) == text && !containsLetter(text) {
		return l.Str(text)
	}
	return l.Store.EnumOf([]string{text}, true)
}

func containsLetter(text string) bool {
	return slices.ContainsFunc([]byte(text), func(char byte) bool { return 'a' <= char && char <= 'z' || 'A' <= char && char <= 'Z' })
}

// withoutWord returns the part of a type of known strings that does not equal a text, ignoring
// case.
func (l *Lattice) withoutWord(t Type, text string) Type {
	words, anyCase := WordsOf(t), false
	if enum, ok := t.(*types.EnumType); ok {
		words, anyCase = enum.Values, enum.CaseInsensitive
	}
	kept := slices.DeleteFunc(slices.Clone(words), func(word string) bool { return ascii.EqualFold(word, text) })
	switch {
	case len(words) == 0:
		return t
	case len(kept) == 0:
		return l.Never
	}
	return l.Store.EnumOf(kept, anyCase)
}

// stringMayEqual reports whether a string of the type may equal a text, ignoring case.
func (l *Lattice) stringMayEqual(t Type, text string) bool {
	if words := WordsOf(t); len(words) > 0 {
		return slices.ContainsFunc(words, func(word string) bool { return ascii.EqualFold(word, text) })
	}
	if enum, ok := t.(*types.EnumType); ok && len(enum.Values) > 0 {
		return slices.ContainsFunc(enum.Values, func(word string) bool { return ascii.EqualFold(word, text) })
	}
	length := LengthOf(t)
	size := int64(len([]rune(text)))
	return length.Low <= size && size <= length.High
}

// RegexpOf returns the Regexp type of a pattern.
func (l *Lattice) RegexpOf(source string) Type {
	t, _ := l.Store.RegexpOf(source)
	return t
}

// IsRegexp reports whether a text is a regular expression, as far as the program can tell.
func (l *Lattice) IsRegexp(source string) bool {
	_, err := l.Store.RegexpOf(source)
	return err == nil
}

// matchRegexp reports whether a regular expression matches a text. understood is false if that
// is not known.
func matchRegexp(pattern Type, text string) (matched bool, understood bool) {
	if r, ok := pattern.(*types.RegexpType); ok && r.HasSource {
		return r.Matches(text)
	}
	return false, false
}

// GroupsOf counts the capture groups of a regular expression, including named ones.
func GroupsOf(pattern Type) int {
	r, ok := pattern.(*types.RegexpType)
	if !ok || !r.HasSource {
		return 1 << 20
	}
	groups, inClass := 0, false
	for i := 0; i < len(r.Source); i++ {
		switch char := r.Source[i]; {
		case char == '\\':
			i++
		case char == '[':
			inClass = true
		case char == ']':
			inClass = false
		case char == '(' && !inClass:
			if i+1 < len(r.Source) && r.Source[i+1] == '?' {
				if i+3 < len(r.Source) && r.Source[i+2] == '<' && r.Source[i+3] != '=' && r.Source[i+3] != '!' {
					groups++
				}
				continue
			}
			groups++
		}
	}
	return groups
}

// CertainGroupsOf returns the capture groups that take part in every match, as a bit set.
func CertainGroupsOf(pattern Type) uint64 {
	if r, ok := pattern.(*types.RegexpType); ok {
		return r.CertainGroups()
	}
	return 0
}

// ResourceReference returns the type of references to resources of a type.
func (l *Lattice) ResourceReference(name string) Type { return l.Store.ResourceOf(name) }

// TitledReference returns the type of references to one resource.
func (l *Lattice) TitledReference(name, title string) Type {
	return l.Store.ResourceTitled(name, title)
}

// ClassReference returns the type of references to a class, or to any class if the name is
// empty.
func (l *Lattice) ClassReference(name string) Type { return l.Store.ClassOf(name) }

// IsClassReference reports whether a type is a reference to a class.
func (l *Lattice) IsClassReference(t Type) bool { return t.Kind() == types.KindClass }

// ClassNameOf returns the name of the class that a type refers to, or "".
func (l *Lattice) ClassNameOf(t Type) string {
	if class, ok := t.(*types.ClassType); ok && class.HasName {
		return class.Name
	}
	return ""
}

// ResourceTypeName returns the name, in lower case, of the resource type that a type refers to,
// or "".
func (l *Lattice) ResourceTypeName(t Type) string {
	switch t := t.(type) {
	case *types.ResourceType:
		return ascii.Lower(t.Name)
	case *types.ClassType:
		return "class"
	}
	return ""
}

// shownType bounds the length, in characters, of a type in a message. The command infer and the
// type report show all of it.
const shownType = 160

// Format formats a type for a message.
func (l *Lattice) Format(t Type) string {
	if short, known := l.abbreviated.Load(t); known {
		return short.(string)
	}
	text := FormatType(t)
	short := Abbreviate(text, shownType)
	if len(text) > 8*shownType {
		l.abbreviated.Store(t, short) // many messages may name it, each of which would take as long
	}
	return short
}

// Quote quotes a text for a message and cuts a long one.
func Quote(text string) string { return "'" + cut(text, 60) + "'" }

// cut returns at most limit bytes of a text, ending with a whole character.
func cut(text string, limit int) string {
	if len(text) <= limit {
		return text
	}
	end := limit - len("...")
	for end > 0 && !utf8.RuneStart(text[end]) {
		end--
	}
	return text[:end] + "..."
}

// Count formats a number for a message.
func Count(n int) string { return strconv.Itoa(n) }

// DescribeSize formats a number of elements or arguments for a message.
func DescribeSize(s Range) string {
	switch {
	case s.Single():
		return strconv.FormatInt(s.Low, 10)
	case s.High == math.MaxInt64:
		return "at least " + strconv.FormatInt(s.Low, 10)
	}
	return strconv.FormatInt(s.Low, 10) + " to " + strconv.FormatInt(s.High, 10)
}
