package lattice

import (
	"math"
	"slices"

	"puppet-lint/types"
)

// BooleanOf returns the Boolean type of a truth: true, false, or Boolean for Maybe.
func (l *core) BooleanOf(t Truth) Type {
	switch t {
	case Always:
		return l.TrueType
	case Never:
		return l.FalseType
	}
	return l.Boolean
}

// Str returns the type of one string, or String if the text is longer than MaxString.
func (l *core) Str(text string) Type {
	if len(text) > MaxString {
		return l.String
	}
	return l.Store.StringValue(text)
}

// IntegerRange returns the Integer type of a range.
func (l *core) IntegerRange(s Range) Type {
	from, to := types.At(s.Low), types.At(s.High)
	if s.Low == math.MinInt64 {
		from = types.NegativeInfinity
	}
	if s.High == math.MaxInt64 {
		to = types.PositiveInfinity
	}
	return l.Store.IntegerRange(from, to)
}

func (l *core) size(s Range) *types.IntegerType {
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
func (l *core) FloatValue(value float64) Type { return l.Store.FloatRange(value, value) }

// Tuple returns the type of arrays with these elements.
func (l *core) Tuple(elements []Type) Type {
	if len(elements) == 0 {
		return l.Store.EmptyArray
	}
	if slices.ContainsFunc(elements, l.IsNever) {
		return l.Never
	}
	return l.bounded(l.Store.TupleOf(slices.Clone(elements), nil))
}

// Array returns the type of arrays with these elements. If the element type has no values, the
// arrays are empty.
func (l *core) Array(element Type, size Range) Type {
	if size.High <= 0 || l.IsNever(element) {
		return l.Store.EmptyArray
	}
	return l.bounded(l.Store.ArrayOf(element, l.size(size)))
}

// Hash returns the type of hashes with these keys and values. If either type has no values, the
// hashes are empty.
func (l *core) Hash(key, value Type, size Range) Type {
	if size.High <= 0 || l.IsNever(key) || l.IsNever(value) {
		return l.Store.EmptyHash
	}
	return l.bounded(l.Store.HashOf(key, value, l.size(size)))
}

// StructOf returns the type of hashes with these entries.
func (l *core) StructOf(fields []Field) Type {
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

// TypeOf returns Type[t], the type of types as values.
func (l *core) TypeOf(t Type) Type {
	if l.IsUnknown(t) {
		return l.Unknown
	}
	return l.Store.TypeOf(t)
}

// Sensitive returns the type of Sensitive values around values of t.
func (l *core) Sensitive(t Type) Type { return l.Store.SensitiveOf(t) }

// Iterator returns the type of iterators over elements of a type.
func (l *core) Iterator(element Type) Type { return l.Store.IteratorOf(element) }

// RegexpOf returns the Regexp type of a pattern, as types.Regexp.Pattern gives it.
func (l *core) RegexpOf(source string) Type {
	t, _ := l.Store.RegexpOf(source)
	return t
}

// IsRegexp reports whether a text is a regular expression that this program can parse.
func (l *core) IsRegexp(source string) bool {
	_, err := l.Store.RegexpOf(source)
	return err == nil
}

// ResourceReference returns the type of references to resources of a type.
func (l *core) ResourceReference(name string) Type { return l.Store.ResourceOf(name) }

// TitledReference returns the type of references to one resource.
func (l *core) TitledReference(name, title string) Type {
	return l.Store.ResourceTitled(name, title)
}

// ClassReference returns the type of references to a class, or to any class if the name is
// empty.
func (l *core) ClassReference(name string) Type { return l.Store.ClassOf(name) }

// DataType returns Puppet's own type of a name in lower case, or nil.
func (l *core) DataType(lower string) Type {
	t, ok := l.Store.Builtin(lower)
	if !ok {
		return nil
	}
	return t
}
