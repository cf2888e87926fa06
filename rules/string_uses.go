package rules

import (
	"strings"

	"puppet-lint/module/builtin"
	"puppet-lint/syntax"
)

// stringUses holds what a file uses where a value of another type fails or means something else.
type stringUses struct {
	// first holds the first tokens of the strings with interpolations.
	first map[int]bool
	// variables holds the names of the variables.
	variables map[string]bool
	// optional holds the names of the parameters that may be undef.
	optional map[string]bool
}

func stringUsesOf(pass *Pass) *stringUses {
	uses := State[stringUses](pass)
	if uses.first == nil {
		uses.first, uses.variables, uses.optional = map[int]bool{}, map[string]bool{}, map[string]bool{}
		syntax.Inspect(pass.File.Program, func(node syntax.Node) bool {
			if parameter, ok := node.(*syntax.Parameter); ok {
				_, isUndef := syntax.Unparenthesized(parameter.Value).(*syntax.LiteralUndef)
				if isUndef || parameter.TypeExpr != nil && strings.HasPrefix(pass.text(parameter.TypeExpr), "Optional") {
					uses.optional[parameter.Name] = true
				}
			}
			uses.addUses(node)
			return true
		})
	}
	return uses
}

// mustBeString reports whether the string that begins at a token is used where a variable of
// another type fails or means something else: as a title or key, in a condition or comparison, or as
// an argument.
func mustBeString(pass *Pass, index int) bool { return stringUsesOf(pass).first[index] }

// isUsedAsString reports whether the file uses a variable where another value than a string fails or
// means something else.
func isUsedAsString(pass *Pass, name string) bool { return stringUsesOf(pass).variables[name] }

func (s *stringUses) addUses(node syntax.Node) {
	switch node := node.(type) {
	case *syntax.ResourceBody:
		s.add(node.Title)
	case *syntax.AccessExpression:
		s.add(node.Left)
		s.add(node.Keys...)
	case *syntax.ComparisonExpression:
		s.add(node.Left, node.Right)
	case *syntax.MatchExpression:
		s.add(node.Left, node.Right)
	case *syntax.InExpression:
		s.add(node.Left, node.Right)
	case *syntax.AndExpression:
		s.add(node.Left, node.Right)
	case *syntax.OrExpression:
		s.add(node.Left, node.Right)
	case *syntax.NotExpression:
		s.add(node.Expr)
	case *syntax.IfExpression:
		s.add(node.Test)
	case *syntax.UnlessExpression:
		s.add(node.Test)
	case *syntax.CaseExpression:
		s.add(node.Test)
	case *syntax.CaseOption:
		s.add(node.Values...)
	case *syntax.SelectorExpression:
		s.add(node.Left)
	case *syntax.ArithmeticExpression:
		s.add(node.Left, node.Right)
	case *syntax.NamedAccessExpression:
		s.add(node.Left)
	case *syntax.CallNamedFunctionExpression, *syntax.CallMethodExpression:
		if name, arguments := syntax.CalledFunction(node); !builtin.WritesToLog(name) {
			s.add(arguments...)
		}
	}
}

func (s *stringUses) add(nodes ...syntax.Node) {
	for _, node := range nodes {
		switch node := syntax.Unparenthesized(node).(type) {
		case *syntax.ConcatenatedString:
			s.first[node.FirstToken()] = true
		case *syntax.VariableExpression:
			s.variables[node.Name] = true
		case *syntax.LiteralList:
			s.add(node.Values...)
		}
	}
}
