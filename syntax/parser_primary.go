package syntax

import (
	"math"
	"math/big"
	"strconv"
	"strings"
)

// parsePrimary parses an operand.
func (p *parser) parsePrimary() Node {
	switch p.kind {
	case Variable:
		return p.parseVariable()
	case Name:
		node := p.names.new()
		node.Value = p.lexemeText(p.pos)
		p.start(&node.nodeBase, p.advance())
		return node
	case ClassReference:
		return p.parseReference()
	case SingleQuoted, DoubleQuoted, Word:
		return p.parseString()
	case StringStart:
		return p.parseInterpolated()
	case HeredocTag:
		return p.parseHeredoc()
	case Number:
		return p.parseNumber()
	case Regex:
		return p.parseRegex()
	case KeywordTrue, KeywordFalse:
		node := p.booleans.new()
		node.Value = p.kind == KeywordTrue
		p.start(&node.nodeBase, p.advance())
		return node
	case KeywordUndef:
		node := p.undefs.new()
		p.start(&node.nodeBase, p.advance())
		return node
	case KeywordDefault:
		node := p.defaults.new()
		p.start(&node.nodeBase, p.advance())
		return node
	case LeftBracket, ListStart:
		return p.parseList()
	case LeftBrace:
		return p.parseHash()
	case LeftParen, LineLeftParen:
		return p.parseParentheses()
	case KeywordPrivate, KeywordAttr:
		node := &ReservedWord{Word: p.lexemeText(p.pos)}
		p.start(&node.nodeBase, p.advance())
		return node
	}
	return p.parseCompound()
}

// parseCompound parses an operand that is a statement in other positions.
func (p *parser) parseCompound() Node {
	switch p.kind {
	case KeywordIf:
		return p.parseIf()
	case KeywordUnless:
		return p.parseUnless()
	case KeywordCase:
		return p.parseCase()
	case KeywordClass:
		return p.parseClass()
	case KeywordDefine:
		return p.parseDefine()
	case KeywordFunction:
		return p.parseFunction()
	case KeywordNode:
		return p.parseNodeDefinition()
	case KeywordType:
		return p.parseType()
	case KeywordPlan:
		return p.parsePlan()
	case KeywordApply:
		return p.parseApply()
	case EppText:
		return p.parseRenderString()
	case EppExpressionStart:
		return p.parseRender()
	}
	p.unexpected("an expression")
	return p.badExpr(p.last + 1)
}

// parseVariable parses a variable, with its dollar, or without it in "${name}".
func (p *parser) parseVariable() Node {
	node := p.variables.new()
	node.Name = p.lexemeText(p.pos)
	if dollar := strings.TrimPrefix(node.Name, "$"); len(dollar) < len(node.Name) {
		node.Name = dollar
	} else {
		node.Boolean = dollar == "true" || dollar == "false"
	}
	p.start(&node.nodeBase, p.advance())
	return node
}

func (p *parser) parseReference() *QualifiedReference {
	node := p.references.new()
	node.Value = p.lexemeText(p.pos)
	p.start(&node.nodeBase, p.expect(ClassReference, "a type"))
	return node
}

func (p *parser) parseParentheses() Node {
	node := p.parentheses.new()
	first := p.advance()
	node.Expr = p.parseAssignment()
	p.expect(RightParen, ")")
	p.start(&node.nodeBase, first)
	node.span = p.span(first)
	return node
}

// parseString parses a string without interpolation.
func (p *parser) parseString() Node {
	node := p.strings.new()
	text := p.lexemeText(p.pos)
	switch p.kind {
	case SingleQuoted:
		text = unescapeSingle(text[1 : len(text)-1])
	case DoubleQuoted:
		text = unescape(text[1:len(text)-1], doubleQuotedEscapes)
	}
	node.Value = text
	p.start(&node.nodeBase, p.advance())
	return node
}

// parseInterpolated parses a double-quoted string with interpolation.
func (p *parser) parseInterpolated() Node {
	node := p.concatenations.new()
	first := p.advance()
	node.Segments = p.parseSegments(StringEnd, p.span(first).Start)
	p.expect(StringEnd, "the end of the string")
	p.start(&node.nodeBase, first)
	p.locateTexts(node)
	return node
}

