package rules

import (
	"puppet-lint/internal/diag"
	"puppet-lint/syntax"
)

var manifestWhitespaceClosingBracketBefore = Rule{
	Rule: manifestWhitespace(diag.Rule{
		Name:      "closing_bracket_before",
		Summary:   "spaces or an empty line before a closing bracket",
		Rationale: "The closing bracket follows the last element directly or on the next line.",
		Bad:       badExample("  package { ['git', 'make' ]:\n    ensure => installed,\n  }\n", "  package { ['git', 'make']:\n    ensure => installed,\n  }\n"),
		Good:      examples("  package { ['git', 'make']:\n    ensure => installed,\n  }\n"),
		Fix:       diag.FixInfo{Summary: "remove the spaces or the empty line"},
	}),
	Visits: []Visit{Tokens(func(pass *Pass, index int) {
		if isSubscriptForRuby(pass, index) {
			return
		}
		gap := pass.gapBefore(index)
		if gap.Before < 0 || gap.isNone() || gap.Newlines == 1 && !trailingBlanks(pass, gap.Before) || opensBracket(pass.Token(gap.Before).Kind) && gap.Newlines == 0 && !pass.AsRuby() {
			return
		}
		finding := pass.Report(gap.Span, "there should be no whitespace or a single newline before a closing bracket")
		if gap.Newlines > 0 {
			pass.Fix(finding, gap.withOneLineEnd(pass))
		} else {
			pass.Fix(finding, pass.Delete(gap.Span))
		}
	}, syntax.RightBracket)},
}
