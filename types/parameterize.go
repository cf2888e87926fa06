package types

import (
	"fmt"
	"math"
	"strings"

	"puppet-lint/internal/ascii"
)

// ParameterError explains why a type cannot be built from parameters.
type ParameterError struct {
	// Code is Puppet's issue code if the evaluator finds the mistake. It is "" for the type
	// parser, which has no codes.
	Code string
	// Class is the Ruby class of Puppet's error.
	Class string
	// Message is Puppet's message, without a location. If Text is set, a "%s" in it is replaced
	// by the source of the expression.
	Message string
	// Text is the source text that the message quotes.
	Text QuotedText
	// Key is the 0-based index of the wrong parameter, -1 for the whole expression, and -2 for
	// the type before the brackets.
	Key int
}

// QuotedText is the part of the source that a message quotes.
type QuotedText uint8

// The parts that messages quote.
const (
	QuoteNothing QuotedText = iota
	// QuoteWhole is the type with its parameters.
	QuoteWhole
	// QuoteName is the name before the brackets.
	QuoteName
)

// Error returns the message.
func (e *ParameterError) Error() string {
	return strings.Replace(e.Message, "%s", "…", 1)
}

// MessageFor returns the message with the quoted text inserted.
func (e *ParameterError) MessageFor(whole, name string) string {
	switch e.Text {
	case QuoteWhole:
		return strings.Replace(e.Message, "%s", whole, 1)
	case QuoteName:
		return strings.Replace(e.Message, "%s", name, 1)
	}
	return e.Message
}

const (
	parseError     = "Puppet::ParseError"
	argumentError  = "ArgumentError"
	assertionError = "Puppet::Pops::Types::TypeAssertionError"
	noMethodError  = "NoMethodError"
	typeError      = "TypeError"
	versionError   = "SemanticPuppet::Version::ValidationFailure"
)

func fail(class, format string, args ...any) error {
	return &ParameterError{Class: class, Message: fmt.Sprintf(format, args...), Key: -1}
}

var errInvalidSpecification = &ParameterError{Class: parseError, Message: "The expression <%s> is not a valid type specification.", Text: QuoteWhole, Key: -1}

// InvalidSpecification returns Puppet's error for an expression that is not a type.
func InvalidSpecification() *ParameterError { e := *errInvalidSpecification; return &e }

// NotParameterized returns Puppet's error for parameters of a type that accepts none.
func NotParameterized() *ParameterError {
	return &ParameterError{Class: parseError, Message: "Not a parameterized type <%s>", Text: QuoteName, Key: -1}
}

func wrongCountError(name, required string, given int) error {
	return fail(parseError, "Invalid number of type parameters specified: %s requires %s, %d provided", name, required, given)
}

// WrongParameterCount returns Puppet's error for the wrong number of parameters.
func WrongParameterCount(name, required string, given int) error {
	return wrongCountError(name, required, given)
}

// parameterizer builds types as Puppet's TypeParser does, which reads type strings (in EPP,
// lookups and Pcore). Types in manifests are built by Specialize.
type parameterizer struct{ *Algebra }

// Parameterize returns name[args…] for one of Puppet's own types, by the rules of its type
// parser. The name is matched in any case. The error is a *ParameterError. known is false if
// the name is not one of Puppet's.
func (x *Algebra) Parameterize(name string, args []Value) (t Type, known bool, err error) {
	for _, a := range args {
		if depthOf(a) >= MaxDepth {
			return nil, true, fail(argumentError, "%s", errTooDeep)
		}
	}
	p := parameterizer{x}
	build := p.builder(ascii.Lower(name))
	if build == nil {
		return nil, false, nil
	}
	t, err = build(args)
	return t, true, err
}

// depthOf returns the nesting depth of the types in a value.
func depthOf(v Value) int {
	deepest := 0
	for _, t := range typesIn(v) {
		deepest = max(deepest, Depth(t))
	}
	return deepest
}

