package rules

import (
	"slices"

	"puppet-lint/internal/diag"
	"puppet-lint/syntax"
)

var nullWord = Rule{
	Rule: diag.Rule{
		Name:      "null_word",
		Templates: true,
		Group:     diag.Suspicious,
		Severity:  diag.Warning,
		Summary:   "`nil` or `null` is written instead of `undef`",
		Rationale: "Puppet has neither: a bare `nil` or `null` is the string `'nil'` or `'null'`. It does not equal " +
			"a missing value, and it is true as a condition. Write `undef`. The rule does not report words in " +
			"quotes, nor `null` as the value of an attribute, a variable or a hash, where it may name something, " +
			"such as a driver.",
		Bad: []diag.Example{
			{Code: "if $facts['ec2_metadata'] == null {\n  include example\n}\n", Fixed: "if $facts['ec2_metadata'] == undef {\n  include example\n}\n"},
			{Code: "$owner = $facts['kernel'] ? {\n  'Linux' => 'root',\n  default => nil,\n}\n", Fixed: "$owner = $facts['kernel'] ? {\n  'Linux' => 'root',\n  default => undef,\n}\n"},
		},
		Good: []diag.Example{
			{Code: "if $facts['ec2_metadata'] == undef {\n  include example\n}\n"},
			{Code: "example::cache { 'pages':\n  driver => null,\n}\n"},
		},
		Fix:   diag.FixInfo{Safety: diag.Unsafe, Summary: "write `undef`"},
		Since: "1.0.0",
	},
	Visits: []Visit{
		Enter(func(pass *Pass, node *syntax.QualifiedName) {
			if node.Value != "nil" && node.Value != "null" || !isValueIn(pass.Parent(0), node, node.Value == "nil") {
				return
			}
			finding := pass.Report(pass.extent(node), "'"+node.Value+"' is a string here: Puppet has no "+node.Value)
			finding.Help = "write undef"
			pass.Fix(finding, pass.Replace(pass.extent(node), "undef"))
		}),
	},
}

// isValueIn reports whether the parent compares or tests the value of a word. If orKept is true,
// it also accepts a parent that stores the value.
func isValueIn(parent, word syntax.Node, orKept bool) bool {
	switch parent := parent.(type) {
	case *syntax.ComparisonExpression, *syntax.AndExpression, *syntax.OrExpression, *syntax.NotExpression, *syntax.ParenthesizedExpression:
		return true
	case *syntax.IfExpression:
		return parent.Test == word
	case *syntax.UnlessExpression:
		return parent.Test == word
	case *syntax.SelectorEntry:
		return parent.Matching == word || orKept
	case *syntax.CaseOption:
		return slices.Contains(parent.Values, word)
	case *syntax.AssignmentExpression:
		return orKept && parent.Right == word
	case *syntax.AttributeOperation, *syntax.Parameter:
		return orKept
	case *syntax.KeyedEntry:
		return orKept && parent.Value == word
	}
	return false
}
