package types

import (
	"fmt"
	"math"
	"strings"

	"puppet-lint/internal/lazyregexp"
)

// Specialize returns t[keys…] as the evaluation of a manifest computes it. It differs from
// Parameterize in its checks and messages. The result is a TypeValue, or an Array of them where
// Puppet gives one (File['a', 'b']). The error is a *ParameterError with an issue code.
func (x *Algebra) Specialize(t Type, keys []Value) (Value, error) {
	for _, k := range keys {
		if depthOf(k) >= MaxDepth {
			return nil, &ParameterError{Code: "RUNTIME_ERROR", Class: argumentError, Message: errTooDeep.Error(), Key: -1}
		}
	}
	z := specializer{parameterizer{x}, t}
	v, err := z.access(keys)
	if p, ok := err.(*ParameterError); ok && p.Code == "" {
		// Errors in building the type are reported at the access.
		c := *p
		c.Code, c.Key = "RUNTIME_ERROR", -1
		c.Message = "Error while evaluating a '[]' expression, " + c.Message
		return nil, &c
	}
	return v, err
}

// specializer builds the type of one access.
type specializer struct {
	parameterizer
	t Type
}

func issue(code string, key int, format string, args ...any) error {
	return &ParameterError{Code: code, Class: "Puppet::PreformattedError", Message: fmt.Sprintf(format, args...), Key: key}
}

// typeLabel returns the name of the accessed type for messages.
func (x *Algebra) typeLabel(t Type) string {
	if r, ok := t.(*ResourceType); ok && r.HasTitle {
		return x.String(t)
	}
	return x.String(t) + "-Type"
}

func capitalArticle(word string) string {
	s := withArticle(word)
	return strings.ToUpper(s[:1]) + s[1:]
}

const unlimited = math.MaxInt

func arity(label string, min, max, given int) error {
	switch {
	case max == unlimited:
		return issue("BAD_TYPE_SLICE_ARITY", -1, "%s[] accepts %d or more arguments. Got %d", label, min, given)
	case max > 0 && max != min:
		return issue("BAD_TYPE_SLICE_ARITY", -1, "%s[] accepts %d to %d arguments. Got %d", label, min, max, given)
	}
	plural := "s"
	if min == 1 {
		plural = ""
	}
	return issue("BAD_TYPE_SLICE_ARITY", -1, "%s[] accepts %d argument%s. Got %d", label, min, plural, given)
}

func sliceType(base string, key int, v Value) error {
	return issue("BAD_TYPE_SLICE_TYPE", key, "%s[] arguments must be types. Got %s", base, rubyClass(v))
}

// flatten flattens arrays among the keys.
func flatten(keys []Value) []Value {
	var flat []Value
	for _, k := range keys {
		if list, ok := k.(Array); ok {
			flat = append(flat, flatten(list)...)
		} else {
			flat = append(flat, k)
		}
	}
	return flat
}

// badKey returns the error for a key of the wrong kind.
func (z specializer) badKey(at int, v Value, expected string) error {
	return issue("BAD_TYPE_SPECIALIZATION", at, "Error creating type specialization of %s, Cannot use %s where %s is expected",
		withArticle(z.typeLabel(z.t)), z.keyName(v), expected)
}

func (z specializer) keyName(v Value) string {
	switch v.(type) {
	case Undef, nil:
		return "Undef"
	case Default:
		return "Default"
	}
	return z.String(z.InferGeneric(v))
}

// check checks the number of the keys and the kind of each.
func (z specializer) check(keys []Value, max int, expected string, is func(Value) bool) error {
	if len(keys) < 1 || len(keys) > max {
		shown := max
		return arity(capitalArticle(z.typeLabel(z.t)), 1, shown, len(keys))
	}
	for i, k := range keys {
		if !is(k) {
			return z.badKey(i, k, expected)
		}
	}
	return nil
}

func isType(v Value) bool   { _, ok := v.(TypeValue); return ok }
func isString(v Value) bool { _, ok := v.(String); return ok }

