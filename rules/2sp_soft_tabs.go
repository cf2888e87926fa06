package rules

import (
	"unicode/utf8"

	"puppet-lint/internal/diag"
	"puppet-lint/syntax"
)

var twoSpaceSoftTabs = Rule{
	Rule: diag.Rule{
		Name:        "2sp_soft_tabs",
		Group:       diag.Style,
		Severity:    diag.Warning,
		Core:        true,
		RubyKind:    diag.Error,
		RubyDefault: true,
		Summary:     "a line indented by an odd number of characters",
		Advice:      "indent by two spaces for each level",
		Rationale: "Each level of nesting is indented by two spaces. With an odd number of spaces, a reader cannot see to " +
			"which block the line belongs. The rule does not check the first line of a file, nor the text of " +
			"strings, heredocs and comments.",
		Bad:        []diag.Example{{Code: "# An example.\nclass example {\n   $x = 1\n}\n"}},
		Good:       []diag.Example{{Code: "# An example.\nclass example {\n  $x = 1\n}\n"}},
		Since:      "1.0.0",
		References: []string{"https://www.puppet.com/docs/puppet/latest/style_guide.html#spacing-indentation-and-whitespace"},
	},
	Visits: []Visit{Tokens(func(pass *Pass, index int) {
		if span := pass.Token(index).Span; span.Start > 0 && utf8.RuneCountInString(pass.Text(index))%2 == 1 {
			pass.Report(span, "two-space soft tabs not used")
		}
	}, syntax.Indent)},
}
