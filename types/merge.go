package types

import "strings"

// merger joins members of a Variant that together form one type.
type merger struct{ *Store }

func (s merger) mergeEnums(list []Type) []Type {
	isPlain := func(t Type) bool {
		switch t := t.(type) {
		case *EnumType:
			return len(t.Values) > 0 && !t.CaseInsensitive
		case *StringType:
			return t.HasValue
		}
		return false
	}
	if chosen, others := partition(list, isPlain); len(chosen) > 1 {
		var values []string
		for _, t := range chosen {
			if e, ok := t.(*EnumType); ok {
				values = append(values, e.Values...)
			} else {
				values = append(values, t.(*StringType).Value)
			}
		}
		list = append(others, s.EnumOf(values, false))
	}
	folded := func(t *EnumType) bool { return len(t.Values) > 0 && t.CaseInsensitive }
	if chosen, others := partition(list, folded); len(chosen) > 1 {
		var values []string
		for _, e := range chosen {
			for _, v := range e.Values {
				values = append(values, strings.ToLower(v))
			}
		}
		list = append(others, s.EnumOf(values, true))
	}
	return list
}

func (s merger) mergePatterns(list []Type) []Type {
	chosen, others := partition[*PatternType](list, nil)
	if len(chosen) < 2 {
		return list
	}
	var patterns []*RegexpType
	for _, p := range chosen {
		patterns = append(patterns, p.Patterns...)
	}
	return append(others, s.PatternOf(patterns))
}

// mergePatternsUnlessOpen merges Patterns. It skips the plain Pattern, which has no patterns
// and accepts every string, so it absorbs the others later.
func (s merger) mergePatternsUnlessOpen(list []Type) []Type {
	for _, t := range list {
		if t == Type(s.Pattern) {
			return list
		}
	}
	return s.mergePatterns(list)
}

func (s merger) mergeSemVers(list []Type) []Type {
	chosen, others := partition[*SemVerType](list, nil)
	if len(chosen) < 2 {
		return list
	}
	var ranges []*VersionRange
	for _, v := range chosen {
		ranges = append(ranges, v.Ranges...)
	}
	return append([]Type{s.SemVerOf(ranges)}, others...)
}

func (s merger) mergeIntegers(a, b *IntegerType) (*IntegerType, bool) {
	if !rangesMeet(a.From, a.To, b.From, b.To) {
		return nil, false
	}
	return s.IntegerRange(minBound(a.From, b.From), maxBound(a.To, b.To)), true
}

func (s merger) mergeFloats(a, b *FloatType) (*FloatType, bool) {
	if a.To < b.From || b.To < a.From {
		return nil, false
	}
	return s.FloatRange(min(a.From, b.From), max(a.To, b.To)), true
}

func (s merger) mergeTimespans(a, b *TimespanType) (*TimespanType, bool) {
	if !rangesMeet(a.From, a.To, b.From, b.To) {
		return nil, false
	}
	return s.TimespanRange(minBound(a.From, b.From), maxBound(a.To, b.To)), true
}

func (s merger) mergeTimestamps(a, b *TimestampType) (*TimestampType, bool) {
	if !rangesMeet(a.From, a.To, b.From, b.To) {
		return nil, false
	}
	return s.TimestampRange(minBound(a.From, b.From), maxBound(a.To, b.To)), true
}

// mergeRanges joins ranges of one kind that overlap or adjoin, in Puppet's order: the last
// range first, and the ranges before the other types.
func mergeRanges[T Type](list []Type, merge func(a, b T) (T, bool)) []Type {
	ranges, others := partition[T](list, nil)
	if len(ranges) < 2 {
		return list
	}
	var result []Type
	for len(ranges) > 0 {
		joined := ranges[len(ranges)-1]
		var rest []T
		for _, t := range ranges[:len(ranges)-1] {
			if m, ok := merge(joined, t); ok {
				joined = m
			} else {
				rest = append(rest, t)
			}
		}
		result = append(result, joined)
		ranges = rest
	}
	return append(result, others...)
}

func rangesMeet(aFrom, aTo, bFrom, bTo Bound) bool {
	return aTo.Compare(bFrom) >= 0 && bTo.Compare(aFrom) >= 0 || adjacentTo(aTo, bFrom) || adjacentTo(bTo, aFrom)
}

// partition separates the types of kind T from the others.
func partition[T Type](list []Type, is func(T) bool) (chosen []T, others []Type) {
	for _, t := range list {
		if x, ok := t.(T); ok && (is == nil || is(x)) {
			chosen = append(chosen, x)
		} else {
			others = append(others, t)
		}
	}
	return chosen, others
}