func asValue(t Type, err error) (Value, error) {
	if err != nil {
		return nil, err
	}
	return TypeValue{t}, nil
}

// access returns t[keys…].
func (z specializer) access(keys []Value) (Value, error) {
	switch t := z.t.(type) {
	case *ResourceType:
		return z.resource(t, keys)
	case *ClassType:
		return z.class(t, keys)
	case *CallableType:
		if len(keys) > 0 {
			if _, ok := keys[0].(Array); ok {
				if len(keys) != 2 {
					return nil, arity(capitalArticle(z.typeLabel(z.t)), 2, 2, len(keys))
				}
				if !isType(keys[1]) {
					return nil, z.badKey(1, keys[1], "Any-Type")
				}
			}
		}
		return asValue(z.buildCallable(keys))
	case *StructType:
		if err := z.check(keys, 1, "Hash", func(v Value) bool { _, ok := v.(*Hash); return ok }); err != nil {
			return nil, err
		}
		return asValue(z.buildStruct(keys[0].(*Hash)))
	case *InitType:
		if len(keys) == 0 || !isType(keys[0]) {
			return nil, sliceType("Init-Type", 0, firstOr(keys))
		}
		return asValue(z.store.InitOf(keys[0].(TypeValue).Type, keys[1:]), nil)
	case *TypeReferenceType:
		return nil, issue("UNKNOWN_RESOURCE_TYPE", -1, "Resource type not found: %s", t.Text)
	}
	return z.accessFlat(flatten(keys))
}

// accessFlat is access for the types whose keys may be given in arrays, and are flat here.
func (z specializer) accessFlat(keys []Value) (Value, error) {
	switch t := z.t.(type) {
	case *IntegerType:
		return z.integer(keys)
	case *FloatType:
		return z.float(keys)
	case *StringType:
		return z.str(keys)
	case *ArrayType:
		return z.array(keys)
	case *HashType:
		return z.hash(keys)
	case *CollectionType:
		return z.collection(keys)
	case *TupleType:
		return z.tuple(keys)
	case *RegexpType:
		return z.regexpOf(keys)
	case *BooleanType:
		return z.booleanOf(keys)
	case *EnumType:
		return z.enum(keys)
	case *VariantType:
		return z.variantOf(keys)
	case *PatternType:
		return z.pattern(keys)
	case *SemVerType:
		return z.semVer(keys)
	case *TimespanType, *TimestampType:
		return z.times(keys)
	case *URIType:
		return z.uri(keys)
	case *RuntimeType:
		return z.runtime(keys)
	case *OptionalType, *SensitiveType, *TypeType, *IterableType, *IteratorType:
		return z.contained(keys)
	case *NotUndefType:
		return z.notUndef(keys)
	case *ObjectType:
		return z.object(t, keys)
	case *TypeSetType:
		return z.typeSetOf(keys)
	}
	return nil, issue("OPERATOR_NOT_APPLICABLE", -2, "Operator '[]' is not applicable to %s.", withArticle(z.typeLabel(z.t)))
}

func (z specializer) collection(keys []Value) (Value, error) {
	size, err := z.sizes("Collection-Type", keys)
	if err != nil {
		return nil, err
	}
	return TypeValue{z.store.CollectionOf(size)}, nil
}

func (z specializer) regexpOf(keys []Value) (Value, error) {
	if len(keys) != 1 {
		return nil, atKey(arity(capitalArticle(z.typeLabel(z.t)), 1, 0, len(keys)), map[bool]int{true: -1, false: 1}[len(keys) == 0])
	}
	if err := z.check(keys, 1, "String or Regexp", func(v Value) bool { _, ok := v.(Regexp); return ok || isString(v) }); err != nil {
		return nil, err
	}
	return asValue(z.parameterizer.regexp(keys))
}