func (p parameterizer) builder(name string) func([]Value) (Type, error) {
	switch name {
	case "array":
		return p.array
	case "hash":
		return p.hash
	case "collection":
		return p.collection
	case "class":
		return p.class
	case "resource":
		return p.resource
	case "regexp":
		return p.regexp
	case "enum":
		return p.enum
	case "pattern":
		return p.pattern
	case "uri":
		return p.uri
	case "variant":
		return p.variant
	case "tuple":
		return p.tuple
	case "callable":
		return p.callable
	case "struct":
		return p.structure
	case "boolean":
		return p.boolean
	case "integer":
		return p.integer
	case "float":
		return p.float
	case "string":
		return p.str
	case "object":
		return p.object
	case "typeset":
		return p.typeSet
	case "init":
		return p.init
	case "iterable", "iterator", "type":
		return func(args []Value) (Type, error) { return p.contained(name, args) }
	case "sensitive":
		return p.sensitive
	case "optional":
		return p.optional
	case "notundef":
		return p.notUndef
	case "runtime":
		return p.runtime
	case "timespan", "timestamp":
		return func(args []Value) (Type, error) { return p.times(name, args) }
	case "semver":
		return p.semVer
	case "any", "data", "catalogentry", "scalar", "undef", "numeric", "default", "semverrange", "scalardata", "richdata",
		"richdatakey", "binary", "typealias", "typereference", "puppet::lookupkey", "puppet::lookupvalue":
		return func([]Value) (Type, error) { return nil, NotParameterized() }
	}
	return nil
}

func typeOf(v Value) (Type, bool) {
	t, ok := v.(TypeValue)
	return t.Type, ok
}

// isRange reports whether a parameter may be part of a range.
func isRange(v Value) bool {
	switch v := v.(type) {
	case Integer, Default:
		return true
	case String:
		return v == "default"
	}
	return false
}

// bounds reads the two parameters of a range.
func (p parameterizer) bounds(from, to Value) (Bound, Bound, error) {
	low, high := NegativeInfinity, PositiveInfinity
	for i, v := range []Value{from, to} {
		switch v := v.(type) {
		case Integer:
			if i == 0 {
				low = At(int64(v))
			} else {
				high = At(int64(v))
			}
		case Default, Undef, nil:
		case String:
			if v != "default" {
				return low, high, fail(argumentError, "comparison of String with %s failed", p.ValueString(to))
			}
		case Float:
			return low, high, fail(argumentError, "a range of integers cannot end at the float %s", FormatFloat(float64(v)))
		default:
			return low, high, fail(noMethodError, "undefined method `>' for %s", p.ValueString(v))
		}
	}
	if low.Compare(high) > 0 {
		return low, high, fail(argumentError, "'from' must be less or equal to 'to'. Got (%s, %s", low, high)
	}
	return low, high, nil
}

func (p parameterizer) size(from, to Value) (*IntegerType, error) {
	low, high, err := p.bounds(from, to)
	if err != nil {
		return nil, err
	}
	return p.store.IntegerRange(low, high), nil
}

// sizeOrType reads a size given as one parameter: an Integer type or a minimum.
func (p parameterizer) sizeOrType(v Value) (*IntegerType, error) {
	if t, ok := typeOf(v); ok {
		if size, ok := t.(*IntegerType); ok {
			return size, nil
		}
	}
	if !isRange(v) {
		return nil, errInvalidSpecification
	}
	return p.size(v, Default{})
}

// sizePair reads a size given as two parameters.
func (p parameterizer) sizePair(from, to Value) (*IntegerType, error) {
	if !isRange(from) || !isRange(to) {
		return nil, errInvalidSpecification
	}
	return p.size(from, to)
}

func (p parameterizer) str(args []Value) (Type, error) {
	size, err := p.oneOrTwoSizes("String", args)
	if err != nil {
		return nil, err
	}
	return p.store.StringSized(size), nil
}

func (p parameterizer) regexp(args []Value) (Type, error) {
	if len(args) != 1 {
		return nil, wrongCountError("Regexp", "1", len(args))
	}
	switch v := args[0].(type) {
	case Regexp:
		return p.regexpOf(v.Pattern())
	case String:
		return p.regexpOf(string(v))
	case Undef:
		return p.store.Regexp, nil
	}
	return nil, fail(typeError, "no implicit conversion of %s into String", rubyClass(args[0]))
}

func (p parameterizer) regexpOf(source string) (*RegexpType, error) {
	t, err := p.store.RegexpOf(source)
	if err != nil {
		return nil, fail("RegexpError", "%s: /%s/", err, source)
	}
	return t, nil
}

