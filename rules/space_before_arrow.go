package rules

import (
	"fmt"
	"strings"

	"puppet-lint/internal/diag"
	"puppet-lint/internal/source"
	"puppet-lint/syntax"
)

var spaceBeforeArrow = Rule{
	Rule: diag.Rule{
		Name:        "space_before_arrow",
		Group:       diag.Style,
		Severity:    diag.Warning,
		Core:        true,
		RubyKind:    diag.Warning,
		RubyDefault: true,
		Summary:     "anything but one space before the arrow of a one-line resource",
		Rationale: "In a resource on one line there is nothing to align the arrow with, so more than one space looks like a " +
			"leftover.",
		Bad:        []diag.Example{{Code: "# An example.\nclass example {\n  file { '/tmp/a': ensure  => file }\n}\n", Fixed: "# An example.\nclass example {\n  file { '/tmp/a': ensure => file }\n}\n"}},
		Good:       []diag.Example{{Code: "# An example.\nclass example {\n  file { '/tmp/a': ensure => file }\n}\n"}},
		Fix:        diag.FixInfo{Safety: diag.Safe, Summary: "write one space", LayoutOnly: true},
		Since:      "1.0.0",
		References: []string{"https://www.puppet.com/docs/puppet/latest/style_guide.html#spacing-indentation-and-whitespace"},
	},
	Visits: []Visit{resourceBodies(func(pass *Pass, body *resourceBody) {
		first, last := arrowsWithin(pass, body)
		if first == 0 || !pass.SameLine(pass.Token(first).Start, pass.Token(last).Start) {
			return
		}
		for i := first; i <= last; i++ {
			before := pass.Token(i - 1)
			if pass.Token(i).Kind != syntax.FatArrow || pass.Text(i-1) == " " || isBelowComment(pass, i) {
				continue
			}
			message := "there should be a single space before '=>'"
			if position := pass.Source.Position(before.Start); pass.AsRuby() {
				message += fmt.Sprintf(" on line %d, column %d", position.Line, position.Column)
			}
			finding := pass.ReportAt(pass.Token(i).Span, before.Start, message)
			if gap := (source.Span{Start: pass.Token(pass.PreviousCode(i)).End, End: pass.Token(i).Start}); strings.Trim(pass.Source.Slice(gap), " \t\r\n") == "" {
				pass.Fix(finding, pass.Replace(gap, " "))
			} else if blanks := pass.BlanksBefore(gap.End); pass.Source.Text[blanks.Start-1] == '/' {
				// The arrow follows a block comment on its line.
				pass.Fix(finding, pass.Replace(blanks, " "))
			}
		}
	})},
}

// isBelowComment reports whether a comment keeps an arrow from the line of its key. puppet-lint
// (Ruby) does not know that.
func isBelowComment(p *Pass, arrow int) bool {
	end, at := p.Token(p.PreviousCode(arrow)).End, p.Token(arrow).Start
	return !p.AsRuby() && !p.SameLine(end, at) && strings.Trim(p.Source.Text[end:at], " \t\r\n") != ""
}
