package syntax

import "puppet-lint/internal/source"

// Span is a half-open range of byte offsets in the file that was parsed.
type Span = source.Span

// TokenKind is the lexical class of a Token. The names are those of Puppet's own lexer if it
// has one.
type TokenKind uint8

// Token is a piece of the source. The tokens of a file are adjacent, in source order, and cover
// every byte of it, for every input.
type Token struct {
	Kind TokenKind
	Span
}

// The kinds of tokens. Those before EndOfFile are trivia, which are not visible to the grammar.
const (
	// Newline is "\n" or "\r\n" between tokens.
	Newline TokenKind = iota
	// Indent is a run of blanks at the start of a line or of the file.
	Indent
	// Whitespace is any other run of blanks. All Unicode blanks count, and so does a carriage
	// return without a following line feed.
	Whitespace
	// LineComment reaches from "#" to the end of the line, without the line ending.
	LineComment
	// BlockComment reaches from "/*" to "*/".
	BlockComment
	// EppComment reaches from "<%#" to the closing "%>" or "-%>", inclusive.
	EppComment
	// HeredocMargin is the run of blanks that a heredoc's "|" removes from the start of a line
	// of its text.
	HeredocMargin
	// HeredocEnd is the line that ends a heredoc's text: its indentation, the
	// "|" and "-" marks, the end tag and the line ending.
	HeredocEnd
	// ByteOrderMark is a byte order mark, of any encoding, at the start.
	ByteOrderMark

	// EndOfFile has an empty span at the end of the text. Token lookups return it past the last
	// token. It is not in File.Tokens.
	EndOfFile

	// SingleQuoted is a whole single-quoted string, including the quotes.
	SingleQuoted
	// DoubleQuoted is a whole double-quoted string without interpolation, including the quotes.
	DoubleQuoted
	// StringStart is the opening quote of a string with interpolation. Any number of
	// StringText, Variable ("$name"), and expressions between InterpolationStart and
	// InterpolationEnd follow it, and then a StringEnd.
	StringStart
	// StringText is literal text, with its escapes, in an interpolated string or in the text of
	// a heredoc.
	StringText
	// StringEnd is the closing quote.
	StringEnd
	// InterpolationStart is "${".
	InterpolationStart
	// InterpolationEnd is the "}" that matches it.
	InterpolationEnd
	// HeredocTag is "@(…)". The text follows on the next lines, as tokens HeredocMargin,
	// StringText, Variable, InterpolationStart … HeredocEnd.
	HeredocTag

	// Word is a bare word that is not a name, such as "a-b" or "_x".
	Word
	// Name is a lower-case name, with or without "::".
	Name
	// ClassReference is an upper-case name, with or without "::".
	ClassReference
	// Variable is "$name", including the dollar. A lone "$" is a Variable, too.
	Variable
	// Number is a number in any radix.
	Number
	// Regex is a regular expression, including both slashes.
	Regex

	LeftBracket  // [ as index
	ListStart    // [ after a blank or at the start: a list
	RightBracket // ]
	LeftBrace    // {
	SelectBrace  // { after ?
	RightBrace   // }
	LeftParen    // (
	// LineLeftParen is a "(" that is the first token on its line. It does not start a call.
	LineLeftParen
	RightParen // )

	Equals      // =
	PlusEquals  // +=
	MinusEquals // -=

	IsEqual      // ==
	NotEqual     // !=
	Match        // =~
	NoMatch      // !~
	GreaterEqual // >=
	GreaterThan  // >
	LessEqual    // <=
	LessThan     // <

	FatArrow  // =>
	PlusArrow // +>

	LeftShift            // <<
	RightShift           // >>
	LeftCollect          // <|
	RightCollect         // |>
	LeftExportedCollect  // <<|
	RightExportedCollect // |>>

	Plus   // +
	Minus  // -
	Divide // /
	Times  // *
	Modulo // %
	Not    // !
	Dot    // .
	Pipe   // |
	At     // @
	AtAt   // @@
	Colon  // :
	Comma  // ,
	Semicolon
	QuestionMark // ?
	Tilde        // ~ (not an operator)

	InEdge     // ->
	InEdgeSub  // ~>
	OutEdge    // <-
	OutEdgeSub // <~

	// EppText is text of a template outside all tags, with "<%%" and "%%>" unchanged.
	EppText
	// EppStart is "<%" or "<%-".
	EppStart
	// EppExpressionStart is "<%=".
	EppExpressionStart
	// EppEnd is "%>".
	EppEnd
	// EppEndTrim is "-%>".
	EppEndTrim

	keywordFirst // not a token: marks where the keywords begin

	KeywordAnd
	KeywordApply
	KeywordAttr
	KeywordCase
	KeywordClass
	KeywordDefault
	KeywordDefine
	KeywordElse
	KeywordElsif
	KeywordFalse
	KeywordFunction
	KeywordIf
	KeywordIn
	KeywordInherits
	KeywordNode
	KeywordOr
	KeywordPlan
	KeywordPrivate
	KeywordTrue
	KeywordType
	KeywordUndef
	KeywordUnless

	keywordLast // not a token: marks where the keywords end

	// Invalid is text that the lexer cannot read: a stray character, a malformed number or
	// name, an unterminated string or comment.
	Invalid

	tokenKindCount
)

