// Package layout holds the decisions about layout that the rules and the
// formatter share, so that they agree by construction: how far a line is
// indented, and where the arrows of a block stand.
//
// It stands above syntax and below both rules and format. It works on plain
// slices: the rules fill them from the text as it is, the formatter from the
// text as it will be.
package layout

import (
	"strings"

	"puppet-lint/syntax"
)

// IsExcused reports whether a line may be as long as it is: one that holds a URL
// or a call of template, which cannot be broken.
func IsExcused(line string) bool {
	return strings.Contains(line, "://") || strings.Contains(line, "template(")
}

// Token is what the indentation depends on: a token's kind and line, and for a
// bracket the index of its partner.
type Token struct {
	Kind syntax.TokenKind
	// Line increases from line to line. A string over several lines does not
	// end the line that it is on.
	Line int32
	// Mate is the index of the bracket that this one belongs to, and for every
	// other token its own.
	Mate int32
}

// Opens reports whether a bracket of the kind indents the lines up to its
// partner, and Closes whether it is such a partner.
func Opens(kind syntax.TokenKind) bool {
	switch kind {
	case syntax.LeftBrace, syntax.SelectBrace, syntax.LeftParen, syntax.LineLeftParen, syntax.LeftBracket, syntax.ListStart,
		syntax.LeftCollect, syntax.LeftExportedCollect:
		return true
	}
	return false
}

// Closes is the counterpart of Opens.
func Closes(kind syntax.TokenKind) bool {
	switch kind {
	case syntax.RightBrace, syntax.RightParen, syntax.RightBracket, syntax.RightCollect, syntax.RightExportedCollect:
		return true
	}
	return false
}

// Indenter goes through the lines from the first to the last, and keeps how far
// the next one is indented: After for a line that has ended, then Before for the
// one that comes next.
type Indenter struct {
	Tokens []Token
	// Steps is what the open brackets and colons ask for.
	Steps int
	// colon is one more than the index of the title's colon that indents, 0 if
	// none does.
	colon int
}

// After adds what the line, the tokens from first up to end, leaves open. It
// returns by how many steps more only the next line is indented.
func (in *Indenter) After(first, end int) (extra int) {
	opened, lastMate := 0, int32(-1)
	last := -1
	for i := first; i < end; i++ {
		token := &in.Tokens[i]
		if !token.Kind.IsTrivia() {
			last = i
		}
		if int(token.Mate) == i || !Opens(token.Kind) {
			continue
		}
		if line := in.Tokens[token.Mate].Line; line > token.Line && line != lastMate {
			opened++
			lastMate = line
		}
	}
	in.Steps += opened
	if last < 0 {
		return 0
	}
	switch in.Tokens[last].Kind {
	case syntax.Colon:
		if opened == 0 && in.colon == 0 {
			in.colon = last + 1
			in.Steps++
		}
	case syntax.Semicolon:
		if in.colon != 0 {
			in.colon = 0
			in.Steps--
		}
	case syntax.Equals, syntax.FatArrow:
		return 1
	}
	return 0
}

// Before takes away what the line closes. It returns by how many steps more
// this line alone is indented.
func (in *Indenter) Before(first, end int) (extra int) {
	lastMate := int32(-1)
	code, count := -1, 0
	for i := first; i < end; i++ {
		token := &in.Tokens[i]
		if !token.Kind.IsTrivia() {
			if code < 0 {
				code = i
			}
			count++
		}
		if int(token.Mate) == i || !Closes(token.Kind) {
			continue
		}
		line := in.Tokens[token.Mate].Line
		if line >= token.Line {
			continue
		}
		if line != lastMate {
			in.Steps--
			lastMate = line
		}
		if in.colon != 0 && token.Kind == syntax.RightBrace && line < in.Tokens[in.colon-1].Line {
			in.colon = 0
			in.Steps--
		}
	}
	if in.colon != 0 && count == 1 && in.Tokens[code].Kind == syntax.Semicolon {
		return -1
	}
	return 0
}
