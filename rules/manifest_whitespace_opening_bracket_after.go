package rules

import (
	"puppet-lint/internal/diag"
	"puppet-lint/syntax"
)

var manifestWhitespaceOpeningBracketAfter = Rule{
	Rule: manifestWhitespace(diag.Rule{
		Name:      "opening_bracket_after",
		Summary:   "spaces or an empty line after an opening bracket",
		Rationale: "The first element follows the bracket directly or on the next line.",
		Bad:       badExample("  package { [ 'git', 'make']:\n    ensure => installed,\n  }\n", "  package { ['git', 'make']:\n    ensure => installed,\n  }\n"),
		Good:      examples("  package { ['git', 'make']:\n    ensure => installed,\n  }\n"),
		Fix:       diag.FixInfo{Summary: "remove the spaces or the empty line"},
	}),
	Visits: []Visit{Tokens(func(pass *Pass, index int) {
		if isSubscriptForRuby(pass, index) {
			return
		}
		const message = "there should be no whitespace or a single newline after an opening bracket"
		gap := pass.gapAfter(index)
		switch {
		case gap.isNone() || gap.isAtFileEnd(pass) || gap.Newlines == 0 && pass.Token(gap.After).Kind.IsComment() && !pass.AsRuby():
		case trailingBlanks(pass, index):
			pass.Fix(pass.Report(pass.Token(index+1).Span, message), pass.Delete(pass.Token(index+1).Span))
		case gap.Newlines == 0:
			pass.Fix(pass.Report(pass.Token(index+1).Span, message), pass.Delete(gap.Span))
		default:
			reportBlankLineAfter(pass, index, &gap, message)
		}
	}, syntax.LeftBracket, syntax.ListStart)},
}
