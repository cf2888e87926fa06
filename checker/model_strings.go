package checker

import (
	"math"
	"strings"
	"unicode"

	"puppet-lint/checker/code"
	"puppet-lint/types"
)

// modelText is for functions that turn a string into a string and go into
// arrays, and for some into hashes: convert is nil where the result of a
// constant is not computed.
func (e *evaluator) modelText(convert func(string) string) model {
	return func(c *call) Type { return e.mapText(c.argument(0), convert, 0) }
}

// maxMapped bounds how deep a function goes into arrays and hashes of strings.
const maxMapped = 4

func (e *evaluator) mapText(value Type, convert func(string) string, depth int) Type {
	if depth > maxMapped {
		return e.unknown // an alias may contain itself more than once
	}
	var results []Type
	for _, member := range e.members(value) {
		switch shapeOf(member) {
		case shapeString:
			text, known := stringOf(member)
			if known && convert != nil && isASCII(text) {
				results = append(results, e.str(convert(text)))
			} else {
				results = append(results, e.string)
			}
		case shapeInteger, shapeFloat, shapeAny:
			results = append(results, member)
		case shapeArray:
			if elements, exact := tupleOf(member); exact {
				mapped := make([]Type, len(elements))
				for i, element := range elements {
					mapped[i] = e.mapText(element, convert, depth+1)
				}
				results = append(results, e.tuple(mapped))
			} else {
				results = append(results, e.array(e.mapText(e.elementOf(member), convert, depth+1), sizeOf(member)))
			}
		case shapeHash:
			key, item := e.keyValueOf(member)
			results = append(results, e.hash(e.mapText(key, convert, depth+1), e.mapText(item, convert, depth+1), span64{0, sizeOf(member).high}))
		default:
			results = append(results, e.unknown)
		}
	}
	if len(results) == 0 {
		return e.unknown
	}
	return e.joinAll(results)
}

func isASCII(text string) bool {
	for i := range len(text) {
		if text[i] >= 0x80 {
			return false
		}
	}
	return true
}

func capitalize(text string) string {
	if text == "" {
		return ""
	}
	return strings.ToUpper(text[:1]) + strings.ToLower(text[1:])
}

func rubySpace(char rune) bool { return char == 0 || unicode.IsSpace(char) }

func strip(text string) string { return strings.TrimFunc(text, rubySpace) }

func stripLeft(text string) string { return strings.TrimLeftFunc(text, unicode.IsSpace) }

func stripRight(text string) string { return strings.TrimRightFunc(text, rubySpace) }

func chomp(text string) string {
	if strings.HasSuffix(text, "\r\n") {
		return text[:len(text)-2]
	}
	if strings.HasSuffix(text, "\n") || strings.HasSuffix(text, "\r") {
		return text[:len(text)-1]
	}
	return text
}

func chop(text string) string {
	if strings.HasSuffix(text, "\r\n") {
		return text[:len(text)-2]
	}
	if text == "" {
		return ""
	}
	return text[:len(text)-1]
}

// modelRegsubst keeps the shape of what it substitutes in.
func (e *evaluator) modelRegsubst(c *call) Type {
	if e.reportBadPattern(c) {
		return e.unknown
	}
	var results []Type
	for _, member := range e.members(c.argument(0)) {
		switch shapeOf(member) {
		case shapeString:
			results = append(results, e.string)
		case shapeArray:
			results = append(results, e.array(e.mapText(e.elementOf(member), nil, 0), sizeOf(member)))
		case shapeSensitive:
			results = append(results, e.sensitive(e.join(e.string, e.array(e.string, span64{0, math.MaxInt64}))))
		default:
			return e.unknown
		}
	}
	if len(results) == 0 {
		return e.unknown
	}
	return e.joinAll(results)
}

// reportBadPattern reports a second argument that is a string, but not the text
// of a regular expression.
func (e *evaluator) reportBadPattern(c *call) bool {
	text, known := stringOf(c.argument(1))
	if !known || e.isRegexp(text) {
		return false
	}
	e.report(&code.ArgumentMismatch, c.at, "RUNTIME_ERROR", "'"+c.name+"' cannot read "+quote(text)+" as a regular expression")
	return true
}

// modelMatch yields the groups of a match, or undef; for an array, one of them
// for each string.
func (e *evaluator) modelMatch(c *call) Type {
	if e.reportBadPattern(c) {
		return e.unknown
	}
	if patterns, exact := e.flattenOne(c.argument(1), 0); exact {
		for _, pattern := range patterns {
			if shapeOf(pattern) != shapeType {
				continue
			}
			if t := e.resolve(typeIn(pattern)); e.isDataType(t) && t.Kind() != types.KindRegexp && t.Kind() != types.KindPattern {
				e.report(&code.ArgumentMismatch, c.at, "RUNTIME_ERROR", "'match' takes a regular expression, or a type Regexp[…] or Pattern[…], not "+e.describe(pattern))
				return e.unknown
			}
		}
	}
	one := e.optional(e.array(e.optional(e.string), span64{1, math.MaxInt64}))
	var results []Type
	for _, member := range e.members(c.argument(0)) {
		switch shapeOf(member) {
		case shapeString:
			results = append(results, one)
		case shapeArray:
			results = append(results, e.array(one, sizeOf(member)))
		default:
			return e.unknown
		}
	}
	if len(results) == 0 {
		return e.unknown
	}
	return e.joinAll(results)
}

