package rules

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"puppet-lint/diag"
	"puppet-lint/internal/layout"
	"puppet-lint/source"
)

// lineLimit is the option of the rules about the length of lines.
func lineLimit(limit int) []diag.Option {
	return []diag.Option{{Name: "limit", Kind: diag.Int, Default: limit, Summary: "how many characters a line may have"}}
}

// longLine is the visit of the rules that allow at most so many characters in a line
// as their option "limit" says. Lines that hold a URL or a call of template, which
// cannot be broken, are excused, as in puppet-lint (Ruby); a carriage return counts
// as a character there, and so it does here. The point is always at the limit.
func longLine() Visit {
	return Lines(func(pass *Pass, line source.Span) {
		limit := max(pass.Int("limit"), 1)
		if line.Len() <= limit {
			return
		}
		text := pass.Source.Slice(line)
		if !pass.AsRuby() {
			text = strings.TrimSuffix(text, "\r") // it is the line's ending
			// A control comment takes the room that it needs: it goes with the finding.
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