func (z specializer) booleanOf(keys []Value) (Value, error) {
	if err := z.check(keys, 1, "TrueClass or FalseClass", func(v Value) bool { _, ok := v.(Boolean); return ok }); err != nil {
		return nil, err
	}
	return asValue(z.parameterizer.boolean(keys))
}

func (z specializer) variantOf(keys []Value) (Value, error) {
	if err := z.check(keys, unlimited, "Any-Type", isType); err != nil {
		return nil, err
	}
	return asValue(z.parameterizer.variant(keys))
}

func (z specializer) semVer(keys []Value) (Value, error) {
	is := func(v Value) bool { _, ok := v.(*VersionRange); return ok || isString(v) }
	if err := z.check(keys, unlimited, "String or SemanticPuppet::VersionRange", is); err != nil {
		return nil, err
	}
	return asValue(z.buildSemVer(keys))
}

func (z specializer) times(keys []Value) (Value, error) {
	if len(keys) > 2 {
		return nil, arity(capitalArticle(z.typeLabel(z.t)), 0, 2, len(keys))
	}
	return asValue(z.buildTimes(kindNames[z.t.Kind()], keys))
}

func (z specializer) runtime(keys []Value) (Value, error) {
	if len(keys) != 2 {
		return nil, arity(capitalArticle(z.typeLabel(z.t)), 1, 2, len(keys))
	}
	if err := z.check(keys, 2, "String or String", isString); err != nil {
		return nil, err
	}
	return asValue(z.buildRuntime(keys))
}

func (z specializer) object(t *ObjectType, keys []Value) (Value, error) {
	if t.Name != "" {
		return asValue(z.ObjectExtension(t, keys))
	}
	if len(keys) != 1 {
		return nil, arity("Object-Type", 1, 0, len(keys))
	}
	return asValue(z.buildObject(keys[0]))
}

func (z specializer) typeSetOf(keys []Value) (Value, error) {
	if len(keys) != 1 {
		return nil, arity("TypeSet-Type", 1, 0, len(keys))
	}
	return asValue(z.parameterizer.typeSet(keys))
}

func atKey(err error, key int) error {
	if p, ok := err.(*ParameterError); ok {
		p.Key = key
	}
	return err
}

func firstOr(keys []Value) Value {
	if len(keys) == 0 {
		return Undef{}
	}
	return keys[0]
}

func (z specializer) integer(keys []Value) (Value, error) {
	if len(keys) < 1 || len(keys) > 2 {
		return nil, issue("BAD_INTEGER_SLICE_ARITY", -1, "Integer-Type supports [] with one or two arguments (from, to). Got %d", len(keys))
	}
	for i, k := range keys {
		if !isBound(k) {
			return nil, issue("BAD_INTEGER_SLICE_TYPE", i, "Integer-Type [] requires all arguments to be integers (or default). Got %s", rubyClass(k))
		}
	}
	size, err := z.integerRange(keys)
	if err != nil {
		return nil, err
	}
	return TypeValue{size}, nil
}

func isBound(v Value) bool {
	switch v.(type) {
	case Integer, Default:
		return true
	}
	return false
}

// integerRange returns the Integer type of one or two bounds.
func (z specializer) integerRange(keys []Value) (*IntegerType, error) {
	to := Value(Default{})
	if len(keys) > 1 {
		to = keys[1]
	}
	return z.parameterizer.size(keys[0], to)
}

func (z specializer) float(keys []Value) (Value, error) {
	if len(keys) < 1 || len(keys) > 2 {
		return nil, issue("BAD_INTEGER_SLICE_ARITY", -1, "Float-Type supports [] with one or two arguments (from, to). Got %d", len(keys))
	}
	for i, k := range keys {
		if _, ok := k.(Float); !ok && !isBound(k) {
			return nil, issue("BAD_INTEGER_SLICE_TYPE", i, "Float-Type [] requires all arguments to be floats, or integers (or default). Got %s", rubyClass(k))
		}
	}
	to := Value(Default{})
	if len(keys) > 1 {
		to = keys[1]
	}
	return asValue(z.parameterizer.floatRange(keys[0], to))
}

