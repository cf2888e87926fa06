package ruby

// primary parses a value, without the calls, indexes and operators that may follow it.
func (p *parser) primary() *node {
	t := p.peek()
	switch t.kind {
	case number:
		return p.literal(numberNode)
	case stringLiteral:
		return p.strings()
	case commandLiteral:
		n := p.literal(unknownNode)
		return n
	case symbolLiteral:
		return p.literal(symbolNode)
	case regexLiteral:
		n := p.literal(regexNode)
		if t.more != nil {
			n.options = t.more.options
		}
		return n
	case wordsLiteral, symbolsLiteral:
		return p.words()
	case instanceVariable:
		return p.literal(instanceVariableNode)
	case classVariable:
		return p.literal(classVariableNode)
	case globalVariable:
		return p.literal(globalVariableNode)
	case constant:
		return p.constantOrCall()
	case identifier:
		p.next()
		n := &node{kind: callNode, text: t.text, textSpan: t.inside}
		if !p.isIndexed(t) {
			p.callArguments(n, t)
		}
		return p.finish(n, t.start)
	case keyword:
		return p.keyword(t)
	case operator:
		return p.bracketed(t)
	}
	return p.unknown()
}

// isIndexed reports whether "name [" is an index and not the argument of a command: the name
// must have been assigned before.
func (p *parser) isIndexed(t *token) bool {
	if !p.peek().isOperator("[") || !p.peek().spaceBefore {
		return false
	}
	return p.locals[t.text]
}

// literal returns the node of one token, with the code of its interpolations.
func (p *parser) literal(kind nodeKind) *node {
	t := p.next()
	return &node{
		kind: kind, span: t.span(), text: t.text, textSpan: t.inside,
		computed: t.interpolated, args: p.interpolated(t),
	}
}

// interpolated parses the code of a literal's interpolations.
func (p *parser) interpolated(t *token) []*node {
	var found []*node
	if t.more == nil {
		return nil
	}
	for _, code := range t.more.code {
		inner := &parser{cursor: cursor{tokens: code}, locals: p.locals, depth: p.depth}
		found = append(found, inner.program()...)
		if inner.failed {
			p.fail()
		}
	}
	return found
}

// strings parses adjacent string literals as one.
func (p *parser) strings() *node {
	n := p.literal(stringNode)
	if p.peek().kind != stringLiteral {
		return n
	}
	text := []byte(n.text)
	for p.peek().kind == stringLiteral {
		more := p.literal(stringNode)
		text = append(text, more.text...)
		n.computed = n.computed || more.computed
		n.args = append(n.args, more.args...)
		n.span.End = more.span.End
	}
	n.text = string(text)
	return n
}

func (p *parser) words() *node {
	t := p.next()
	kind := stringNode
	if t.kind == symbolsLiteral {
		kind = symbolNode
	}
	n := &node{kind: arrayNode, span: t.span(), args: p.interpolated(t)}
	if t.more == nil {
		return n
	}
	for _, w := range t.more.words {
		n.args = append(n.args, &node{kind: kind, span: w.span, text: w.text, textSpan: w.span, computed: t.interpolated})
	}
	return n
}

func (p *parser) constantOrCall() *node {
	t := p.next()
	if next := p.peek(); next.isOperator("(") && !next.spaceBefore || next.spaceBefore && (next.kind == stringLiteral || next.kind == identifier || next.kind == instanceVariable) {
		// A method such as Integer("1").
		call := &node{kind: callNode, text: t.text, textSpan: t.inside}
		p.callArguments(call, t)
		return p.finish(call, t.start)
	}
	return &node{kind: constantNode, span: t.span(), text: t.text, textSpan: t.inside}
}

// bracketed parses an expression that begins with an operator: a parenthesis, array, hash,
// lambda or "::Name".
func (p *parser) bracketed(t *token) *node {
	switch t.text {
	case "(":
		p.next()
		body := p.statements()
		p.expect(operator, ")")
		if len(body) == 1 {
			return p.finishCopy(body[0], t.start)
		}
		return p.finish(&node{args: body}, t.start)
	case "[":
		p.next()
		n := &node{kind: arrayNode, args: p.arguments("]")}
		p.expect(operator, "]")
		return p.finish(n, t.start)
	case "{":
		p.next()
		n := &node{kind: hashNode}
		for _, arg := range p.arguments("}") {
			if arg.kind == hashNode && arg.text == "arguments" {
				n.args = append(n.args, arg.args...)
			} else {
				p.fail()
			}
		}
		p.expect(operator, "}")
		return p.finish(n, t.start)
	case "->":
		return p.lambda()
	case "::":
		p.next()
		if p.peek().kind == constant {
			name := p.next()
			return p.finish(&node{kind: constantNode, text: name.text, textSpan: name.inside}, t.start)
		}
	}
	return p.unknown()
}

