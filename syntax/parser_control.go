package syntax

// parseIf parses "if" and everything up to the last else.
func (p *parser) parseIf() Node {
	first := p.advance()
	node := p.parseIfPart(first)
	// Puppet locates the whole at its first word.
	node.span = Span{Start: p.span(first).Start, End: node.span.End}
	return node
}

// parseIfPart parses test "{" statements "}" [else]. The "if" or "elsif" is the token first.
func (p *parser) parseIfPart(first int32) *IfExpression {
	outer := p.enter()
	node := p.ifs.new()
	node.Test = p.parseTest()
	node.Then = p.parseBranch()
	end := p.span(p.last).End
	switch p.kind {
	case KeywordElsif:
		elsif := p.advance()
		part := p.parseIfPart(elsif)
		part.span = Span{Start: p.span(elsif).Start, End: part.span.End}
		node.Else = part
	case KeywordElse:
		p.advance()
		node.Else = p.parseBranch()
	}
	if node.Else != nil {
		end = node.Else.Span().End
	}
	p.start(&node.nodeBase, first)
	node.span = Span{Start: node.Test.Span().Start, End: end}
	p.leave(outer)
	return node
}

// parseTest parses the expression before a brace. After an error, it recovers at the brace.
func (p *parser) parseTest() Node {
	begin := p.pos
	test := p.parseExpression()
	if p.kind != LeftBrace {
		p.unexpected("{")
	}
	p.recoverBrace(begin)
	return test
}

// parseUnless parses "unless" test "{" statements "}" [ "else" … ].
func (p *parser) parseUnless() Node {
	node := &UnlessExpression{}
	first := p.advance()
	node.Test = p.parseTest()
	node.Then = p.parseBranch()
	span := Span{Start: p.span(first).Start, End: p.span(p.last).End}
	if p.accept(KeywordElse) {
		node.Else = p.parseBranch()
	}
	if node.Then == nil {
		// Puppet uses the end of the else here, or none.
		span.End = p.span(first).End
		if node.Else != nil {
			span.End = node.Else.Span().End
		}
	}
	p.start(&node.nodeBase, first)
	node.span = span
	return node
}

// parseCase parses "case" test "{" option { option } "}".
func (p *parser) parseCase() Node {
	node := &CaseExpression{}
	start, first := p.pos, p.advance()
	node.Test = p.parseTest()
	p.expect(LeftBrace, "{")
	var options [16]*CaseOption
	list := options[:0]
	for {
		begin, errors := p.pos, len(p.errors)
		list = append(list, p.parseCaseOption())
		if p.bad && p.startsStatement(begin) && p.indent(begin) <= p.indent(start) {
			p.unrecoverable = true // the options have ended before
			for i := errors; i < len(p.errors); i++ {
				p.errors[i].misplaced = true
			}
		}
		if p.bad {
			p.recoverOption(begin)
		}
		if p.kind == RightBrace || p.kind == EndOfFile {
			break
		}
	}
	p.expect(RightBrace, "}")
	node.Options = p.optionSlices.copy(list)
	p.start(&node.nodeBase, first)
	return node
}

// parseCaseOption parses expression { "," expression } ":" "{" statements "}".
func (p *parser) parseCaseOption() *CaseOption {
	option := p.options.new()
	mark, first := len(p.stack), p.token()
	begin := p.pos
	p.push(p.parseExpression())
	for p.accept(Comma) {
		p.push(p.parseExpression())
	}
	option.Values = p.list(mark)
	colon := p.expect(Colon, "a comma or :")
	p.recoverBrace(begin)
	option.Then = p.parseBraces()
	p.start(&option.nodeBase, first)
	option.span.Start = p.span(colon).Start
	if option.Then != nil {
		contain(&option.nodeBase, option.Then)
	}
	return option
}
