package rules

import (
	"puppet-lint/diag"
	"puppet-lint/rules/flow"
	"puppet-lint/syntax"
)

var duplicateMember = Rule{
	Rule: diag.Rule{
		Name:      "duplicate_member",
		Templates: true,
		Group:     diag.Suspicious,
		Severity:  diag.Warning,
		Summary:   "a member stands twice where once is enough",
		Rationale: "In the members of `Enum`, `Variant` and `Pattern`, in the list that `in` searches, in a relationship and among the classes that are included, repeating a member means nothing. " +
			"Most likely it was copied and then not changed, and another one is missing.",
		Bad: []diag.Example{
			{Code: "type Example::Level = Enum['debug', 'info', 'debug']\n", Path: "types/level.pp"},
			{Code: "if $facts['os']['family'] in ['RedHat', 'Suse', 'RedHat'] {\n  include example::rpm\n}\n"},
			{Code: "include example::a, example::b, example::a\n"},
		},
		Good: []diag.Example{
			{Code: "$arguments = ['-v', '-v']\n"},
			{Code: "include example::a, example::b\n"},
		},
		Since: "1.0.0",
	},
	Visits: []Visit{
		Enter(func(pass *Pass, node *syntax.AccessExpression) {
			if reference, ok := node.Left.(*syntax.QualifiedReference); ok {
				switch reference.Value {
				case "Variant", "Pattern":
					reportDuplicates(pass, node.Keys, "%s is a member already")
				case "Enum":
					reportDuplicateStrings(pass, node.Keys)
				}
			}
		}),
		Enter(func(pass *Pass, node *syntax.InExpression) {
			if list, ok := flow.Unparenthesized(node.Right).(*syntax.LiteralList); ok {
				reportDuplicates(pass, list.Values, "%s is in the list already")
			}
		}),
		Enter(func(pass *Pass, node *syntax.AttributeOperation) {
			switch node.Name {
			case "require", "before", "notify", "subscribe":
				if list, ok := flow.Unparenthesized(node.Value).(*syntax.LiteralList); ok {
					reportDuplicates(pass, list.Values, "%s is in the list already")
				}
			}
		}),
		Enter(func(pass *Pass, node *syntax.CallNamedFunctionExpression) {
			switch name, arguments := flow.Call(node); name {
			case "include", "contain", "require":
				reportDuplicates(pass, arguments, "%s is in the list already")
			}
		}),
	},
}

// reportDuplicateStrings is reportDuplicates for the members of an Enum, which
// do differ by case.
func reportDuplicateStrings(pass *Pass, members []syntax.Node) {
	seen := map[string]bool{}
	for _, member := range members {
		text, isString := stringOf(member)
		if isString && seen[text] {
			pass.Report(pass.extent(member), pass.text(member)+" is a member already")
		}
		seen[text] = seen[text] || isString
	}
}