// finishCopy extends the span of a parenthesized expression without changing its kind.
func (p *parser) finishCopy(n *node, start int32) *node {
	inner := *n
	return p.finish(&inner, start)
}

func (p *parser) lambda() *node {
	start := p.next().start
	n := &node{kind: lambdaNode}
	parameters := []parameter(nil)
	if p.acceptOperator("(") {
		parameters = p.parameterList(")")
		p.expect(operator, ")")
	} else {
		for p.peek().kind == identifier || p.peek().isOperator(",") || p.peek().isOperator("*") {
			if t := p.next(); t.kind == identifier {
				parameters = append(parameters, parameter{name: t.text, kind: requiredParameter})
			}
		}
	}
	switch {
	case p.peek().isOperator("{"):
		n.block = p.braceBlock()
	case p.peek().isKeyword("do"):
		n.block = p.doBlock()
	default:
		p.fail()
		return p.finish(n, start)
	}
	n.block.parameters = parameters
	return p.finish(n, start)
}

// keyword parses an expression that begins with a reserved word.
func (p *parser) keyword(t *token) *node {
	switch t.text {
	case "nil":
		return p.literal(nilNode)
	case "true", "false":
		return p.literal(booleanNode)
	case "self":
		return p.literal(selfNode)
	case "__FILE__", "__LINE__", "__ENCODING__", "redo", "retry":
		return p.literal(unknownNode)
	case "def":
		return p.definition()
	case "class":
		return p.class()
	case "module":
		return p.module(t)
	case "if", "unless":
		return p.conditional(t)
	case "while", "until":
		return p.whileLoop(t)
	case "for":
		return p.forLoop(t)
	case "case":
		return p.caseExpression(t)
	case "begin":
		p.next()
		n := &node{kind: controlNode, text: "begin", body: p.bodyWithRescue()}
		p.expect(keyword, "end")
		return p.finish(n, t.start)
	case "BEGIN", "END":
		p.next()
		n := &node{kind: controlNode, text: t.text}
		if p.peek().isOperator("{") {
			n.body = p.braceBlock().body
		}
		return p.finish(n, t.start)
	case "return", "break", "next", "yield", "super":
		return p.jump(t)
	case "alias", "undef":
		p.next()
		n := &node{}
		for p.peek().kind != newline && p.peek().kind != endOfFile {
			p.next()
		}
		return p.finish(n, t.start)
	case "not":
		return p.notExpression()
	case "defined?":
		return p.unary()
	}
	return p.unknown()
}

// module parses module A::B … end.
func (p *parser) module(t *token) *node {
	p.next()
	n := &node{kind: moduleNode, textSpan: p.peek().span()}
	n.text = p.constantPath()
	n.body = p.statements()
	p.expect(keyword, "end")
	return p.finish(n, t.start)
}

// whileLoop parses while c … end, and the same with until.
func (p *parser) whileLoop(t *token) *node {
	p.next()
	n := &node{kind: controlNode, text: t.text, args: []*node{p.condition()}}
	p.accept(keyword, "do")
	n.body = p.statements()
	p.expect(keyword, "end")
	return p.finish(n, t.start)
}

// jump parses return, break, next, yield and super as calls with those names.
func (p *parser) jump(t *token) *node {
	p.next()
	n := &node{kind: callNode, text: t.text, textSpan: t.inside}
	next := p.peek()
	if t.text == "yield" || t.text == "super" {
		p.callArguments(n, t)
		return p.finish(n, t.start)
	}
	if next.kind != newline && !endsStatements(next) && !isModifier(next) && !next.isOperator(":") {
		n.args = p.argumentList()
	}
	return p.finish(n, t.start)
}

func isModifier(t *token) bool {
	return t.isKeyword("if") || t.isKeyword("unless") || t.isKeyword("while") || t.isKeyword("until") || t.isKeyword("rescue") || t.isKeyword("and") || t.isKeyword("or")
}

// definition parses def.
func (p *parser) definition() *node {
	start := p.next().start
	n := &node{kind: defNode}
	t := p.next()
	if p.peek().isOperator(".") {
		n.receiver = &node{kind: selfNode, span: t.span()}
		p.next()
		t = p.next()
	}
	n.text, n.textSpan = t.text, t.inside
	if next := p.peek(); next.isOperator("(") {
		p.next()
		n.parameters = p.parameterList(")")
		p.expect(operator, ")")
	} else if next.kind != newline && !next.isOperator("=") {
		n.parameters = p.parameterList("")
	}
	if p.acceptOperator("=") {
		p.skipNewlines()
		n.body = []*node{p.statement()}
		return p.finish(n, start)
	}
	n.body = p.bodyWithRescue()
	p.expect(keyword, "end")
	return p.finish(n, start)
}