// parseSegments parses the parts of a string up to closer. Puppet counts the delimiters of a
// piece of literal text as part of it, from start on.
func (p *parser) parseSegments(closer TokenKind, start int32) []Node {
	mark := len(p.stack)
	for {
		switch p.kind {
		case StringText:
			text := p.lexemeText(p.pos)
			if closer == StringEnd {
				text = unescape(text, doubleQuotedEscapes)
			}
			p.advance()
			if text == "" {
				break
			}
			node := p.strings.new()
			node.Value = text
			p.start(&node.nodeBase, p.last)
			if closer == HeredocEnd { // one token for each line, with a margin in between
				node.last = p.token() - 1
			}
			node.span.Start = start
			switch p.kind {
			case InterpolationStart, StringEnd:
				node.span.End = p.span(p.token()).End
			case Variable:
				node.span.End = p.span(p.token()).Start
			}
			p.push(node)
		case Variable:
			first := p.token()
			p.pushText(first, p.parseVariable())
		case InterpolationStart:
			begin := p.pos
			first := p.advance()
			expression := interpolated(p, p.parseAssignment())
			p.expect(InterpolationEnd, "}")
			p.recoverInterpolation(begin)
			p.pushText(first, expression)
		default:
			return p.list(mark)
		}
		start = p.span(p.last).End
	}
}

// pushText pushes an interpolated expression that starts at the token first.
func (p *parser) pushText(first int32, expression Node) {
	text := p.texts.new()
	text.Expr = expression
	p.unlocated(&text.nodeBase, first)
	p.push(text)
}

// locateTexts locates the interpolations of a string, which have no location in Puppet.
func (p *parser) locateTexts(node *ConcatenatedString) {
	for _, segment := range node.Segments {
		contain(&node.nodeBase, segment)
		if text, ok := segment.(*TextExpression); ok && text.Expr != nil {
			contain(&text.nodeBase, text.Expr)
		}
	}
}

// interpolated replaces the name at the start of an interpolated expression by the variable
// that it means (Puppet: Factory.interpolate).
func interpolated(p *parser, node Node) Node {
	switch n := node.(type) {
	case *QualifiedName:
		variable := p.variables.new()
		variable.Name = n.Value
		variable.nodeBase = n.nodeBase
		return variable
	case *LiteralInteger:
		return &VariableExpression{nodeBase: nodeBase{p.nextID(), n.span, n.first, n.last}, Number: n}
	case *AccessExpression:
		if rewritable(n.Left) {
			n.Left = interpolated(p, n.Left)
		}
	case *NamedAccessExpression:
		if rewritable(n.Left) {
			n.Left = interpolated(p, n.Left)
		}
	case *CallMethodExpression:
		if rewritable(n.Functor) {
			n.Functor = interpolated(p, n.Functor)
		}
	}
	return node
}

// rewritable reports whether the name at the start of node means a variable in
// an interpolation.
func rewritable(node Node) bool {
	switch n := node.(type) {
	case *AccessExpression, *QualifiedName, *NamedAccessExpression, *CallMethodExpression:
		return true
	case *LiteralInteger:
		return n.Radix == 10
	}
	return false
}

func (p *parser) nextID() NodeID {
	p.count++
	return p.count - 1
}

// parseHeredoc parses a heredoc. The lexemes of its text come next, but in the file the rest of
// the line after the tag comes next.
func (p *parser) parseHeredoc() Node {
	node := &HeredocExpression{Syntax: p.lexemeText(p.pos)}
	tag := p.advance()
	first, last := p.token(), p.token()
	start := p.span(first).Start
	segments := p.parseSegments(HeredocEnd, start)
	if len(segments) > 0 {
		last = segments[len(segments)-1].header().last
	}
	p.expect(HeredocEnd, "the end of the heredoc")
	p.last = last
	literal, isLiteral := Node(nil), len(segments) == 0
	if len(segments) == 1 {
		literal = segments[0]
		_, isLiteral = literal.(*LiteralString)
	}
	switch {
	case !isLiteral:
		text := p.concatenations.new()
		text.Segments = segments
		p.start(&text.nodeBase, first)
		text.span.Start = start
		p.locateTexts(text)
		node.Text = text
	case literal != nil:
		node.Text = literal
	default:
		text := p.strings.new()
		p.start(&text.nodeBase, first)
		text.last, text.span = first-1, Span{Start: start, End: start}
		node.Text = text
	}
	p.last = tag
	p.start(&node.nodeBase, tag)
	return node
}

