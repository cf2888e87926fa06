package ruby

import "puppet-lint/internal/source"

type tokenKind uint8

const (
	endOfFile tokenKind = iota
	// newline ends a statement: a line end that does so, or a semicolon.
	newline
	// identifier is a name in lower case, with its ? or !.
	identifier
	constant
	// keyword is a reserved word that is used as such.
	keyword
	instanceVariable
	classVariable
	globalVariable
	number
	// stringLiteral is any string: quotes, %q, heredoc, ?c.
	stringLiteral
	// commandLiteral is `…` or %x.
	commandLiteral
	symbolLiteral
	// label is "name:" before a hash's value.
	label
	regexLiteral
	// wordsLiteral is %w or %W, symbolsLiteral %i or %I.
	wordsLiteral
	symbolsLiteral
	operator
)

// token is a token of Ruby.
type token struct {
	kind tokenKind
	// interpolated is true if the value is computed.
	interpolated bool
	// spaceBefore and spaceAfter are true if there is white space before and after the token.
	spaceBefore, spaceAfter bool
	start, end              int32
	// inside is the span between the delimiters of a literal, or that of a name.
	inside source.Span
	// text is a name (without the colon of a label or symbol), an operator, or the value of a
	// string without interpolation.
	text string
	// more holds what only few literals have, or is nil.
	more *literalParts
}

// literalParts holds the parts of a literal that are not in its text.
type literalParts struct {
	// code holds the tokens of each #{…}.
	code [][]token
	// options are a regular expression's flags.
	options string
	// words are the elements of %w and %i.
	words []word
}

// parts returns the literalParts of t and creates them if necessary.
func (t *token) parts() *literalParts {
	if t.more == nil {
		t.more = &literalParts{}
	}
	return t.more
}

type word struct {
	text string
	span source.Span
}

func (t *token) span() source.Span { return source.Span{Start: t.start, End: t.end} }

func (t *token) is(kind tokenKind, text string) bool { return t.kind == kind && t.text == text }

func (t *token) isOperator(text string) bool { return t.is(operator, text) }

func (t *token) isKeyword(text string) bool { return t.is(keyword, text) }

// keywords maps each reserved word to whether a value may begin after it.
var keywords = map[string]bool{
	"alias": true, "and": true, "begin": true, "BEGIN": true, "break": true, "case": true, "class": true, "def": true,
	"defined?": true, "do": true, "else": true, "elsif": true, "end": false, "END": true, "ensure": true, "false": false,
	"for": true, "if": true, "in": true, "module": true, "next": true, "nil": false, "not": true, "or": true, "redo": false,
	"rescue": true, "retry": false, "return": true, "self": false, "super": false, "then": true, "true": false,
	"undef": true, "unless": true, "until": true, "when": true, "while": true, "yield": true,
	"__FILE__": false, "__LINE__": false, "__ENCODING__": false,
}

// operators are the operators by length, the longest first.
var operators = [][]string{
	{"**=", "<=>", "===", "...", "<<=", ">>=", "&&=", "||="},
	{"&.", "**", "==", "!=", ">=", "<=", "&&", "||", "=~", "!~", "..", "::", "+=", "-=", "*=", "/=", "%=", "|=", "&=", "^=", "<<", ">>", "->", "=>"},
}

// methodOperators may be names of methods, after def, a point or a colon.
var methodOperators = []string{
	"[]=", "<=>", "===", "**", "==", "=~", "!=", "!~", "[]", "+@", "-@", "~@", "!@", "<<", ">>", "<=", ">=",
	"+", "-", "*", "/", "%", "<", ">", "!", "~", "^", "&", "|", "`",
}
