package rules

import (
	"slices"

	"puppet-lint/internal/diag"
	"puppet-lint/internal/source"
	"puppet-lint/syntax"
)

var manifestWhitespaceTwoEmptyLines = Rule{
	Rule: manifestWhitespace(diag.Rule{
		Name:      "two_empty_lines",
		Summary:   "two empty lines in a row",
		Rationale: "One empty line separates as well as two. Empty lines at the start and at the end of the file have their own checks.",
		Bad:       badExample("  include apt\n\n\n  include ntp\n", "  include apt\n\n  include ntp\n"),
		Good:      examples("  include apt\n\n  include ntp\n"),
		Fix:       diag.FixInfo{Summary: "leave one empty line"},
	}),
	Visits: []Visit{Tokens(func(pass *Pass, index int) {
		lines, first := 0, index
		for i := index - 1; i >= 0; i-- {
			if kind := pass.Token(i).Kind; kind == syntax.Newline || kind == syntax.HeredocEnd {
				if lines == 0 {
					first = i + 1
				}
				if lines++; lines == 2 {
					break
				}
			} else if !isGapToken(kind) {
				break
			}
		}
		if lines < 2 || !pass.AsRuby() && isAtFileEdge(pass, index) {
			return
		}
		finding := pass.Report(pass.Token(index).Span, "there should be no two consecutive empty lines")
		pass.Fix(finding, pass.Delete(source.Span{Start: pass.Token(first).Start, End: pass.Token(index).End}))
	}, syntax.Newline)},
}

// codeExtent holds the indices of the first and last token of a file that is neither a blank nor a
// line ending. Without such a token they are len(Tokens) and -1.
type codeExtent struct {
	isKnown     bool
	first, last int
}

// isAtFileEdge reports whether only blanks and line endings are between the token and the start
// or the end of the file.
func isAtFileEdge(p *Pass, index int) bool {
	of := State[codeExtent](p)
	if !of.isKnown {
		isText := func(token syntax.Token) bool { return !isGapToken(token.Kind) }
		of.isKnown, of.last = true, len(p.File.Tokens)-1
		if of.first = slices.IndexFunc(p.File.Tokens, isText); of.first < 0 {
			of.first = len(p.File.Tokens)
		}
		for of.last >= 0 && !isText(p.Token(of.last)) {
			of.last--
		}
	}
	return index < of.first || index > of.last
}