// IsTrivia reports whether tokens of this kind are invisible to the grammar: blanks, line
// endings, comments, and the tokens around the text of a heredoc.
func (k TokenKind) IsTrivia() bool { return k < EndOfFile }

// IsComment reports whether k is one of the three kinds of comments.
func (k TokenKind) IsComment() bool { return k >= LineComment && k <= EppComment }

// IsKeyword reports whether k is a reserved word of the language.
func (k TokenKind) IsKeyword() bool { return k > keywordFirst && k < keywordLast }

// String returns the name of the kind in Puppet's lexer ("FARROW", "NAME"), or a name in the
// same style if Puppet has none.
func (k TokenKind) String() string {
	if int(k) < len(tokenKindNames) {
		return tokenKindNames[k]
	}
	return "?"
}

// Text returns the text of an operator, bracket or keyword; "" for kinds of tokens whose text
// varies.
func (k TokenKind) Text() string {
	if int(k) < len(tokenKindTexts) {
		return tokenKindTexts[k]
	}
	return ""
}

var tokenKindTexts = [tokenKindCount]string{
	LeftBracket: "[", ListStart: "[", RightBracket: "]",
	LeftBrace: "{", SelectBrace: "{", RightBrace: "}",
	LeftParen: "(", LineLeftParen: "(", RightParen: ")",
	Equals: "=", PlusEquals: "+=", MinusEquals: "-=",
	IsEqual: "==", NotEqual: "!=", Match: "=~", NoMatch: "!~",
	GreaterEqual: ">=", GreaterThan: ">", LessEqual: "<=", LessThan: "<",
	FatArrow: "=>", PlusArrow: "+>", LeftShift: "<<", RightShift: ">>",
	LeftCollect: "<|", RightCollect: "|>", LeftExportedCollect: "<<|", RightExportedCollect: "|>>",
	Plus: "+", Minus: "-", Divide: "/", Times: "*", Modulo: "%", Not: "!", Dot: ".",
	Pipe: "|", At: "@", AtAt: "@@", Colon: ":", Comma: ",", Semicolon: ";",
	QuestionMark: "?", Tilde: "~",
	InEdge: "->", InEdgeSub: "~>", OutEdge: "<-", OutEdgeSub: "<~",
	EppExpressionStart: "<%=", EppEnd: "%>", EppEndTrim: "-%>",
	InterpolationStart: "${", InterpolationEnd: "}",
	KeywordAnd: "and", KeywordApply: "apply", KeywordAttr: "attr", KeywordCase: "case",
	KeywordClass: "class", KeywordDefault: "default", KeywordDefine: "define",
	KeywordElse: "else", KeywordElsif: "elsif", KeywordFalse: "false",
	KeywordFunction: "function", KeywordIf: "if", KeywordIn: "in",
	KeywordInherits: "inherits", KeywordNode: "node", KeywordOr: "or",
	KeywordPlan: "plan", KeywordPrivate: "private", KeywordTrue: "true",
	KeywordType: "type", KeywordUndef: "undef", KeywordUnless: "unless",
}

