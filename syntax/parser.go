package syntax

import (
	"slices"
	"sort"
	"sync"

	"puppet-lint/internal/source"
)

// Parse parses a manifest or template. It always returns a File with a tree. The mistakes in
// the text are in File.Errors.
func Parse(file *source.File, options Options) *File {
	return parse(lex(file, options, &buffers{}), &slabs{})
}

// Parser parses many files. It reuses memory that a parse needs only for a while, and the trees of
// small files share chunks of memory. The zero value is ready for use, also by several goroutines.
type Parser struct{ unused sync.Pool }

// buffers are the lists that a lexer fills, and the rest of the chunks of trees.
type buffers struct {
	tokens  []Token
	lexemes []lexeme
	slabs   slabs
}

// longText is the number of bytes from which a file fills chunks and buffers of its own.
const longText = 64 << 10

// Parse parses a file as the function Parse does.
func (p *Parser) Parse(file *source.File, options Options) *File {
	if len(file.Text) >= longText {
		return Parse(file, options)
	}
	memory, _ := p.unused.Get().(*buffers)
	if memory == nil {
		memory = &buffers{}
	}
	l := lex(file, options, memory)
	memory.tokens, memory.lexemes = l.tokens, l.lexemes
	l.tokens = slices.Clone(l.tokens)
	result := parse(l, &memory.slabs)
	p.unused.Put(memory)
	return result
}

// parse builds the tree of what l has lexed.
func parse(l *lexer, memory *slabs) *File {
	file, options := l.file, l.options
	result := &File{Source: file, Options: options, Tokens: l.tokens}
	p := &parser{
		slabs:   memory,
		text:    file.Text,
		tokens:  l.tokens,
		lexemes: append(l.lexemes, lexeme{kind: EndOfFile, token: int32(len(l.tokens))}),
		values:  l.values,
		resumed: -2,
	}
	p.kind = p.lexemes[0].kind
	for _, err := range l.errors {
		p.errors = append(p.errors, orderedError{Error: err.Error, order: 4 * err.before})
		if err.Code == errorUnclosedQuote.code {
			p.unclosed, p.opening = 4*err.before, err.opening
		}
	}
	result.Program = p.parseProgram(options.EPP)
	result.NodeCount = int(p.count)
	result.Errors = p.sortedErrors()
	result.unreported = p.unreported
	return result
}

// parser builds the tree by recursive descent over the lexemes.
//
// After an error, bad is set and kind is EndOfFile until something recovers. Thus every loop
// ends and every parse function returns, without a check in each of them.
type parser struct {
	*slabs
	text    string
	tokens  []Token
	lexemes []lexeme
	values  []string

	// pos is the index of the current lexeme, kind its kind.
	pos  int
	kind TokenKind
	// last is the index of the last token that was consumed.
	last int32
	bad  bool

	// count is the number of nodes made so far.
	count NodeID
	// stack holds the elements of the lists that are being parsed.
	stack []Node
	// depth is the depth of the recursion. height is the height of the tree parsed at this level.
	// Their sum is limited.
	depth, height int
	// plain is set if the last parsed assignment was only an expression.
	plain bool
	// pending is a statement that was parsed before it was known to be one.
	pending Node
	// unrecoverable is set if the parser cannot recover from an error before the end of the
	// statement or the file. silent is set if the rest of the file was skipped, so that its end
	// is not an error.
	unrecoverable, silent bool
	// scanned counts the lexemes that were looked at to recover from errors.
	scanned int
	// unclosed is the order of the lexer's error about an unterminated string, or 0. opening is
	// the offset of the string's quote. misquoted is set if an earlier error has been
	// attributed to the same missing quote.
	unclosed  int
	opening   int32
	misquoted bool
	// explained is the position after the last misspelt keyword that an error has been attributed to.
	explained int
	// wrongArrow is the position of the last lexeme that stands for an arrow, or 0.
	wrongArrow int
	// advised is the number of errors for which advise was called.
	advised int
	// resumed is the position where the parser resumed after the last error. An error there
	// would only result from that one.
	resumed int
	// namespace holds the names of the enclosing classes and plans.
	namespace   []string
	definitions []Node
	errors      []orderedError
	// unreported are the spans of errors that are not reported, since another error may cause
	// them.
	unreported []Span
}

// orderedError is an error with its place in the order in which Puppet detects errors.
type orderedError struct {
	Error
	// order is four times the index of the lexeme at which Puppet detects the error, plus
	//   - 0 for an error of the lexer,
	//   - 1 if the lexeme ends the construct with the error,
	//   - 2 if the lexeme itself is the error,
	//   - 3 if Puppet detects the error after it has consumed the lexeme.
	order int
	// misplaced is set if the error is at a lexeme that cannot begin a statement, such as an "else" or a
	// bracket at the start of a line that closes nothing, or at a statement among a case's options.
	misplaced bool
}

