package taint

import (
	"strings"

	"puppet-lint/rules/flow"
	"puppet-lint/syntax"
)

// guard is a part of a file in which a variable, or an element of one, only has values that a
// test allows.
type guard struct {
	text        string // the expression as written, without a leading dollar sign or colons
	first, last int    // indexes of tokens
}

// guarded reports whether a test surrounds or precedes the read of a variable.
func (a *analysis) guarded(read *syntax.VariableExpression) bool {
	return a.guardedBy(strings.TrimPrefix(read.Name, "::"), read)
}

func (a *analysis) guardedText(node *syntax.AccessExpression) bool {
	return a.guardedBy(shown(a.File, node), node)
}

func (a *analysis) guardedBy(text string, node syntax.Node) bool {
	for _, one := range a.guards() {
		if one.text == text && one.first <= node.FirstToken() && node.LastToken() <= one.last {
			return true
		}
	}
	return false
}

// shown returns the source of an expression, without a dollar or "::" before it.
func shown(file *syntax.File, node syntax.Node) string {
	if variable, isVariable := syntax.Unparenthesized(node).(*syntax.VariableExpression); isVariable {
		return strings.TrimPrefix(variable.Name, "::")
	}
	text := file.Source.Slice(file.Extent(syntax.Unparenthesized(node)))
	return strings.TrimPrefix(strings.TrimPrefix(text, "$"), "::")
}

// guardsOf returns the guards of a file: the effects of tests that exclude arbitrary text.
func guardsOf(file *syntax.File, variables *flow.Analysis) (found []guard) {
	add := func(subject syntax.Node, first, last int) {
		if subject != nil {
			found = append(found, guard{shown(file, subject), first, last})
		}
	}
	around := func(node syntax.Node) int {
		end := node.LastToken()
		for _, scope := range variables.Scopes {
			if scope.Node.FirstToken() <= node.FirstToken() && node.LastToken() <= scope.Node.LastToken() {
				end = scope.Node.LastToken()
			}
		}
		return end
	}
	syntax.Inspect(file.Program, func(node syntax.Node) bool {
		switch node := node.(type) {
		case *syntax.IfExpression:
			for _, subject := range restricted(node.Test, true) {
				if node.Then != nil {
					add(subject, node.Then.FirstToken(), node.Then.LastToken())
				}
			}
			for _, subject := range restricted(node.Test, false) {
				if fails(node.Then) {
					add(subject, node.LastToken(), around(node))
				}
				if node.Else != nil {
					add(subject, node.Else.FirstToken(), node.Else.LastToken())
				}
			}
		case *syntax.UnlessExpression:
			for _, subject := range restricted(node.Test, true) {
				if fails(node.Then) {
					add(subject, node.LastToken(), around(node))
				}
			}
		case *syntax.CaseExpression:
			for _, option := range node.Options {
				if option.Then != nil && allRestrict(option.Values) {
					add(node.Test, option.Then.FirstToken(), option.Then.LastToken())
				}
			}
		case *syntax.SelectorExpression:
			for _, entry := range node.Selectors {
				if allRestrict([]syntax.Node{entry.Matching}) {
					add(node.Left, entry.Value.FirstToken(), entry.Value.LastToken())
				}
			}
		case *syntax.CallNamedFunctionExpression:
			if subject := asserted(node); subject != nil {
				add(subject, node.LastToken(), around(node))
			}
		}
		return true
	})
	return found
}

