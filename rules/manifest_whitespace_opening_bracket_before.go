package rules

import (
	"puppet-lint/internal/diag"
	"puppet-lint/syntax"
)

var manifestWhitespaceOpeningBracketBefore = Rule{
	Rule: manifestWhitespace(diag.Rule{
		Name:      "opening_bracket_before",
		Summary:   "anything but one space before an array",
		Rationale: "An array follows after one space, directly after an opening bracket, or on its own line within an array.",
		Bad:       badExample("  $tools =  ['git', 'make']\n", "  $tools = ['git', 'make']\n"),
		Good:      examples("  $tools = ['git', 'make']\n"),
		Fix:       diag.FixInfo{Summary: "leave one space"},
	}),
	Visits: []Visit{Tokens(func(pass *Pass, index int) {
		if isSubscriptForRuby(pass, index) {
			return
		}
		gap := pass.gapBefore(index)
		if pass.AsRuby() {
			if gap.Before >= 0 && wantsSpaceForRuby(pass, index, &gap) {
				finding := pass.Report(pass.Token(index).Span, "there should be a single space before an opening bracket")
				if gap.isBlanks() && opensBlock(pass.Token(gap.Before).Kind) {
					pass.Fix(finding, pass.Delete(gap.Span))
				} else if mayJoin(pass, &gap) {
					pass.Fix(finding, pass.Replace(gap.Span, " "))
				}
			}
			return
		}
		if gap.Before < 0 || pass.Token(index).Kind == syntax.LeftBracket && gap.isNone() && isIndexed(pass.Token(gap.Before).Kind) {
			return
		}
		before := pass.Token(gap.Before).Kind
		isOpening := opensParenthesis(before) || opensBracket(before)
		switch {
		case before.IsComment() || isEppToken(before) || (isUnary(before) || before == syntax.Number) && gap.isNone():
			return
		case opensBracket(before) && !pass.AsRuby(): // manifest_whitespace_opening_bracket_after reports it
			return
		case gap.Newlines > 0:
			// A list may begin a statement, or be an element of another list.
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
			// After a blank, the bracket would no longer belong to the number.
		default:
			pass.Fix(finding, pass.Replace(gap.Span, " "))
		}
	}, syntax.LeftBracket, syntax.ListStart)},
}

// isIndexed reports whether a bracket directly after a token of the kind indexes it.
func isIndexed(kind syntax.TokenKind) bool {
	switch kind {
	case syntax.ClassReference, syntax.Variable, syntax.Name, syntax.Word, syntax.RightBracket, syntax.RightParen, syntax.RightBrace,
		syntax.SingleQuoted, syntax.DoubleQuoted, syntax.StringEnd, syntax.HeredocTag:
		return true
	}
	return kind.IsKeyword()
}

// mayJoin reports whether a single space can replace the gap without changing the meaning of
// the bracket.
func mayJoin(p *Pass, gap *gap) bool {
	switch p.Token(gap.Before).Kind {
	case syntax.Equals, syntax.FatArrow, syntax.PlusArrow, syntax.Comma:
		return !gap.isSpace(p)
	case syntax.Variable, syntax.ClassReference, syntax.Number:
		return false
	}
	return gap.isBlanks() && !gap.isSpace(p)
}

// wantsSpaceForRuby reports whether puppet-lint (Ruby) demands a single space before the
// bracket. It assumes that a list at the start of a statement belongs to the preceding code,
// unless that is a name or a bracket. After a type, it demands that there be no space, in the
// same words.
func wantsSpaceForRuby(p *Pass, index int, gap *gap) bool {
	before, isType := p.Token(gap.Before).Kind, rubyTypes[p.Text(gap.Before)]
	switch {
	case gap.isNone() && (before == syntax.ClassReference && !isType || before == syntax.Variable || before == syntax.Name):
		return false
	case before == syntax.LineComment:
		return false
	case gap.Newlines > 0 && (before == syntax.Semicolon || before == syntax.Comma || before == syntax.Colon || before == syntax.Name || closesBlock(before)):
		return false
	case opensBlock(before) || closesBlock(before) || isType:
		if gap.isNone() || gap.Newlines > 0 {
			return false
		}
	case before == syntax.ClassReference || before == syntax.Variable:
	case gap.isSpace(p):
		return false
	}
	if opensBrace(before) && gap.isSpace(p) {
		owner := p.gapBefore(gap.Before).Before
		return owner >= 0 && p.Token(owner).Kind != syntax.Name && p.Token(owner).Kind != syntax.Pipe
	}
	return true
}