// sortedErrors returns the errors in the order in which Puppet detects them. It drops syntax
// errors that only result from an error of the lexer: at the start of a string without an end, or
// at the end of a template within a tag.
func (p *parser) sortedErrors() []Error {
	sort.SliceStable(p.errors, func(i, j int) bool { return p.errors[i].order < p.errors[j].order })
	has := func(code string) bool {
		return slices.ContainsFunc(p.errors, func(err orderedError) bool { return err.Code == code })
	}
	unclosed, unbalanced := has(errorUnclosedQuote.code), has(errorEppUnbalancedTag.code)
	var errors []Error
	for _, err := range p.withoutConsequences(p.errors) {
		switch {
		case p.misquoted && err.Code == errorUnclosedQuote.code:
		case err.Code == "SYNTAX_ERROR" && unclosed && !p.misquoted && err.Span.Start == p.opening:
		case err.Code == "SYNTAX_ERROR" && unbalanced && err.At < 0:
		default:
			errors = append(errors, err.Error)
		}
	}
	return errors
}

// advance moves to the next lexeme and returns the token of the previous one. At the end, and
// after an error, it does not move.
func (p *parser) advance() int32 {
	if p.kind == EndOfFile {
		return p.last
	}
	p.last = p.lexemes[p.pos].token
	p.pos++
	p.kind = p.lexemes[p.pos].kind
	return p.last
}

// peek returns the kind of the lexeme after the current one.
func (p *parser) peek() TokenKind {
	if p.bad || p.pos+1 >= len(p.lexemes) {
		return EndOfFile
	}
	return p.lexemes[p.pos+1].kind
}

// token returns the index of the current token.
func (p *parser) token() int32 { return p.lexemes[p.pos].token }

// span returns the span of the token at index. Past the end it is empty.
func (p *parser) span(index int32) Span {
	if int(index) >= len(p.tokens) {
		end := int32(len(p.text))
		return Span{Start: end, End: end}
	}
	return p.tokens[index].Span
}

// lexemeText returns the text of the lexeme at pos.
func (p *parser) lexemeText(pos int) string {
	lexeme := p.lexemes[pos]
	if lexeme.value > 0 && lexeme.kind != EppExpressionStart {
		return p.values[lexeme.value-1]
	}
	span := p.span(lexeme.token) // empty at the end of the file
	return p.text[span.Start:span.End]
}

// accept advances if the current lexeme is of the given kind.
func (p *parser) accept(kind TokenKind) bool {
	if p.kind != kind || p.bad {
		return false
	}
	p.advance()
	return true
}

// expect advances over a lexeme of the given kind, and reports any other. It returns the token.
func (p *parser) expect(kind TokenKind, expected string) int32 {
	if p.kind != kind || p.bad {
		p.unexpected(expected)
		return p.last
	}
	return p.advance()
}

// start fills in the header of a node from the token first to the last consumed one. Its span
// is that of these tokens.
func (p *parser) start(n *nodeBase, first int32) {
	n.id = p.count
	p.count++
	n.first, n.last = first, p.last
	at := p.span(first)
	if p.last < first {
		// After an error, the node has no tokens, and there may be none before it, either.
		n.last, n.span = first-1, Span{Start: at.Start, End: at.Start}
		return
	}
	n.span = Span{Start: at.Start, End: p.span(p.last).End}
}

// around fills in the header of a node that begins with left. Its span is given.
func (p *parser) around(n *nodeBase, left Node, span Span) {
	n.id = p.count
	p.count++
	n.first = left.header().first
	n.last = max(p.last, n.first-1)
	n.span = span
}

// unlocated fills in the header of a node without a location in Puppet, from token first to the
// last consumed one. contain must set its location.
func (p *parser) unlocated(n *nodeBase, first int32) {
	p.start(n, first)
	n.span = withoutLocation
}

// withoutLocation is the span of a node until its container sets its location.
var withoutLocation = Span{Start: -1, End: -1}

// contain locates node at the start of its container if it has no location yet.
func contain(container *nodeBase, node Node) {
	if header := node.header(); header.span == withoutLocation {
		header.span = Span{Start: container.span.Start, End: container.span.Start}
	}
}

// badExpr returns a node for source that could not be parsed, from the token first to the last
// consumed one.
func (p *parser) badExpr(first int32) Node {
	node := &BadExpr{}
	p.start(&node.nodeBase, first)
	return node
}

// enter enters a level of recursion. leave must be called with its result.
func (p *parser) enter() int {
	outer := p.height
	p.height = 0
	if p.depth++; p.depth > MaxDepth {
		p.tooDeep()
	}
	return outer
}

