package rules

import (
	"puppet-lint/internal/diag"
	"puppet-lint/syntax"
)

var duplicateMember = Rule{
	Rule: diag.Rule{
		Name:      "duplicate_member",
		Templates: true,
		Group:     diag.Suspicious,
		Severity:  diag.Warning,
		Summary:   "an element is listed twice",
		Advice:    "remove it, or write the element that is missing",
		Rationale: "Repeating an element has no effect in the parameters of `Enum`, `Variant` and `Pattern`, in the array that `in` " +
			"searches, in a relationship and among included classes. Most likely it was copied and not changed, and another " +
			"element is missing.",
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
					reportDuplicates(pass, node.Keys, "%s is listed twice")
				case "Enum":
					reportDuplicateStrings(pass, node.Keys)
				}
			}
		}),
		Enter(func(pass *Pass, node *syntax.InExpression) {
			if list, ok := syntax.Unparenthesized(node.Right).(*syntax.LiteralList); ok {
				reportDuplicates(pass, withoutSpellings(pass, list.Values), "%s is listed twice")
			}
		}),
		Enter(func(pass *Pass, node *syntax.AttributeOperation) {
			switch node.Name {
			case "require", "before", "notify", "subscribe":
				if list, ok := syntax.Unparenthesized(node.Value).(*syntax.LiteralList); ok {
					reportDuplicates(pass, list.Values, "%s is listed twice")
				}
			}
		}),
		Enter(func(pass *Pass, node *syntax.CallNamedFunctionExpression) {
			switch name, arguments := syntax.CalledFunction(node); name {
			case "include", "contain", "require":
				reportDuplicates(pass, arguments, "%s is listed twice")
			}
		}),
	},
}

// reportDuplicateStrings is reportDuplicates for the members of an Enum, which distinguish
// case.
func reportDuplicateStrings(pass *Pass, members []syntax.Node) {
	seen := map[string]bool{}
	for _, member := range members {
		text, isString := stringOf(member)
		if isString && seen[text] {
			pass.Report(pass.extent(member), pass.text(member)+" is listed twice")
		}
		seen[text] = seen[text] || isString
	}
}
