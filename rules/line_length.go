package rules

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"puppet-lint/internal/diag"
	"puppet-lint/internal/layout"
	"puppet-lint/internal/source"
)

// lineLimit returns the options of the rules about the length of lines.
func lineLimit(limit int) []diag.Option {
	return []diag.Option{{Name: "limit", Kind: diag.Int, Default: limit, Summary: "how many characters a line may have"}}
}

// longLine returns the visit of the rules that limit the number of characters in a line by the
// option "limit". Lines with a URL or a call of template, which cannot be broken, are exempt,
// as in puppet-lint (Ruby). In its profile, a carriage return counts as a character, as it does
// there. The finding is located at the limit.
func longLine() Visit {
	return Lines(func(pass *Pass, line source.Span) {
		limit := max(pass.Int("limit"), 1)
		if line.Len() <= limit {
			return
		}
		text := pass.Source.Slice(line)
		if !pass.AsRuby() {
			text = strings.TrimSuffix(text, "\r") // it is the line's ending
			// A control comment does not count: it is removed together with the finding.
			if code, _, found := strings.Cut(text, "# lint:"); found {
				text = strings.TrimRight(code, " \t")
			}
			line.End = line.Start + int32(len(text))
		}
		if utf8.RuneCountInString(text) <= limit || layout.IsExcused(text) {
			return
		}
		at := line.Start
		for range limit - 1 {
			_, size := utf8.DecodeRuneInString(pass.Source.Text[at:])
			at += int32(size)
		}
		pass.ReportAt(source.Span{Start: at, End: line.End}, at, fmt.Sprintf("line has more than %d characters", limit))
	})
}
