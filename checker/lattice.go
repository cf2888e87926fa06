package checker

import (
	"math"
	"slices"
	"strconv"
	"unicode/utf8"

	"puppet-lint/types"
	"puppet-lint/types/convert"
)

// lattice is the algebra of types in the words of the interpreter. It is safe
// for use by several goroutines.
type lattice struct {
	store   *types.Store
	algebra *types.Algebra
	// coerces says that arithmetic takes strings for the numbers that they hold, as
	// Puppet did before version 8.
	coerces bool
	// converter computes with constants.
	converter *convert.Converter
	// aliasAcceptsUndef says whether undef is an instance of an alias, without
	// asking the algebra: it is asked while the algebra resolves aliases.
	aliasAcceptsUndef func(name string, depth int) bool

	unknown, never, any                       Type
	undef, defaultType                        Type
	boolean, trueType, falseType              Type
	integer, float, numericType               Type
	string, nonEmptyString                    Type
	timespan, timestamp, uri, binaryType      Type
	catalogEntry                              Type
	factsType, trustedType, serverFactsType   Type
	scalarMembers, scalarDataMembers, numbers []Type
}

func newLattice(store *types.Store, resolver types.Resolver, target int) *lattice {
	l := &lattice{
		store: store, algebra: store.Algebra(resolver), coerces: target < 8,
		unknown: store.Unknown, never: store.Never, any: store.Any, undef: store.Undef, defaultType: store.Default,
		boolean: store.Boolean, trueType: store.True, falseType: store.False,
		integer: store.Integer, float: store.Float, numericType: store.Numeric,
		string: store.String, nonEmptyString: store.NonEmptyString,
		timespan: store.Timespan, timestamp: store.Timestamp, uri: store.URI, binaryType: store.Binary,
		catalogEntry: store.CatalogEntry,
	}
	l.converter = convert.New(l.algebra)
	l.factsType = store.HashOf(store.String, store.Unknown, nil)
	l.trustedType, l.serverFactsType = l.factsType, l.factsType
	l.numbers = []Type{store.Integer, store.Float}
	l.scalarDataMembers = []Type{store.String, store.Integer, store.Float, store.Boolean}
	l.scalarMembers = append(slices.Clone(l.scalarDataMembers), store.Regexp, store.SemVer, store.SemVerRange, store.Timespan, store.Timestamp)
	return l
}

func (l *lattice) isUnknown(t Type) bool { return t.Kind() == types.KindUnknown }
func (l *lattice) isNever(t Type) bool   { return t.Kind() == types.KindNever }

// join is the type of the values of both. Where either is unknown, so is the
// result.
func (l *lattice) join(a, b Type) Type {
	if a == b {
		return a
	}
	if joined := l.algebra.Join(a, b); !isWide(joined) {
		return joined
	}
	return l.algebra.Widen(a, b)
}

// Bounds of what is known part by part.
const (
	maxAliasDepth = 64  // aliases that stand for one another
	maxTuple      = 64  // elements known one by one
	maxStruct     = 512 // keys known one by one
)

// The most that a join keeps apart. Joining the alternatives of a long case one
// by one would otherwise take a time that grows with their square.
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

func (l *lattice) joinAll(list []Type) Type {
	switch len(list) {
	case 0:
		return l.never
	case 1:
		return list[0]
	}
	return l.algebra.Join(list...)
}

// meet is a type that holds every value of both; never when there is none.
func (l *lattice) meet(a, b Type) Type { return l.algebra.Meet(a, b) }

// subtract is a type that holds every value of a that is no value of b.
func (l *lattice) subtract(a, b Type) Type { return l.algebra.Subtract(a, b) }

// widen is a type that holds all values of both and is one of few, so that
// what grows in a loop settles.
func (l *lattice) widen(old, next Type) Type { return l.algebra.Widen(old, next) }

func (l *lattice) generalize(t Type) Type { return l.store.Generalize(t) }

// relation says whether always, never or only some values of a type are
// instances of another.
func (l *lattice) relation(value, typ Type) truth {
	switch l.algebra.Relation(typ, value) {
	case types.Always:
		return always
	case types.Never:
		return never
	}
	return maybe
}

