package lattice

import (
	"math"
	"slices"

	"puppet-lint/internal/ascii"
	"puppet-lint/types"
)

// narrowing reduces types to the values that pass or fail a test.
type narrowing struct {
	*core
	collections
	comparison
}

// NarrowEmpty narrows a type to the values that are empty or, if holds is false, to those that
// are not. undef is empty, numbers are not.
func (l narrowing) NarrowEmpty(t Type, holds bool) Type {
	if l.IsUnknown(t) {
		return t
	}
	var kept []Type
	changed := false
	for _, member := range l.Members(t) {
		part := l.notEmpty(member)
		if holds && part == member && TypeClassOf(member) != AnyClass && TypeClassOf(member) != OtherClass {
			part = l.Never
		} else if holds {
			part = member
		}
		changed = changed || part != member
		kept = append(kept, part)
	}
	if !changed {
		return t
	}
	return l.JoinAll(kept)
}

// notEmpty returns the part of a type that is not empty. It returns the type itself if that is
// all of it, or if the part cannot be expressed.
func (l narrowing) notEmpty(t Type) Type {
	switch TypeClassOf(t) {
	case UndefClass:
		return l.Never
	case StringClass:
		switch {
		case LengthOf(t).High == 0:
			return l.Never
		case len(WordsOf(t)) > 0:
			return l.withoutWord(t, "")
		case t == l.String:
			return l.NonEmptyString
		}
	case ArrayClass, HashClass:
		size := SizeOf(t)
		switch {
		case size.High == 0:
			return l.Never
		case size.Low > 0:
			return t
		}
		size.Low = 1
		switch t := t.(type) {
		case *types.ArrayType:
			return l.Array(l.ElementOf(t), size)
		case *types.HashType:
			key, value := l.KeyValueOf(t)
			return l.Hash(key, value, size)
		}
	}
	return t
}

// NarrowTruth narrows a type to the values that count as true or, if holds is false, to those
// that do not.
func (l narrowing) NarrowTruth(t Type, holds bool) Type {
	if l.IsUnknown(t) {
		return t
	}
	if holds {
		return l.subtract(l.WithoutUndef(t), l.FalseType)
	}
	var kept []Type
	for _, member := range l.Members(t) {
		switch TypeClassOf(member) {
		case UndefClass:
			kept = append(kept, member)
		case BooleanClass:
			kept = append(kept, l.FalseType)
		case AnyClass, OtherClass:
			return l.Optional(l.FalseType)
		}
	}
	return l.JoinAll(kept)
}

// NarrowInstance narrows a type to the values that are instances of another or, if holds is
// false, to those that are not.
func (l narrowing) NarrowInstance(t, instanceOf Type, holds bool) Type {
	if l.IsUnknown(t) && holds {
		return instanceOf
	}
	if l.IsUnknown(t) || l.IsUnknown(instanceOf) {
		return t
	}
	if holds {
		return l.Meet(t, instanceOf)
	}
	return l.subtract(t, instanceOf)
}

// NarrowEqual narrows a type to the values equal to another's or, if holds is false, to those
// that are not. It keeps every value that Puppet considers equal: strings in any case, numbers
// of either kind.
func (l narrowing) NarrowEqual(t, other Type, holds bool) Type {
	if l.IsUnknown(t) || l.IsUnknown(other) {
		return t
	}
	if !holds {
		return l.narrowUnequal(t, other)
	}
	text, isText := StringOf(other)
	var kept []Type
	for _, member := range l.Members(t) {
		if l.Equal(member, other) == Never {
			continue
		}
		switch TypeClassOf(member) {
		case StringClass:
			if isText {
				member = l.stringsEqualTo(member, text)
			}
		case IntegerClass:
			member = l.integerEqualTo(member, other)
		case AnyClass:
			member = l.anyEqualTo(other)
		}
		kept = append(kept, member)
	}
	return l.JoinAll(kept)
}

// integerEqualTo returns the Integer type of what is equal to another number.
func (l narrowing) integerEqualTo(integer, other Type) Type {
	if TypeClassOf(other) == IntegerClass && IsConstant(other) {
		return other
	}
	if value, known := FloatOf(other); known && math.Abs(value) < 1<<53 && value == math.Trunc(value) {
		return l.IntegerRange(Range{int64(value), int64(value)})
	}
	return integer
}

// anyEqualTo returns the type of all values that equal a value of another type.
func (l narrowing) anyEqualTo(other Type) Type {
	if !IsConstant(other) {
		return l.Any
	}
	switch TypeClassOf(other) {
	case UndefClass, BooleanClass, DefaultClass:
		return other
	case IntegerClass, FloatClass:
		return l.NumericType
	case StringClass:
		text, _ := StringOf(other)
		return l.stringsEqualTo(l.String, text)
	}
	return l.Any
}

func (l narrowing) narrowUnequal(t, other Type) Type {
	if !IsConstant(other) {
		return t
	}
	switch TypeClassOf(other) {
	case UndefClass:
		return l.WithoutUndef(t)
	case ArrayClass, HashClass:
		return l.unequalToCollection(t, other)
	case BooleanClass:
		return l.subtract(t, other)
	case StringClass:
		text, _ := StringOf(other)
		var kept []Type
		for _, member := range l.Members(t) {
			if TypeClassOf(member) == StringClass {
				member = l.withoutWord(member, text)
			}
			kept = append(kept, member)
		}
		return l.JoinAll(kept)
	case IntegerClass, FloatClass:
		return l.JoinAll(slices.DeleteFunc(slices.Clone(l.Members(t)), func(member Type) bool { return l.Equal(member, other) == Always }))
	}
	return t
}

// NarrowMatch narrows a type to the values that match an option of a case or selector or, if
// holds is false, to those that do not.
func (l narrowing) NarrowMatch(t, pattern Type, holds bool) Type {
	if l.IsUnknown(pattern) {
		return t
	}
	switch TypeClassOf(pattern) {
	case TypeValueClass:
		return l.NarrowInstance(t, TypeIn(pattern), holds)
	case RegexpClass:
		if kept := l.OnlyClass(t, StringClass); holds && kept != nil {
			return kept
		}
		return t
	case ArrayClass, HashClass:
		if kept := l.OnlyClass(t, TypeClassOf(pattern)); holds && kept != nil {
			return kept
		}
		return t
	case AnyClass, OtherClass, DefaultClass, SemVerClass:
		return t
	}
	return l.NarrowEqual(t, pattern, holds)
}

// stringsEqualTo returns the part of a string type that equals a text, ignoring case.
func (l narrowing) stringsEqualTo(t Type, text string) Type {
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
func (l narrowing) withoutWord(t Type, text string) Type {
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
