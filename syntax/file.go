package syntax

import (
	"sort"
	"sync"

	"puppet-lint/internal/source"
)

// Options tell what to parse, and for which version of Puppet. The zero value is for a
// manifest.
type Options struct {
	// EPP parses a template: text with tags.
	EPP bool
	// Tasks makes "plan" and "apply" keywords, as Puppet's setting of that
	// name does for plans.
	Tasks bool
	// TargetVersion is the major version of Puppet: 7, 8 or 9; 0 means 8. The grammar of all
	// three is currently the same.
	TargetVersion int
}

// Error is a mistake that the lexer or the parser found.
type Error struct {
	// Code is the issue code: Puppet's own if Puppet raises the same issue (SYNTAX_ERROR,
	// UNCLOSED_QUOTE …), else one that only this package uses.
	Code string
	// Message describes the mistake and says what to write instead.
	Message string
	// PuppetMessage is Puppet's message, without the location; "" if Puppet has none.
	PuppetMessage string
	// Span is the wrong text.
	Span Span
	// At is the offset at which Puppet locates the error. It is -1 if Puppet gives no location
	// (an error at the end of the input, a byte order mark). Span is set even then.
	At int32
	// Help says what to write instead; empty if that is not known.
	Help string
	// Related is a location that explains the error, such as that of the unclosed bracket.
	// RelatedMessage describes it. If RelatedMessage is empty, there is none.
	Related        Span
	RelatedMessage string
	// Cause says what is wrong at Related if the mistake is certainly there, far from where Puppet
	// fails; else it is empty.
	Cause string
	// Fatal is false for the lexer's warnings (an unknown escape). The tree is correct then.
	Fatal bool
}

// File is a parsed text. It is immutable and safe for use by several
// goroutines.
type File struct {
	Source  *source.File
	Options Options
	// Tokens, joined, give the source.
	Tokens []Token
	// Program is never nil. After errors, it contains what could be parsed.
	Program *Program
	// Errors are in the order in which Puppet finds them, mostly source order. Puppet stops at
	// the first one that is Fatal.
	Errors []Error
	// NodeCount is one more than the largest NodeID.
	NodeCount int

	// unreported are the spans of errors that result, or may result, from those in Errors.
	unreported []Span
	// damage is the result of the first call of Damage, which assessed guards.
	assessed sync.Once
	damage   *Damage
}

// WithErrors returns a file with the tokens and the tree of f, the text of another one of the
// same length, and these errors. The caller must not change errors afterwards.
func (f *File) WithErrors(text *source.File, errors []Error) *File {
	return &File{Source: text, Options: f.Options, Tokens: f.Tokens, Program: f.Program, Errors: errors, unreported: f.unreported, NodeCount: f.NodeCount}
}

// Text returns the text of the token at index, or "" outside the file.
func (f *File) Text(index int) string { return f.Source.Slice(f.Token(index).Span) }

// Token returns the token at index. Outside the file, it returns an EndOfFile token.
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

// TokenAt returns the index of the token that contains the byte at offset, and len(Tokens) at
// the end of the text.
func (f *File) TokenAt(offset int32) int {
	return sort.Search(len(f.Tokens), func(i int) bool { return f.Tokens[i].End > offset })
}

// NextSignificant returns the index of the first token after index, in source order, that is
// not trivia. It returns len(Tokens) at the end.
func (f *File) NextSignificant(index int) int {
	for index++; index < len(f.Tokens) && f.Tokens[index].Kind.IsTrivia(); index++ {
	}
	return index
}

// PreviousSignificant returns the index of the last token before index that is not trivia, or
// -1 at the start.
func (f *File) PreviousSignificant(index int) int {
	for index--; index >= 0 && f.Tokens[index].Kind.IsTrivia(); index-- {
	}
	return index
}

// Extent returns the span from the first to the last token of node: all that the node covers in
// the text. The text of a heredoc, which is on the lines after its tag, belongs to the extent
// only if the node continues after it.
func (f *File) Extent(node Node) Span {
	first, last := node.FirstToken(), node.LastToken()
	if last < first {
		return node.Span()
	}
	return Span{Start: f.Tokens[first].Start, End: f.Tokens[last].End}
}

// NodeTokens returns the tokens from the first to the last one of node.
func (f *File) NodeTokens(node Node) []Token {
	return f.Tokens[node.FirstToken() : node.LastToken()+1]
}

// DocComment returns the token indices, from inclusive and upTo exclusive, of the comment that
// documents node: the line comments directly above it, without a blank line in between. If
// there is none, from equals upTo.
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

// startsLine reports whether only blanks precede the token on its line.
func (f *File) startsLine(index int) bool {
	if index > 0 && f.Tokens[index-1].Kind == Indent {
		index--
	}
	return index == 0 || f.Tokens[index-1].Kind == Newline || f.Tokens[index-1].Kind == HeredocEnd
}

// MaxDepth bounds the nesting of a tree. Puppet 8.10 itself overflows its stack between 1,500
// and 2,500 nested operators, relationships or branches, and before 1,500 nested lists.
const MaxDepth = 2000
