package checker

import (
	"math"
	"strings"

	"puppet-lint/checker/code"
	"puppet-lint/types"
)

// specialization builds Base[keys…] as Puppet's AccessOperator does.
type specialization struct {
	*lattice
	base Type
	name string
	keys []Type
	// vague says that a key is not known well enough: the result is unknown.
	vague bool
	fault *fault
	// faultKey is the position of the key that Puppet blames, or -1 for the
	// whole expression.
	faultKey int
}

// specialize is the type Base[keys…]; the values of keys are given by their
// types. It is unknown, without a fault, when a key is not constant.
func (l *lattice) specializeType(base Type, keys []Type) (result Type, why *fault, key int) {
	s := &specialization{lattice: l, base: base, name: baseName(base), keys: l.flattenKeyTypes(base, keys), faultKey: -1}
	result = s.build()
	if s.fault != nil {
		return l.unknown, s.fault, s.faultKey
	}
	if s.vague || result == nil {
		return l.unknown, nil, -1
	}
	return result, nil, -1
}

// flattenKeyTypes flattens array keys for the types that Puppet does it for.
func (l *lattice) flattenKeyTypes(base Type, keys []Type) []Type {
	switch base.Kind() {
	case types.KindCallable, types.KindStruct, types.KindInit:
		return keys
	}
	var flat []Type
	for _, key := range keys {
		if shapeOf(key) == shapeArray {
			if elements, exact := tupleOf(key); exact {
				flat = append(flat, l.flattenKeyTypes(base, elements)...)
				continue
			}
			return append(flat, l.unknown)
		}
		flat = append(flat, key)
	}
	return flat
}

// baseName is the name of a type without parameters.
func baseName(t Type) string {
	name, _, _ := strings.Cut(t.String(), "[")
	return name
}

// build makes the type; it notes a fault or vagueness on the way.
func (s *specialization) build() Type {
	switch s.base.Kind() {
	case types.KindInteger:
		return s.buildInteger()
	case types.KindFloat:
		return s.buildFloat()
	case types.KindString:
		if s.arity("String", "BAD_STRING_SLICE_ARITY", 1, 2) {
			return s.orNil(s.store.StringSized(s.sizeFrom(0)))
		}
	case types.KindCollection:
		if s.arity("Collection-Type", "BAD_TYPE_SLICE_ARITY", 1, 2) {
			return s.orNil(s.store.CollectionOf(s.sizeFrom(0)))
		}
	case types.KindArray:
		return s.buildArray()
	case types.KindHash:
		return s.buildHash()
	case types.KindTuple:
		return s.buildTuple()
	case types.KindStruct:
		return s.buildStruct()
	case types.KindEnum:
		return s.buildEnum()
	case types.KindPattern:
		return s.buildPattern()
	case types.KindRegexp:
		return s.buildRegexp()
	case types.KindBoolean:
		if s.arity("A Boolean-Type", "BAD_TYPE_SLICE_ARITY", 1, 1) && s.each("Boolean", func(k Type) bool { return shapeOf(k) == shapeBoolean }) {
			if value, known := boolOf(s.keys[0]); known {
				return s.store.BooleanValue(value)
			}
			s.vague = true
		}
	case types.KindVariant:
		if s.arity("A Variant-Type", "BAD_TYPE_SLICE_ARITY", 1, -1) && s.each("Variant", isTypeKey) {
			return s.store.VariantOf(s.typeKeys(s.keys)...)
		}
	case types.KindOptional, types.KindNotUndef:
		return s.buildOptional()
	case types.KindType, types.KindSensitive, types.KindIterable, types.KindIterator:
		return s.buildContainer()
	case types.KindCallable:
		return s.buildCallable()
	case types.KindClass:
		return s.buildClass()
	case types.KindResource:
		return s.buildResource()
	case types.KindSemVer, types.KindTimespan, types.KindTimestamp, types.KindURI, types.KindRuntime, types.KindInit,
		types.KindObject, types.KindObjectExtension, types.KindTypeSet, types.KindReference, types.KindUnknown:
		s.vague = true
	default:
		s.fail("OPERATOR_NOT_APPLICABLE", -1, s.name+" takes no parameters")
	}
	return nil
}

