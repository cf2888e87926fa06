package rules

import (
	"puppet-lint/internal/diag"
	"puppet-lint/syntax"
)

var manifestWhitespaceClosingBraceBefore = Rule{
	Rule: manifestWhitespace(diag.Rule{
		Name:      "closing_brace_before",
		Narrower:  true,
		Summary:   "anything but one space or line end before a closing brace",
		Rationale: "One space or a line break separates the content from the closing brace; there is no empty line before it, and empty braces are written `{}`.",
		Bad:       badExample("  $limits = { 'nofile' => 4096}\n", "  $limits = { 'nofile' => 4096 }\n"),
		Good:      examples("  $limits = { 'nofile' => 4096 }\n"),
		Fix:       diag.FixInfo{Summary: "leave one space or line end"},
	}),
	Visits: []Visit{Tokens(func(pass *Pass, index int) {
		gap := pass.gapBefore(index)
		if gap.Before < 0 {
			return
		}
		before := pass.Token(gap.Before).Kind
		isEmpty := opensBrace(before)
		if gap.Newlines == 1 && !trailingBlanks(pass, gap.Before) || gap.isNone() && isEmpty || gap.isSpace(pass) && !isEmpty || isEppToken(before) {
			return
		}
		span := gap.Span
		if gap.isNone() {
			span = pass.Token(index).Span
		}
		finding := pass.ReportAt(span, gap.Start, "there should be a single space or newline before a closing brace")
		switch {
		case gap.Newlines > 0:
			pass.Fix(finding, gap.withOneLineEnd(pass))
		case isEmpty:
			pass.Fix(finding, pass.Delete(gap.Span))
		default:
			pass.Fix(finding, pass.Replace(gap.Span, " "))
		}
	}, syntax.RightBrace)},
}