// resolve is what an alias stands for; any other type is itself. An alias that
// cannot be resolved is unknown.
func (l *lattice) resolve(t Type) Type {
	for range maxAliasDepth {
		if t.Kind() != types.KindAlias {
			return t
		}
		t = l.algebra.Resolve(t)
	}
	return l.unknown
}

// members splits a type into parts of one shape each, whose values together
// are those of the type.
func (l *lattice) members(t Type) []Type {
	switch t.Kind() {
	case types.KindVariant, types.KindOptional, types.KindNotUndef, types.KindAlias, types.KindScalar,
		types.KindScalarData, types.KindNumeric, types.KindCollection:
		return l.appendMembers(nil, t, 0)
	case types.KindNever:
		return nil
	}
	return []Type{t}
}

// appendMembers is members without a slice for each level.
func (l *lattice) appendMembers(to []Type, t Type, depth int) []Type {
	if depth > maxAliasDepth {
		return append(to, l.unknown)
	}
	switch t := t.(type) {
	case *types.VariantType:
		for _, member := range t.Types {
			to = l.appendMembers(to, member, depth+1)
		}
		return to
	case *types.OptionalType:
		if t.Type == nil {
			return append(to, l.any)
		}
		return append(l.appendMembers(to, t.Type, depth+1), l.undef)
	case *types.NotUndefType:
		if t.Type == nil {
			return append(to, l.any)
		}
		for _, member := range l.appendMembers(nil, t.Type, depth+1) {
			if member.Kind() != types.KindUndef {
				to = append(to, member)
			}
		}
		return to
	case *types.AliasType:
		return l.appendMembers(to, l.resolve(t), depth+1)
	case *types.ScalarType:
		return append(to, l.scalarMembers...)
	case *types.ScalarDataType:
		return append(to, l.scalarDataMembers...)
	case *types.NumericType:
		return append(to, l.numbers...)
	case *types.CollectionType:
		return append(to, l.store.ArrayOf(l.any, t.Size), l.store.HashOf(l.any, l.any, t.Size))
	case *types.NeverType:
		return to
	}
	return append(to, t)
}

// widenMembers is members with details given up, for types of very many.
func (l *lattice) widenMembers(t Type) []Type { return l.members(l.widen(l.never, t)) }

// mayBe reports whether a member of the type passes a test; unknown ones do.
func (l *lattice) mayBe(t Type, test func(s shape, member Type) bool) bool {
	for _, member := range l.members(t) {
		if l.isUnknown(member) || test(shapeOf(member), member) {
			return true
		}
	}
	return false
}

func (l *lattice) mayBeUndef(t Type) bool {
	return l.mayBe(t, func(s shape, _ Type) bool { return s == shapeUndef || s == shapeAny })
}

// withoutUndef is the type without undef.
func (l *lattice) withoutUndef(t Type) Type {
	switch t.Kind() {
	case types.KindUndef:
		return l.never
	case types.KindVariant, types.KindOptional, types.KindAlias:
		members := l.members(t)
		kept := slices.DeleteFunc(slices.Clone(members), func(member Type) bool { return member.Kind() == types.KindUndef })
		if len(kept) == len(members) {
			return t
		}
		return l.joinAll(kept)
	}
	return t
}

// onlyShape is the part of a type that has a shape, or nil. A type that may be
// anything is no help.
func (l *lattice) onlyShape(t Type, wanted shape) Type {
	var kept []Type
	for _, member := range l.members(t) {
		switch shapeOf(member) {
		case wanted:
			kept = append(kept, member)
		case shapeAny:
			if l.isUnknown(member) {
				return nil
			}
			kept = append(kept, l.anyOfShape(wanted))
		}
	}
	if len(kept) == 0 {
		return nil
	}
	return l.joinAll(kept)
}

func (l *lattice) anyOfShape(wanted shape) Type {
	switch wanted {
	case shapeString:
		return l.string
	case shapeArray:
		return l.store.Array
	case shapeHash:
		return l.store.Hash
	case shapeInteger:
		return l.integer
	}
	return l.any
}

