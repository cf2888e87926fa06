package rules

import (
	"puppet-lint/internal/diag"
	"puppet-lint/syntax"
)

var manifestWhitespaceArrowsSingleSpaceAfter = Rule{
	Rule: manifestWhitespace(diag.Rule{
		Name:      "arrows_single_space_after",
		Summary:   "anything but one space after `=>`",
		Rationale: "Arrows are aligned by the spaces before them. One space after each arrow aligns the values as well.",
		Bad:       badExample("  service { 'ntp':\n    ensure =>  running,\n    enable => true,\n  }\n", "  service { 'ntp':\n    ensure => running,\n    enable => true,\n  }\n"),
		Good:      examples("  service { 'ntp':\n    ensure => running,\n    enable => true,\n  }\n"),
		Fix:       diag.FixInfo{Summary: "leave one space"},
	}),
	Visits: []Visit{Tokens(func(pass *Pass, index int) {
		gap := pass.gapAfter(index)
		isComment := gap.Newlines > 0 && !gap.isAtFileEnd(pass) && pass.Token(gap.After).Kind.IsComment()
		if gap.isSpace(pass) || isComment && !pass.AsRuby() {
			return
		}
		finding := pass.Report(pass.Token(index+1).Span, "there should be a single space after an arrow")
		if gap.Newlines == 0 {
			pass.Fix(finding, pass.Replace(gap.Span, " "))
		}
	}, syntax.FatArrow)},
}