// size reads the size at keys[start:]: an Integer type, or one or two bounds.
func (z specializer) size(start int, keys []Value) (*IntegerType, error) {
	if len(keys) == 1 {
		if t, ok := typeOf(keys[0]); ok {
			if size, ok := t.(*IntegerType); ok {
				return size, nil
			}
		}
	}
	for i, k := range keys {
		if !isBound(k) {
			return nil, issue("BAD_COLLECTION_SLICE_TYPE", start+i,
				"A Type's size constraint arguments must be a single Integer type, or 1-2 integers (or default). Got %s", withArticle(z.classLabel(k)))
		}
	}
	return z.integerRange(keys)
}

// classLabel returns the name of a value's class for messages.
func (z specializer) classLabel(v Value) string {
	if t, ok := typeOf(v); ok {
		name := kindNames[t.Kind()]
		if plain, ok := plainNames[t.Kind()]; ok {
			name = plain
		}
		return name + "-Type"
	}
	return rubyClass(v)
}

func (z specializer) sizes(base string, keys []Value) (*IntegerType, error) {
	if len(keys) < 1 || len(keys) > 2 {
		return nil, arity(base, 1, 2, len(keys))
	}
	return z.size(0, keys)
}

func (z specializer) str(keys []Value) (Value, error) {
	if len(keys) < 1 || len(keys) > 2 {
		return nil, issue("BAD_STRING_SLICE_ARITY", -1, "String supports [] with one or two arguments. Got %d", len(keys))
	}
	size, err := z.size(0, keys)
	if err != nil {
		return nil, err
	}
	return TypeValue{z.store.StringSized(size)}, nil
}

func (z specializer) array(keys []Value) (Value, error) {
	var element Type
	var size *IntegerType
	var err error
	switch len(keys) {
	case 1, 3:
		t, ok := typeOf(keys[0])
		if !ok {
			return nil, sliceType("Array-Type", 0, keys[0])
		}
		if element = t; len(keys) == 3 {
			size, err = z.size(1, keys[1:])
		}
	case 2:
		if t, ok := typeOf(keys[0]); ok {
			element = t
			size, err = z.size(1, keys[1:])
		} else {
			size, err = z.size(0, keys)
		}
	default:
		return nil, arity("Array-Type", 1, 3, len(keys))
	}
	if err != nil {
		return nil, err
	}
	return TypeValue{z.store.ArrayOf(element, size)}, nil
}

func (z specializer) hash(keys []Value) (Value, error) {
	if len(keys) == 2 {
		_, first := keys[0].(Integer)
		_, second := keys[1].(Integer)
		if first && second {
			size, err := z.integerRange(keys)
			if err != nil {
				return nil, err
			}
			return TypeValue{z.store.HashOf(nil, nil, size)}, nil
		}
	}
	for i := 0; i < 2 && i < len(keys); i++ {
		if !isType(keys[i]) {
			return nil, sliceType("Hash-Type", i, keys[i])
		}
	}
	var size *IntegerType
	var err error
	switch len(keys) {
	case 2:
	case 3:
		if t, ok := typeOf(keys[2]); ok && t.Kind() == KindInteger {
			size = t.(*IntegerType)
		} else {
			size, err = z.integerRange(keys[2:])
		}
	case 4:
		size, err = z.size(2, keys[2:])
	default:
		return nil, arity("Hash-Type", 2, 4, len(keys))
	}
	if err != nil {
		return nil, err
	}
	return TypeValue{z.store.HashOf(keys[0].(TypeValue).Type, keys[1].(TypeValue).Type, size)}, nil
}