// orNil is t unless something was noted while it was made.
func (s *specialization) orNil(t Type) Type {
	if s.fault != nil || s.vague {
		return nil
	}
	return t
}

func (s *specialization) fail(issue string, key int, message string) {
	if s.fault == nil {
		s.fault = &fault{rule: &code.InvalidTypeParameters, code: issue, message: message}
		s.faultKey = key
	}
}

// arity checks the number of keys; most is -1 without a bound.
func (s *specialization) arity(label, code string, least, most int) bool {
	if len(s.keys) >= least && (most < 0 || len(s.keys) <= most) {
		return true
	}
	s.fail(code, -1, s.name+"[] takes "+strings.TrimSuffix(strings.TrimSuffix(countRange(least, most), "s"), " argument")+" parameters, got "+count(len(s.keys)))
	return false
}

// each checks the shape of every key.
func (s *specialization) each(of string, allowed func(key Type) bool) bool {
	for i, key := range s.keys {
		if s.isVague(key) {
			s.vague = true
			return false
		}
		if !allowed(key) {
			s.fail("BAD_TYPE_SPECIALIZATION", i, s.describe(key)+" cannot be a parameter of "+of)
			return false
		}
	}
	return true
}

// isVague reports whether a key may be of several shapes.
func (s *specialization) isVague(key Type) bool {
	switch shapeOf(key) {
	case shapeAny, shapeMixed, shapeOther:
		return true
	}
	return false
}

func isTypeKey(key Type) bool { return shapeOf(key) == shapeType }

func (s *specialization) typeKeys(keys []Type) []Type { return mapTypes(keys, typeIn) }

// bound is an end of a range: a number or default.
func (s *specialization) bound(key Type, open types.Bound) types.Bound {
	if shapeOf(key) == shapeInteger {
		if value := integerOf(key); value.single() {
			return types.At(value.low)
		}
		s.vague = true
	}
	return open
}

func (s *specialization) buildInteger() Type {
	if !s.arity("Integer-Type", "BAD_INTEGER_SLICE_ARITY", 1, 2) {
		return nil
	}
	for i, key := range s.keys {
		if s.isVague(key) {
			s.vague = true
			return nil
		}
		if shape := shapeOf(key); shape != shapeInteger && shape != shapeDefault {
			s.fail("BAD_INTEGER_SLICE_TYPE", i, "the bounds of Integer are integers or default, not "+s.describe(key))
			return nil
		}
	}
	return s.orNil(s.rangeFrom(0))
}

// rangeFrom is the range that the keys from a position give.
func (s *specialization) rangeFrom(position int) *types.IntegerType {
	from, to := types.NegativeInfinity, types.PositiveInfinity
	if position < len(s.keys) {
		from = s.bound(s.keys[position], types.NegativeInfinity)
	}
	if position+1 < len(s.keys) {
		to = s.bound(s.keys[position+1], types.PositiveInfinity)
	}
	if !s.vague && from.Compare(to) > 0 {
		s.fail("RUNTIME_ERROR", -1, "the first bound "+from.String()+" is greater than the second, "+to.String())
	}
	return s.store.IntegerRange(from, to)
}

// sizeFrom is the size that the keys from a position give.
func (s *specialization) sizeFrom(position int) *types.IntegerType {
	keys := s.keys[min(position, len(s.keys)):]
	if len(keys) == 1 && shapeOf(keys[0]) == shapeType {
		if size, ok := typeIn(keys[0]).(*types.IntegerType); ok {
			return size
		}
	}
	for i, key := range keys {
		if s.isVague(key) {
			s.vague = true
			return nil
		}
		if shape := shapeOf(key); shape != shapeInteger && shape != shapeDefault {
			s.fail("BAD_COLLECTION_SLICE_TYPE", position+i, "a size is given by one or two integers, not by "+s.describe(key))
			return nil
		}
	}
	if len(keys) == 0 {
		return nil
	}
	size := s.rangeFrom(position)
	if size.From.Compare(types.At(0)) < 0 {
		size = s.store.IntegerRange(types.At(0), maxOfBounds(size.To))
	}
	return size
}