// acceptsUndef reports whether undef is an instance of a type, which makes the
// key of a Struct optional.
func (l *lattice) acceptsUndef(t Type, depth int) bool {
	switch t := t.(type) {
	case *types.UndefType, *types.AnyType, *types.OptionalType, *types.UnknownType:
		return true
	case *types.VariantType:
		return slices.ContainsFunc(t.Types, func(member Type) bool { return l.acceptsUndef(member, depth) })
	case *types.AliasType:
		return l.aliasAcceptsUndef(t.Name, depth+1)
	}
	return false
}

// optional is the type with undef.
func (l *lattice) optional(t Type) Type { return l.join(t, l.undef) }

func (l *lattice) str(text string) Type {
	if len(text) > maxString {
		return l.string
	}
	return l.store.StringValue(text)
}

func (l *lattice) integerRange(s span64) Type {
	from, to := types.At(s.low), types.At(s.high)
	if s.low == math.MinInt64 {
		from = types.NegativeInfinity
	}
	if s.high == math.MaxInt64 {
		to = types.PositiveInfinity
	}
	return l.store.IntegerRange(from, to)
}

func (l *lattice) size(s span64) *types.IntegerType {
	if s.low <= 0 && s.high == math.MaxInt64 {
		return nil
	}
	s.low, s.high = max(s.low, 0), max(s.high, 0)
	if s.high == math.MaxInt64 {
		return l.store.IntegerRange(types.At(s.low), types.PositiveInfinity)
	}
	return l.store.IntegerRange(types.At(s.low), types.At(s.high))
}

func (l *lattice) floatValue(value float64) Type { return l.store.FloatRange(value, value) }

func (l *lattice) tuple(elements []Type) Type {
	if len(elements) == 0 {
		return l.store.EmptyArray
	}
	if slices.ContainsFunc(elements, l.isNever) {
		return l.never
	}
	return l.bounded(l.store.TupleOf(slices.Clone(elements), nil))
}

// Bounds of the types that are built from values: what is larger loses its
// details, so that a program cannot grow types without end.
const (
	maxTypeDepth  = 24
	maxTypeWeight = 4096
)

// bounded is a type, or a coarser one when it is too large.
func (l *lattice) bounded(t Type) Type {
	if depth := types.Depth(t); depth <= 2 || depth <= maxTypeDepth && weigh(t, maxTypeWeight) >= 0 {
		return t
	}
	return l.widen(l.never, t)
}

// weigh takes the number of types that a type is made of away from left; it
// stops once that is below zero.
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

// array is the type of arrays; an element that has no values makes it empty.
func (l *lattice) array(element Type, size span64) Type {
	if size.high <= 0 || l.isNever(element) {
		return l.store.EmptyArray
	}
	return l.bounded(l.store.ArrayOf(element, l.size(size)))
}

func (l *lattice) hash(key, value Type, size span64) Type {
	if size.high <= 0 || l.isNever(key) || l.isNever(value) {
		return l.store.EmptyHash
	}
	return l.bounded(l.store.HashOf(key, value, l.size(size)))
}

func (l *lattice) structOf(fields []field) Type {
	if len(fields) == 0 {
		return l.store.EmptyHash
	}
	elements := make([]types.StructElement, len(fields))
	for i, field := range fields {
		if l.isNever(field.value) {
			return l.never
		}
		elements[i] = types.StructElement{Name: field.name, Optional: field.optional, Value: field.value}
	}
	return l.bounded(l.store.StructOf(elements))
}

// exactFields are the entries of a hash type all of whose keys are known and
// there.
func (l *lattice) exactFields(t Type) (fields []field, exact bool) {
	if shapeOf(t) == shapeHash && sizeOf(t).high == 0 {
		return nil, true
	}
	fields, isStruct := fieldsOf(t)
	if !isStruct || slices.ContainsFunc(fields, func(f field) bool { return f.optional }) {
		return nil, false
	}
	return fields, true
}