func (z specializer) tuple(keys []Value) (Value, error) {
	var size *IntegerType
	var err error
	switch n := len(keys); {
	case n > 1 && isRange(keys[n-2]) && isRange(keys[n-1]):
		size, err = z.integerRange(keys[n-2:])
		keys = keys[:n-2]
	case n > 0 && isRange(keys[n-1]):
		size, err = z.integerRange(keys[n-1:])
		keys = keys[:n-1]
	}
	if err != nil {
		return nil, err
	}
	if err := z.check(keys, unlimited, "Any-Type", isType); err != nil {
		return nil, err
	}
	return TypeValue{z.store.TupleOf(z.typesOfValues(keys), size)}, nil
}

func (z specializer) enum(keys []Value) (Value, error) {
	folded := false
	if n := len(keys); n > 0 {
		if b, ok := keys[n-1].(Boolean); ok {
			keys, folded = keys[:n-1], bool(b)
		}
	}
	if err := z.check(keys, unlimited, "String", isString); err != nil {
		return nil, err
	}
	values := make([]string, len(keys))
	for i, k := range keys {
		values[i] = string(k.(String))
	}
	return TypeValue{z.store.EnumOf(values, folded)}, nil
}

func (z specializer) pattern(keys []Value) (Value, error) {
	is := func(v Value) bool {
		if t, ok := typeOf(v); ok {
			return t.Kind() == KindPattern || t.Kind() == KindRegexp
		}
		_, ok := v.(Regexp)
		return ok || isString(v)
	}
	if err := z.check(keys, unlimited, "String or Regexp or Pattern-Type or Regexp-Type", is); err != nil {
		return nil, err
	}
	return asValue(z.parameterizer.pattern(keys))
}

func (z specializer) uri(keys []Value) (Value, error) {
	if len(keys) != 1 {
		return nil, arity("URI-Type", 1, 0, len(keys))
	}
	if !z.Instance(initTypes{z.store}.uriParameterType(), keys[0]) {
		return nil, sliceType("URI-Type", 0, keys[0])
	}
	return asValue(z.buildURI(keys[0]))
}

func (z specializer) contained(keys []Value) (Value, error) {
	base := kindNames[z.t.Kind()] + "-Type"
	if len(keys) != 1 {
		return nil, arity(base, 1, 0, len(keys))
	}
	t, ok := typeOf(keys[0])
	if !ok {
		s, isText := keys[0].(String)
		if z.t.Kind() != KindOptional || !isText {
			return nil, sliceType(base, 0, keys[0])
		}
		t = z.store.StringValue(string(s))
	}
	switch z.t.Kind() {
	case KindOptional:
		return TypeValue{z.store.OptionalOf(t)}, nil
	case KindSensitive:
		return TypeValue{z.store.SensitiveOf(t)}, nil
	case KindIterable:
		return TypeValue{z.store.IterableOf(t)}, nil
	case KindIterator:
		return TypeValue{z.store.IteratorOf(t)}, nil
	}
	return TypeValue{z.store.TypeOf(t)}, nil
}

func (z specializer) notUndef(keys []Value) (Value, error) {
	switch len(keys) {
	case 0:
		return TypeValue{z.store.NotUndef}, nil
	case 1:
		if s, ok := keys[0].(String); ok {
			return TypeValue{z.store.NotUndefOf(z.store.StringValue(string(s)))}, nil
		}
		t, ok := typeOf(keys[0])
		if !ok {
			return nil, issue("BAD_NOT_UNDEF_SLICE_TYPE", 0, "NotUndef-Type[] argument must be a Type or a String. Got %s", rubyClass(keys[0]))
		}
		return TypeValue{z.store.NotUndefOf(t)}, nil
	}
	return nil, arity("NotUndef-Type", 0, 1, len(keys))
}

// several reports whether an access gives an Array: it has more than one key, or a key that is
// an Array.
func several(keys []Value) bool {
	if len(keys) == 0 {
		return false
	}
	_, list := keys[0].(Array)
	return len(keys) > 1 || list
}

func compact(keys []Value) []Value {
	kept := keys[:0:0]
	for _, k := range keys {
		if !isUndef(k) {
			kept = append(kept, k)
		}
	}
	return kept
}