func maxOfBounds(to types.Bound) types.Bound {
	if to.Compare(types.At(0)) < 0 {
		return types.At(0)
	}
	return to
}

func (s *specialization) buildFloat() Type {
	if !s.arity("Float-Type", "BAD_INTEGER_SLICE_ARITY", 1, 2) {
		return nil
	}
	bounds := [2]float64{math.Inf(-1), math.Inf(1)}
	for i, key := range s.keys {
		value, known := numberOf(key)
		switch shape := shapeOf(key); {
		case s.isVague(key), (shape == shapeInteger || shape == shapeFloat) && !known:
			s.vague = true
			return nil
		case shape == shapeDefault:
		case shape == shapeInteger || shape == shapeFloat:
			bounds[i] = value
		default:
			s.fail("BAD_INTEGER_SLICE_TYPE", i, "the bounds of Float are numbers or default, not "+s.describe(key))
			return nil
		}
	}
	if bounds[0] > bounds[1] {
		s.fail("RUNTIME_ERROR", -1, "the first bound is greater than the second")
		return nil
	}
	return s.store.FloatRange(bounds[0], bounds[1])
}

// needType checks that a key is a type.
func (s *specialization) needType(position int) bool {
	key := s.keys[position]
	if s.isVague(key) {
		s.vague = true
		return false
	}
	if !isTypeKey(key) {
		s.fail("BAD_TYPE_SLICE_TYPE", position, s.name+"[] takes types, not "+s.describe(key))
		return false
	}
	return true
}

func (s *specialization) buildArray() Type {
	if !s.arity("Array-Type", "BAD_TYPE_SLICE_ARITY", 1, 3) {
		return nil
	}
	if len(s.keys) == 2 && (shapeOf(s.keys[0]) == shapeInteger || shapeOf(s.keys[0]) == shapeDefault) {
		return s.orNil(s.store.ArrayOf(nil, s.sizeFrom(0)))
	}
	if !s.needType(0) {
		return nil
	}
	return s.orNil(s.store.ArrayOf(typeIn(s.keys[0]), s.sizeFrom(1)))
}

func (s *specialization) buildHash() Type {
	if len(s.keys) == 2 && shapeOf(s.keys[0]) == shapeInteger && shapeOf(s.keys[1]) == shapeInteger {
		return s.orNil(s.store.HashOf(nil, nil, s.sizeFrom(0)))
	}
	for i := range min(2, len(s.keys)) {
		if !s.needType(i) {
			return nil
		}
	}
	if !s.arity("Hash-Type", "BAD_TYPE_SLICE_ARITY", 2, 4) {
		return nil
	}
	return s.orNil(s.store.HashOf(typeIn(s.keys[0]), typeIn(s.keys[1]), s.sizeFrom(2)))
}

func (s *specialization) buildTuple() Type {
	length := len(s.keys)
	isSize := func(key Type) bool { return shapeOf(key) == shapeInteger || shapeOf(key) == shapeDefault }
	var size *types.IntegerType
	switch {
	case length >= 2 && isSize(s.keys[length-1]) && isSize(s.keys[length-2]):
		size, length = s.sizeFrom(length-2), length-2
	case length >= 1 && isSize(s.keys[length-1]):
		size, length = s.sizeFrom(length-1), length-1
	}
	s.keys = s.keys[:length]
	if !s.arity("A Tuple-Type", "BAD_TYPE_SLICE_ARITY", 1, -1) || !s.each("Tuple", isTypeKey) {
		return nil
	}
	return s.orNil(s.store.TupleOf(s.typeKeys(s.keys), size))
}