// mergeHashes is the hash of left with the entries of right over it.
func (l *lattice) mergeHashes(left, right Type) Type {
	if sizeOf(left).high == 0 {
		return right
	}
	if sizeOf(right).high == 0 {
		return left
	}
	a, isStructA := fieldsOf(left)
	b, isStructB := fieldsOf(right)
	if !isStructA || !isStructB || len(a)+len(b) > maxStruct {
		keyA, valueA := l.keyValueOf(left)
		keyB, valueB := l.keyValueOf(right)
		size, _ := sizeOf(left).plus(sizeOf(right))
		return l.hash(l.join(keyA, keyB), l.join(valueA, valueB), span64{max(sizeOf(left).low, sizeOf(right).low), size.high})
	}
	index := map[string]int{}
	for i := range a {
		index[a[i].name] = i
	}
	for _, over := range b {
		at, ok := index[over.name]
		switch {
		case !ok:
			a = append(a, over)
		case over.optional:
			a[at].value = l.join(a[at].value, over.value)
		default:
			a[at] = over
		}
	}
	return l.structOf(a)
}

// elementOf is the type of the elements of an array or an iterator.
func (l *lattice) elementOf(t Type) Type {
	switch t := t.(type) {
	case *types.ArrayType:
		if t.Element.Kind() == types.KindUnit {
			return l.never
		}
		return t.Element
	case *types.TupleType:
		if len(t.Types) == 0 {
			return l.any
		}
		return l.joinAll(t.Types)
	case *types.IteratorType:
		if t.Type != nil {
			return t.Type
		}
		return l.any
	}
	return l.unknown
}

// positionOf is the type of the element at a position that the array has.
func (l *lattice) positionOf(array Type, position int64, known bool) Type {
	if tuple, ok := array.(*types.TupleType); ok && known && position >= 0 && len(tuple.Types) > 0 {
		return tuple.Types[min(int(position), len(tuple.Types)-1)]
	}
	return l.elementOf(array)
}

// keyValueOf are the types of the keys and values of a hash.
func (l *lattice) keyValueOf(t Type) (key, value Type) {
	switch t := t.(type) {
	case *types.HashType:
		if t.Key.Kind() == types.KindUnit {
			return l.never, l.never
		}
		return t.Key, t.Value
	case *types.StructType:
		key, value = l.never, l.never
		for _, element := range t.Elements {
			key, value = l.join(key, l.str(element.Name)), l.join(value, element.Value)
		}
		return key, value
	}
	return l.unknown, l.unknown
}

// hasKey reports whether a hash certainly has a key.
func (l *lattice) hasKey(hash Type, name string) bool {
	if s, ok := hash.(*types.StructType); ok {
		element, found := s.Element(name)
		return found && !element.Optional
	}
	return sizeOf(hash).high > 0
}

// isConstant reports whether a type has exactly one value, so that two
// constants are the same value exactly when they are the same type.
func (l *lattice) isConstant(t Type) bool {
	switch t := t.(type) {
	case *types.UndefType, *types.DefaultType:
		return true
	case *types.BooleanType:
		return t.HasValue
	case *types.IntegerType:
		return integerOf(t).single()
	case *types.FloatType:
		return t.From == t.To
	case *types.StringType:
		return t.HasValue
	case *types.RegexpType:
		return t.HasSource
	case *types.TupleType, *types.ArrayType:
		elements, exact := tupleOf(t)
		return exact && l.allConstant(elements)
	case *types.StructType:
		for _, element := range t.Elements {
			if element.Optional || !l.isConstant(element.Value) {
				return false
			}
		}
		return true
	case *types.HashType:
		return sizeOf(t).high == 0
	}
	return false
}

func (l *lattice) allConstant(list []Type) bool {
	return !slices.ContainsFunc(list, func(t Type) bool { return !l.isConstant(t) })
}

func (l *lattice) typeOf(t Type) Type {
	if l.isUnknown(t) {
		return l.unknown
	}
	return l.store.TypeOf(t)
}

func (l *lattice) sensitive(t Type) Type { return l.store.SensitiveOf(t) }

func (l *lattice) iterator(element Type) Type { return l.store.IteratorOf(element) }

// innerOf is the type inside Sensitive, Optional or NotUndef.
func (l *lattice) innerOf(t Type) Type {
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
		return l.any
	}
	return inner
}

// stringsEqualTo is the part of a string type that equals a text in any case.
func (l *lattice) stringsEqualTo(t Type, text string) Type {
	if words := wordsOf(t); len(words) > 0 {
		return l.store.EnumOf(slices.DeleteFunc(slices.Clone(words), func(word string) bool { return !equalFoldASCII(word, text) }), false)
	}
	if lowerASCII(text) == text && !containsLetter(text) {
		return l.str(text)
	}
	return l.store.EnumOf([]string{text}, true)
}

