package rules

import (
	"puppet-lint/internal/diag"
	"puppet-lint/syntax"
)

var leadingZero = Rule{
	Rule: diag.Rule{
		Name:         "leading_zero",
		Templates:    true,
		Group:        diag.Suspicious,
		Severity:     diag.Warning,
		OffByDefault: true,
		Plugin:       "puppet-lint-leading_zero-check",
		VoxPupuli:    true,
		Summary:      "an unquoted number with a leading zero",
		Rationale: "`0644` is the octal number 420, and with `08` the file does not compile. Quote the number if it is " +
			"text, and otherwise write it without the zero.",
		Bad:        []diag.Example{{Code: "# An example.\nclass example {\n  foo { '/tmp/a':\n    umask => 0022,\n  }\n}\n", Fixed: "# An example.\nclass example {\n  foo { '/tmp/a':\n    umask => '0022',\n  }\n}\n"}},
		Good:       []diag.Example{{Code: "# An example.\nclass example {\n  foo { '/tmp/a':\n    umask => '0022',\n  }\n}\n"}},
		Fix:        diag.FixInfo{Safety: diag.Unsafe, Summary: "quote the number"},
		Since:      "1.0.0",
		References: []string{"https://github.com/voxpupuli/puppet-lint-leading_zero-check"},
	},
	Visits: []Visit{Enter(func(pass *Pass, node *syntax.LiteralInteger) {
		if node.Radix != 8 {
			return
		}
		parent := pass.Parent(0)
		if attribute, isAttribute := parent.(*syntax.AttributeOperation); isAttribute && attribute.Name == "mode" && !pass.AsRuby() {
			return // unquoted_file_mode reports it
		}
		span := pass.extent(node)
		finding := pass.Report(span, "unquoted number with leading zero")
		switch parent.(type) {
		case *syntax.AttributeOperation, *syntax.KeyedEntry, *syntax.AssignmentExpression, *syntax.LiteralList, *syntax.Parameter,
			*syntax.CallNamedFunctionExpression, *syntax.SelectorEntry:
			pass.Fix(finding, pass.Replace(span, "'"+pass.Source.Slice(span)+"'"))
		}
	})},
}