func (s *specialization) buildStruct() Type {
	if !s.arity("A Struct-Type", "BAD_TYPE_SLICE_ARITY", 1, 1) ||
		!s.each("Struct", func(key Type) bool { return shapeOf(key) == shapeHash }) {
		return nil
	}
	entries, exact := s.structEntries(s.keys[0])
	if !exact {
		s.vague = true
		return nil
	}
	return s.orNil(s.store.StructOf(entries))
}

// structEntries reads the hash that describes a Struct. A hash of which only a
// Hash type is known has keys such as Optional[a].
func (s *specialization) structEntries(hash Type) ([]types.StructElement, bool) {
	fields, exact := s.exactFields(hash)
	if !exact {
		return nil, false
	}
	elements := make([]types.StructElement, len(fields))
	for i, field := range fields {
		value := field.value
		switch {
		case s.isVague(value):
			return nil, false
		case isTypeKey(value):
			value = typeIn(value)
		default:
			value = s.generalize(value)
		}
		elements[i] = types.StructElement{Name: field.name, Value: value, Optional: s.acceptsUndef(value, 0)}
	}
	return elements, true
}

func (s *specialization) buildEnum() Type {
	insensitive := false
	if last := len(s.keys) - 1; last >= 0 {
		if value, known := boolOf(s.keys[last]); known {
			insensitive, s.keys = value, s.keys[:last]
		}
	}
	if !s.arity("An Enum-Type", "BAD_TYPE_SLICE_ARITY", 1, -1) ||
		!s.each("Enum", func(key Type) bool { return shapeOf(key) == shapeString }) {
		return nil
	}
	words := make([]string, len(s.keys))
	for i, key := range s.keys {
		word, known := stringOf(key)
		if !known {
			s.vague = true
			return nil
		}
		words[i] = word
	}
	return s.store.EnumOf(words, insensitive)
}

func (s *specialization) buildPattern() Type {
	if !s.arity("A Pattern-Type", "BAD_TYPE_SLICE_ARITY", 1, -1) || !s.each("Pattern", func(key Type) bool {
		switch shapeOf(key) {
		case shapeString, shapeRegexp:
			return true
		case shapeType:
			kind := typeIn(key).Kind()
			return kind == types.KindPattern || kind == types.KindRegexp
		}
		return false
	}) {
		return nil
	}
	var patterns []*types.RegexpType
	for i, key := range s.keys {
		switch t := typeIn(key).(type) {
		case *types.RegexpType:
			patterns = append(patterns, t)
		case *types.PatternType:
			patterns = append(patterns, t.Patterns...)
		default:
			text, known := stringOf(key)
			if !known {
				s.vague = true
				return nil
			}
			pattern, err := s.store.RegexpOf(text)
			if err != nil {
				s.failRegexp(i, text, err)
				return nil
			}
			patterns = append(patterns, pattern)
		}
	}
	return s.store.PatternOf(patterns)
}

func (s *specialization) buildRegexp() Type {
	if !s.arity("A Regexp-Type", "BAD_TYPE_SLICE_ARITY", 1, 1) ||
		!s.each("Regexp", func(key Type) bool { return shapeOf(key) == shapeString || shapeOf(key) == shapeRegexp }) {
		return nil
	}
	if r, ok := s.keys[0].(*types.RegexpType); ok {
		return r
	}
	text, known := stringOf(s.keys[0])
	if !known {
		s.vague = true
		return nil
	}
	pattern, err := s.store.RegexpOf(text)
	if err != nil {
		s.failRegexp(0, text, err)
		return nil
	}
	return pattern
}

// failRegexp notes that a string is no regular expression.
func (s *specialization) failRegexp(key int, text string, err error) {
	s.fail("RUNTIME_ERROR", key, quote(text)+" is no regular expression: "+err.Error())
}