func (p *parser) leave(outer int) {
	p.depth--
	p.height = max(outer, p.height+1)
}

// grow counts a node around the tree parsed at this level.
func (p *parser) grow() {
	if p.height++; p.depth+p.height > MaxDepth {
		p.tooDeep()
	}
}

// tooDeep reports that the tree is too deep, and skips the rest of the file. At its end, this only
// results from an earlier error, if there is one.
func (p *parser) tooDeep() {
	if !p.bad && (p.pos < len(p.lexemes)-1 || len(p.errors) == 0) {
		p.report(errorTooDeep, p.span(p.token()), 4*p.pos)
	}
	p.pos = len(p.lexemes) - 1
	p.bad, p.kind = true, EndOfFile
}

// list copies the nodes pushed on the stack since mark, and removes them.
func (p *parser) list(mark int) []Node {
	list := p.nodes.copy(p.stack[mark:])
	p.stack = p.stack[:mark]
	return list
}

func (p *parser) push(node Node) { p.stack = append(p.stack, node) }

// parseProgram parses the whole file.
func (p *parser) parseProgram(epp bool) *Program {
	program := &Program{}
	p.start(&program.nodeBase, 0)
	switch {
	case epp:
		program.Body = p.parseTemplate()
	case p.kind == EndOfFile:
		nop := &Nop{}
		p.start(&nop.nodeBase, int32(len(p.tokens)))
		nop.last = nop.first - 1
		program.Body = nop
	default:
		mark := len(p.stack)
		first := p.token()
		p.parseStatements(EndOfFile)
		program.Body = p.blockOrExpression(mark, first, withoutLocation)
	}
	program.last = int32(len(p.tokens)) - 1
	program.span = Span{Start: 0, End: int32(len(p.text))}
	program.Definitions = p.definitions
	contain(&program.nodeBase, program.Body)
	return program
}

// parseTemplate parses a template: its parameters and its body.
func (p *parser) parseTemplate() Node {
	epp := &EppExpression{}
	lambda := p.lambdas.new()
	if p.kind == Pipe {
		epp.ParametersSpecified = true
		lambda.Parameters = p.parseLambdaParameters()
		if p.bad {
			p.recoverStatement(0, EndOfFile)
		}
	}
	if p.kind != EndOfFile {
		epp.Body = p.parseBody(EndOfFile)
	}
	p.unlocated(&epp.nodeBase, 0)
	p.start(&lambda.nodeBase, 0)
	lambda.last = int32(len(p.tokens)) - 1
	epp.last = lambda.last
	lambda.span = Span{}
	lambda.Body = epp
	contain(&lambda.nodeBase, epp)
	if epp.Body != nil {
		contain(&epp.nodeBase, epp.Body)
	}
	return lambda
}

// parseBody parses statements up to closer. It returns a block whatever their number. The block
// has no location in Puppet.
func (p *parser) parseBody(closer TokenKind) *BlockExpression {
	mark, first := len(p.stack), p.token()
	p.parseStatements(closer)
	block := p.blocks.new()
	p.unlocated(&block.nodeBase, first)
	block.Statements = p.list(mark)
	return block
}

// parseBraces parses a body in braces. It returns nil if the body is empty.
func (p *parser) parseBraces() *BlockExpression {
	p.expect(LeftBrace, "{")
	if p.accept(RightBrace) || p.bad {
		return nil
	}
	block := p.parseBody(RightBrace)
	p.expect(RightBrace, "}")
	return block
}

// parseBranch parses the braces of an if or else. It returns nil if they are empty, the
// statement itself if there is one, and otherwise a block, which Puppet locates at the braces.
func (p *parser) parseBranch() Node {
	open := p.expect(LeftBrace, "{")
	if p.accept(RightBrace) || p.bad {
		return nil
	}
	mark, first := len(p.stack), p.token()
	p.parseStatements(RightBrace)
	last := p.last
	closing := p.expect(RightBrace, "}")
	span := Span{Start: p.span(open).Start, End: p.span(closing).End}
	after := p.last
	p.last = last
	node := p.blockOrExpression(mark, first, span)
	p.last = after
	return node
}

// blockOrExpression makes a block of the statements on the stack since mark, unless there is
// only one. Without a span, the block reaches from the first to the last statement, as in
// Puppet.
func (p *parser) blockOrExpression(mark int, first int32, span Span) Node {
	statements := p.stack[mark:]
	if len(statements) == 1 {
		p.stack = p.stack[:mark]
		return statements[0]
	}
	if len(statements) == 0 {
		return p.badExpr(first)
	}
	block := p.blocks.new()
	p.start(&block.nodeBase, first)
	if span == withoutLocation {
		span = statements[0].Span().To(statements[len(statements)-1].Span())
	}
	block.span = span
	block.Statements = p.list(mark)
	return block
}
