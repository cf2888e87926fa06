package ruby

import "puppet-lint/internal/source"

// postfix parses the calls, indexes and blocks that follow a value.
func (p *parser) postfix(n *node) *node {
	start := n.span.Start
	for chain := 0; ; chain++ {
		if chain > maxChain {
			return p.giveUp()
		}
		t := p.peek()
		switch {
		case t.isOperator(".") || t.isOperator("&."):
			p.next()
			p.skipNewlines()
			n = p.finish(p.methodCall(n), start)
			if t.text == "&." && n.kind == callNode {
				n.options = t.text
			}
		case t.isOperator("::") && !t.spaceBefore:
			p.next()
			name := p.peek()
			if name.kind == constant && !(p.peekAhead(1).isOperator("(") && !name.spaceAfter) && p.peekAhead(1).kind != stringLiteral {
				p.next()
				n = p.finish(scopedConstant(n, name), start)
			} else {
				n = p.finish(p.methodCall(n), start)
			}
		case t.isOperator("[") && !t.spaceBefore:
			p.next()
			call := &node{kind: callNode, text: "[]", receiver: n, args: p.arguments("]"), parenthesized: true}
			p.expect(operator, "]")
			n = p.finish(call, start)
		case t.isOperator("{") && n.kind == callNode && n.block == nil && n.text != "[]":
			n.block = p.braceBlock()
			p.finish(n, start)
		case t.isKeyword("do") && !p.noDo && (n.kind == callNode) && n.block == nil:
			n.block = p.doBlock()
			p.finish(n, start)
		default:
			return n
		}
	}
}

// maxPath is the length of the longest name of a constant.
const maxPath = 1000

// scopedConstant returns the node of outer::Name.
func scopedConstant(outer *node, name *token) *node {
	if outer.kind == constantNode && outer.receiver == nil && len(outer.text) < maxPath {
		return &node{kind: constantNode, text: outer.text + "::" + name.text, textSpan: name.inside}
	}
	return &node{kind: constantNode, text: name.text, textSpan: name.inside, receiver: outer}
}

// methodCall parses the name and the arguments after a point.
func (p *parser) methodCall(receiver *node) *node {
	t := p.peek()
	call := &node{kind: callNode, receiver: receiver, text: t.text, textSpan: t.inside}
	switch {
	case t.kind == identifier || t.kind == constant || t.kind == keyword:
		p.next()
	case t.isOperator("("):
		call.text, call.textSpan = "call", source.Span{Start: t.start, End: t.start}
	case t.kind == operator:
		p.next() // a.+(b)
	default:
		return p.unknown()
	}
	p.callArguments(call, t)
	return call
}

// callArguments parses the arguments of the call with the name t, if there are any: in
// parentheses or, for a command, without.
func (p *parser) callArguments(call *node, t *token) {
	next := p.peek()
	if next.isOperator("(") && !next.spaceBefore {
		p.next()
		call.args = p.arguments(")")
		call.parenthesized = true
		p.expect(operator, ")")
		return
	}
	if !p.commandArgumentFollows(t) {
		return
	}
	outer := p.noDo
	p.noDo = true
	call.args = p.argumentList()
	p.noDo = outer
}

// commandArgumentFollows reports whether an argument without parentheses begins here, after the
// name t.
func (p *parser) commandArgumentFollows(t *token) bool {
	next := p.peek()
	if !next.spaceBefore {
		return t.kind == identifier && (next.kind == stringLiteral || next.kind == instanceVariable)
	}
	switch next.kind {
	case identifier, constant, instanceVariable, classVariable, globalVariable, number, stringLiteral, commandLiteral,
		symbolLiteral, label, regexLiteral, wordsLiteral, symbolsLiteral:
		return true
	case keyword:
		switch next.text {
		case "nil", "true", "false", "self", "not", "defined?", "__FILE__", "__LINE__", "__ENCODING__", "super", "yield", "def", "case", "begin":
			return true
		case "if", "unless", "while", "until":
			return false
		}
	case operator:
		switch next.text {
		case "->", "!", "~":
			return true
		case "[", "::", "*", "**", "&", "-", "..":
			return !next.spaceAfter
		case "(":
			return true
		}
	}
	return false
}

// arguments parses up to the closing bracket, across line ends.
func (p *parser) arguments(closing string) []*node {
	outer := p.noDo
	p.noDo = false
	defer func() { p.noDo = outer }()
	var args []*node
	for {
		p.skipNewlines()
		if t := p.peek(); t.isOperator(closing) || t.kind == endOfFile {
			return args
		}
		args = p.argument(args)
		p.skipNewlines()
		if !p.acceptOperator(",") {
			return args
		}
	}
}

// argumentList parses the arguments of a command.
func (p *parser) argumentList() []*node {
	args := p.argument(nil)
	for p.acceptOperator(",") {
		p.skipNewlines()
		args = p.argument(args)
	}
	return args
}

