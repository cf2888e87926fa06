package syntax

// The precedences of binary operators, from low to high.
const (
	precedenceNone = iota
	precedenceOr
	precedenceAnd
	precedenceSelector
	precedenceComparison
	precedenceEquality
	precedenceShift
	precedenceSum
	precedenceProduct
	precedenceMatch
	precedenceIn
)

var precedences = [tokenKindCount]uint8{
	KeywordOr:    precedenceOr,
	KeywordAnd:   precedenceAnd,
	QuestionMark: precedenceSelector,
	GreaterEqual: precedenceComparison, GreaterThan: precedenceComparison,
	LessEqual: precedenceComparison, LessThan: precedenceComparison,
	IsEqual: precedenceEquality, NotEqual: precedenceEquality,
	LeftShift: precedenceShift, RightShift: precedenceShift,
	Plus: precedenceSum, Minus: precedenceSum,
	Times: precedenceProduct, Divide: precedenceProduct, Modulo: precedenceProduct,
	Match: precedenceMatch, NoMatch: precedenceMatch,
	KeywordIn: precedenceIn,
}

// parseExpression parses an expression: operators and everything of higher precedence.
func (p *parser) parseExpression() Node {
	outer := p.enter()
	node := p.parseBinary(p.parseUnary(), precedenceOr)
	p.leave(outer)
	return node
}

// parseBinary parses the binary operators after left with at least the precedence minimum. All
// of them are left associative.
func (p *parser) parseBinary(left Node, minimum uint8) Node {
	for {
		precedence := precedences[p.kind]
		if precedence < minimum || precedence == precedenceNone {
			return left
		}
		if precedence == precedenceSelector {
			left = p.parsePostfix(p.parseSelector(left))
			p.grow()
			continue
		}
		operator := p.kind
		span := p.span(p.advance())
		right := p.parseUnary()
		for precedences[p.kind] > precedence {
			right = p.parseBinary(right, precedence+1)
		}
		left = p.binary(operator, span, left, right)
		p.grow()
	}
}

// binary returns the node of a binary operator.
func (p *parser) binary(operator TokenKind, span Span, left, right Node) Node {
	var node Node
	var fields *BinaryExpression
	switch precedences[operator] {
	case precedenceOr:
		n := &OrExpression{}
		node, fields = n, &n.BinaryExpression
	case precedenceAnd:
		n := &AndExpression{}
		node, fields = n, &n.BinaryExpression
	case precedenceComparison, precedenceEquality:
		n := p.comparisons.new()
		node, fields = n, &n.BinaryExpression
	case precedenceMatch:
		n := &MatchExpression{}
		node, fields = n, &n.BinaryExpression
	case precedenceIn:
		n := &InExpression{}
		node, fields = n, &n.BinaryExpression
	default:
		n := p.arithmetics.new()
		node, fields = n, &n.BinaryExpression
	}
	fields.Operator, fields.Left, fields.Right = operator, left, right
	p.around(&fields.nodeBase, left, span)
	return node
}

// parseSelector parses
//
//	left "?" ( entry | "{" entry { "," entry } [","] "}" )
func (p *parser) parseSelector(left Node) Node {
	p.advance()
	node := &SelectorExpression{Left: left}
	var entries [16]*SelectorEntry
	list := entries[:0]
	if p.accept(SelectBrace) {
		list = append(list, p.parseSelectorEntry())
		for p.listGoesOn(RightBrace) {
			list = append(list, p.parseSelectorEntry())
		}
		p.expect(RightBrace, "a comma or }")
	} else {
		list = append(list, p.parseSelectorEntry())
	}
	node.Selectors = p.selectorSlices.copy(list)
	p.around(&node.nodeBase, left, left.Span())
	return node
}

func (p *parser) parseSelectorEntry() *SelectorEntry {
	begin := p.pos
	entry := p.selectors.new()
	entry.Matching = p.parseExpression()
	arrow := p.span(p.expectArrow())
	entry.Value = p.parseExpression()
	p.around(&entry.nodeBase, entry.Matching, arrow)
	if p.bad && p.lexemes[p.pos].kind == Colon && p.lexemes[p.pos+1].kind == LeftBrace {
		p.unrecoverable = true // the options of a case
	}
	p.recoverElement(begin, RightBrace)
	return entry
}

// parseUnary parses prefix operators, which have a higher precedence than all binary ones, and
// the operand.
func (p *parser) parseUnary() Node {
	switch p.kind {
	case Not, Minus, Times:
	default:
		return p.parsePostfix(p.parsePrimary())
	}
	outer := p.enter()
	operator := p.kind
	first := p.advance()
	operand := p.parseUnary()
	var node Node
	var fields *UnaryExpression
	switch operator {
	case Not:
		n := &NotExpression{}
		node, fields = n, &n.UnaryExpression
	case Minus:
		n := &UnaryMinusExpression{}
		node, fields = n, &n.UnaryExpression
	default:
		n := &UnfoldExpression{}
		node, fields = n, &n.UnaryExpression
	}
	fields.Expr = operand
	p.start(&fields.nodeBase, first)
	fields.span = p.span(first)
	p.leave(outer)
	return node
}

