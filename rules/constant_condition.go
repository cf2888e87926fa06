package rules

import (
	"strings"

	"puppet-lint/internal/diag"
	"puppet-lint/internal/lazyregexp"
	"puppet-lint/internal/source"
	"puppet-lint/syntax"
)

var constantCondition = Rule{
	Rule: diag.Rule{
		Name:      "constant_condition",
		Templates: true,
		Group:     diag.Suspicious,
		Severity:  diag.Warning,
		Summary:   "a condition that is always true or always false",
		Rationale: "`$x == 'a' or 'b'` does not test whether `$x` is one of the two: a string alone is always true, " +
			"even an empty one or `'false'`. Write `$x in ['a', 'b']`. `!$x == 'a'` compares `!$x`, which is true or " +
			"false, with a string. The rule also reports numbers, arrays and hashes as conditions, and comparisons " +
			"of two literal values. It does not report `if true` and `if false`, which are intended as switches.",
		Bad: []diag.Example{
			{Code: "if $facts['os']['family'] == 'RedHat' or 'Suse' {\n  include example::rpm\n}\n"},
			{Code: "unless 'false' {\n  include example\n}\n"},
			{Code: "if ensure == 'absent' {\n  include example\n}\n"},
		},
		Good: []diag.Example{
			{Code: "if $facts['os']['family'] in ['RedHat', 'Suse'] {\n  include example::rpm\n}\n"},
			{Code: "if false {\n  include example\n}\n"},
		},
		Since: "1.0.0",
		CWE:   []int{570, 571},
	},
	Visits: []Visit{
		Enter(func(pass *Pass, node *syntax.IfExpression) { checkCondition(pass, node.Test) }),
		Enter(func(pass *Pass, node *syntax.UnlessExpression) { checkCondition(pass, node.Test) }),
		Enter(func(pass *Pass, node *syntax.NotExpression) {
			if !checkNegatedMember(pass, node) {
				checkCondition(pass, node.Expr)
			}
		}),
		Enter(func(pass *Pass, node *syntax.AndExpression) {
			checkTerm(pass, node.Left)
			checkTerm(pass, node.Right)
		}),
		Enter(func(pass *Pass, node *syntax.OrExpression) {
			checkTerm(pass, node.Left)
			checkTerm(pass, node.Right)
		}),
		Enter(func(pass *Pass, node *syntax.ComparisonExpression) {
			if node.Operator != syntax.IsEqual && node.Operator != syntax.NotEqual || inQuery(pass) {
				return
			}
			left, isLeft := constantOf(node.Left)
			right, isRight := constantOf(node.Right)
			if not, isNot := node.Left.(*syntax.NotExpression); isNot && isRight && right.kind != syntax.KindLiteralBoolean {
				inverse := map[syntax.TokenKind]string{syntax.IsEqual: " != ", syntax.NotEqual: " == "}[node.Operator]
				help := "`!` binds tighter than " + node.Operator.Text() + ": write " +
					pass.Source.Slice(pass.extent(not.Expr)) + inverse + pass.Source.Slice(pass.extent(node.Right))
				reportConstant(pass, pass.extent(node), node.Operator == syntax.NotEqual, help)
			}
			if isLeft && isRight {
				help := ""
				for _, side := range []syntax.Node{node.Left, node.Right} {
					if name, isName := syntax.Unparenthesized(side).(*syntax.QualifiedName); isName && help == "" {
						help = "a word without `$` is a string; did you mean $" + name.Value + "?"
					}
				}
				reportConstant(pass, pass.extent(node), (left == right) == (node.Operator == syntax.IsEqual), help)
			}
		}),
	},
}

// checkNegatedMember reports `!'x' in $y`, which looks for false in $y.
func checkNegatedMember(pass *Pass, node *syntax.NotExpression) bool {
	in, isIn := pass.Parent(0).(*syntax.InExpression)
	_, isConstant := constantOf(node.Expr)
	if !isIn || in.Left != syntax.Node(node) || !isConstant {
		return false
	}
	element, list := pass.Source.Slice(pass.extent(node.Expr)), pass.Source.Slice(pass.extent(in.Right))
	finding := pass.Report(pass.extent(node), "!"+element+" is always false, so this looks for false in "+list)
	finding.Help = "`!` binds tighter than in: write !(" + element + " in " + list + ")"
	return true
}

