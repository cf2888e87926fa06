package rules

import (
	"strings"

	"puppet-lint/internal/diag"
	"puppet-lint/syntax"
)

var hardTabs = Rule{
	Rule: diag.Rule{
		Name:        "hard_tabs",
		Supersedes:  []string{"2sp_soft_tabs"},
		Group:       diag.Style,
		Severity:    diag.Warning,
		Core:        true,
		RubyKind:    diag.Error,
		RubyDefault: true,
		Summary:     "a tab is used for indentation or between tokens",
		Rationale: "The width of a tab differs between editors, so code that is aligned in one editor is not aligned " +
			"in another. Indent with two spaces. Tabs in strings, heredocs and comments are not reported.",
		Bad:        []diag.Example{{Code: "# An example.\nclass example {\n\t$x = 1\n}\n", Fixed: "# An example.\nclass example {\n  $x = 1\n}\n"}},
		Good:       []diag.Example{{Code: "# An example.\nclass example {\n  $x = 1\n}\n"}},
		Fix:        diag.FixInfo{Safety: diag.Safe, Summary: "replace each tab by two spaces", LayoutOnly: true},
		Since:      "1.0.0",
		References: []string{"https://www.puppet.com/docs/puppet/latest/style_guide.html#spacing-indentation-and-whitespace"},
	},
	Visits: []Visit{Tokens(func(pass *Pass, index int) {
		text := pass.Text(index)
		if strings.IndexByte(text, '\t') < 0 {
			return
		}
		span := pass.Token(index).Span
		if pass.AsRuby() && pass.hiddenFromRuby(span.Start) {
			return
		}
		pass.Fix(pass.Report(span, "tab character found"), pass.Replace(span, strings.ReplaceAll(text, "\t", "  ")))
	}, syntax.Whitespace, syntax.Indent)},
}