var tokenKindNames = [tokenKindCount]string{
	Newline: "NEWLINE", Indent: "INDENT", Whitespace: "WHITESPACE",
	LineComment: "COMMENT", BlockComment: "MLCOMMENT", EppComment: "EPP_COMMENT",
	HeredocMargin: "HEREDOC_MARGIN", HeredocEnd: "HEREDOC_END", ByteOrderMark: "BOM",
	EndOfFile:    "EOF",
	SingleQuoted: "SSTRING", DoubleQuoted: "STRING",
	StringStart: "DQSTART", StringText: "DQTEXT", StringEnd: "DQEND",
	InterpolationStart: "DQEXPR", InterpolationEnd: "DQEXPR_END", HeredocTag: "HEREDOC",
	Word: "WORD", Name: "NAME", ClassReference: "CLASSREF", Variable: "VARIABLE",
	Number: "NUMBER", Regex: "REGEX",
	LeftBracket: "LBRACK", ListStart: "LISTSTART", RightBracket: "RBRACK",
	LeftBrace: "LBRACE", SelectBrace: "SELBRACE", RightBrace: "RBRACE",
	LeftParen: "LPAREN", LineLeftParen: "WSLPAREN", RightParen: "RPAREN",
	Equals: "EQUALS", PlusEquals: "APPENDS", MinusEquals: "DELETES",
	IsEqual: "ISEQUAL", NotEqual: "NOTEQUAL", Match: "MATCH", NoMatch: "NOMATCH",
	GreaterEqual: "GREATEREQUAL", GreaterThan: "GREATERTHAN",
	LessEqual: "LESSEQUAL", LessThan: "LESSTHAN",
	FatArrow: "FARROW", PlusArrow: "PARROW",
	LeftShift: "LSHIFT", RightShift: "RSHIFT",
	LeftCollect: "LCOLLECT", RightCollect: "RCOLLECT",
	LeftExportedCollect: "LLCOLLECT", RightExportedCollect: "RRCOLLECT",
	Plus: "PLUS", Minus: "MINUS", Divide: "DIV", Times: "TIMES", Modulo: "MODULO",
	Not: "NOT", Dot: "DOT", Pipe: "PIPE", At: "AT", AtAt: "ATAT", Colon: "COLON",
	Comma: "COMMA", Semicolon: "SEMIC", QuestionMark: "QMARK", Tilde: "TILDE",
	InEdge: "IN_EDGE", InEdgeSub: "IN_EDGE_SUB", OutEdge: "OUT_EDGE", OutEdgeSub: "OUT_EDGE_SUB",
	EppText: "RENDER_STRING", EppStart: "EPP_TAG", EppExpressionStart: "RENDER_EXPR",
	EppEnd: "EPP_END", EppEndTrim: "EPP_END_TRIM",
	KeywordAnd: "AND", KeywordApply: "APPLY", KeywordAttr: "ATTR", KeywordCase: "CASE",
	KeywordClass: "CLASS", KeywordDefault: "DEFAULT", KeywordDefine: "DEFINE",
	KeywordElse: "ELSE", KeywordElsif: "ELSIF", KeywordFalse: "FALSE",
	KeywordFunction: "FUNCTION", KeywordIf: "IF", KeywordIn: "IN",
	KeywordInherits: "INHERITS", KeywordNode: "NODE", KeywordOr: "OR",
	KeywordPlan: "PLAN", KeywordPrivate: "PRIVATE", KeywordTrue: "TRUE",
	KeywordType: "TYPE", KeywordUndef: "UNDEF", KeywordUnless: "UNLESS",
	Invalid: "OTHER",
}

// StringTexts answers InStringText for the tokens of one file in ascending order. A long run of
// adjacent variables takes it linear time; InStringText alone would walk back over the run for
// each of them. The zero value is ready for use.
type StringTexts struct {
	// last is one more than the index of the last query, and in is its answer.
	last int
	in   bool
}

// Holds returns InStringText(tokens, index).
func (s *StringTexts) Holds(tokens []Token, index int) bool {
	if follows := s.last == index && index > 0 && tokens[index-1].Kind == Variable; !follows {
		s.in = InStringText(tokens, index)
	}
	s.last = index + 1
	return s.in
}

// InStringText reports whether the token at index is a variable in the text of a string,
// without braces.
func InStringText(tokens []Token, index int) bool {
	for index--; index >= 0; index-- {
		switch tokens[index].Kind {
		case StringStart, StringText, InterpolationEnd, HeredocMargin:
			return true
		case Variable:
			// In "$a$b", the second variable is in the text if the first one is.
		default:
			return false
		}
	}
	return false
}