// parseNumber parses a number in any radix.
func (p *parser) parseNumber() Node {
	text := p.lexemeText(p.pos)
	first := p.advance()
	isHex := len(text) > 1 && text[1]|0x20 == 'x'
	if !isHex && strings.ContainsAny(text, ".eE") {
		node := &LiteralFloat{}
		value, _ := strconv.ParseFloat(text, 64)
		node.Value = value
		p.start(&node.nodeBase, first)
		if math.IsInf(value, 0) || zeroWithExponent(text) {
			p.report(errorFloat, p.span(first), 4*(p.pos-1)+3, text)
		}
		return node
	}
	node := p.integers.new()
	digits := text
	switch {
	case isHex:
		node.Radix, digits = 16, text[2:]
	case len(text) > 1 && text[0] == '0':
		node.Radix = 8
	default:
		node.Radix = 10
	}
	value, err := strconv.ParseInt(digits, node.Radix, 64)
	if err != nil {
		value = math.MaxInt64
		if number, ok := new(big.Int).SetString(digits, node.Radix); ok {
			node.Big = number.String()
		}
	}
	node.Value = value
	p.start(&node.nodeBase, first)
	return node
}

// zeroWithExponent reports whether text is a zero with an exponent and a fraction of zeros
// only. Puppet refuses to read such a number.
func zeroWithExponent(text string) bool {
	exponent := strings.IndexAny(text, "eE")
	return exponent >= 0 && strings.Trim(text[:exponent], "0.") == ""
}

// parseRegex parses a regular expression.
func (p *parser) parseRegex() Node {
	text := p.lexemeText(p.pos)
	node := &LiteralRegularExpression{Pattern: strings.ReplaceAll(text[1:len(text)-1], `\/`, "/")}
	p.start(&node.nodeBase, p.advance())
	return node
}

// parseRenderString parses text of a template.
func (p *parser) parseRenderString() Node {
	node := &RenderStringExpression{Value: p.lexemeText(p.pos)}
	p.start(&node.nodeBase, p.advance())
	return node
}

// parseRender parses "<%=" expression "%>". Statements in braces may replace the expression.
func (p *parser) parseRender() Node {
	node := &RenderExpression{}
	start := p.lexemes[p.pos].value
	first := p.advance()
	if p.kind == LeftBrace && p.peek() != RightBrace {
		node.Expr = p.parseRenderBraces()
	} else {
		node.Expr = p.parseExpression()
	}
	if !p.accept(EppEnd) && !p.accept(EppEndTrim) {
		p.unexpected("%>")
	}
	p.start(&node.nodeBase, first)
	node.span.Start = start
	return node
}

// parseRenderBraces parses the content of "<%= {" … "} %>": statements, or an expression that
// starts with a hash.
func (p *parser) parseRenderBraces() Node {
	open := p.advance()
	word := p.atKeywordElement()
	key := p.parseHashEntryPart()
	if p.kind == FatArrow || word {
		outer := p.enter()
		node := p.parseBinary(p.parsePostfix(p.parseHashFrom(open, key)), precedenceOr)
		p.leave(outer)
		return node
	}
	mark := len(p.stack)
	p.pending = key
	p.parseStatements(RightBrace)
	last := p.last
	closing := p.expect(RightBrace, "}")
	after := p.last
	p.last = last
	node := p.blockOrExpression(mark, key.header().first, Span{Start: p.span(open).Start, End: p.span(closing).End})
	p.last = after
	return node
}
