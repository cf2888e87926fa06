package rules

import (
	"puppet-lint/internal/diag"
	"puppet-lint/syntax"
)

var manifestWhitespaceOpeningBraceBefore = Rule{
	Rule: manifestWhitespace(diag.Rule{
		Name:      "opening_brace_before",
		OldNames:  []string{"manifest_whitespace_class_opening_curly_brace"},
		Summary:   "anything but one space before an opening brace",
		Rationale: "A brace is on the line of the statement that it belongs to, after one space. After an opening bracket, a comment or a colon, and on its own line in an array or as a statement, any whitespace is allowed.",
		Bad:       badExample("  if $facts['os']['family'] == 'Debian'{\n    include apt\n  }\n", "  if $facts['os']['family'] == 'Debian' {\n    include apt\n  }\n"),
		Good:      examples("  if $facts['os']['family'] == 'Debian' {\n    include apt\n  }\n"),
		Fix:       diag.FixInfo{Summary: "leave one space"},
	}),
	Visits: []Visit{Tokens(func(pass *Pass, index int) {
		gap := pass.gapBefore(index)
		if gap.Before < 0 || gap.isSpace(pass) && !opensParenthesis(pass.Token(gap.Before).Kind) && !(pass.AsRuby() && opensBlock(pass.Token(gap.Before).Kind)) {
			return
		}
		switch before := pass.Token(gap.Before).Kind; {
		case before == syntax.Colon || before.IsComment() && (before == syntax.LineComment || !pass.AsRuby()) || opensBrace(before) && !pass.AsRuby() || isUnary(before) && gap.isNone() && !pass.AsRuby(), isEppToken(before):
			return
		case opensBlock(before):
			if !gap.isBlanks() {
				return
			}
			finding := pass.Report(pass.Token(index).Span, "there should be a single space before an opening brace")
			pass.Fix(finding, pass.Delete(gap.Span))
			return
		case before == syntax.Comma && gap.Newlines > 0:
			return
		case before == syntax.Semicolon && gap.Newlines > 0 && !pass.AsRuby():
			return // a hash that is a statement
		}
		finding := pass.Report(pass.Token(index).Span, "there should be a single space before an opening brace")
		pass.Fix(finding, pass.Replace(gap.Span, " "))
	}, syntax.LeftBrace, syntax.SelectBrace)},
}
