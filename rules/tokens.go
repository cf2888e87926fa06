package rules

import (
	"puppet-lint/internal/source"
	"puppet-lint/syntax"
)

// Token returns the file's token at index, or an EndOfFile token outside the file.
func (p *Pass) Token(index int) syntax.Token {
	if index < 0 || index >= len(p.File.Tokens) {
		end := int32(len(p.Source.Text))
		return syntax.Token{Kind: syntax.EndOfFile, Span: source.Span{Start: end, End: end}}
	}
	return p.File.Tokens[index]
}

// Text returns the source of the token at index.
func (p *Pass) Text(index int) string { return p.Source.Slice(p.Token(index).Span) }

// NextCode returns the index of the next token after index that is not trivia; len(Tokens) if
// there is none.
func (p *Pass) NextCode(index int) int {
	for index++; index < len(p.File.Tokens) && p.File.Tokens[index].Kind.IsTrivia(); index++ {
	}
	return index
}

// PreviousCode returns the index of the last token before index that is not trivia; -1 if there
// is none.
func (p *Pass) PreviousCode(index int) int {
	for index--; index >= 0 && p.File.Tokens[index].Kind.IsTrivia(); index-- {
	}
	return index
}

// SameLine reports whether no line ends between the offsets a and b.
func (p *Pass) SameLine(a, b int32) bool {
	for _, char := range []byte(p.Source.Text[min(a, b):max(a, b)]) {
		if char == '\n' {
			return false
		}
	}
	return true
}

// Column returns the column of the offset, in characters.
func (p *Pass) Column(offset int32) int {
	return p.Source.Position(offset).Column
}

// Indentation returns the blanks at the start of the line of the offset.
func (p *Pass) Indentation(offset int32) string {
	start := p.Source.LineStart(p.Source.Line(offset))
	end := start
	for int(end) < len(p.Source.Text) && isBlank(p.Source.Text[end]) {
		end++
	}
	return p.Source.Text[start:end]
}

func isBlank(char byte) bool { return char == ' ' || char == '\t' }

// EndsLine reports whether only blanks follow the offset on its line.
func (p *Pass) EndsLine(offset int32) bool {
	for ; int(offset) < len(p.Source.Text); offset++ {
		switch p.Source.Text[offset] {
		case '\n':
			return true
		case ' ', '\t', '\r':
		default:
			return false
		}
	}
	return true
}

// BlanksBefore returns the span of the blanks on the line that end at offset.
func (p *Pass) BlanksBefore(offset int32) source.Span {
	start := offset
	for start > 0 && isBlank(p.Source.Text[start-1]) {
		start--
	}
	return source.Span{Start: start, End: offset}
}

// heredocBegins reports whether the tag of a heredoc precedes the token on its line. The text
// of a heredoc begins on the next line, so a fix must not break the line after the tag.
func (p *Pass) heredocBegins(index int) bool {
	for index--; index >= 0 && p.Token(index).Kind != syntax.Newline; index-- {
		if p.Token(index).Kind == syntax.HeredocTag {
			return true
		}
	}
	return false
}
