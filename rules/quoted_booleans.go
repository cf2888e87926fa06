package rules

import (
	"puppet-lint/diag"
	"puppet-lint/syntax"
)

var quotedBooleans = Rule{
	Rule: diag.Rule{
		Name:         "quoted_booleans",
		Templates:    true,
		Group:        diag.Style,
		Severity:     diag.Warning,
		OffByDefault: true,
		Core:         true,
		RubyKind:     diag.Warning,
		Summary:      "the string 'true' or 'false'",
		Rationale: "A string is true, whatever it says: `if 'false' { … }` is taken. " +
			"Where a Boolean is meant, leave the quotes away; some resource attributes do want the string.",
		Bad:   []diag.Example{{Code: "# An example.\nclass example {\n  $x = 'false'\n}\n", Fixed: "# An example.\nclass example {\n  $x = false\n}\n"}},
		Good:  []diag.Example{{Code: "# An example.\nclass example {\n  $x = false\n}\n"}},
		Fix:   diag.FixInfo{Safety: diag.Unsafe, Summary: "remove the quotes"},
		Since: "1.0.0",
	},
	Visits: []Visit{Tokens(func(pass *Pass, index int) {
		span, text := pass.Token(index).Span, unquoted(pass.Text(index))
		if text != "true" && text != "false" || pass.AsRuby() && pass.hiddenFromRuby(span.Start) {
			return
		}
		pass.Fix(pass.Report(span, "quoted boolean value found"), pass.Replace(span, text))
	}, syntax.SingleQuoted, syntax.DoubleQuoted)},
}
