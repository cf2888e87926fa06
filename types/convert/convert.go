package convert

import (
	"errors"
	"fmt"

	"puppet-lint/types"
)

// Error explains why Puppet refuses a conversion.
type Error struct {
	Message string
	// Unsupported is set if new() cannot create values of the type, whatever its arguments.
	Unsupported bool
}

// Error returns the message, without a location.
func (e *Error) Error() string { return e.Message }

// ErrUnknown reports that the result is not known: it depends on the clock, or on something
// that is not modelled.
var ErrUnknown = errors.New("the outcome is not known")

func failf(format string, args ...any) error { return &Error{Message: fmt.Sprintf(format, args...)} }

// Converter converts values to types of one Algebra. It has no state and is safe for use by
// several goroutines.
type Converter struct{ algebra *types.Algebra }

// New returns a Converter.
func New(algebra *types.Algebra) *Converter { return &Converter{algebra} }

// Algebra returns the algebra of the types that the Converter accepts.
func (c *Converter) Algebra() *types.Algebra { return c.algebra }

// Convert returns the result of t.new(args…). The error is an *Error if Puppet refuses, or
// ErrUnknown.
func (c *Converter) Convert(t types.Type, args ...types.Value) (types.Value, error) {
	if resolved := c.algebra.Resolve(t); types.HasUnknown(resolved) || types.HasReference(resolved) {
		return nil, ErrUnknown
	}
	if _, isInit := t.(*types.InitType); !isInit && len(args) == 1 && c.algebra.Instance(t, args[0]) {
		return args[0], c.certain(t, args[0])
	}
	value, err := c.construct(t, args, 0)
	if err != nil {
		return nil, err
	}
	if !c.algebra.Instance(t, value) {
		return nil, failf("Converted value from %s.new() has wrong type, expects %s, got %s",
			c.algebra.String(t), c.algebra.String(t), c.algebra.Infer(value))
	}
	return value, c.certain(t, value)
}

// certain returns ErrUnknown if t may accept the value only because a name in t is not known
// and accepts everything.
func (c *Converter) certain(t types.Type, v types.Value) error {
	if types.HasAlias(t) && c.algebra.Relation(t, c.algebra.InferSet(v)) == types.Sometimes {
		return ErrUnknown
	}
	return nil
}

// construct makes an instance of the type that t represents.
func (c *Converter) construct(t types.Type, args []types.Value, depth int) (types.Value, error) {
	if depth > 50 {
		return nil, ErrUnknown
	}
	switch t := t.(type) {
	case *types.AliasType:
		if resolved := c.algebra.Resolve(t); resolved != t {
			return c.construct(resolved, args, depth+1)
		}
		return nil, ErrUnknown
	case *types.OptionalType:
		if t.Type == nil {
			return nil, ErrUnknown
		}
		return c.construct(t.Type, args, depth+1)
	case *types.NotUndefType:
		if t.Type != nil {
			return c.construct(t.Type, args, depth+1)
		}
		if len(args) != 1 {
			return nil, wrongCount("NotUndef", 1, 1, len(args))
		}
		return args[0], nil
	case *types.InitType:
		return c.toInit(t, args, depth)
	}
	return c.newInstance(t, args)
}

// newInstance calls the function that makes instances of t.
func (c *Converter) newInstance(t types.Type, args []types.Value) (types.Value, error) {
	switch t := t.(type) {
	case *types.IntegerType:
		return c.toInteger(args)
	case *types.FloatType:
		return c.toFloat(args)
	case *types.NumericType:
		return c.toNumeric(args)
	case *types.BooleanType:
		return c.toBoolean(args)
	case *types.StringType:
		return c.toText(args)
	case *types.RegexpType:
		return toRegexp(args)
	case *types.ArrayType, *types.TupleType:
		return c.toArray(args)
	case *types.HashType, *types.StructType:
		return c.toHash(args)
	case *types.TimespanType:
		return c.toTimespan(args)
	case *types.TimestampType:
		return c.toTimestamp(args)
	case *types.SemVerType:
		return toVersion(args)
	case *types.SemVerRangeType:
		return toVersionRange(args)
	case *types.URIType:
		return toURI(args)
	case *types.BinaryType:
		return toBinary(args)
	case *types.SensitiveType:
		return toSensitive(args)
	case *types.TypeType:
		return c.toType(args)
	case *types.ObjectType:
		return c.toObject(t, args)
	case *types.ObjectExtensionType:
		return c.toObject(t.Base, args)
	case *types.TypeSetType:
		return nil, ErrUnknown
	}
	return nil, c.unsupported(t)
}

func (c *Converter) toText(args []types.Value) (types.Value, error) {
	if len(args) == 0 || len(args) > 2 {
		return nil, wrongCount("String", 1, 2, len(args))
	}
	var formats types.Value = types.Default{}
	if len(args) == 2 {
		formats = args[1]
	}
	text, err := c.String(args[0], formats)
	return types.String(text), err
}

// toSensitive makes a value Sensitive, unless it is so already.
func toSensitive(args []types.Value) (types.Value, error) {
	if len(args) != 1 {
		return nil, wrongCount("Sensitive", 1, 1, len(args))
	}
	if s, ok := args[0].(*types.Sensitive); ok {
		return s, nil
	}
	return &types.Sensitive{Value: args[0]}, nil
}

func (c *Converter) unsupported(t types.Type) error {
	return &Error{Message: "Creation of new instance of type '" + c.algebra.String(t) + "' is not supported", Unsupported: true}
}

func wrongCount(name string, least, most, got int) error {
	switch {
	case least == most && least == 1:
		return failf("'%s.new' expects 1 argument, got %d", name, got)
	case least == most:
		return failf("'%s.new' expects %d arguments, got %d", name, least, got)
	}
	return failf("'%s.new' expects between %d and %d arguments, got %d", name, least, most, got)
}

func (c *Converter) cannot(v types.Value, target string) error {
	if s, ok := v.(types.String); ok {
		return failf("The string '%s' cannot be converted to %s", string(s), target)
	}
	return failf("Value of type %s cannot be converted to %s", c.algebra.InferGeneric(v), target)
}

// get returns the value of a named argument in a hash.
func get(h *types.Hash, key string) types.Value {
	if v, ok := h.GetString(key); ok {
		return v
	}
	return nil
}

// onlyKeys reports whether the hash has no other keys.
func onlyKeys(h *types.Hash, keys ...string) bool {
	for _, e := range h.Entries() {
		s, ok := e.Key.(types.String)
		if !ok {
			return false
		}
		known := false
		for _, k := range keys {
			known = known || string(s) == k
		}
		if !known {
			return false
		}
	}
	return true
}
