package lattice

import (
	"math"
	"strings"

	"puppet-lint/checker/code"
	"puppet-lint/types"
)

// specialization builds Base[keys…] as Puppet's AccessOperator does.
type specialization struct {
	*Lattice
	base Type
	name string
	keys []Type
	// vague is set if a key is not known exactly enough. The result is then Unknown.
	vague bool
	err   *OperationError
	// errKey is the position of the key at which Puppet reports the error, or -1 for the whole
	// expression.
	errKey int
}

// Specialize returns the type Base[keys…]. The types of keys represent their values. The result
// is Unknown, without an error, if a key is not constant.
func (l *Lattice) Specialize(base Type, keys []Type) (result Type, why *OperationError, key int) {
	s := &specialization{Lattice: l, base: base, name: baseName(base), keys: l.flattenKeyTypes(base, keys), errKey: -1}
	result = s.build()
	if s.err != nil {
		return l.Unknown, s.err, s.errKey
	}
	if s.vague || result == nil {
		return l.Unknown, nil, -1
	}
	return result, nil, -1
}

// flattenKeyTypes flattens array keys for the types for which Puppet does so.
func (l *Lattice) flattenKeyTypes(base Type, keys []Type) []Type {
	switch base.Kind() {
	case types.KindCallable, types.KindStruct, types.KindInit:
		return keys
	}
	var flat []Type
	for _, key := range keys {
		if TypeClassOf(key) == ArrayClass {
			if elements, exact := TupleOf(key); exact {
				flat = append(flat, l.flattenKeyTypes(base, elements)...)
				continue
			}
			return append(flat, l.Unknown)
		}
		flat = append(flat, key)
	}
	return flat
}

// baseName returns the name of a type without parameters.
func baseName(t Type) string {
	name, _, _ := strings.Cut(t.String(), "[")
	return name
}

