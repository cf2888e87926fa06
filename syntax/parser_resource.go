package syntax

import "strings"

// parseResource parses an expression and the braces that make it a resource:
//
//	resource  expression | ("@" | "@@") resource | "class" "{" bodies "}"
//	          | resource "{" … "}"
func (p *parser) parseResource() Node {
	var node Node
	switch {
	case p.kind == At || p.kind == AtAt:
		node = p.parseVirtual()
		p.plain = false
	case p.kind == KeywordClass && p.peek() == LeftBrace:
		node = p.parseClassResource()
		p.plain = false
	default:
		node = p.parseExpression()
		p.plain = true
	}
	for p.kind == LeftBrace {
		node = p.parseResourceBraces(node)
		p.plain = false
		p.grow()
	}
	return node
}

// parseVirtual parses "@" resource and "@@" resource.
func (p *parser) parseVirtual() Node {
	form := Virtual
	if p.kind == AtAt {
		form = Exported
	}
	outer := p.enter()
	begin := p.pos
	sign := p.advance()
	node := p.parseResource()
	p.leave(outer)
	switch n := node.(type) {
	case *ResourceExpression:
		n.Form = form
	case *ResourceDefaultsExpression:
		n.Form = form
	case *ResourceOverrideExpression:
		n.Form = form
	default:
		if p.bad {
			return node // the rest may have been left out
		}
		if inner := p.lexemes[begin+1].kind; inner != At && inner != AtAt {
			what := errorVirtual
			if form == Exported {
				what = errorExported
			}
			p.report(what, p.span(sign), 4*p.pos+1)
		}
		return node
	}
	header := node.header()
	header.first = sign
	header.span.Start = p.span(sign).Start
	p.locateBodies(node)
	return node
}

// parseClassResource parses "class" "{" bodies "}".
func (p *parser) parseClassResource() Node {
	node := p.resources.new()
	first := p.token()
	name := p.names.new()
	name.Value = p.lexemeText(p.pos)
	p.advance()
	p.unlocated(&name.nodeBase, first)
	node.TypeName = name
	p.advance()
	node.Bodies = p.parseBodies(nil)
	p.expect(RightBrace, "a comma, a semicolon or }")
	p.start(&node.nodeBase, first)
	p.locateBodies(node)
	return node
}

// locateBodies locates the parts of a resource that have no location in Puppet.
func (p *parser) locateBodies(node Node) {
	resource, ok := node.(*ResourceExpression)
	if !ok {
		return
	}
	contain(&resource.nodeBase, resource.TypeName)
	for _, body := range resource.Bodies {
		body.span = Span{Start: resource.span.Start, End: resource.span.Start}
	}
}

// parseResourceBraces parses the braces after left. If they contain a title, they are a
// resource. Otherwise, left determines whether they are defaults, an override, or a hash passed
// to a statement function.
func (p *parser) parseResourceBraces(left Node) Node {
	open := p.advance()
	if p.kind == RightBrace || p.kind == Comma || p.atAttribute() {
		return p.parseUntitled(left, open)
	}
	title := p.parseExpression()
	node := p.resources.new()
	node.TypeName = left
	if p.kind != Colon && !p.endsTitle() {
		p.unexpected("a colon after the title")
	}
	node.Bodies = p.parseBodies(title)
	p.expect(RightBrace, "a comma, a semicolon or }")
	p.around(&node.nodeBase, left, Span{Start: left.Span().Start, End: p.span(p.last).End})
	p.locateBodies(node)
	return node
}

// atAttribute reports whether an attribute is next, rather than a title.
func (p *parser) atAttribute() bool {
	switch {
	case p.kind == Times:
		return p.peek() == FatArrow
	case p.kind == KeywordAnd || p.kind == KeywordElse || p.kind == KeywordElsif ||
		p.kind == KeywordIn || p.kind == KeywordInherits || p.kind == KeywordOr:
		return true
	case isAttributeName(p.kind):
		return p.peek() == FatArrow || p.peek() == PlusArrow
	}
	return false
}

// isAttributeName reports whether a token can be an attribute's name: a name, or any keyword
// except true and false.
func isAttributeName(kind TokenKind) bool {
	return kind == Name || kind.IsKeyword() && kind != KeywordTrue && kind != KeywordFalse
}

// parseBodies parses the bodies of a resource up to its closing brace. title is the title of
// the first body, or nil if it has not been parsed yet.
func (p *parser) parseBodies(title Node) []*ResourceBody {
	var bodies [16]*ResourceBody
	list := bodies[:0]
	for {
		body := p.bodies.new()
		begin := p.pos
		if title == nil {
			title = p.parseExpression()
		}
		body.Title = title
		p.expectTitleColon()
		p.recoverAttribute(begin)
		body.Operations = p.parseAttributes("a comma, a semicolon or }")
		p.around(&body.nodeBase, title, withoutLocation)
		p.accept(Comma)
		list = append(list, body)
		title = nil
		if !p.accept(Semicolon) || p.kind == RightBrace {
			return p.bodySlices.copy(list)
		}
	}
}

