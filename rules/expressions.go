package rules

import (
	"strconv"
	"strings"

	"puppet-lint/rules/flow"
	"puppet-lint/source"
	"puppet-lint/syntax"
	"puppet-lint/syntax/pn"
)

// flow is what the file does with variables; all rules share it.
func (p *Pass) flow() *flow.Analysis {
	if p.fileRun.analysis == nil {
		p.fileRun.analysis = flow.Of(p.File)
	}
	return p.fileRun.analysis
}

// extent is all that a node covers in the text.
func (p *Pass) extent(node syntax.Node) source.Span { return p.File.Extent(node) }

// text is the source of a node.
func (p *Pass) text(node syntax.Node) string { return p.Source.Slice(p.extent(node)) }

// sameCode reports whether two expressions are written the same but for layout,
// comments and the parentheses around them.
func (p *Pass) sameCode(a, b syntax.Node) bool {
	a, b = flow.Unparenthesized(a), flow.Unparenthesized(b)
	if a == nil || b == nil || a.Kind() != b.Kind() {
		return false
	}
	i, j := a.FirstToken(), b.FirstToken()
	for i <= a.LastToken() && j <= b.LastToken() {
		switch first := p.Token(i); {
		case first.Kind == syntax.HeredocTag:
			// Its text may stand behind the node.
			return pn.Compact(pn.Of(a)) == pn.Compact(pn.Of(b))
		case first.Kind != p.Token(j).Kind || p.Text(i) != p.Text(j):
			return false
		}
		i, j = p.NextCode(i), p.NextCode(j)
	}
	return i > a.LastToken() && j > b.LastToken()
}

// holds reports whether a node of the kinds stands somewhere in root.
func holds(root syntax.Node, wanted func(syntax.Node) bool) bool {
	found := false
	syntax.Inspect(root, func(node syntax.Node) bool {
		found = found || wanted(node)
		return !found
	})
	return found
}

// isRepeatable reports whether evaluating the expression twice in a row gives
// the same value: it calls nothing, sets nothing and was understood.
func isRepeatable(node syntax.Node) bool {
	return node != nil && !holds(node, func(node syntax.Node) bool {
		switch node.Kind() {
		case syntax.KindCallNamedFunctionExpression, syntax.KindCallMethodExpression, syntax.KindAssignmentExpression,
			syntax.KindBadExpr, syntax.KindResourceExpression, syntax.KindCollectExpression, syntax.KindRelationshipExpression:
			return true
		case syntax.KindVariableExpression:
			// A match variable changes with every match.
			return strings.Trim(node.(*syntax.VariableExpression).Name, "0123456789") == ""
		}
		return false
	})
}

// constant is a value that an expression writes out. Its key tells values that
// Puppet's == tells: strings do not differ by the case of ASCII letters, nor
// integers from floats.
type constant struct {
	kind syntax.Kind
	key  string
}

// constantOf is the value of a literal, without any evaluation.
func constantOf(node syntax.Node) (value constant, isConstant bool) {
	switch node := flow.Unparenthesized(node).(type) {
	case *syntax.LiteralString:
		return constant{syntax.KindLiteralString, lowerASCII(node.Value)}, true
	case *syntax.QualifiedName:
		return constant{syntax.KindLiteralString, lowerASCII(node.Value)}, true
	case *syntax.LiteralInteger:
		if node.Big == "" {
			return constant{syntax.KindLiteralInteger, strconv.FormatFloat(float64(node.Value), 'g', -1, 64)}, true
		}
	case *syntax.LiteralFloat:
		return constant{syntax.KindLiteralInteger, strconv.FormatFloat(node.Value, 'g', -1, 64)}, true
	case *syntax.LiteralBoolean:
		return constant{syntax.KindLiteralBoolean, strconv.FormatBool(node.Value)}, true
	case *syntax.LiteralUndef:
		return constant{syntax.KindLiteralUndef, ""}, true
	}
	return constant{}, false
}

// stringOf is the value of a literal string or bare word.
func stringOf(node syntax.Node) (text string, isString bool) {
	switch node := flow.Unparenthesized(node).(type) {
	case *syntax.LiteralString:
		return node.Value, true
	case *syntax.QualifiedName:
		return node.Value, true
	case *syntax.HeredocExpression:
		return stringOf(node.Text)
	}
	return "", false
}

// lowerASCII is the text in small letters, byte for byte.
func lowerASCII(text string) string {
	for i := 0; i < len(text); i++ {
		if 'A' <= text[i] && text[i] <= 'Z' {
			lower := []byte(text)
			for ; i < len(lower); i++ {
				if 'A' <= lower[i] && lower[i] <= 'Z' {
					lower[i] += 'a' - 'A'
				}
			}
			return string(lower)
		}
	}
	return text
}

// hasComment reports whether a comment stands between the tokens, one that is for
// people to read.
func (p *Pass) hasComment(first, last int) bool {
	for i := first; i <= last; i++ {
		if kind := p.Token(i).Kind; (kind == syntax.LineComment || kind == syntax.BlockComment) && !isControlComment(p.Text(i)) {
			return true
		}
	}
	return false
}