// parsePostfix parses what may directly follow an operand: an index, a call, a method call, a
// query.
func (p *parser) parsePostfix(node Node) Node {
	for {
		switch p.kind {
		case LeftBracket:
			node = p.parseAccess(node)
		case Dot:
			node = p.parseMethodCall(node)
		case LeftParen:
			node = p.parseCall(node)
		case LeftCollect, LeftExportedCollect:
			node = p.parseCollector(node)
		default:
			return node
		}
		p.grow()
	}
}

// parseAccess parses left "[" keys [","] "]".
func (p *parser) parseAccess(left Node) Node {
	p.advance()
	node := p.accesses.new()
	node.Left = left
	node.Keys = p.parseKeys(true)
	closing := p.expect(RightBracket, "a comma or ]")
	p.around(&node.nodeBase, left, Span{Start: left.Span().Start, End: p.span(closing).End})
	return node
}

// parseKeys parses the keys of an access, up to the bracket. A trailing comma is allowed except
// in the types of parameters.
func (p *parser) parseKeys(endComma bool) []Node {
	mark := len(p.stack)
	for {
		begin := p.pos
		p.parseElement(mark, elementKey)
		p.recoverElement(begin, RightBracket)
		if endComma && !p.listGoesOn(RightBracket) || !endComma && !p.accept(Comma) {
			return p.list(mark)
		}
	}
}

// listGoesOn reports whether another element follows in a list: the current lexeme is a comma,
// and the next is not closer. It advances over the comma in any case.
func (p *parser) listGoesOn(closer TokenKind) bool {
	return p.accept(Comma) && p.kind != closer
}

// elementContext defines what an element of a list may be besides an assignment or a "key =>
// value".
type elementContext uint8

const (
	elementArgument elementContext = iota // nothing else
	elementList                           // the words type and function
	elementKey                            // no more than an expression
)

// parseElement parses one element of a list, of arguments or of keys, and pushes it on the
// stack. The list begins at mark. Adjacent entries make one hash.
func (p *parser) parseElement(mark int, context elementContext) {
	p.plain = true
	word := p.atKeywordElement()
	key := p.parseHashEntryPart()
	if p.kind == FatArrow {
		entry := p.parseEntryFrom(key)
		if len(p.stack) > mark {
			if hash, ok := p.stack[len(p.stack)-1].(*LiteralHash); ok && hash.Braceless {
				hash.Entries = append(hash.Entries, entry)
				hash.last = p.last
				return
			}
		}
		hash := p.hashes.new()
		p.around(&hash.nodeBase, key, entry.span)
		hash.Braceless = true
		hash.Entries = append(make([]*KeyedEntry, 0, 4), entry)
		p.push(hash)
		return
	}
	if word && context != elementList || context == elementKey && !p.plain {
		p.unexpected("=>")
	}
	p.push(key)
}

// atKeywordElement reports whether the current lexeme is "type" or "function", used as a plain
// word.
func (p *parser) atKeywordElement() bool {
	switch p.kind {
	case KeywordType:
		next := p.peek()
		return next != ClassReference && next != LeftParen
	case KeywordFunction:
		switch p.peek() {
		case Name, Word, ClassReference, KeywordClass, SingleQuoted, DoubleQuoted:
			return false
		}
		return true
	}
	return false
}

// parseHashEntryPart parses a key or value of a hash: an assignment, or the
// word "type" or "function".
func (p *parser) parseHashEntryPart() Node {
	if !p.atKeywordElement() {
		return p.parseAssignment()
	}
	word := p.strings.new()
	word.Value = p.lexemeText(p.pos)
	p.start(&word.nodeBase, p.advance())
	return word
}

// parseEntryFrom parses the "=> value" after key.
func (p *parser) parseEntryFrom(key Node) *KeyedEntry {
	entry := p.entries.new()
	entry.Key = key
	arrow := p.span(p.expectArrow())
	entry.Value = p.parseHashEntryPart()
	p.around(&entry.nodeBase, key, arrow)
	return entry
}

// parseList parses "[" { element "," } "]".
func (p *parser) parseList() Node {
	node := p.lists.new()
	first, mark := p.advance(), len(p.stack)
	if p.kind != RightBracket {
		for {
			begin := p.pos
			p.parseElement(mark, elementList)
			p.recoverElement(begin, RightBracket)
			if !p.listGoesOn(RightBracket) {
				break
			}
		}
	}
	p.expect(RightBracket, "a comma or ]")
	node.Values = p.list(mark)
	p.start(&node.nodeBase, first)
	return node
}

