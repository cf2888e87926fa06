package eval

import (
	"math"
	"strconv"
	"strings"

	"puppet-lint/checker/lattice"
	"puppet-lint/syntax"
)

func (e *Evaluator) evaluateConcatenated(node *syntax.ConcatenatedString) Type {
	var text strings.Builder
	known := true
	var texts []string // its possible values within a compilation; nil if unknown
	if e.compiling != nil {
		texts = []string{""}
	}
	for _, segment := range node.Segments {
		part := e.Evaluate(segment)
		if e.IsNever(part) {
			return e.Never
		}
		e.checkInterpolated(part, segment)
		e.checkSensitiveText(part, segment)
		value, constant := e.Interpolated(part)
		known = known && constant && text.Len()+len(value) <= lattice.MaxString
		if known {
			text.WriteString(value)
		}
		texts = joinedTexts(texts, e.textsInterpolated(part))
	}
	if known {
		return e.Str(text.String())
	}
	if len(texts) > 0 {
		return e.Store.EnumOf(texts, false)
	}
	for _, segment := range node.Segments {
		if literal, ok := segment.(*syntax.LiteralString); ok && literal.Value != "" {
			return e.NonEmptyString
		}
	}
	return e.String
}

// maxTexts bounds the texts that a string may be within a compilation.
const maxTexts = 32

// textsInterpolated returns the texts that a value may become when a catalog is compiled and
// the value stands in a string. It returns nil if they are unknown.
func (e *Evaluator) textsInterpolated(t Type) (texts []string) {
	if e.compiling == nil {
		return nil
	}
	for _, member := range e.Members(t) {
		if words := lattice.WordsOf(member); len(words) > 0 {
			texts = append(texts, words...)
		} else if text, known := e.Interpolated(member); known {
			texts = append(texts, text)
		} else {
			return nil
		}
		if len(texts) > maxTexts {
			return nil
		}
	}
	return texts
}

// joinedTexts returns every beginning followed by every end. It returns nil if there are too
// many.
func joinedTexts(beginnings, ends []string) (all []string) {
	if len(beginnings)*len(ends) > maxTexts {
		return nil
	}
	for _, beginning := range beginnings {
		for _, end := range ends {
			if len(beginning)+len(end) > lattice.MaxString {
				return nil
			}
			all = append(all, beginning+end)
		}
	}
	return all
}

// Interpolated returns the text that a value becomes in a string. known is false if the text
// depends on more than the type.
func (e *Evaluator) Interpolated(t Type) (text string, known bool) {
	switch lattice.TypeClassOf(t) {
	case lattice.UndefClass:
		return "", true
	case lattice.DefaultClass:
		return "default", true
	case lattice.StringClass:
		return lattice.StringOf(t)
	case lattice.BooleanClass:
		value, known := lattice.BoolOf(t)
		return strconv.FormatBool(value), known
	case lattice.IntegerClass:
		value := lattice.IntegerOf(t)
		return strconv.FormatInt(value.Low, 10), value.Single()
	case lattice.ArrayClass:
		elements, exact := lattice.TupleOf(t)
		if !exact {
			return "", false
		}
		parts := make([]string, len(elements))
		for i, element := range elements {
			part, known := e.Interpolated(element)
			if !known {
				return "", false
			}
			parts[i] = part
		}
		return "[" + strings.Join(parts, ", ") + "]", true
	case lattice.HashClass:
		fields, exact := lattice.ExactFields(t)
		if !exact {
			return "", false
		}
		parts := make([]string, len(fields))
		for i, field := range fields {
			value, known := e.Interpolated(field.Value)
			if !known {
				return "", false
			}
			parts[i] = field.Name + " => " + value
		}
		return "{" + strings.Join(parts, ", ") + "}", true
	}
	return "", false
}

// evaluateList returns the type of a list of expressions, with splatted arrays (*) unfolded.
func (e *Evaluator) evaluateList(nodes []syntax.Node) Type {
	values, exact := e.evaluateAll(nodes)
	if e.state.unreachable {
		return e.Never
	}
	if exact && len(values) <= lattice.MaxTuple {
		return e.Tuple(values)
	}
	low := int64(len(values))
	if !exact {
		low = 0
	}
	return e.Array(e.JoinMany(values), lattice.Range{Low: low, High: e.highest(exact, len(values))})
}

func (e *Evaluator) highest(exact bool, length int) int64 {
	if exact {
		return int64(length)
	}
	return math.MaxInt64
}

// evaluateAll evaluates expressions in order. Each element of a splatted array counts as a
// value. If the number of values is not known, exact is false and values holds all that may
// occur.
func (e *Evaluator) evaluateAll(nodes []syntax.Node) (values []Type, exact bool) {
	values, exact = make([]Type, 0, len(nodes)), true
	for _, node := range nodes {
		unfold, ok := syntax.Unparenthesized(node).(*syntax.UnfoldExpression)
		if !ok {
			values = append(values, e.Evaluate(node))
			continue
		}
		array := e.Unfold(e.Evaluate(unfold.Expr))
		elements, known := lattice.TupleOf(array)
		if !known {
			exact = false
			elements = []Type{e.ElementOf(array)}
		}
		values = append(values, elements...)
	}
	return values, exact
}

// evaluateHash returns the type of a literal hash: a Struct if all keys are constant, non-empty
// strings.
func (e *Evaluator) evaluateHash(node *syntax.LiteralHash) Type {
	keys, values := make([]Type, 0, len(node.Entries)), make([]Type, 0, len(node.Entries))
	for _, entry := range node.Entries {
		keys = append(keys, e.Evaluate(entry.Key))
		values = append(values, e.Evaluate(entry.Value))
	}
	if e.state.unreachable {
		return e.Never
	}
	return e.HashOf(keys, values)
}

// EvaluateBlock evaluates statements and returns the type of the last one.
func (e *Evaluator) EvaluateBlock(statements []syntax.Node) Type {
	return e.evaluateStatements(statements, true)
}

// evaluateStatements evaluates statements. If hasResult is set, it returns the type of the last one.
func (e *Evaluator) evaluateStatements(statements []syntax.Node, hasResult bool) Type {
	result := e.Undef
	for i, statement := range statements {
		if e.state.unreachable {
			e.reportUnreachable(statements[i-1], statement)
			return e.Never
		}
		if syntax.InCapabilityMapping(statements, i) || e.callSite != nil && e.callSite.idle[statement] {
			continue
		}
		if i > 0 {
			e.skipSpacedReference(statements[i-1], statement)
		}
		if i < len(statements)-1 || !hasResult {
			e.discarded = statement
		}
		result = e.Evaluate(statement)
	}
	return result
}
