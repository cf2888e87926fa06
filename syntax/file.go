package syntax

import (
	"sort"

	"puppet-lint/source"
)

// Options say what is parsed, and as which version of Puppet reads it. The
// zero value is a manifest.
type Options struct {
	// EPP parses a template: text with tags.
	EPP bool
	// Tasks makes "plan" and "apply" keywords, as Puppet's setting of that
	// name does for plans.
	Tasks bool
	// TargetVersion is the major version of Puppet: 7, 8 or 9; 0 is 8. The
	// grammar of all three is the same today.
	TargetVersion int
}

// Error is a mistake that the lexer or the parser found.
type Error struct {
	// Code is the issue code: Puppet's own where Puppet raises the same issue
	// (SYNTAX_ERROR, UNCLOSED_QUOTE …), else one that only this package uses.
	Code string
	// Message says what is wrong and what to write instead.
	Message string
	// PuppetMessage is what Puppet says, without the place; "" where Puppet
	// has no word for it.
	PuppetMessage string
	// Span is the text that is wrong.
	Span Span
	// At is the offset that Puppet names as the place of the error. It is -1
	// where Puppet names none (an error at the end of the input, a byte order
	// mark); Span is then still set.
	At int32
	// Help says what to write instead, where that is known.
	Help string
	// Related is a place that explains the error, such as that of the bracket that is
	// not closed, and RelatedMessage what it is; there is none where that is empty.
	Related        Span
	RelatedMessage string
	// Fatal is false for the lexer's warnings (an unknown escape), after which
	// the tree is good.
	Fatal bool
}

// File is a parsed text. It is immutable and safe for use by several
// goroutines.
type File struct {
	Source  *source.File
	Options Options
	// Tokens joined give back the source.
	Tokens []Token
	// Program is never nil; after errors it holds what could be understood.
	Program *Program
	// Errors are in the order in which Puppet would come upon them, mostly that
	// of the text. The first one that is Fatal is the one that Puppet stops at.
	Errors []Error
	// NodeCount is one more than the greatest NodeID.
	NodeCount int
}

// Text is the text of the token at index, "" outside of the file.
func (f *File) Text(index int) string { return f.Source.Slice(f.Token(index).Span) }

// Token is the token at index; outside of the file it is an EndOfFile token.
func (f *File) Token(index int) Token {
	if index < 0 {
		return Token{Kind: EndOfFile}
	}
	if index >= len(f.Tokens) {
		end := int32(len(f.Source.Text))
		return Token{EndOfFile, Span{Start: end, End: end}}
	}
	return f.Tokens[index]
}

// TokenAt is the index of the token that holds the byte at offset, and
// len(Tokens) at the end of the text.
func (f *File) TokenAt(offset int32) int {
	return sort.Search(len(f.Tokens), func(i int) bool { return f.Tokens[i].End > offset })
}

// NextSignificant is the index of the first token after index, in the order
// of the text, that is no trivia; it is len(Tokens) at the end.
func (f *File) NextSignificant(index int) int {
	for index++; index < len(f.Tokens) && f.Tokens[index].Kind.IsTrivia(); index++ {
	}
	return index
}

// PreviousSignificant is the index of the last token before index that is no
// trivia; it is -1 at the start.
func (f *File) PreviousSignificant(index int) int {
	for index--; index >= 0 && f.Tokens[index].Kind.IsTrivia(); index-- {
	}
	return index
}

// Extent is the span from the first to the last token of node: all that the
// node covers in the text. The text of a heredoc, on the lines after its tag,
// is part of the extent only where the node goes on behind it.
func (f *File) Extent(node Node) Span {
	first, last := node.FirstToken(), node.LastToken()
	if last < first {
		return node.Span()
	}
	return Span{Start: f.Tokens[first].Start, End: f.Tokens[last].End}
}

// NodeTokens is the tokens from the first to the last one of node.
func (f *File) NodeTokens(node Node) []Token {
	return f.Tokens[node.FirstToken() : node.LastToken()+1]
}

// DocComment is the indexes, from and up to, of the tokens of the comment that
// documents node: the line comments that stand on the lines right before it,
// with no blank line between. Without one, from and upTo are equal.
func (f *File) DocComment(node Node) (from, upTo int) {
	first := node.FirstToken()
	from, upTo = first, first
	newlines := 0
	for i := first - 1; i >= 0; i-- {
		switch f.Tokens[i].Kind {
		case Newline:
			if newlines++; newlines > 1 {
				return from, upTo
			}
		case Indent, Whitespace:
		case LineComment:
			if newlines == 0 || !f.startsLine(i) {
				return from, upTo
			}
			if upTo == first {
				upTo = i + 1
			}
			from, newlines = i, 0
		default:
			return from, upTo
		}
	}
	return from, upTo
}

// startsLine reports whether only blanks stand before the token on its line.
func (f *File) startsLine(index int) bool {
	if index > 0 && f.Tokens[index-1].Kind == Indent {
		index--
	}
	return index == 0 || f.Tokens[index-1].Kind == Newline || f.Tokens[index-1].Kind == HeredocEnd
}

// MaxDepth is how deep a tree may be nested. Puppet 8.10 itself overflows its
// stack between 1,500 and 2,500 nested operators, relationships or branches, and
// before 1,500 nested lists.
const MaxDepth = 2000