func (p parameterizer) enum(args []Value) (Type, error) {
	folded := false
	if n := len(args); n > 0 {
		if b, ok := args[n-1].(Boolean); ok {
			args, folded = args[:n-1], bool(b)
		}
	}
	if len(args) == 0 {
		return nil, wrongCountError("Enum", "1 or more", 0)
	}
	values := make([]string, len(args))
	for i, a := range args {
		s, ok := a.(String)
		if !ok {
			return nil, fail(parseError, "Enum parameters must be identifiers or strings")
		}
		values[i] = string(s)
	}
	return p.store.EnumOf(values, folded), nil
}

func (p parameterizer) pattern(args []Value) (Type, error) {
	if len(args) == 0 {
		return nil, wrongCountError("Pattern", "1 or more", 0)
	}
	var patterns []*RegexpType
	for _, a := range args {
		switch v := a.(type) {
		case String:
			t, err := p.regexpOf(string(v))
			if err != nil {
				return nil, err
			}
			patterns = append(patterns, t)
			continue
		case Regexp:
			t, err := p.regexpOf(v.Pattern())
			if err != nil {
				return nil, err
			}
			patterns = append(patterns, t)
			continue
		case TypeValue:
			switch t := v.Type.(type) {
			case *RegexpType:
				patterns = append(patterns, t)
				continue
			case *PatternType:
				patterns = append(patterns, t.Patterns...)
				continue
			}
		}
		return nil, fail(argumentError, "Only String, Regexp, Pattern-Type, and Regexp-Type are allowed: got '%s", rubyClass(a))
	}
	return p.store.PatternOf(patterns), nil
}

func (p parameterizer) variant(args []Value) (Type, error) {
	if len(args) == 0 {
		return nil, wrongCountError("Variant", "1 or more", 0)
	}
	types := make([]Type, len(args))
	for i, a := range args {
		t, ok := typeOf(a)
		if !ok {
			return nil, errInvalidSpecification
		}
		types[i] = t
	}
	return p.store.VariantOf(types...), nil
}

// typeOfValue implements Puppet's type_of: a type is itself, a string is the name of a runtime
// type, and any other value gives its general type.
func (p parameterizer) typeOfValue(v Value) Type {
	switch v := v.(type) {
	case TypeValue:
		return v.Type
	case String:
		return p.store.RuntimeOf("ruby", string(v))
	}
	return p.InferGeneric(v)
}

func (p parameterizer) typesOfValues(values []Value) []Type {
	types := make([]Type, len(values))
	for i, v := range values {
		types[i] = p.typeOfValue(v)
	}
	return types
}

func (p parameterizer) boolean(args []Value) (Type, error) {
	if len(args) != 1 {
		return nil, wrongCountError("Boolean", "1", len(args))
	}
	b, ok := args[0].(Boolean)
	if !ok {
		return nil, fail(parseError, "Boolean parameter must be true or false")
	}
	return p.store.BooleanValue(bool(b)), nil
}

func (p parameterizer) integer(args []Value) (Type, error) {
	switch len(args) {
	case 1:
		switch n := args[0].(type) {
		case Integer:
			return p.store.IntegerRange(At(int64(n)), PositiveInfinity), nil
		case Default:
			return p.store.Integer, nil
		}
		return nil, errInvalidSpecification
	case 2:
		from, to, err := p.bounds(args[0], args[1])
		if err != nil {
			return nil, err
		}
		return p.store.IntegerRange(from, to), nil
	}
	return nil, wrongCountError("Integer", "1 or 2", len(args))
}

// floatBound reads an end of a range of floats.
func (p parameterizer) floatBound(v Value, open float64) (float64, error) {
	switch v := v.(type) {
	case Integer:
		return float64(v), nil
	case Float:
		return float64(v), nil
	case Default, Undef:
		return open, nil
	case String:
		return 0, fail(argumentError, "invalid value for Float(): %q", string(v))
	}
	return 0, fail(typeError, "can't convert %s into Float", rubyClass(v))
}

func (p parameterizer) float(args []Value) (Type, error) {
	switch len(args) {
	case 1:
		switch args[0].(type) {
		case Integer, Float:
			return p.floatRange(args[0], Default{})
		case Default:
			return p.store.Float, nil
		}
		return nil, errInvalidSpecification
	case 2:
		return p.floatRange(args[0], args[1])
	}
	return nil, wrongCountError("Float", "1 or 2", len(args))
}

