package rules

import (
	"puppet-lint/diag"
	"puppet-lint/syntax"
)

var manifestWhitespaceOpeningBracketBefore = Rule{
	Rule: manifestWhitespace(diag.Rule{
		Name:      "opening_bracket_before",
		Summary:   "anything but one space before a list",
		Rationale: "A list stands behind one space, or right behind an opening bracket, or on a line of its own within a list.",
		Bad:       badExample("  $x =  ['a']\n", "  $x = ['a']\n"),
		Good:      examples("  $x = ['a']\n"),
		Fix:       diag.FixInfo{Summary: "leave one space"},
	}),
	Visits: []Visit{Tokens(func(pass *Pass, index int) {
		gap := pass.gapBefore(index)
		if gap.Before < 0 || pass.Token(index).Kind == syntax.LeftBracket && gap.isNone() && isIndexed(pass.Token(gap.Before).Kind) {
			return
		}
		before := pass.Token(gap.Before).Kind
		isOpening := opensParenthesis(before) || opensBracket(before)
		switch {
		case before.IsComment() || isEppToken(before) || isUnary(before) && gap.isNone():
			return
		case opensBracket(before) && !pass.AsRuby(): // the matter of manifest_whitespace_opening_bracket_after
			return
		case gap.Newlines > 0:
			// A list may start a statement, or an element of another list.
			if before != syntax.Equals && before != syntax.FatArrow && before != syntax.PlusArrow {
				return
			}
		case gap.isNone() && (isOpening || opensBrace(before)):
			return
		case gap.isSpace(pass) && !isOpening:
			return
		}
		finding := pass.Report(pass.Token(index).Span, "there should be a single space before an opening bracket")
		switch {
		case isOpening:
			pass.Fix(finding, pass.Delete(gap.Span))
		case before == syntax.Number:
			// Behind a blank, the bracket would no longer belong to the number.
		default:
			pass.Fix(finding, pass.Replace(gap.Span, " "))
		}
	}, syntax.LeftBracket, syntax.ListStart)},
}

// isIndexed reports whether a bracket directly behind a token of the kind
// selects from what ends there.
func isIndexed(kind syntax.TokenKind) bool {
	switch kind {
	case syntax.ClassReference, syntax.Variable, syntax.Name, syntax.Word, syntax.RightBracket, syntax.RightParen, syntax.RightBrace,
		syntax.SingleQuoted, syntax.DoubleQuoted, syntax.StringEnd:
		return true
	}
	return kind.IsKeyword()
}