func (s *specialization) buildOptional() Type {
	code := "BAD_TYPE_SLICE_TYPE"
	if s.base.Kind() == types.KindNotUndef {
		code = "BAD_NOT_UNDEF_SLICE_TYPE"
	}
	if !s.arity(s.name+"-Type", "BAD_TYPE_SLICE_ARITY", 1, 1) {
		return nil
	}
	inner := s.keys[0]
	switch {
	case s.isVague(inner):
		s.vague = true
		return nil
	case shapeOf(inner) == shapeString:
		if _, known := stringOf(inner); !known {
			s.vague = true
			return nil
		}
	case isTypeKey(inner):
		inner = typeIn(inner)
	default:
		s.fail(code, 0, s.name+"[] takes a type or a string, not "+s.describe(inner))
		return nil
	}
	if s.base.Kind() == types.KindNotUndef {
		return s.store.NotUndefOf(inner)
	}
	return s.store.OptionalOf(inner)
}

func (s *specialization) buildContainer() Type {
	if !s.arity(s.name+"-Type", "BAD_TYPE_SLICE_ARITY", 1, 1) || !s.needType(0) {
		return nil
	}
	inner := typeIn(s.keys[0])
	switch s.base.Kind() {
	case types.KindType:
		return s.store.TypeOf(inner)
	case types.KindSensitive:
		return s.store.SensitiveOf(inner)
	case types.KindIterable:
		return s.store.IterableOf(inner)
	}
	return s.store.IteratorOf(inner)
}

// buildCallable makes Callable[types…, sizes…, block] and
// Callable[[types…], return].
func (s *specialization) buildCallable() Type {
	var result Type
	keys := s.keys
	if len(keys) > 0 && shapeOf(keys[0]) == shapeArray {
		if !s.arity("A Callable-Type", "BAD_TYPE_SLICE_ARITY", 2, 2) || !s.needType(1) {
			return nil
		}
		elements, exact := tupleOf(keys[0])
		if !exact {
			s.vague = true
			return nil
		}
		result, keys = typeIn(s.keys[1]), elements
	}
	var block Type
	if last := len(keys) - 1; last >= 0 && isTypeKey(keys[last]) && isCallable(typeIn(keys[last])) {
		block, keys = typeIn(keys[last]), keys[:last]
	}
	isSize := func(key Type) bool { return shapeOf(key) == shapeInteger || shapeOf(key) == shapeDefault }
	length := len(keys)
	for length > 0 && isSize(keys[length-1]) && length > len(keys)-2 {
		length--
	}
	var size *types.IntegerType
	if length < len(keys) {
		inner := &specialization{lattice: s.lattice, base: s.base, name: s.name, keys: keys, faultKey: -1}
		size = inner.sizeFrom(length)
		s.fault, s.faultKey, s.vague = inner.fault, inner.faultKey, inner.vague
	}
	for _, key := range keys[:length] {
		if !isTypeKey(key) {
			s.vague = true
			return nil
		}
	}
	if s.fault != nil || s.vague {
		return nil
	}
	parameters := s.typeKeys(keys[:length])
	if len(parameters) == 0 && size != nil {
		parameters = []Type{s.store.Unit}
	}
	if len(parameters) == 0 {
		size = s.store.IntegerRange(types.At(0), types.At(0))
	}
	return s.store.CallableOf(s.store.TupleOf(parameters, size), block, result)
}

// isCallable reports whether a type is Callable, or Optional of it.
func isCallable(t Type) bool {
	if optional, ok := t.(*types.OptionalType); ok && optional.Type != nil {
		t = optional.Type
	}
	return t.Kind() == types.KindCallable
}

// blockCounts are the smallest and largest number of arguments that a block of
// a Callable type is called with; most is -1 when there is no bound.
func blockCounts(t Type) (least, most int) {
	if optional, ok := t.(*types.OptionalType); ok && optional.Type != nil {
		t = optional.Type
	}
	callable, ok := t.(*types.CallableType)
	if !ok || callable.Params == nil {
		return 0, -1
	}
	size := sizeOf(callable.Params)
	if len(callable.Params.Types) == 0 && callable.Params.Size == nil {
		return 0, 0
	}
	if size.high == math.MaxInt64 {
		return int(size.low), -1
	}
	return int(size.low), int(size.high)
}
