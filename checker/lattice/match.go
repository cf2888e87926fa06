package lattice

import "puppet-lint/types"

// Matches reports whether a value matches an option of a case or selector
// (CompareOperator#match). Regular expressions match strings, types match their instances,
// arrays and hashes match element by element, and everything else by equality.
func (l *Lattice) Matches(value, pattern Type) Truth {
	result, first := Maybe, true
	for _, member := range l.Members(pattern) {
		one := l.matchesMember(value, member)
		if first {
			result, first = one, false
		} else if one != result {
			return Maybe
		}
	}
	return result
}

func (l *Lattice) matchesMember(value, pattern Type) Truth {
	switch TypeClassOf(pattern) {
	case AnyClass, OtherClass:
		return Maybe
	case DefaultClass:
		if value == l.DefaultType {
			return Always
		}
		return Maybe // a nested default matches anything
	case RegexpClass:
		return l.MatchesRegexp(value, pattern)
	case TypeValueClass:
		if of, ok := pattern.(*types.TypeType); ok && of.Type == nil {
			return Maybe // any type, or none: the type Type itself is a Type[Type]
		}
		return l.IsInstance(value, TypeIn(pattern))
	case SemVerClass, SemVerRangeClass:
		return Maybe // a version matches a range
	case ArrayClass:
		return l.matchesArray(value, pattern)
	case HashClass:
		return l.matchesHash(value, pattern)
	}
	return l.Equal(value, pattern)
}

// IsInstance reports whether all, some or no values of a type are instances of another.
func (l *Lattice) IsInstance(value, typ Type) Truth {
	if l.IsUnknown(value) || l.IsUnknown(typ) {
		return Maybe
	}
	return l.Relation(value, typ)
}

// MatchesRegexp reports whether values match a regular expression. Only strings do.
func (l *Lattice) MatchesRegexp(value, pattern Type) Truth {
	result, first := Maybe, true
	for _, member := range l.Members(value) {
		one := Maybe
		switch TypeClassOf(member) {
		case AnyClass:
		case StringClass:
			if text, known := StringOf(member); known {
				if matched, understood := matchRegexp(pattern, text); understood {
					one = TruthOf(matched)
				}
			}
		default:
			one = Never
		}
		if first {
			result, first = one, false
		} else if one != result {
			return Maybe
		}
	}
	return result
}

func (l *Lattice) matchesArray(value, pattern Type) Truth {
	result, first := Maybe, true
	patterns, exact := TupleOf(pattern)
	for _, member := range l.Members(value) {
		one := Maybe
		switch {
		case TypeClassOf(member) == AnyClass:
		case TypeClassOf(member) != ArrayClass, SizeOf(member).High < SizeOf(pattern).Low, SizeOf(member).Low > SizeOf(pattern).High:
			one = Never
		case exact:
			if elements, known := TupleOf(member); known {
				one = Always
				for i, element := range elements {
					one = one.And(l.Matches(element, patterns[i]))
				}
			} else {
				one = l.allMayMatch(member, patterns)
			}
		}
		if first {
			result, first = one, false
		} else if one != result {
			return Maybe
		}
	}
	return result
}

// allMayMatch returns Never if no element can match one of the patterns.
func (l *Lattice) allMayMatch(array Type, patterns []Type) Truth {
	for _, pattern := range patterns {
		if l.Matches(l.ElementOf(array), pattern) == Never {
			return Never
		}
	}
	return Maybe
}

func (l *Lattice) matchesHash(value, pattern Type) Truth {
	patterns, exact := l.ExactFields(pattern)
	result, first := Maybe, true
	for _, member := range l.Members(value) {
		one := Maybe
		switch {
		case TypeClassOf(member) == AnyClass:
		case TypeClassOf(member) != HashClass:
			one = Never
		case exact:
			one = Always
			for _, field := range patterns {
				one = one.And(l.Matches(l.LookupKey(member, l.Str(field.Name)), field.Value))
			}
		}
		if first {
			result, first = one, false
		} else if one != result {
			return Maybe
		}
	}
	return result
}