// restricted returns the expressions that a test restricts to known values if it has the outcome
// holds.
func restricted(test syntax.Node, holds bool) []syntax.Node {
	switch test := syntax.Unparenthesized(test).(type) {
	case *syntax.AndExpression:
		if holds {
			return append(restricted(test.Left, holds), restricted(test.Right, holds)...)
		}
	case *syntax.OrExpression:
		if !holds {
			return append(restricted(test.Left, holds), restricted(test.Right, holds)...)
		}
	case *syntax.NotExpression:
		return restricted(test.Expr, !holds)
	case *syntax.MatchExpression:
		if (test.Operator == syntax.Match) == holds && allRestrict([]syntax.Node{test.Right}) {
			return []syntax.Node{test.Left}
		}
	case *syntax.ComparisonExpression:
		if test.Operator == syntax.IsEqual && holds || test.Operator == syntax.NotEqual && !holds {
			if allRestrict([]syntax.Node{test.Right}) {
				return []syntax.Node{test.Left}
			}
		}
	case *syntax.InExpression:
		if holds {
			switch list := syntax.Unparenthesized(test.Right).(type) {
			case *syntax.LiteralList:
				if allRestrict(list.Values) {
					return []syntax.Node{test.Left}
				}
			case *syntax.VariableExpression:
				return []syntax.Node{test.Left}
			}
		}
	}
	return nil
}

// allRestrict reports whether all of some matched values exclude arbitrary text: literals,
// types, and patterns for a whole text.
func allRestrict(values []syntax.Node) bool {
	for _, value := range values {
		switch value := syntax.Unparenthesized(value).(type) {
		case *syntax.LiteralString, *syntax.QualifiedName, *syntax.LiteralInteger, *syntax.LiteralBoolean, *syntax.LiteralUndef:
		case *syntax.LiteralRegularExpression:
			if !isAnchored(value.Pattern) {
				return false
			}
		case *syntax.QualifiedReference, *syntax.AccessExpression:
			if flow.TypeName(value) == "" || flow.MayHoldAnyText(value, nil) {
				return false
			}
		default:
			return false
		}
	}
	return len(values) > 0
}

// isAnchored reports whether a pattern matches only whole texts and does not admit every
// character.
func isAnchored(pattern string) bool {
	begins := strings.HasPrefix(pattern, `\A`) || strings.HasPrefix(pattern, "^")
	ends := strings.HasSuffix(pattern, `\z`) || strings.HasSuffix(pattern, `\Z`) || strings.HasSuffix(pattern, "$")
	if !begins || !ends || strings.Contains(pattern, "[^") || strings.Contains(pattern, `\S`) || strings.Contains(pattern, `\W`) || strings.Contains(pattern, `\D`) {
		return false
	}
	inClass := false
	for i := 0; i < len(pattern); i++ {
		switch pattern[i] {
		case '\\':
			i++
		case '[':
			inClass = true
		case ']':
			inClass = false
		case '.':
			if !inClass {
				return false
			}
		}
	}
	return true
}

// fails reports whether a block ends the compilation.
func fails(block syntax.Node) bool {
	name, _ := syntax.CalledFunction(last(block))
	return name == "fail"
}

// asserted returns the expression whose type or value a call asserts, or nil.
func asserted(call *syntax.CallNamedFunctionExpression) syntax.Node {
	name, arguments := syntax.CalledFunction(call)
	if len(arguments) < 2 && !strings.HasPrefix(name, "validate_") {
		return nil
	}
	switch name {
	case "assert_type":
		if allRestrict(arguments[:1]) {
			return arguments[1]
		}
	case "validate_re":
		switch pattern := syntax.Unparenthesized(arguments[1]).(type) {
		case *syntax.LiteralString:
			if isAnchored(pattern.Value) {
				return arguments[0]
			}
		case *syntax.LiteralList:
			for _, one := range pattern.Values {
				if text, _ := textOf(one); !isAnchored(text) {
					return nil
				}
			}
			return arguments[0]
		}
	case "validate_integer", "validate_numeric", "validate_absolute_path", "validate_ip_address", "validate_bool", "validate_domain_name", "validate_ipv4_address":
		if len(arguments) > 0 {
			return arguments[0]
		}
	case "validate_legacy":
		if len(arguments) > 2 && allRestrict(arguments[:1]) {
			return arguments[2]
		}
	}
	return nil
}