func containsLetter(text string) bool {
	return slices.ContainsFunc([]byte(text), func(char byte) bool { return 'a' <= char && char <= 'z' || 'A' <= char && char <= 'Z' })
}

// withoutWord is the part of a type of known strings that does not equal a
// text in any case.
func (l *lattice) withoutWord(t Type, text string) Type {
	words, anyCase := wordsOf(t), false
	if enum, ok := t.(*types.EnumType); ok {
		words, anyCase = enum.Values, enum.CaseInsensitive
	}
	kept := slices.DeleteFunc(slices.Clone(words), func(word string) bool { return equalFoldASCII(word, text) })
	switch {
	case len(words) == 0:
		return t
	case len(kept) == 0:
		return l.never
	}
	return l.store.EnumOf(kept, anyCase)
}

// stringMayEqual reports whether a string of the type may equal a text in any
// case.
func (l *lattice) stringMayEqual(t Type, text string) bool {
	if words := wordsOf(t); len(words) > 0 {
		return slices.ContainsFunc(words, func(word string) bool { return equalFoldASCII(word, text) })
	}
	if enum, ok := t.(*types.EnumType); ok && len(enum.Values) > 0 {
		return slices.ContainsFunc(enum.Values, func(word string) bool { return equalFoldASCII(word, text) })
	}
	length := lengthOf(t)
	size := int64(len([]rune(text)))
	return length.low <= size && size <= length.high
}

func (l *lattice) regexpOf(source string) Type {
	t, _ := l.store.RegexpOf(source)
	return t
}

// isRegexp reports whether a text is a regular expression, as far as can be
// told.
func (l *lattice) isRegexp(source string) bool {
	_, err := l.store.RegexpOf(source)
	return err == nil
}

// matchRegexp says whether a regular expression matches a text; understood is
// false when that is not known.
func matchRegexp(pattern Type, text string) (matched bool, understood bool) {
	if r, ok := pattern.(*types.RegexpType); ok && r.HasSource {
		return r.Matches(text)
	}
	return false, false
}

// groupsOf counts the capture groups of a regular expression, those with names
// as well.
func groupsOf(pattern Type) int {
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

// certainGroupsOf are the groups that take part in every match, as bits.
func certainGroupsOf(pattern Type) uint64 {
	if r, ok := pattern.(*types.RegexpType); ok {
		return r.CertainGroups()
	}
	return 0
}

func (l *lattice) resourceReference(name string) Type { return l.store.ResourceOf(name) }

func (l *lattice) titledReference(name, title string) Type {
	return l.store.ResourceTitled(name, title)
}

func (l *lattice) classReference(name string) Type { return l.store.ClassOf(name) }

func (l *lattice) isClassReference(t Type) bool { return t.Kind() == types.KindClass }

// classNameOf is the name of the class that a type refers to, or empty.
func (l *lattice) classNameOf(t Type) string {
	if class, ok := t.(*types.ClassType); ok && class.HasName {
		return class.Name
	}
	return ""
}

// resourceTypeName is the name, in lower case, of the resource type that a
// type refers to, or empty.
func (l *lattice) resourceTypeName(t Type) string {
	switch t := t.(type) {
	case *types.ResourceType:
		return lowerASCII(t.Name)
	case *types.ClassType:
		return "class"
	}
	return ""
}

// shownType is about how many characters of a type a message shows; infer and the
// type report have all of it.
const shownType = 160

// format is a type as messages show it.
func (l *lattice) format(t Type) string { return Abbreviate(FormatType(t), shownType) }

// quote is a text as messages show it, without the end of a long one.
func quote(text string) string { return "'" + cut(text, 60) + "'" }

// cut is a text of so many bytes at most, which ends with a whole character.
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

func count(n int) string { return strconv.Itoa(n) }

func describeSize(s span64) string {
	switch {
	case s.single():
		return strconv.FormatInt(s.low, 10)
	case s.high == math.MaxInt64:
		return "at least " + strconv.FormatInt(s.low, 10)
	}
	return strconv.FormatInt(s.low, 10) + " to " + strconv.FormatInt(s.high, 10)
}