// argument parses one argument and appends it to args. Pairs are collected in one hash at the
// end.
func (p *parser) argument(args []*node) []*node {
	start := p.peek().start
	if t := p.peek(); t.kind == label {
		return p.addPair(args, p.labelKey(), start)
	}
	if t := p.peek(); t.isOperator("**") {
		p.next()
		value := p.ternary()
		return p.addPairValue(args, nil, value, start)
	}
	n := p.argumentValue()
	if p.acceptOperator("=>") {
		return p.addPair(args, n, start)
	}
	return append(args, n)
}

// argumentValue parses an expression. It may be a command call only as the last argument, as in
// "foo bar baz".
func (p *parser) argumentValue() *node {
	if t := p.peek(); t.isKeyword("not") {
		return p.notExpression()
	}
	return p.expression()
}

func (p *parser) labelKey() *node {
	t := p.next()
	return &node{kind: symbolNode, span: t.span(), text: t.text, textSpan: t.inside, computed: t.interpolated}
}

func (p *parser) addPair(args []*node, key *node, start int32) []*node {
	p.skipNewlines()
	if t := p.peek(); t.isOperator(",") || t.isOperator(")") || t.isOperator("}") {
		// The value of "name:" without a value is the variable of that name.
		return p.addPairValue(args, key, &node{kind: callNode, text: key.text, span: key.span, textSpan: key.textSpan}, start)
	}
	return p.addPairValue(args, key, p.argumentValue(), start)
}

func (p *parser) addPairValue(args []*node, key, value *node, start int32) []*node {
	if last := len(args) - 1; last >= 0 && args[last].kind == hashNode && args[last].text == "arguments" {
		args[last].args = append(args[last].args, key, value)
		p.finish(args[last], args[last].span.Start)
		return args
	}
	return append(args, p.finish(&node{kind: hashNode, text: "arguments", args: []*node{key, value}}, start))
}

func (p *parser) braceBlock() *block {
	start := p.next().start
	b := &block{parameters: p.blockParameters()}
	b.body = p.statements()
	p.expect(operator, "}")
	b.span = source.Span{Start: start, End: p.lastEnd()}
	return b
}

func (p *parser) doBlock() *block {
	start := p.next().start
	b := &block{parameters: p.blockParameters()}
	b.body = p.bodyWithRescue()
	p.expect(keyword, "end")
	b.span = source.Span{Start: start, End: p.lastEnd()}
	return b
}

// blockParameters parses |a, b = 1|.
func (p *parser) blockParameters() []parameter {
	p.skipNewlinesIf(func(t *token) bool { return t.isOperator("|") })
	if p.acceptOperator("||") || !p.acceptOperator("|") {
		return nil
	}
	parameters := p.parameterList("|")
	p.expect(operator, "|")
	return parameters
}

// parameterList parses parameters up to the closing token, which it does not consume.
func (p *parser) parameterList(closing string) []parameter {
	var parameters []parameter
	for {
		if closing != "" {
			p.skipNewlines()
		}
		t := p.peek()
		if t.kind == endOfFile || closing != "" && t.isOperator(closing) || closing == "" && t.kind == newline {
			return parameters
		}
		if one, ok := p.parameter(t, closing); ok {
			parameters = append(parameters, one)
		} else {
			p.unknown()
		}
		if t := p.peek(); t.kind == newline && t.text == ";" && closing == "|" {
			p.next() // block-local variables follow
		} else if !p.acceptOperator(",") {
			if closing != "" {
				p.skipNewlines()
			}
			if closing == "" || p.peek().isOperator(closing) || p.peek().kind == endOfFile {
				return parameters
			}
			p.fail()
		}
	}
}

// parameter parses the parameter that starts with a token. If none starts there, it consumes nothing
// and ok is false.
func (p *parser) parameter(t *token, closing string) (one parameter, ok bool) {
	switch {
	case t.isOperator("*"), t.isOperator("**"), t.isOperator("&"):
		p.next()
		one.kind = otherParameter
		if t.text == "*" {
			one.kind = restParameter
		}
		if p.peek().kind == identifier {
			one.name = p.next().text
		} else if p.peek().isKeyword("nil") {
			p.next()
		}
	case t.isOperator("..."):
		p.next()
		one.kind = restParameter
	case t.kind == label:
		p.next()
		if next := p.peek(); !next.isOperator(",") && !(closing != "" && next.isOperator(closing)) && next.kind != newline {
			p.parameterDefault(closing)
		}
		one.name, one.kind = t.text, otherParameter
	case t.isOperator("("):
		p.next()
		one.kind, one.parts = requiredParameter, p.parameterList(")")
		p.expect(operator, ")")
	case t.kind == identifier:
		p.next()
		one.name, one.kind = t.text, requiredParameter
		if p.acceptOperator("=") {
			p.parameterDefault(closing)
			one.kind = optionalParameter
		}
	default:
		return parameter{}, false
	}
	return one, true
}

// parameterDefault parses a default value. In the parameters of a block, "|" ends it.
func (p *parser) parameterDefault(closing string) *node {
	if closing == "|" {
		return p.binary(precedences["|"] + 1)
	}
	return p.ternary()
}