func (p parameterizer) floatRange(a, b Value) (Type, error) {
	from, err := p.floatBound(a, math.Inf(-1))
	if err != nil {
		return nil, err
	}
	to, err := p.floatBound(b, math.Inf(1))
	if err != nil {
		return nil, err
	}
	if from > to {
		return nil, fail(argumentError, "'from' must be less or equal to 'to'. Got (%s, %s", FormatFloat(from), FormatFloat(to))
	}
	return p.store.FloatRange(from, to), nil
}

func (p parameterizer) init(args []Value) (Type, error) {
	if len(args) == 0 {
		return p.store.Init, nil
	}
	t, ok := typeOf(args[0])
	if !ok {
		return nil, errInvalidSpecification
	}
	return p.store.InitOf(t, args[1:]), nil
}

func (p parameterizer) contained(name string, args []Value) (Type, error) {
	title := map[string]string{"iterable": "Iterable", "iterator": "Iterator", "type": "Type"}[name]
	if len(args) != 1 {
		return nil, wrongCountError(title, "1", len(args))
	}
	t, ok := typeOf(args[0])
	if !ok {
		return nil, errInvalidSpecification
	}
	switch name {
	case "iterable":
		return p.store.IterableOf(t), nil
	case "iterator":
		return p.store.IteratorOf(t), nil
	}
	return p.store.TypeOf(t), nil
}

func (p parameterizer) sensitive(args []Value) (Type, error) {
	switch len(args) {
	case 0:
		return p.store.Sensitive, nil
	case 1:
		t, ok := typeOf(args[0])
		if !ok {
			return nil, errInvalidSpecification
		}
		return p.store.SensitiveOf(t), nil
	}
	return nil, wrongCountError("Sensitive", "0 to 1", len(args))
}

func (p parameterizer) typeOrString(v Value) (Type, error) {
	if s, ok := v.(String); ok {
		return p.store.StringValue(string(s)), nil
	}
	if t, ok := typeOf(v); ok {
		return t, nil
	}
	return nil, errInvalidSpecification
}

func (p parameterizer) optional(args []Value) (Type, error) {
	if len(args) != 1 {
		return nil, wrongCountError("Optional", "1", len(args))
	}
	t, err := p.typeOrString(args[0])
	if err != nil {
		return nil, err
	}
	return p.store.OptionalOf(t), nil
}

func (p parameterizer) notUndef(args []Value) (Type, error) {
	switch len(args) {
	case 0:
		return p.store.NotUndef, nil
	case 1:
		t, err := p.typeOrString(args[0])
		if err != nil {
			return nil, err
		}
		return p.store.NotUndefOf(t), nil
	}
	return nil, wrongCountError("NotUndef", "0 to 1", len(args))
}

// assertInstance implements Puppet's TypeAsserter.assert_instance_of.
func (x *Algebra) assertInstance(subject string, t Type, v Value) error {
	if x.Instance(t, v) {
		return nil
	}
	return fail(assertionError, "%s", x.DescribeMismatch(subject+" has wrong type,", t, x.InferSet(v)))
}

func (p parameterizer) runtime(args []Value) (Type, error) {
	if len(args) != 2 {
		return nil, wrongCountError("Runtime", "2", len(args))
	}
	return p.buildRuntime(args)
}

func (p parameterizer) buildRuntime(args []Value) (Type, error) {
	s := p.store
	runtime := ""
	if name, ok := args[0].(String); ok {
		runtime = string(name)
	} else if err := p.assertInstance("Runtime 'runtime'", s.NonEmptyString, args[0]); err != nil {
		return nil, err
	}
	names := s.RawVariant(s.NonEmptyString, s.TupleOf([]Type{s.Regexp, s.NonEmptyString}, nil))
	if _, none := args[1].(Undef); !none {
		if err := p.assertInstance("Runtime 'name_or_pattern'", names, args[1]); err != nil {
			return nil, err
		}
	}
	switch name := args[1].(type) {
	case String:
		return s.RuntimeOf(runtime, string(name)), nil
	case Array:
		pattern, err := p.regexpOf(name[0].(Regexp).Pattern())
		if err != nil {
			return nil, err
		}
		return s.RuntimePattern(runtime, pattern, string(name[1].(String))), nil
	}
	return s.RuntimeOf(runtime, ""), nil
}
