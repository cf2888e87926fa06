package rules

import (
	"puppet-lint/internal/diag"
	"puppet-lint/syntax"
)

var manifestWhitespaceOpeningBraceAfter = Rule{
	Rule: manifestWhitespace(diag.Rule{
		Name:      "opening_brace_after",
		Summary:   "anything but one space or line break after an opening brace",
		Rationale: "One space or a line break separates the content from the opening brace; there is no empty line after it.",
		Bad:       badExample("  $limits = {'nofile' => 4096 }\n", "  $limits = { 'nofile' => 4096 }\n"),
		Good:      examples("  $limits = { 'nofile' => 4096 }\n"),
		Fix:       diag.FixInfo{Summary: "leave one space or line end"},
	}),
	Visits: []Visit{Tokens(func(pass *Pass, index int) {
		gap := pass.gapAfter(index)
		next := pass.Token(gap.After).Kind
		if gap.isSpace(pass) || gap.isAtFileEnd(pass) || gap.isNone() && (next == syntax.RightBrace || opensBrace(next) || opensBracket(next)) {
			return
		}
		if blanks := pass.Token(index + 1).Span; trailingBlanks(pass, index) {
			if pass.Source.Slice(blanks) != " " {
				pass.Fix(pass.Report(blanks, "there should be a single space or single newline after an opening brace"), pass.Delete(blanks))
			}
			return
		}
		if gap.Newlines == 0 {
			finding := pass.Report(pass.Token(index+1).Span, "there should be a single space or single newline after an opening brace")
			if next == syntax.RightBrace {
				pass.Fix(finding, pass.Delete(gap.Span))
			} else {
				pass.Fix(finding, pass.Replace(gap.Span, " "))
			}
			return
		}
		reportBlankLineAfter(pass, index, &gap, "there should be a single space or single newline after an opening brace")
	}, syntax.LeftBrace, syntax.SelectBrace)},
}

// reportBlankLineAfter reports the line ending of an empty line directly after an opening
// bracket. If nothing else is between the brackets, the rule for the closing bracket reports
// it.
func reportBlankLineAfter(pass *Pass, index int, gap *gap, message string) {
	if gap.Newlines < 2 || pass.Token(index+1).Kind != syntax.Newline || closesBlock(pass.Token(gap.After).Kind) && !pass.AsRuby() {
		return
	}
	for i := index + 2; i < gap.After; i++ {
		if pass.AsRuby() && pass.Token(i).Kind != syntax.Newline {
			return // puppet-lint (Ruby) does not treat a line of blanks as empty
		}
		if pass.Token(i).Kind == syntax.Newline {
			pass.Fix(pass.Report(pass.Token(i).Span, message), gap.withOneLineEnd(pass))
			return
		}
	}
}
