package lattice

import "puppet-lint/types"

// Matches reports whether a value matches an option of a case or selector
// (CompareOperator#match). Regular expressions match strings, types match their instances,
// arrays and hashes match element by element, and everything else by equality.
func (l comparison) Matches(value, pattern Type) Truth {
	return commonTruth(l.Members(pattern), func(member Type) Truth { return l.matchesMember(value, member) })
}

func (l comparison) matchesMember(value, pattern Type) Truth {
	switch TypeClassOf(pattern) {
	case AnyClass, OtherClass:
		return Maybe
	case DefaultClass:
		if value == l.DefaultType {
			return Always
		}
		return Maybe // default inside an array or hash matches anything
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
func (l comparison) IsInstance(value, typ Type) Truth {
	if l.IsUnknown(value) || l.IsUnknown(typ) {
		return Maybe
	}
	return l.Relation(value, typ)
}

// MatchesRegexp reports whether values match a regular expression. Only strings do.
func (l comparison) MatchesRegexp(value, pattern Type) Truth {
	return commonTruth(l.Members(value), func(member Type) Truth {
		switch TypeClassOf(member) {
		case AnyClass:
			return Maybe
		case StringClass:
			if text, known := StringOf(member); known {
				if matched, understood := matchRegexp(pattern, text); understood {
					return TruthOf(matched)
				}
			}
			return Maybe
		}
		return Never
	})
}

func (l comparison) matchesArray(value, pattern Type) Truth {
	patterns, exact := TupleOf(pattern)
	return commonTruth(l.Members(value), func(member Type) Truth {
		switch {
		case TypeClassOf(member) == AnyClass:
			return Maybe
		case TypeClassOf(member) != ArrayClass, SizeOf(member).High < SizeOf(pattern).Low, SizeOf(member).Low > SizeOf(pattern).High:
			return Never
		case !exact:
			return Maybe
		}
		elements, known := TupleOf(member)
		if !known {
			return l.allMayMatch(member, patterns)
		}
		result := Always
		for i, element := range elements {
			result = result.And(l.Matches(element, patterns[i]))
		}
		return result
	})
}

// allMayMatch returns Never if no element can match one of the patterns.
func (l comparison) allMayMatch(array Type, patterns []Type) Truth {
	for _, pattern := range patterns {
		if l.Matches(l.ElementOf(array), pattern) == Never {
			return Never
		}
	}
	return Maybe
}

func (l comparison) matchesHash(value, pattern Type) Truth {
	patterns, exact := ExactFields(pattern)
	return commonTruth(l.Members(value), func(member Type) Truth {
		switch {
		case TypeClassOf(member) == AnyClass:
			return Maybe
		case TypeClassOf(member) != HashClass:
			return Never
		case !exact:
			return Maybe
		}
		result := Always
		for _, field := range patterns {
			result = result.And(l.Matches(l.LookupKey(member, l.Str(field.Name)), field.Value))
		}
		return result
	})
}

// matchRegexp reports whether a regular expression matches a text. understood is false if the
// program cannot interpret the expression.
func matchRegexp(pattern Type, text string) (matched bool, understood bool) {
	if r, ok := pattern.(*types.RegexpType); ok && r.HasSource {
		return r.Matches(text)
	}
	return false, false
}

// GroupsOf counts the capture groups of a regular expression, including named ones.
func GroupsOf(pattern Type) int {
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

// CertainGroupsOf returns the capture groups that take part in every match, as a bit set.
func CertainGroupsOf(pattern Type) uint64 {
	if r, ok := pattern.(*types.RegexpType); ok {
		return r.CertainGroups()
	}
	return 0
}