// build returns the type, or nil. It records an error or vagueness in s.
func (s *specialization) build() Type {
	switch s.base.Kind() {
	case types.KindInteger:
		return s.buildInteger()
	case types.KindFloat:
		return s.buildFloat()
	case types.KindString:
		if s.arity("String", "BAD_STRING_SLICE_ARITY", 1, 2) {
			return s.orNil(s.Store.StringSized(s.sizeFrom(0)))
		}
	case types.KindCollection:
		if s.arity("Collection-Type", "BAD_TYPE_SLICE_ARITY", 1, 2) {
			return s.orNil(s.Store.CollectionOf(s.sizeFrom(0)))
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
		if s.arity("A Boolean-Type", "BAD_TYPE_SLICE_ARITY", 1, 1) && s.each("Boolean", func(k Type) bool { return TypeClassOf(k) == BooleanClass }) {
			if value, known := BoolOf(s.keys[0]); known {
				return s.Store.BooleanValue(value)
			}
			s.vague = true
		}
	case types.KindVariant:
		if s.arity("A Variant-Type", "BAD_TYPE_SLICE_ARITY", 1, -1) && s.each("Variant", IsTypeKey) {
			return s.Store.VariantOf(s.typeKeys(s.keys)...)
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
		s.fail("OPERATOR_NOT_APPLICABLE", -1, s.name+" does not accept parameters")
	}
	return nil
}

// orNil returns t; nil if building it recorded an error or vagueness.
func (s *specialization) orNil(t Type) Type {
	if s.err != nil || s.vague {
		return nil
	}
	return t
}

func (s *specialization) fail(issue string, key int, message string) {
	if s.err == nil {
		s.err = &OperationError{Rule: &code.InvalidTypeParameters, Code: issue, Message: message}
		s.errKey = key
	}
}

// arity checks the number of keys. most is -1 if there is no upper bound.
func (s *specialization) arity(label, code string, least, most int) bool {
	if len(s.keys) >= least && (most < 0 || len(s.keys) <= most) {
		return true
	}
	s.fail(code, -1, s.name+"[] takes "+strings.Replace(CountRange(least, most), "argument", "parameter", 1)+", got "+Count(len(s.keys)))
	return false
}

// each checks the class of every key.
func (s *specialization) each(of string, allowed func(key Type) bool) bool {
	for i, key := range s.keys {
		if s.isVague(key) {
			s.vague = true
			return false
		}
		if !allowed(key) {
			s.fail("BAD_TYPE_SPECIALIZATION", i, s.Describe(key)+" cannot be a parameter of "+of)
			return false
		}
	}
	return true
}

// isVague reports whether a key may be of several classes.
func (s *specialization) isVague(key Type) bool {
	switch TypeClassOf(key) {
	case AnyClass, MixedClass, OtherClass:
		return true
	}
	return false
}

// IsTypeKey reports whether a key between square brackets is a type.
func IsTypeKey(key Type) bool { return TypeClassOf(key) == TypeValueClass }

func (s *specialization) typeKeys(keys []Type) []Type { return MapTypes(keys, TypeIn) }

// bound returns the end of a range that a key denotes: a number, or open for default.
func (s *specialization) bound(key Type, open types.Bound) types.Bound {
	if TypeClassOf(key) == IntegerClass {
		if value := IntegerOf(key); value.Single() {
			return types.At(value.Low)
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
		if class := TypeClassOf(key); class != IntegerClass && class != DefaultClass {
			s.fail("BAD_INTEGER_SLICE_TYPE", i, "the bounds of Integer must be integers or default, not "+s.Describe(key))
			return nil
		}
	}
	return s.orNil(s.rangeFrom(0))
}

// rangeFrom returns the range that the keys from a position on denote.
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
	return s.Store.IntegerRange(from, to)
}

// sizeFrom returns the size that the keys from a position on denote.
func (s *specialization) sizeFrom(position int) *types.IntegerType {
	keys := s.keys[min(position, len(s.keys)):]
	if len(keys) == 1 && TypeClassOf(keys[0]) == TypeValueClass {
		if size, ok := TypeIn(keys[0]).(*types.IntegerType); ok {
			return size
		}
	}
	for i, key := range keys {
		if s.isVague(key) {
			s.vague = true
			return nil
		}
		if class := TypeClassOf(key); class != IntegerClass && class != DefaultClass {
			s.fail("BAD_COLLECTION_SLICE_TYPE", position+i, "a size must be one or two integers, not "+s.Describe(key))
			return nil
		}
	}
	if len(keys) == 0 {
		return nil
	}
	size := s.rangeFrom(position)
	if size.From.Compare(types.At(0)) < 0 {
		size = s.Store.IntegerRange(types.At(0), maxOfBounds(size.To))
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
		value, known := NumberOf(key)
		switch class := TypeClassOf(key); {
		case s.isVague(key), (class == IntegerClass || class == FloatClass) && !known:
			s.vague = true
			return nil
		case class == DefaultClass:
		case class == IntegerClass || class == FloatClass:
			bounds[i] = value
		default:
			s.fail("BAD_INTEGER_SLICE_TYPE", i, "the bounds of Float must be numbers or default, not "+s.Describe(key))
			return nil
		}
	}
	if bounds[0] > bounds[1] {
		s.fail("RUNTIME_ERROR", -1, "the first bound is greater than the second")
		return nil
	}
	return s.Store.FloatRange(bounds[0], bounds[1])
}

// needType checks that a key is a type.
func (s *specialization) needType(position int) bool {
	key := s.keys[position]
	if s.isVague(key) {
		s.vague = true
		return false
	}
	if !IsTypeKey(key) {
		s.fail("BAD_TYPE_SLICE_TYPE", position, s.name+"[] takes types, not "+s.Describe(key))
		return false
	}
	return true
}

func (s *specialization) buildArray() Type {
	if !s.arity("Array-Type", "BAD_TYPE_SLICE_ARITY", 1, 3) {
		return nil
	}
	if len(s.keys) == 2 && (TypeClassOf(s.keys[0]) == IntegerClass || TypeClassOf(s.keys[0]) == DefaultClass) {
		return s.orNil(s.Store.ArrayOf(nil, s.sizeFrom(0)))
	}
	if !s.needType(0) {
		return nil
	}
	return s.orNil(s.Store.ArrayOf(TypeIn(s.keys[0]), s.sizeFrom(1)))
}

func (s *specialization) buildHash() Type {
	if len(s.keys) == 2 && TypeClassOf(s.keys[0]) == IntegerClass && TypeClassOf(s.keys[1]) == IntegerClass {
		return s.orNil(s.Store.HashOf(nil, nil, s.sizeFrom(0)))
	}
	for i := range min(2, len(s.keys)) {
		if !s.needType(i) {
			return nil
		}
	}
	if !s.arity("Hash-Type", "BAD_TYPE_SLICE_ARITY", 2, 4) {
		return nil
	}
	return s.orNil(s.Store.HashOf(TypeIn(s.keys[0]), TypeIn(s.keys[1]), s.sizeFrom(2)))
}

func (s *specialization) buildTuple() Type {
	length := len(s.keys)
	isSize := func(key Type) bool { return TypeClassOf(key) == IntegerClass || TypeClassOf(key) == DefaultClass }
	var size *types.IntegerType
	switch {
	case length >= 2 && isSize(s.keys[length-1]) && isSize(s.keys[length-2]):
		size, length = s.sizeFrom(length-2), length-2
	case length >= 1 && isSize(s.keys[length-1]):
		size, length = s.sizeFrom(length-1), length-1
	}
	if length == 0 && len(s.keys) > 0 {
		s.fail("BAD_TYPE_SLICE_ARITY", -1, "Tuple[] takes types before its size, but there are none")
		return nil
	}
	s.keys = s.keys[:length]
	if !s.arity("A Tuple-Type", "BAD_TYPE_SLICE_ARITY", 1, -1) || !s.each("Tuple", IsTypeKey) {
		return nil
	}
	return s.orNil(s.Store.TupleOf(s.typeKeys(s.keys), size))
}

func (s *specialization) buildStruct() Type {
	if !s.arity("A Struct-Type", "BAD_TYPE_SLICE_ARITY", 1, 1) ||
		!s.each("Struct", func(key Type) bool { return TypeClassOf(key) == HashClass }) {
		return nil
	}
	entries, exact := s.structEntries(s.keys[0])
	if !exact {
		s.vague = true
		return nil
	}
	return s.orNil(s.Store.StructOf(entries))
}

// structEntries reads the hash that describes a Struct. If only its Hash type is known, its
// keys have types such as Optional[a].
func (s *specialization) structEntries(hash Type) ([]types.StructElement, bool) {
	fields, exact := ExactFields(hash)
	if !exact {
		return nil, false
	}
	elements := make([]types.StructElement, len(fields))
	for i, field := range fields {
		value := field.Value
		switch {
		case s.isVague(value):
			return nil, false
		case IsTypeKey(value):
			value = TypeIn(value)
		default:
			value = s.Generalize(value)
		}
		elements[i] = types.StructElement{Name: field.Name, Value: value, Optional: s.AcceptsUndef(value, 0)}
	}
	return elements, true
}

func (s *specialization) buildEnum() Type {
	insensitive := false
	if last := len(s.keys) - 1; last >= 0 {
		if value, known := BoolOf(s.keys[last]); known {
			insensitive, s.keys = value, s.keys[:last]
		}
	}
	if !s.arity("An Enum-Type", "BAD_TYPE_SLICE_ARITY", 1, -1) ||
		!s.each("Enum", func(key Type) bool { return TypeClassOf(key) == StringClass }) {
		return nil
	}
	words := make([]string, len(s.keys))
	for i, key := range s.keys {
		word, known := StringOf(key)
		if !known {
			s.vague = true
			return nil
		}
		words[i] = word
	}
	return s.Store.EnumOf(words, insensitive)
}

func (s *specialization) buildPattern() Type {
	if !s.arity("A Pattern-Type", "BAD_TYPE_SLICE_ARITY", 1, -1) || !s.each("Pattern", func(key Type) bool {
		switch TypeClassOf(key) {
		case StringClass, RegexpClass:
			return true
		case TypeValueClass:
			kind := TypeIn(key).Kind()
			return kind == types.KindPattern || kind == types.KindRegexp
		}
		return false
	}) {
		return nil
	}
	var patterns []*types.RegexpType
	for i, key := range s.keys {
		switch t := TypeIn(key).(type) {
		case *types.RegexpType:
			patterns = append(patterns, t)
		case *types.PatternType:
			patterns = append(patterns, t.Patterns...)
		default:
			text, known := StringOf(key)
			if !known {
				s.vague = true
				return nil
			}
			pattern, err := s.Store.RegexpOf(text)
			if err != nil {
				s.failRegexp(i, text, err)
				return nil
			}
			patterns = append(patterns, pattern)
		}
	}
	return s.Store.PatternOf(patterns)
}

func (s *specialization) buildRegexp() Type {
	if !s.arity("A Regexp-Type", "BAD_TYPE_SLICE_ARITY", 1, 1) ||
		!s.each("Regexp", func(key Type) bool { return TypeClassOf(key) == StringClass || TypeClassOf(key) == RegexpClass }) {
		return nil
	}
	if r, ok := s.keys[0].(*types.RegexpType); ok {
		return r
	}
	text, known := StringOf(s.keys[0])
	if !known {
		s.vague = true
		return nil
	}
	pattern, err := s.Store.RegexpOf(text)
	if err != nil {
		s.failRegexp(0, text, err)
		return nil
	}
	return pattern
}

// failRegexp records that a string is not a valid regular expression.
func (s *specialization) failRegexp(key int, text string, err error) {
	s.fail("RUNTIME_ERROR", key, Quote(text)+" is not a valid regular expression: "+err.Error())
}

func (s *specialization) buildOptional() Type {
	code, least := "BAD_TYPE_SLICE_TYPE", 1
	if s.base.Kind() == types.KindNotUndef {
		code, least = "BAD_NOT_UNDEF_SLICE_TYPE", 0
	}
	switch {
	case !s.arity(s.name+"-Type", "BAD_TYPE_SLICE_ARITY", least, 1):
		return nil
	case len(s.keys) == 0:
		return s.base
	}
	inner := s.keys[0]
	switch {
	case s.isVague(inner):
		s.vague = true
		return nil
	case TypeClassOf(inner) == StringClass:
		if _, known := StringOf(inner); !known {
			s.vague = true
			return nil
		}
	case IsTypeKey(inner):
		inner = TypeIn(inner)
	default:
		s.fail(code, 0, s.name+"[] takes a type or a string, not "+s.Describe(inner))
		return nil
	}
	if s.base.Kind() == types.KindNotUndef {
		return s.Store.NotUndefOf(inner)
	}
	return s.Store.OptionalOf(inner)
}

func (s *specialization) buildContainer() Type {
	if !s.arity(s.name+"-Type", "BAD_TYPE_SLICE_ARITY", 1, 1) || !s.needType(0) {
		return nil
	}
	inner := TypeIn(s.keys[0])
	switch s.base.Kind() {
	case types.KindType:
		return s.Store.TypeOf(inner)
	case types.KindSensitive:
		return s.Store.SensitiveOf(inner)
	case types.KindIterable:
		return s.Store.IterableOf(inner)
	}
	return s.Store.IteratorOf(inner)
}

// buildCallable makes Callable[types…, sizes…, block] and
// Callable[[types…], return].
func (s *specialization) buildCallable() Type {
	var result Type
	keys := s.keys
	if len(keys) > 0 && TypeClassOf(keys[0]) == ArrayClass {
		if !s.arity("A Callable-Type", "BAD_TYPE_SLICE_ARITY", 2, 2) || !s.needType(1) {
			return nil
		}
		elements, exact := TupleOf(keys[0])
		if !exact {
			s.vague = true
			return nil
		}
		result, keys = TypeIn(s.keys[1]), elements
	}
	var block Type
	if last := len(keys) - 1; last >= 0 && IsTypeKey(keys[last]) && isCallable(TypeIn(keys[last])) {
		block, keys = TypeIn(keys[last]), keys[:last]
	}
	isSize := func(key Type) bool { return TypeClassOf(key) == IntegerClass || TypeClassOf(key) == DefaultClass }
	length := len(keys)
	for length > 0 && isSize(keys[length-1]) && length > len(keys)-2 {
		length--
	}
	var size *types.IntegerType
	if length < len(keys) {
		inner := &specialization{Lattice: s.Lattice, base: s.base, name: s.name, keys: keys, errKey: -1}
		size = inner.sizeFrom(length)
		s.err, s.errKey, s.vague = inner.err, inner.errKey, inner.vague
	}
	for _, key := range keys[:length] {
		if !IsTypeKey(key) {
			s.vague = true
			return nil
		}
	}
	if s.err != nil || s.vague {
		return nil
	}
	parameters := s.typeKeys(keys[:length])
	if len(parameters) == 0 && size != nil {
		parameters = []Type{s.Store.Unit}
	}
	if len(parameters) == 0 {
		size = s.Store.IntegerRange(types.At(0), types.At(0))
	}
	return s.Store.CallableOf(s.Store.TupleOf(parameters, size), block, result)
}

// isCallable reports whether a type is Callable or Optional[Callable].
func isCallable(t Type) bool {
	if optional, ok := t.(*types.OptionalType); ok && optional.Type != nil {
		t = optional.Type
	}
	return t.Kind() == types.KindCallable
}

// BlockCounts returns the smallest and the largest number of arguments that the block of a
// Callable type accepts. most is -1 if there is no upper bound.
func BlockCounts(t Type) (least, most int) {
	if optional, ok := t.(*types.OptionalType); ok && optional.Type != nil {
		t = optional.Type
	}
	callable, ok := t.(*types.CallableType)
	if !ok || callable.Params == nil {
		return 0, -1
	}
	size := SizeOf(callable.Params)
	if len(callable.Params.Types) == 0 && callable.Params.Size == nil {
		return 0, 0
	}
	if size.High == math.MaxInt64 {
		return int(size.Low), -1
	}
	return int(size.Low), int(size.High)
}
