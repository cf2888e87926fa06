package ide

import (
	"strings"
	"unicode/utf8"

	"puppet-lint/internal/diag"
	"puppet-lint/internal/source"
	"puppet-lint/syntax"
)

// aligner finds the arrows that are aligned in one column.
type aligner struct{ *View }

// AlignTyped returns the edits that align the arrows around an offset: the arrows of attributes
// or entries in the innermost open brace that each have a line of their own. It uses only
// tokens, so it works while the block is being typed.
func (v *View) AlignTyped(offset int32) []diag.Edit {
	if v.Manifest == nil || v.Manifest.File.Options.EPP {
		return nil
	}
	options, err := v.formatOptions()
	if err != nil || !options.AlignArrows {
		return nil
	}
	arrows := aligner{v}.arrowsAround(offset)
	widest := 0
	for _, arrow := range arrows {
		widest = max(widest, aligner{v}.widthBefore(arrow))
	}
	var edits []diag.Edit
	for _, arrow := range arrows {
		gap := aligner{v}.gapBefore(arrow)
		if blanks := strings.Repeat(" ", widest-(aligner{v}).widthBefore(arrow)+1); len(arrows) > 1 && v.File.Slice(gap) != blanks {
			edits = append(edits, diag.Edit{File: v.File, Span: gap, NewText: blanks})
		}
	}
	return edits
}

// arrowsAround returns the arrow tokens that are aligned with the line of an offset: those in
// the same brace and, in a resource, in the same body. It returns nil if the line has no such
// arrow.
func (a aligner) arrowsAround(offset int32) (arrows []int) {
	file := a.Manifest.File
	first, isFound := a.braceAround(offset)
	if !isFound {
		return nil
	}
	cursor := a.File.Line(offset)
	depth, isHere, lastLine := 0, false, 0
	for at := first + 1; at < len(file.Tokens); at++ {
		token := file.Tokens[at]
		line := a.File.Line(token.Start)
		switch kind := token.Kind; {
		case kind.IsTrivia():
			continue
		case opensBlock(kind):
			depth++
		case closesBlock(kind):
			if depth--; depth < 0 {
				return keptIf(arrows, isHere)
			}
		case depth > 0:
		case kind == syntax.Semicolon:
			if isHere {
				return arrows
			}
			arrows = nil
		case kind == syntax.FatArrow && a.isFirstArrow(at):
			if isHere && line > cursor && line > lastLine+1 {
				return arrows // these lie behind the unclosed block
			}
			arrows = append(arrows, at)
			isHere = isHere || line == cursor
		}
		lastLine = a.File.Line(max(token.Start, token.End-1))
	}
	return keptIf(arrows, isHere)
}

func keptIf(arrows []int, isHere bool) []int {
	if !isHere {
		return nil
	}
	return arrows
}

// braceAround returns the token of the innermost brace that is open at an offset. isFound is
// false if the innermost open bracket is not a brace.
func (a aligner) braceAround(offset int32) (at int, isFound bool) {
	file := a.Manifest.File
	if len(file.Tokens) == 0 {
		return 0, false
	}
	depth := 0
	for at = file.TokenAt(max(0, offset-1)); at >= 0; at-- {
		switch kind := file.Tokens[at].Kind; {
		case closesBlock(kind) && file.Tokens[at].End <= offset:
			depth++
		case opensBlock(kind) && file.Tokens[at].Start < offset:
			if depth == 0 {
				return at, kind == syntax.LeftBrace || kind == syntax.SelectBrace
			}
			depth--
		}
	}
	return 0, false
}

func opensBlock(kind syntax.TokenKind) bool {
	switch kind {
	case syntax.LeftBrace, syntax.SelectBrace, syntax.LeftParen, syntax.LineLeftParen, syntax.LeftBracket, syntax.ListStart:
		return true
	}
	return false
}

func closesBlock(kind syntax.TokenKind) bool {
	return kind == syntax.RightBrace || kind == syntax.RightParen || kind == syntax.RightBracket
}

// isFirstArrow reports whether its line begins with an arrow and the name before it.
func (a aligner) isFirstArrow(arrow int) bool {
	file := a.Manifest.File
	name := file.PreviousSignificant(arrow)
	if name < 0 || a.File.Line(file.Tokens[name].Start) != a.File.Line(file.Tokens[arrow].Start) {
		return false
	}
	for at := name; at >= 0; at-- {
		token := file.Tokens[at]
		switch {
		case token.Kind == syntax.Newline:
			return true
		case at != name && !token.Kind.IsTrivia():
			return false
		}
	}
	return true
}

// gapBefore returns the span of the blanks before a token.
func (a aligner) gapBefore(token int) source.Span {
	before := a.Manifest.Tokens[a.Manifest.PreviousSignificant(token)].End
	return source.Span{Start: before, End: a.Manifest.Tokens[token].Start}
}

// widthBefore returns the number of characters on the line before the blanks that precede a
// token.
func (a aligner) widthBefore(token int) int {
	end := a.gapBefore(token).Start
	return utf8.RuneCountInString(a.File.Text[a.File.LineSpan(a.File.Line(end)).Start:end])
}
