// Package layout makes the layout decisions that the rules and the formatter share, so that
// they always agree: how far a line is indented, and where the arrows of a block are.
//
// The package uses syntax. It works on plain slices: the rules fill them from the present text,
// the formatter from the future text.
package layout

import (
	"strings"

	"puppet-lint/syntax"
)

// IsExcused reports whether a line may be too long, because it contains a URL or a call of
// template, which cannot be broken.
func IsExcused(line string) bool {
	return strings.Contains(line, "://") || strings.Contains(line, "template(")
}

// Token holds what indentation depends on: the kind and line of a token, and for a bracket the
// index of its partner.
type Token struct {
	Kind syntax.TokenKind
	// Line never decreases. A string over several lines does not end the line where it begins.
	Line int32
	// Mate is the index of the partner of a bracket. For every other token it is the token's
	// own index.
	Mate int32
}

// Opens reports whether a bracket of this kind indents the lines up to its partner.
func Opens(kind syntax.TokenKind) bool {
	switch kind {
	case syntax.LeftBrace, syntax.SelectBrace, syntax.LeftParen, syntax.LineLeftParen, syntax.LeftBracket, syntax.ListStart,
		syntax.LeftCollect, syntax.LeftExportedCollect:
		return true
	}
	return false
}

// Closes reports whether a bracket of this kind is the partner of one that indents.
func Closes(kind syntax.TokenKind) bool {
	switch kind {
	case syntax.RightBrace, syntax.RightParen, syntax.RightBracket, syntax.RightCollect, syntax.RightExportedCollect:
		return true
	}
	return false
}

// Indenter computes the indentation of lines in order. Call After for a line that has ended,
// then Before for the next one.
type Indenter struct {
	Tokens []Token
	// Steps is the indentation of the open brackets and colons, in steps.
	Steps int
	// colon is the index plus one of the title's colon that indents, or 0 if none does.
	colon int
}

// After adds the steps of the brackets and colons that a line leaves open. The line consists of
// the tokens from first up to end. It returns how many more steps only the next line is
// indented.
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

// Before removes the steps of the brackets that a line closes. It returns how many more steps
// only this line is indented.
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
