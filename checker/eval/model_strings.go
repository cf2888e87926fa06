package eval

import (
	"math"
	"strings"
	"unicode"

	"puppet-lint/checker/code"
	"puppet-lint/checker/lattice"
	"puppet-lint/internal/ascii"
	"puppet-lint/types"
)

// modelText returns the model of a function that converts strings, also inside arrays and
// hashes. With a nil convert the model does not compute the result for constants.
func modelText(convert func(string) string) func(e *Evaluator, c *Call) Type {
	return func(e *Evaluator, c *Call) Type { return e.mapText(c.Argument(0), convert, 0) }
}

// maxMapped bounds the nesting of the arrays and hashes that a function is applied to.
const maxMapped = 4

func (e *Evaluator) mapText(value Type, convert func(string) string, depth int) Type {
	if depth > maxMapped {
		return e.Unknown // an alias may contain itself several times
	}
	var results []Type
	for _, member := range e.Members(value) {
		switch lattice.TypeClassOf(member) {
		case lattice.StringClass:
			text, known := lattice.StringOf(member)
			if known && convert != nil && ascii.IsOnly(text) {
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

func capitalize(text string) string {
	if text == "" {
		return ""
	}
	return strings.ToUpper(text[:1]) + strings.ToLower(text[1:])
}

func rubySpace(char rune) bool { return char == 0 || unicode.IsSpace(char) }

func strip(text string) string { return strings.TrimFunc(text, rubySpace) }

func stripLeft(text string) string { return strings.TrimLeftFunc(text, rubySpace) }

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

// modelRegsubst models regsubst(), which returns a string for a string and an array for an
// array.
func (e *Evaluator) modelRegsubst(c *Call) Type {
	if e.reportBadPattern(c) {
		return e.Unknown
	}
	var results []Type
	for _, member := range e.Members(c.Argument(0)) {
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

// reportBadPattern reports a second argument that is a string but not a regular expression, and
// returns whether it is.
func (e *Evaluator) reportBadPattern(c *Call) bool {
	text, known := lattice.StringOf(c.Argument(1))
	if !known || e.IsRegexp(text) {
		return false
	}
	e.report(&code.ArgumentMismatch, c.At, "RUNTIME_ERROR", "'"+c.Name+"' cannot read "+lattice.Quote(text)+" as a regular expression")
	return true
}

// modelMatch models match(), which returns the groups of a match or undef. For an array it
// returns one such result for each string.
func (e *Evaluator) modelMatch(c *Call) Type {
	if e.reportBadPattern(c) {
		return e.Unknown
	}
	if patterns, exact := e.FlattenOne(c.Argument(1), 0); exact {
		for _, pattern := range patterns {
			switch lattice.TypeClassOf(pattern) {
			case lattice.TypeValueClass:
			case lattice.UndefClass, lattice.DefaultClass, lattice.BooleanClass, lattice.IntegerClass, lattice.FloatClass, lattice.HashClass, lattice.SensitiveClass:
				e.report(&code.ArgumentMismatch, c.At, "RUNTIME_ERROR", "'match' takes a regular expression, not "+e.Describe(pattern))
				return e.Unknown
			default:
				continue
			}
			if t := e.Resolve(lattice.TypeIn(pattern)); e.isDataType(t) && t.Kind() != types.KindRegexp && t.Kind() != types.KindPattern {
				e.report(&code.ArgumentMismatch, c.At, "RUNTIME_ERROR", "'match' takes a regular expression, or a type Regexp[…] or Pattern[…], not "+e.Describe(pattern))
				return e.Unknown
			} else if t == e.Store.Regexp && !e.MayBe(c.Argument(0), func(class lattice.TypeClass, _ Type) bool { return class != lattice.StringClass }) {
				e.report(&code.ArgumentMismatch, c.At, "RUNTIME_ERROR", "'match' cannot match with the type Regexp, which has no pattern")
				return e.Unknown
			}
		}
	}
	one := e.Optional(e.Array(e.Optional(e.String), lattice.Range{Low: 1, High: math.MaxInt64}))
	var results []Type
	for _, member := range e.Members(c.Argument(0)) {
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

// modelGenerate models generate(), which runs a program of the server and returns its output.
func (e *Evaluator) modelGenerate(c *Call) Type {
	program, known := lattice.StringOf(c.Argument(0))
	switch {
	case !known || isWindowsPath(program) || strings.Contains(program, "\n"):
	case !strings.HasPrefix(program, "/"):
		e.report(&code.ArgumentMismatch, c.At, "RUNTIME_ERROR", "'generate' needs the absolute path of a program, not "+lattice.Quote(program))
	case strings.ContainsFunc(program, isUnsafeInProgram):
		finding := e.report(&code.ArgumentMismatch, c.At, "RUNTIME_ERROR", "'generate' accepts only letters, digits and the characters /-_.+ in the path of a program, not "+lattice.Quote(program))
		if finding != nil && strings.Contains(program, " ") {
			finding.Help = "pass each argument of the program as an argument of its own: generate('/bin/program', 'argument')"
		}
	case strings.Contains(program, ".."):
		e.report(&code.ArgumentMismatch, c.At, "RUNTIME_ERROR", "'generate' does not accept '..' in the path of a program")
	}
	return e.String
}

// isWindowsPath reports whether a path begins with the letter of a drive, or is that of a share.
func isWindowsPath(path string) bool {
	return strings.HasPrefix(path, `\\`) || len(path) > 2 && path[1] == ':' && (path[2] == '/' || path[2] == '\\')
}

// isUnsafeInProgram reports whether generate() refuses a character in the path of a program.
func isUnsafeInProgram(char rune) bool {
	return !strings.ContainsRune("/-_.+", char) && (char < '0' || char > '9') && (char < 'a' || char > 'z') && (char < 'A' || char > 'Z')
}

// modelSprintf models sprintf(), which returns a string. The format must be a string, or a
// value that becomes one when passed to a function of the 3.x API.
func (e *Evaluator) modelSprintf(c *Call) Type {
	if !e.MayBe(c.Argument(0), func(s lattice.TypeClass, _ Type) bool {
		switch s {
		case lattice.StringClass, lattice.AnyClass, lattice.SensitiveClass, lattice.OtherClass, lattice.UndefClass, lattice.RegexpClass, lattice.SemVerClass, lattice.SemVerRangeClass, lattice.TimespanClass, lattice.TimestampClass, lattice.BinaryClass:
			return true
		}
		return false
	}) {
		e.report(&code.ArgumentMismatch, c.At, "RUNTIME_ERROR", "the format of 'sprintf' is a String, not "+e.Describe(c.Argument(0)))
	} else if why := e.badFormat(c); why != "" {
		e.report(&code.ArgumentMismatch, c.At, "RUNTIME_ERROR", "'sprintf' fails: "+why)
	}
	return e.String
}
