package rules

import (
	"puppet-lint/internal/diag"
	"puppet-lint/internal/source"
	"puppet-lint/syntax"
	"slices"
)

// calls returns Visits that visit every call of a named function, as a prefix ("f(1)", "include
// a") or as a method ("1.f"). token is that of the name.
func calls(visit func(pass *Pass, name string, token int, call *syntax.CallExpression)) []Visit {
	return []Visit{
		Enter(func(pass *Pass, node *syntax.CallNamedFunctionExpression) {
			if name, isName := node.Functor.(*syntax.QualifiedName); isName {
				visit(pass, name.Value, name.FirstToken(), &node.CallExpression)
			}
		}),
		Enter(func(pass *Pass, node *syntax.CallMethodExpression) {
			if access, isAccess := node.Functor.(*syntax.NamedAccessExpression); isAccess {
				if name, isName := access.Right.(*syntax.QualifiedName); isName {
					visit(pass, name.Value, name.FirstToken(), &node.CallExpression)
				}
			}
		}),
	}
}

// prefixCalls returns a Visit for the calls whose arguments all follow the name.
func prefixCalls(visit func(pass *Pass, name string, token int, call *syntax.CallExpression)) Visit {
	return calls(visit)[0]
}

// literalText returns the value of a string without interpolation or of a bare word.
func literalText(node syntax.Node) (text string, isLiteral bool) {
	if heredoc, isHeredoc := node.(*syntax.HeredocExpression); isHeredoc {
		node = heredoc.Text
	}
	return syntax.LiteralText(node)
}

// eachElement visits the node or, if it is a list, its elements at any depth.
func eachElement(node syntax.Node, visit func(syntax.Node)) {
	if list, isList := node.(*syntax.LiteralList); isList {
		for _, value := range list.Values {
			eachElement(value, visit)
		}
		return
	}
	visit(node)
}

// typeReference returns the name and the parameters of the type that the node names; "" for any
// other node.
func typeReference(node syntax.Node) (name string, keys []syntax.Node) {
	switch node := node.(type) {
	case *syntax.QualifiedReference:
		return node.Value, nil
	case *syntax.AccessExpression:
		if reference, isReference := node.Left.(*syntax.QualifiedReference); isReference {
			return reference.Value, node.Keys
		}
	}
	return "", nil
}

// valueSpan returns the span of the attribute's value.
func (a *attribute) valueSpan(pass *Pass) source.Span {
	return source.Span{Start: pass.Token(a.First).Start, End: a.End}
}

// FixAs adds an alternative fix. Its safety is higher than the rule's metadata states for all
// its fixes.
func (p *Pass) FixAs(safety diag.Safety, finding *diag.Diagnostic, edits ...diag.Edit) {
	p.Fix(finding, edits...)
	finding.Fixes[len(finding.Fixes)-1].Safety = safety
}

// isAnyOf reports whether a word is one of a list.
func isAnyOf(word string, list ...string) bool { return slices.Contains(list, word) }
