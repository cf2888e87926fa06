package rules

import (
	"strconv"
	"strings"

	"puppet-lint/internal/ascii"
	"puppet-lint/internal/source"
	"puppet-lint/rules/flow"
	"puppet-lint/syntax"
	"puppet-lint/syntax/pn"
)

// flow returns the analysis of the file's variables. All rules share it.
func (p *Pass) flow() *flow.Analysis {
	run := p.fileRun
	switch {
	case run.analysis != nil:
	case run.variables != nil:
		run.analysis = run.variables()
	default:
		run.analysis = flow.Of(p.File)
	}
	return run.analysis
}

// extent returns the whole span of a node.
func (p *Pass) extent(node syntax.Node) source.Span { return p.File.Extent(node) }

// text returns the source of a node.
func (p *Pass) text(node syntax.Node) string { return p.Source.Slice(p.extent(node)) }

// sameCode reports whether two expressions are the same except for layout, comments and
// enclosing parentheses.
func (p *Pass) sameCode(a, b syntax.Node) bool {
	a, b = syntax.Unparenthesized(a), syntax.Unparenthesized(b)
	if a == nil || b == nil || a.Kind() != b.Kind() {
		return false
	}
	i, j := a.FirstToken(), b.FirstToken()
	for i <= a.LastToken() && j <= b.LastToken() {
		switch first := p.Token(i); {
		case first.Kind == syntax.HeredocTag:
			// The text of a heredoc may follow the node.
			return pn.Compact(pn.Of(a)) == pn.Compact(pn.Of(b))
		case first.Kind != p.Token(j).Kind || p.Text(i) != p.Text(j):
			return false
		}
		i, j = p.NextCode(i), p.NextCode(j)
	}
	return i > a.LastToken() && j > b.LastToken()
}

// codeOf returns a text that two expressions share if they are the same code for sameCode.
func (p *Pass) codeOf(node syntax.Node) string {
	node = syntax.Unparenthesized(node)
	text := []byte(node.Kind().String())
	for i := node.FirstToken(); i <= node.LastToken(); i = p.NextCode(i) {
		if p.Token(i).Kind == syntax.HeredocTag {
			return pn.Compact(pn.Of(node)) // the text of a heredoc may follow the node
		}
		text = append(text, 0)
		text = append(text, p.Text(i)...)
	}
	return string(text)
}

// holds reports whether root contains a wanted node.
func holds(root syntax.Node, wanted func(syntax.Node) bool) bool {
	found := false
	syntax.Inspect(root, func(node syntax.Node) bool {
		found = found || wanted(node)
		return !found
	})
	return found
}

// isRepeatable reports whether evaluating the expression twice in a row gives the same value:
// it has no calls, no assignments and no syntax errors.
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

// constant is the value of a literal. Two constants have the same key if Puppet's == finds them
// equal: the case of ASCII letters does not count, and integers equal floats.
type constant struct {
	kind syntax.Kind
	key  string
}

// constantOf returns the value of a literal, without any evaluation.
func constantOf(node syntax.Node) (value constant, isConstant bool) {
	switch node := syntax.Unparenthesized(node).(type) {
	case *syntax.LiteralString:
		return constant{syntax.KindLiteralString, ascii.Lower(node.Value)}, true
	case *syntax.QualifiedName:
		return constant{syntax.KindLiteralString, ascii.Lower(node.Value)}, true
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

// stringOf returns the value of a literal string or bare word.
func stringOf(node syntax.Node) (text string, isString bool) {
	return literalText(syntax.Unparenthesized(node))
}

// hasComment reports whether a comment for people, rather than a control comment, is between
// the tokens.
func (p *Pass) hasComment(first, last int) bool {
	for i := first; i <= last; i++ {
		if kind := p.Token(i).Kind; (kind == syntax.LineComment || kind == syntax.BlockComment) && !isControlComment(p.Text(i)) {
			return true
		}
	}
	return false
}
