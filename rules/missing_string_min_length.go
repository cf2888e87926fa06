package rules

import (
	"puppet-lint/diag"
	"puppet-lint/syntax"
)

var missingStringMinLength = Rule{
	Rule: communityRule(diag.Rule{
		Name:      "missing_string_min_length",
		Group:     diag.Strict,
		Plugin:    "puppet-lint-missing_string_min_length-check",
		Summary:   "the type String without a minimum length",
		Rationale: "`String` accepts the empty string, which hardly any parameter can do anything with. `String[1]` refuses it, and `String[0]` says that it is meant.",
		Bad:       []diag.Example{{Code: "# An example.\n#\n# @param a\n#   A name.\nclass example (\n  String $a,\n) {\n}\n"}},
		Good:      []diag.Example{{Code: "# An example.\n#\n# @param a\n#   A name.\nclass example (\n  String[1] $a,\n) {\n}\n"}},
	}),
	Visits: []Visit{Enter(func(pass *Pass, node *syntax.QualifiedReference) {
		if node.Value != "String" {
			return
		}
		switch parent := pass.Parent(0).(type) {
		case *syntax.AccessExpression:
			if parent.Left == syntax.Node(node) {
				if _, isNumber := numberText(pass, parent.Keys[0]); isNumber {
					return
				}
			}
		case *syntax.CallNamedFunctionExpression:
			if parent.Functor == syntax.Node(node) {
				return // String($x) makes one
			}
		case *syntax.MatchExpression, *syntax.CaseOption, *syntax.SelectorEntry, *syntax.NamedAccessExpression, *syntax.ComparisonExpression:
			return // a question about a value, which may well be empty
		}
		pass.Report(pass.extent(node), "String has no minimum length")
	})},
}