// modelSprintf knows that it yields a string; the format must be one, or what
// becomes one on its way to a function of the 3.x API.
func (e *evaluator) modelSprintf(c *call) Type {
	if !e.mayBe(c.argument(0), func(s shape, _ Type) bool {
		switch s {
		case shapeString, shapeAny, shapeSensitive, shapeOther, shapeUndef, shapeRegexp, shapeSemVer, shapeSemVerRange, shapeTimespan, shapeTimestamp, shapeBinary:
			return true
		}
		return false
	}) {
		e.report(&code.ArgumentMismatch, c.at, "RUNTIME_ERROR", "the format of 'sprintf' is a String, not "+e.describe(c.argument(0)))
	} else if why := e.badFormat(c); why != "" {
		e.report(&code.ArgumentMismatch, c.at, "RUNTIME_ERROR", "'sprintf' fails: "+why)
	}
	return e.string
}

func (e *evaluator) modelUnwrap(c *call) Type {
	inner := func(t Type) Type {
		var results []Type
		for _, member := range e.members(t) {
			switch {
			case e.isUnknown(member):
				return e.unknown
			case shapeOf(member) == shapeSensitive:
				results = append(results, e.innerOf(member))
			default:
				results = append(results, member)
			}
		}
		return e.joinAll(results)
	}(c.argument(0))
	if c.block != nil {
		return c.block.invoke([]Type{inner}, true)
	}
	return inner
}

func (e *evaluator) modelAbs(c *call) Type {
	if e.notANumber(c) {
		return e.unknown
	}
	var results []Type
	for _, member := range e.members(c.argument(0)) {
		value, known := numberOf(member)
		switch {
		case shapeOf(member) == shapeInteger && known:
			if whole := integerOf(member).low; whole != math.MinInt64 {
				results = append(results, e.integerRange(span64{max(whole, -whole), max(whole, -whole)}))
			}
		case shapeOf(member) == shapeInteger:
			results = append(results, e.integerRange(span64{0, math.MaxInt64}))
		case shapeOf(member) == shapeFloat && known:
			results = append(results, e.floatValue(math.Abs(value)))
		case shapeOf(member) == shapeFloat:
			results = append(results, e.float)
		default:
			results = append(results, e.numericType)
		}
	}
	return e.joinAll(results)
}

// notANumber reports a string that holds no number given to a function that
// calculates.
func (e *evaluator) notANumber(c *call) bool {
	text, known := stringOf(c.argument(0))
	if !known {
		return false
	}
	if _, isNumber := toNumber(text); isNumber {
		return false
	}
	e.report(&code.ArgumentMismatch, c.at, "RUNTIME_ERROR", "'"+c.name+"' needs a number, not "+e.describe(c.argument(0)))
	return true
}

// modelRounding is for ceiling, floor and round.
func (e *evaluator) modelRounding(round func(float64) float64) model {
	return func(c *call) Type {
		if e.notANumber(c) {
			return e.unknown
		}
		if value, known := numberOf(c.argument(0)); known && math.Abs(value) < 1<<53 {
			whole := int64(round(value))
			return e.integerRange(span64{whole, whole})
		}
		if shapeOf(c.argument(0)) == shapeInteger {
			return e.onlyShape(c.argument(0), shapeInteger)
		}
		return e.integer
	}
}

// modelExtreme is for max and min: one of the arguments, or of the elements of
// an only array.
func (e *evaluator) modelExtreme(c *call) Type {
	arguments := c.arguments
	if c.block != nil {
		c.block.invokeUnknown()
	}
	if len(arguments) == 0 || len(arguments) == 1 && shapeOf(arguments[0]) == shapeArray && sizeOf(arguments[0]).high == 0 {
		e.report(&code.ArgumentCount, c.at, "RUNTIME_ERROR", "'"+c.name+"' expects at least 1 argument, got none")
		return e.unknown
	}
	if len(arguments) == 1 && shapeOf(arguments[0]) == shapeArray {
		return e.elementOf(arguments[0])
	}
	if len(arguments) == 1 && e.mayHaveShape(arguments[0], shapeArray) {
		return e.any
	}
	return e.joinAll(arguments)
}

// modelAssertType yields its value cut to the type that is asserted.
func (e *evaluator) modelAssertType(c *call) Type {
	if len(c.arguments) < 2 || shapeOf(c.arguments[0]) != shapeType {
		return e.unknown
	}
	target, value := typeIn(c.arguments[0]), c.arguments[1]
	kept := e.meet(value, target)
	switch e.isInstance(value, target) {
	case always:
		return value
	case never:
		if c.block == nil {
			e.reportMismatch(c.at, "assert_type:", target, value)
			return e.never
		}
		return c.block.invoke([]Type{e.typeOf(target), e.typeOf(e.any)}, true)
	}
	if c.block != nil {
		return e.join(kept, c.block.invoke([]Type{e.typeOf(target), e.typeOf(e.any)}, false))
	}
	return kept
}

// modelType is type(value, detail).
func (e *evaluator) modelType(c *call) Type {
	value := c.argument(0)
	if e.isUnknown(value) || !e.isConstant(value) || len(c.arguments) != 1 {
		return e.typeOf(e.any)
	}
	return e.typeOf(value)
}