// parseAttributes parses
//
//	[ attribute ] { "," attribute }
//
// A comma may come first. A trailing comma is not consumed. expected describes what may follow
// an attribute.
func (p *parser) parseAttributes(expected string) []Node {
	mark := len(p.stack)
	for {
		begin := p.pos
		if isAttributeName(p.kind) || p.kind == Times {
			p.push(p.parseAttribute())
			p.recoverAttribute(begin)
		}
		switch {
		case p.kind == Comma:
		case p.pos == begin || p.kind == RightBrace || p.kind == Semicolon || p.kind == EndOfFile:
			return p.list(mark)
		case isAttributeName(p.kind) && (p.peek() == FatArrow || p.peek() == PlusArrow):
			// A comma is missing. Report it and continue.
			p.unexpected("a comma")
			p.resume()
			continue
		default:
			p.unexpected(expected)
			if p.recoverAttribute(begin); p.bad {
				return p.list(mark)
			}
			continue
		}
		if next := p.peek(); !isAttributeName(next) && next != Times {
			return p.list(mark)
		}
		p.advance()
	}
}

// parseAttribute parses name "=>" value, name "+>" value or "*" "=>" value.
func (p *parser) parseAttribute() Node {
	first := p.token()
	if p.kind == Times {
		node := &AttributesOperation{}
		p.advance()
		p.expect(FatArrow, "=>")
		node.Expr = p.parseExpression()
		p.start(&node.nodeBase, first)
		node.span.End = node.Expr.Span().End
		return node
	}
	node := p.attributes.new()
	node.Name = p.lexemeText(p.pos)
	node.NameToken = p.advance()
	node.Operator = p.kind
	if p.kind == FatArrow || p.kind == PlusArrow {
		p.advance()
	} else {
		p.expectArrow()
		node.Operator = FatArrow
	}
	node.Value = p.parseExpression()
	p.start(&node.nodeBase, first)
	node.span.End = node.Value.Span().End
	return node
}

// parseUntitled parses left "{" attributes "}".
func (p *parser) parseUntitled(left Node, open int32) Node {
	operations := p.parseAttributes("a comma or }")
	p.accept(Comma)
	closing := p.expect(RightBrace, "a comma or }")
	span := Span{Start: left.Span().Start, End: p.span(closing).End}
	switch n := left.(type) {
	case *QualifiedReference:
		node := &ResourceDefaultsExpression{TypeRef: left, Operations: operations}
		p.around(&node.nodeBase, left, span)
		return node
	case *AccessExpression:
		node := &ResourceOverrideExpression{Resources: left, Operations: operations}
		p.around(&node.nodeBase, left, span)
		return node
	case *QualifiedName:
		return p.nameWithHash(n, operations, open, closing)
	}
	if !p.bad {
		p.report(errorNotAResource, Span{Start: left.Span().Start, End: left.Span().End}, 4*(p.pos-1)+3)
		p.adviseCalledType(left)
		p.adviseSpacedType(left)
	}
	return left
}

// adviseCalledType adds advice to the last error if it is about a resource whose title follows its
// type in parentheses, as in `Package('x') { … }`.
func (p *parser) adviseCalledType(left Node) {
	call, isCall := left.(*CallNamedFunctionExpression)
	if !isCall || p.silent || len(call.Arguments) != 1 || len(p.errors) == 0 {
		return
	}
	called, isType := call.Functor.(*QualifiedReference)
	title, isTitle := call.Arguments[0].(*LiteralString)
	if last := &p.errors[len(p.errors)-1]; isType && isTitle && last.Help == "" {
		last.Help = "write `" + strings.ToLower(called.Value) + " { '" + title.Value + "': … }` to declare it, or `" + called.Value + "['" + title.Value + "'] { … }` to override it"
	}
}

// adviseSpacedType adds advice to the last error if it is about an override with a space in its
// reference, as in `Package ['x'] { … }`.
func (p *parser) adviseSpacedType(left Node) {
	if _, isList := left.(*LiteralList); !isList || p.silent || len(p.errors) == 0 {
		return
	}
	if last := &p.errors[len(p.errors)-1]; last.Help == "" {
		last.Help = spacedReference(p.text, p.tokens, left.FirstToken())
	}
}

// nameWithHash turns an apparent resource without a title into a name followed by a hash: a
// statement call, or two statements.
func (p *parser) nameWithHash(name *QualifiedName, operations []Node, open, closing int32) Node {
	hash := p.hashes.new()
	p.start(&hash.nodeBase, open)
	for _, operation := range operations {
		entry := p.entries.new()
		entry.nodeBase = nodeBase{p.nextID(), Span{Start: hash.span.Start, End: hash.span.Start}, operation.header().first, operation.header().last}
		switch n := operation.(type) {
		case *AttributeOperation:
			if n.Operator == PlusArrow {
				if !p.bad {
					p.report(errorPlusWithoutTitle, p.span(open), 4*(p.pos-1)+3)
				}
				return name
			}
			key := p.strings.new()
			key.Value = n.Name
			key.nodeBase = nodeBase{p.nextID(), entry.span, n.NameToken, n.NameToken}
			entry.Key, entry.Value = key, n.Value
		case *AttributesOperation:
			// Puppet loses the value of "* =>" here.
			entry.Key = &Nop{nodeBase{p.nextID(), entry.span, entry.first, entry.first - 1}}
			entry.Value = &Nop{nodeBase{p.nextID(), entry.span, entry.first, entry.first - 1}}
		}
		hash.Entries = append(hash.Entries, entry)
	}
	span := name.span.To(p.span(closing))
	mark := len(p.stack)
	p.push(name)
	if IsStatementFunction(name.Value) {
		p.push(hash)
		call := p.statementCall(name, mark+1)
		p.stack = p.stack[:mark]
		call.header().span = span
		return call
	}
	p.push(hash)
	block := p.blocks.new()
	p.around(&block.nodeBase, name, span)
	block.Statements = p.list(mark)
	return block
}