// inQuery reports whether the visited node is in the query of a collector, in which a name on
// the left is that of an attribute.
func inQuery(p *Pass) bool {
	for level := 0; ; level++ {
		switch p.Parent(level).(type) {
		case *syntax.VirtualQuery, *syntax.ExportedQuery:
			return true
		case *syntax.AndExpression, *syntax.OrExpression, *syntax.ParenthesizedExpression:
		default:
			return false
		}
	}
}

func checkCondition(pass *Pass, test syntax.Node) {
	if test == nil || syntax.Unparenthesized(test).Kind() == syntax.KindLiteralBoolean {
		return
	}
	checkTruth(pass, test, "")
}

// checkTerm checks an operand of "and" or "or".
func checkTerm(pass *Pass, test syntax.Node) {
	checkTruth(pass, test, "to compare with several values, use `in [...]`")
}

// checkTruth reports a constant where a truth value is expected. help is used for strings.
func checkTruth(pass *Pass, test syntax.Node, help string) {
	test = syntax.Unparenthesized(test)
	value, isConstant := constantOf(test)
	switch {
	case isConstant:
		// A plain undef is clear enough.
		if value.kind != syntax.KindLiteralUndef && value.kind != syntax.KindLiteralBoolean {
			if name, isName := test.(*syntax.QualifiedName); isName && (help == "" || strings.Contains(name.Value, "::")) {
				help = wordHelp(pass.Source.Text, name.Value)
			} else if value.kind != syntax.KindLiteralString {
				help = ""
			} else if quoted := quotedVariableHelp(test); quoted != "" {
				help = quoted
			}
			reportConstant(pass, pass.extent(test), true, help)
		}
	case test == nil:
	case test.Kind() == syntax.KindConcatenatedString, test.Kind() == syntax.KindLiteralList, test.Kind() == syntax.KindLiteralHash,
		test.Kind() == syntax.KindLiteralRegularExpression, test.Kind() == syntax.KindLiteralDefault, test.Kind() == syntax.KindQualifiedReference:
		reportConstant(pass, pass.extent(test), true, "")
	}
}

// quotedVariable matches a text that is the name of a variable.
var quotedVariable = lazyregexp.New(`\A\$(?:::)?[a-z_]\w*(?:::[a-z_]\w*)*\z`)

// quotedVariableHelp says what a condition that is the name of a variable in quotes may be meant for.
func quotedVariableHelp(test syntax.Node) string {
	literal, ok := test.(*syntax.LiteralString)
	if !ok || !quotedVariable.MatchString(literal.Value) {
		return ""
	}
	return "a string is always true; write " + literal.Value + " without quotes, or defined('" + literal.Value + "')"
}

// wordHelp says what a word that stands where a truth value is expected may be meant for.
func wordHelp(text, word string) string {
	for at := 0; ; at++ {
		next := strings.Index(text[at:], "$"+word)
		if next < 0 {
			return "a word alone is a string; call a function with parentheses: " + word + "()"
		}
		at += next
		if end := at + 1 + len(word); end == len(text) || !isOfName(text[end]) {
			return "a word alone is a string; did you mean the variable $" + word + "?"
		}
	}
}

// isOfName reports whether a byte continues the name of a variable.
func isOfName(char byte) bool {
	return char == '_' || char == ':' || char >= '0' && char <= '9' || char >= 'a' && char <= 'z' || char >= 'A' && char <= 'Z'
}

func reportConstant(pass *Pass, span source.Span, holds bool, help string) {
	what := "false"
	if holds {
		what = "true"
	}
	text := pass.Source.Slice(span)
	if strings.Contains(text, "\n") {
		text = "this"
	}
	finding := pass.Report(span, text+" is always "+what)
	finding.Help = help
}
