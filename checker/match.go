package checker

// matches says whether a value matches an option of a case or a selector
// (CompareOperator#match): regular expressions match strings, types their
// instances, arrays and hashes element by element, all else by equality.
func (e *evaluator) matches(value, pattern Type) truth {
	result, first := maybe, true
	for _, member := range e.members(pattern) {
		one := e.matchesMember(value, member)
		if first {
			result, first = one, false
		} else if one != result {
			return maybe
		}
	}
	return result
}

func (e *evaluator) matchesMember(value, pattern Type) truth {
	switch shapeOf(pattern) {
	case shapeAny, shapeOther:
		return maybe
	case shapeDefault:
		if value == e.defaultType {
			return always
		}
		return maybe // a nested default matches anything
	case shapeRegexp:
		return e.matchesRegexp(value, pattern)
	case shapeType:
		return e.isInstance(value, typeIn(pattern))
	case shapeSemVer, shapeSemVerRange:
		return maybe // a version is in a range
	case shapeArray:
		return e.matchesArray(value, pattern)
	case shapeHash:
		return e.matchesHash(value, pattern)
	}
	return e.equal(value, pattern)
}

// isInstance says whether every, some or no value of a type is an instance of
// another.
func (e *evaluator) isInstance(value, typ Type) truth {
	if e.isUnknown(value) || e.isUnknown(typ) {
		return maybe
	}
	return e.relation(value, typ)
}

// matchesRegexp says whether values match a regular expression: only strings
// ever do.
func (e *evaluator) matchesRegexp(value, pattern Type) truth {
	result, first := maybe, true
	for _, member := range e.members(value) {
		one := maybe
		switch shapeOf(member) {
		case shapeAny:
		case shapeString:
			if text, known := stringOf(member); known {
				if matched, understood := matchRegexp(pattern, text); understood {
					one = truthOf(matched)
				}
			}
		default:
			one = never
		}
		if first {
			result, first = one, false
		} else if one != result {
			return maybe
		}
	}
	return result
}

func (e *evaluator) matchesArray(value, pattern Type) truth {
	result, first := maybe, true
	patterns, exact := tupleOf(pattern)
	for _, member := range e.members(value) {
		one := maybe
		switch {
		case shapeOf(member) == shapeAny:
		case shapeOf(member) != shapeArray, sizeOf(member).high < sizeOf(pattern).low, sizeOf(member).low > sizeOf(pattern).high:
			one = never
		case exact:
			if elements, known := tupleOf(member); known {
				one = always
				for i, element := range elements {
					one = one.and(e.matches(element, patterns[i]))
				}
			} else {
				one = e.allMayMatch(member, patterns)
			}
		}
		if first {
			result, first = one, false
		} else if one != result {
			return maybe
		}
	}
	return result
}

// allMayMatch is never when some pattern cannot be matched by any element.
func (e *evaluator) allMayMatch(array Type, patterns []Type) truth {
	for _, pattern := range patterns {
		if e.matches(e.elementOf(array), pattern) == never {
			return never
		}
	}
	return maybe
}

func (e *evaluator) matchesHash(value, pattern Type) truth {
	patterns, exact := e.exactFields(pattern)
	result, first := maybe, true
	for _, member := range e.members(value) {
		one := maybe
		switch {
		case shapeOf(member) == shapeAny:
		case shapeOf(member) != shapeHash:
			one = never
		case exact:
			one = always
			for _, field := range patterns {
				one = one.and(e.matches(e.lookupKey(member, e.str(field.name)), field.value))
			}
		}
		if first {
			result, first = one, false
		} else if one != result {
			return maybe
		}
	}
	return result
}
