package rules

import (
	"puppet-lint/internal/diag"
	"puppet-lint/syntax"
)

var missingStringMinLength = Rule{
	Rule: communityRule(diag.Rule{
		Name:     "missing_string_min_length",
		Group:    diag.Strict,
		Plugin:   "puppet-lint-missing_string_min_length-check",
		Narrower: true,
		Summary:  "the type String without a minimum length",
		Advice:   "write String[1], or String[0] if it may be empty",
		Rationale: "`String` accepts the empty string, which is hardly ever a useful value: an empty path or host name then " +
			"ends up in a configuration file. `String[1]` refuses it, and `String[0]` shows that it is intended.",
		Bad:  []diag.Example{{Code: "# An example.\n#\n# @param a\n#   A name.\nclass example (\n  String $a,\n) {\n}\n"}},
		Good: []diag.Example{{Code: "# An example.\n#\n# @param a\n#   A name.\nclass example (\n  String[1] $a,\n) {\n}\n"}},
	}),
	Visits: []Visit{Enter(func(pass *Pass, node *syntax.QualifiedReference) {
		if node.Value != "String" {
			return
		}
		if access, isAccess := pass.Parent(0).(*syntax.AccessExpression); isAccess && access.Left == syntax.Node(node) {
			if _, isNumber := numberText(pass, access.Keys[0]); isNumber {
				return
			}
		}
		// Only a declaration may demand more than a String. A test of a value, or a call that
		// creates one, may not.
		for level := range pass.cursor.Depth() {
			switch pass.Parent(level).(type) {
			case *syntax.AccessExpression, *syntax.LiteralHash, *syntax.KeyedEntry, *syntax.LiteralList:
				continue
			case *syntax.Parameter, *syntax.TypeAlias, *syntax.FunctionDefinition, *syntax.LambdaExpression:
				pass.Report(pass.extent(node), "String has no minimum length")
			}
			return
		}
	})},
}