func (z specializer) resource(t *ResourceType, keys []Value) (Value, error) {
	if len(keys) == 0 {
		return nil, arity(z.String(t), 1, unlimited, 0)
	}
	position, name := 0, t.Name
	if name == "" {
		switch v := keys[0].(type) {
		case String:
			name = CapitalizeSegments(string(v))
		case TypeValue:
			r, ok := v.Type.(*ResourceType)
			if !ok {
				return nil, issue("ILLEGAL_RESOURCE_SPECIALIZATION", 0, "First argument to Resource[] must be a resource type or a String. Got %s.", z.keyName(keys[0]))
			}
			if len(keys) == 1 {
				return v, nil
			}
			name = r.Name
		default:
			return nil, issue("ILLEGAL_RESOURCE_SPECIALIZATION", 0, "First argument to Resource[] must be a resource type or a String. Got %s.", z.keyName(keys[0]))
		}
		keys = keys[1:]
	}
	if !classReference.MatchString(name) {
		return nil, issue("ILLEGAL_CLASSREF", position, "Illegal type reference. The given name '%s' does not conform to the naming rule", name)
	}
	many, given := several(keys), len(keys)
	keys = compact(flatten(keys))
	if len(keys) == 0 && given > 0 {
		return nil, issue("EMPTY_RESOURCE_SPECIALIZATION", position, "Arguments to Resource[] are all empty/undefined")
	}
	if t.HasTitle {
		return nil, issue("UNKNOWN_RESOURCE", -1, "Resource not found: %s['%s']", t.Name, t.Title)
	}
	if len(keys) == 0 {
		return TypeValue{z.store.ResourceOf(name)}, nil
	}
	result := make(Array, len(keys))
	for i, k := range keys {
		title, ok := k.(String)
		if !ok {
			at := i
			if given != len(keys) {
				at = i + 1
			}
			return nil, issue("BAD_TYPE_SPECIALIZATION", at, "Error creating type specialization of %s, Cannot use %s where a resource title String is expected",
				withArticle(z.typeLabel(t)), z.keyName(k))
		}
		result[i] = TypeValue{z.store.ResourceTitled(name, string(title))}
	}
	if many {
		return result, nil
	}
	return result[len(result)-1], nil
}

var className = lazyregexp.New(`\A((::)?[a-z]\w*)(::[a-z]\w*)*\z`)

func (z specializer) class(t *ClassType, keys []Value) (Value, error) {
	if len(keys) == 0 {
		return nil, arity(z.String(t), 1, unlimited, 0)
	}
	many := several(keys)
	keys = compact(flatten(keys))
	if len(keys) == 0 {
		return nil, issue("EMPTY_RESOURCE_SPECIALIZATION", 0, "Arguments to Resource[] are all empty/undefined")
	}
	if t.HasName {
		return nil, issue("UNKNOWN_RESOURCE", -1, "Resource not found: Class['%s']", t.Name)
	}
	result := make(Array, len(keys))
	for i, k := range keys {
		text, ok := k.(String)
		if !ok {
			return nil, issue("ILLEGAL_HOSTCLASS_NAME", i, "Illegal Class name in class reference. %s cannot be used where a String is expected", capitalArticle(z.valueLabel(k)))
		}
		name := strings.TrimPrefix(strings.ToLower(string(text)), "::")
		if !className.MatchString(name) {
			return nil, issue("ILLEGAL_NAME", i, "Illegal name. The given name '%s' does not conform to the naming rule /^((::)?[a-z_]\\w*)(::[a-z]\\w*)*$/", string(text))
		}
		result[i] = TypeValue{z.store.ClassOf(name)}
	}
	if many {
		return result, nil
	}
	return result[len(result)-1], nil
}

// valueLabel returns the name of a value for messages.
func (z specializer) valueLabel(v Value) string {
	if t, ok := typeOf(v); ok {
		return z.typeLabel(t)
	}
	return rubyClass(v)
}