// parseHash parses "{" { key "=>" value "," } "}".
func (p *parser) parseHash() Node {
	first := p.advance()
	if p.kind == RightBrace {
		node := p.hashes.new()
		p.advance()
		p.start(&node.nodeBase, first)
		return node
	}
	return p.parseHashFrom(first, p.parseHashEntryPart())
}

// parseHashFrom parses the rest of a hash after its first key.
func (p *parser) parseHashFrom(first int32, key Node) Node {
	node := p.hashes.new()
	var entries [16]*KeyedEntry
	list := entries[:0]
	begin := p.pos
	for {
		list = append(list, p.parseEntryFrom(key))
		p.recoverElement(begin, RightBrace)
		if !p.listGoesOn(RightBrace) {
			break
		}
		begin = p.pos
		key = p.parseHashEntryPart()
	}
	p.expect(RightBrace, "a comma or }")
	node.Entries = p.entrySlices.copy(list)
	p.start(&node.nodeBase, first)
	return node
}

// parseArguments parses the arguments of a call from the parenthesis on. It also returns the
// token of the closing one. A trailing comma is allowed only in a plain call.
func (p *parser) parseArguments(endComma bool) (arguments []Node, closing int32) {
	p.expect(LeftParen, "(")
	mark := len(p.stack)
	if p.kind != RightParen {
		for {
			begin := p.pos
			p.parseElement(mark, elementArgument)
			p.recoverElement(begin, RightParen)
			if endComma && !p.listGoesOn(RightParen) || !endComma && !p.accept(Comma) {
				break
			}
		}
	}
	closing = p.expect(RightParen, "a comma or )")
	return p.list(mark), closing
}

// parseCall parses functor "(" arguments ")" [lambda].
func (p *parser) parseCall(functor Node) Node {
	call := p.calls.new()
	call.Functor, call.ValueRequired = functor, true
	call.Arguments, _ = p.parseArguments(true)
	if p.kind == Pipe {
		call.Lambda = p.parseLambda()
	}
	p.around(&call.nodeBase, functor, Span{Start: functor.Span().Start, End: p.span(p.last).End})
	return call
}

// parseMethodCall parses left "." name [ "(" arguments ")" ] [lambda].
func (p *parser) parseMethodCall(left Node) Node {
	dot := p.span(p.advance())
	access := p.namedAccesses.new()
	access.Operator, access.Left = Dot, left
	if p.kind != Name && p.kind != KeywordType {
		p.unexpected("the name of a function")
		p.around(&access.nodeBase, left, dot)
		access.Right = p.badExpr(p.last + 1)
		return access
	}
	name := p.names.new()
	name.Value = p.lexemeText(p.pos)
	p.start(&name.nodeBase, p.advance())
	access.Right = name
	p.around(&access.nodeBase, left, dot.To(name.span))
	name.span = Span{Start: dot.Start, End: dot.Start}

	call := p.methodCalls.new()
	call.Functor, call.ValueRequired = access, true
	span := access.span
	if p.kind == LeftParen {
		open := p.span(p.token())
		var closing int32
		call.Arguments, closing = p.parseArguments(false)
		span = open.To(p.span(closing))
	}
	if p.kind == Pipe {
		call.Lambda = p.parseLambda()
	}
	p.around(&call.nodeBase, left, span)
	return call
}

// parseLambda parses parameters [return type] "{" statements "}".
func (p *parser) parseLambda() *LambdaExpression {
	lambda := p.lambdas.new()
	first := p.token()
	outer := p.enter()
	lambda.Parameters = p.parseLambdaParameters()
	lambda.ReturnType = p.parseReturnType()
	body := p.parseBraces()
	p.start(&lambda.nodeBase, first)
	if body != nil {
		lambda.Body = body
		contain(&lambda.nodeBase, body)
	}
	p.leave(outer)
	return lambda
}

// parseCollector parses left "<|" [query] "|>" [ "{" attributes "}" ].
func (p *parser) parseCollector(left Node) Node {
	node := &CollectExpression{TypeExpr: left}
	closer := RightCollect
	var query Node
	var fields *UnaryExpression
	if p.kind == LeftCollect {
		n := &VirtualQuery{}
		query, fields = n, &n.UnaryExpression
	} else {
		n := &ExportedQuery{}
		query, fields = n, &n.UnaryExpression
		closer = RightExportedCollect
	}
	first := p.advance()
	if p.kind != closer {
		fields.Expr = p.parseExpression()
	}
	p.expect(closer, "the end of the query")
	p.start(&fields.nodeBase, first)
	node.Query = query
	end := p.last
	if p.kind == LeftBrace {
		p.advance()
		node.Operations = p.parseAttributes("a comma or }")
		p.accept(Comma)
		end = p.expect(RightBrace, "a comma or }")
	}
	p.around(&node.nodeBase, left, Span{Start: left.Span().Start, End: p.span(end).End})
	return node
}
