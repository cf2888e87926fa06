package checker

import (
	"math"
	"strings"
	"unicode"

	"puppet-lint/checker/code"
	"puppet-lint/checker/lattice"
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
		return e.Unknown // an alias may contain itself more than once
	}
	var results []Type
	for _, member := range e.Members(value) {
		switch lattice.TypeClassOf(member) {
		case lattice.StringClass:
			text, known := lattice.StringOf(member)
			if known && convert != nil && isASCII(text) {
				results = append(results, e.Str(convert(text)))
			} else {
				results = append(results, e.String)
			}
		case lattice.IntegerClass, lattice.FloatClass, lattice.AnyClass:
			results = append(results, member)
		case lattice.ArrayClass:
			if elements, exact := lattice.TupleOf(member); exact {
				mapped := make([]Type, len(elements))
				for i, element := range elements {
					mapped[i] = e.mapText(element, convert, depth+1)
				}
				results = append(results, e.Tuple(mapped))
			} else {
				results = append(results, e.Array(e.mapText(e.ElementOf(member), convert, depth+1), lattice.SizeOf(member)))
			}
		case lattice.HashClass:
			key, item := e.KeyValueOf(member)
			results = append(results, e.Hash(e.mapText(key, convert, depth+1), e.mapText(item, convert, depth+1), lattice.Range{Low: 0, High: lattice.SizeOf(member).High}))
		default:
			results = append(results, e.Unknown)
		}
	}
	if len(results) == 0 {
		return e.Unknown
	}
	return e.JoinAll(results)
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
		return e.Unknown
	}
	var results []Type
	for _, member := range e.Members(c.argument(0)) {
		switch lattice.TypeClassOf(member) {
		case lattice.StringClass:
			results = append(results, e.String)
		case lattice.ArrayClass:
			results = append(results, e.Array(e.mapText(e.ElementOf(member), nil, 0), lattice.SizeOf(member)))
		case lattice.SensitiveClass:
			results = append(results, e.Sensitive(e.Join(e.String, e.Array(e.String, lattice.Range{Low: 0, High: math.MaxInt64}))))
		default:
			return e.Unknown
		}
	}
	if len(results) == 0 {
		return e.Unknown
	}
	return e.JoinAll(results)
}

// reportBadPattern reports a second argument that is a string, but not the text
// of a regular expression.
func (e *evaluator) reportBadPattern(c *call) bool {
	text, known := lattice.StringOf(c.argument(1))
	if !known || e.IsRegexp(text) {
		return false
	}
	e.report(&code.ArgumentMismatch, c.at, "RUNTIME_ERROR", "'"+c.name+"' cannot read "+lattice.Quote(text)+" as a regular expression")
	return true
}

// modelMatch yields the groups of a match, or undef; for an array, one of them
// for each string.
func (e *evaluator) modelMatch(c *call) Type {
	if e.reportBadPattern(c) {
		return e.Unknown
	}
	if patterns, exact := e.FlattenOne(c.argument(1), 0); exact {
		for _, pattern := range patterns {
			if lattice.TypeClassOf(pattern) != lattice.TypeValueClass {
				continue
			}
			if t := e.Resolve(lattice.TypeIn(pattern)); e.isDataType(t) && t.Kind() != types.KindRegexp && t.Kind() != types.KindPattern {
				e.report(&code.ArgumentMismatch, c.at, "RUNTIME_ERROR", "'match' takes a regular expression, or a type Regexp[…] or Pattern[…], not "+e.Describe(pattern))
				return e.Unknown
			}
		}
	}
	one := e.Optional(e.Array(e.Optional(e.String), lattice.Range{Low: 1, High: math.MaxInt64}))
	var results []Type
	for _, member := range e.Members(c.argument(0)) {
		switch lattice.TypeClassOf(member) {
		case lattice.StringClass:
			results = append(results, one)
		case lattice.ArrayClass:
			results = append(results, e.Array(one, lattice.SizeOf(member)))
		default:
			return e.Unknown
		}
	}
	if len(results) == 0 {
		return e.Unknown
	}
	return e.JoinAll(results)
}

// modelSprintf knows that it yields a string; the format must be one, or what
// becomes one on its way to a function of the 3.x API.
func (e *evaluator) modelSprintf(c *call) Type {
	if !e.MayBe(c.argument(0), func(s lattice.TypeClass, _ Type) bool {
		switch s {
		case lattice.StringClass, lattice.AnyClass, lattice.SensitiveClass, lattice.OtherClass, lattice.UndefClass, lattice.RegexpClass, lattice.SemVerClass, lattice.SemVerRangeClass, lattice.TimespanClass, lattice.TimestampClass, lattice.BinaryClass:
			return true
		}
		return false
	}) {
		e.report(&code.ArgumentMismatch, c.at, "RUNTIME_ERROR", "the format of 'sprintf' is a String, not "+e.Describe(c.argument(0)))
	} else if why := e.badFormat(c); why != "" {
		e.report(&code.ArgumentMismatch, c.at, "RUNTIME_ERROR", "'sprintf' fails: "+why)
	}
	return e.String
}

