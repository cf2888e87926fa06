package rules

import (
	"puppet-lint/internal/diag"
	"puppet-lint/syntax"
)

var trailingWhitespace = Rule{
	Rule: diag.Rule{
		Name:        "trailing_whitespace",
		Group:       diag.Style,
		Severity:    diag.Warning,
		Core:        true,
		RubyKind:    diag.Error,
		RubyDefault: true,
		Summary:     "whitespace at the end of a line",
		Rationale:   "Whitespace at the end of a line is invisible and makes noise in diffs. Strings, heredocs and comments are not checked.",
		Bad:         []diag.Example{{Code: "# An example.\nclass example {  \n}\n", Fixed: "# An example.\nclass example {\n}\n"}},
		Good:        []diag.Example{{Code: "# An example.\nclass example {\n}\n"}},
		Fix:         diag.FixInfo{Safety: diag.Safe, Summary: "remove the whitespace", LayoutOnly: true},
		Since:       "1.0.0",
		References:  []string{"https://www.puppet.com/docs/puppet/latest/style_guide.html#spacing-indentation-and-whitespace"},
	},
	Visits: []Visit{Tokens(func(pass *Pass, index int) {
		if next := pass.Token(index + 1).Kind; next != syntax.Newline && next != syntax.EndOfFile {
			return
		}
		span := pass.Token(index).Span
		if pass.Text(index) == "\r" {
			return // a line ending without its line feed, at the end of the file
		}
		pass.Fix(pass.Report(span, "trailing whitespace found"), pass.Delete(span))
	}, syntax.Whitespace, syntax.Indent)},
}
