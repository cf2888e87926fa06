package format

import (
	"puppet-lint/internal/layout"
	"puppet-lint/syntax"
)

func opens(kind syntax.TokenKind) bool  { return layout.Opens(kind) }
func closes(kind syntax.TokenKind) bool { return layout.Closes(kind) }

func isEppTag(kind syntax.TokenKind) bool {
	return kind >= syntax.EppText && kind <= syntax.EppEndTrim || kind == syntax.EppComment
}

// spaced reports whether there is a space between two kinds of pieces on a line. The planner
// overrides it for signs, calls and lambdas.
func spaced(before, after syntax.TokenKind) bool {
	if before.IsComment() || after.IsComment() {
		return true
	}
	switch after {
	case syntax.Comma, syntax.Semicolon, syntax.Colon, syntax.RightParen, syntax.RightBracket, syntax.Dot, syntax.LeftBracket:
		return false
	case syntax.RightBrace:
		return before != syntax.LeftBrace && before != syntax.SelectBrace
	}
	switch before {
	case syntax.LeftParen, syntax.LineLeftParen, syntax.LeftBracket, syntax.ListStart, syntax.Dot, syntax.AtAt, syntax.Not:
		return false
	case syntax.At:
		// "@@" is another token, and "@(" begins a heredoc.
		return after == syntax.At || after == syntax.AtAt || after == syntax.LeftParen
	}
	return true
}