func (e *evaluator) modelUnwrap(c *call) Type {
	inner := func(t Type) Type {
		var results []Type
		for _, member := range e.Members(t) {
			switch {
			case e.IsUnknown(member):
				return e.Unknown
			case lattice.TypeClassOf(member) == lattice.SensitiveClass:
				results = append(results, e.InnerOf(member))
			default:
				results = append(results, member)
			}
		}
		return e.JoinAll(results)
	}(c.argument(0))
	if c.block != nil {
		return c.block.invoke([]Type{inner}, true)
	}
	return inner
}

func (e *evaluator) modelAbs(c *call) Type {
	if e.notANumber(c) {
		return e.Unknown
	}
	var results []Type
	for _, member := range e.Members(c.argument(0)) {
		value, known := lattice.NumberOf(member)
		switch {
		case lattice.TypeClassOf(member) == lattice.IntegerClass && known:
			if whole := lattice.IntegerOf(member).Low; whole != math.MinInt64 {
				results = append(results, e.IntegerRange(lattice.Range{Low: max(whole, -whole), High: max(whole, -whole)}))
			}
		case lattice.TypeClassOf(member) == lattice.IntegerClass:
			results = append(results, e.IntegerRange(lattice.Range{Low: 0, High: math.MaxInt64}))
		case lattice.TypeClassOf(member) == lattice.FloatClass && known:
			results = append(results, e.FloatValue(math.Abs(value)))
		case lattice.TypeClassOf(member) == lattice.FloatClass:
			results = append(results, e.Float)
		default:
			results = append(results, e.NumericType)
		}
	}
	return e.JoinAll(results)
}

// notANumber reports a string that holds no number given to a function that
// calculates.
func (e *evaluator) notANumber(c *call) bool {
	text, known := lattice.StringOf(c.argument(0))
	if !known {
		return false
	}
	if _, isNumber := lattice.ToNumber(text); isNumber {
		return false
	}
	e.report(&code.ArgumentMismatch, c.at, "RUNTIME_ERROR", "'"+c.name+"' needs a number, not "+e.Describe(c.argument(0)))
	return true
}

// modelRounding is for ceiling, floor and round.
func (e *evaluator) modelRounding(round func(float64) float64) model {
	return func(c *call) Type {
		if e.notANumber(c) {
			return e.Unknown
		}
		if value, known := lattice.NumberOf(c.argument(0)); known && math.Abs(value) < 1<<53 {
			whole := int64(round(value))
			return e.IntegerRange(lattice.Range{Low: whole, High: whole})
		}
		if lattice.TypeClassOf(c.argument(0)) == lattice.IntegerClass {
			return e.OnlyClass(c.argument(0), lattice.IntegerClass)
		}
		return e.Integer
	}
}

// modelExtreme is for max and min: one of the arguments, or of the elements of
// an only array.
func (e *evaluator) modelExtreme(c *call) Type {
	arguments := c.arguments
	if c.block != nil {
		c.block.invokeUnknown()
	}
	if len(arguments) == 0 || len(arguments) == 1 && lattice.TypeClassOf(arguments[0]) == lattice.ArrayClass && lattice.SizeOf(arguments[0]).High == 0 {
		e.report(&code.ArgumentCount, c.at, "RUNTIME_ERROR", "'"+c.name+"' expects at least 1 argument, got none")
		return e.Unknown
	}
	if len(arguments) == 1 && lattice.TypeClassOf(arguments[0]) == lattice.ArrayClass {
		return e.ElementOf(arguments[0])
	}
	if len(arguments) == 1 && e.MayHaveClass(arguments[0], lattice.ArrayClass) {
		return e.Any
	}
	return e.JoinAll(arguments)
}

// modelAssertType yields its value cut to the type that is asserted.
func (e *evaluator) modelAssertType(c *call) Type {
	if len(c.arguments) < 2 || lattice.TypeClassOf(c.arguments[0]) != lattice.TypeValueClass {
		return e.Unknown
	}
	target, value := lattice.TypeIn(c.arguments[0]), c.arguments[1]
	kept := e.Meet(value, target)
	switch e.IsInstance(value, target) {
	case lattice.Always:
		return value
	case lattice.Never:
		if c.block == nil {
			e.reportMismatch(c.at, "assert_type:", target, value)
			return e.Never
		}
		return c.block.invoke([]Type{e.TypeOf(target), e.TypeOf(e.Any)}, true)
	}
	if c.block != nil {
		return e.Join(kept, c.block.invoke([]Type{e.TypeOf(target), e.TypeOf(e.Any)}, false))
	}
	return kept
}

// modelType is type(value, detail).
func (e *evaluator) modelType(c *call) Type {
	value := c.argument(0)
	if e.IsUnknown(value) || !e.IsConstant(value) || len(c.arguments) != 1 {
		return e.TypeOf(e.Any)
	}
	return e.TypeOf(value)
}