func (p *parser) class() *node {
	start := p.next().start
	n := &node{kind: classNode, textSpan: p.peek().span()}
	if p.acceptOperator("<<") {
		n.receiver = p.expression()
		n.text = "<<"
	} else {
		n.text = p.constantPath()
		if p.acceptOperator("<") {
			n.args = []*node{p.expression()}
		}
	}
	n.body = p.bodyWithRescue()
	p.expect(keyword, "end")
	return p.finish(n, start)
}

// constantPath parses A::B::C.
func (p *parser) constantPath() string {
	path := ""
	p.acceptOperator("::")
	for p.peek().kind == constant && len(path) < maxPath {
		path += p.next().text
		if !p.peek().isOperator("::") {
			break
		}
		p.next()
		path += "::"
	}
	if path == "" {
		p.fail()
	}
	return path
}

// condition parses a condition that "do" or "then" may end.
func (p *parser) condition() *node {
	outer := p.noDo
	p.noDo = true
	defer func() { p.noDo = outer }()
	return p.expressionStatement()
}

func (p *parser) conditional(t *token) *node {
	p.next()
	n := &node{kind: controlNode, text: t.text, args: []*node{p.statementCondition()}}
	p.acceptThen()
	n.body = p.statements()
	for {
		switch {
		case p.accept(keyword, "elsif"):
			n.args = append(n.args, p.statementCondition())
			p.acceptThen()
			n.body = append(n.body, p.statements()...)
			continue
		case p.accept(keyword, "else"):
			n.options = "else"
			n.body = append(n.body, p.statements()...)
		}
		p.expect(keyword, "end")
		return p.finish(n, t.start)
	}
}

// statementCondition parses a condition that "do" does not end.
func (p *parser) statementCondition() *node {
	outer := p.noDo
	p.noDo = false
	defer func() { p.noDo = outer }()
	return p.expressionStatement()
}

func (p *parser) acceptThen() {
	p.skipNewlinesIf(func(t *token) bool { return t.isKeyword("then") })
	p.accept(keyword, "then")
}

func (p *parser) forLoop(t *token) *node {
	p.next()
	n := &node{kind: controlNode, text: "for"}
	for !p.accept(keyword, "in") {
		if p.peek().kind == endOfFile || p.peek().kind == newline {
			return p.unknown()
		}
		if name := p.next(); name.kind == identifier {
			n.parameters = append(n.parameters, parameter{name: name.text, kind: requiredParameter})
		}
	}
	n.args = []*node{p.condition()}
	p.accept(keyword, "do")
	n.body = p.statements()
	p.expect(keyword, "end")
	return p.finish(n, t.start)
}

func (p *parser) caseExpression(t *token) *node {
	p.next()
	n := &node{kind: controlNode, text: "case"}
	if p.peek().kind != newline {
		n.args = append(n.args, p.expressionStatement())
	}
	p.skipNewlines()
	for {
		switch {
		case p.accept(keyword, "when"):
			n.args = append(n.args, p.whenValues()...)
			p.acceptThen()
		case p.accept(keyword, "in"):
			p.skipPattern()
			p.acceptThen()
		case p.accept(keyword, "else"):
		default:
			p.expect(keyword, "end")
			return p.finish(n, t.start)
		}
		n.body = append(n.body, p.statements()...)
	}
}

func (p *parser) whenValues() []*node {
	p.skipNewlines()
	values := []*node{p.ternary()}
	for p.acceptOperator(",") {
		p.skipNewlines()
		values = append(values, p.ternary())
	}
	return values
}

// skipPattern skips the pattern of "in".
func (p *parser) skipPattern() {
	brackets := 0
	for {
		t := p.peek()
		switch {
		case t.kind == endOfFile, brackets == 0 && (t.kind == newline || t.isKeyword("then")):
			return
		case t.isOperator("(") || t.isOperator("[") || t.isOperator("{"):
			brackets++
		case t.isOperator(")") || t.isOperator("]") || t.isOperator("}"):
			brackets--
		}
		p.next()
	}
}

// bodyWithRescue parses statements with rescue, else and ensure clauses. Code that runs only
// after an error is put in a controlNode.
func (p *parser) bodyWithRescue() []*node {
	body := p.statements()
	for {
		t := p.peek()
		switch {
		case p.accept(keyword, "rescue"):
			n := &node{kind: controlNode, text: "rescue"}
			for p.peek().kind != newline && !p.peek().isKeyword("then") && !p.peek().isOperator("=>") && p.peek().kind != endOfFile {
				n.args = append(n.args, p.ternary())
				if !p.acceptOperator(",") {
					break
				}
				p.skipNewlines()
			}
			if p.acceptOperator("=>") {
				n.args = append(n.args, p.ternary())
			}
			p.acceptThen()
			n.body = p.statements()
			body = append(body, p.finish(n, t.start))
		case p.accept(keyword, "else"), p.accept(keyword, "ensure"):
			body = append(body, p.statements()...)
		default:
			return body
		}
	}
}
