package syntax

import "slices"

// parseStatements parses statements up to closer, which it does not consume, and pushes them on
// the stack. It recovers from errors in them.
//
//	statements  statement { [";"] statement }
//	statement   assignment { "," assignment }
//
// A statement that is the name of a statement function takes the next statement as its
// arguments (Puppet: Factory.transform_calls).
func (p *parser) parseStatements(closer TokenKind) {
	mark := len(p.stack)
	deferred := -1
	for {
		begin, errors := p.pos, len(p.errors)
		p.parseStatement(mark, &deferred)
		if p.bad {
			if p.pos == begin {
				if len(p.errors) > errors {
					p.errors[len(p.errors)-1].misplaced = bracketStep(p.lexemes[p.pos].kind) == 0 || p.startsLine(p.pos)
				}
				// At a lexeme that cannot begin a statement, Puppet first ends the block.
				p.setOrder(deferred, 4*p.pos+1)
			} else {
				p.setOrder(deferred, 4*p.pos+3)
			}
			deferred = -1
			p.recoverStatement(begin, closer)
		} else if p.kind == Semicolon {
			begin = p.pos
			p.advance()
			if p.kind == closer || p.kind == EndOfFile {
				p.unexpected("a statement")
				p.recoverStatement(begin, closer)
				p.setOrder(deferred, 4*p.pos+3)
				deferred = -1
			}
		}
		if p.kind == closer || p.kind == EndOfFile {
			break
		}
	}
	p.setOrder(deferred, 4*p.pos+1)
}

// setOrder sets the order of errors that Puppet finds at the end of the block. first is the
// index of the first error to examine; a negative one means none.
func (p *parser) setOrder(first, order int) {
	if first < 0 {
		return
	}
	for i := first; i < len(p.errors); i++ {
		if p.errors[i].order == atBlockEnd {
			p.errors[i].order = order
		}
	}
}

// atBlockEnd is the preliminary order of errors that Puppet finds at the end of the block.
const atBlockEnd = -1

// parseStatement parses one statement and pushes it on the stack. The block begins at mark.
func (p *parser) parseStatement(mark int, deferred *int) {
	statement := p.pending
	if p.pending = nil; statement == nil {
		statement = p.parseAssignment()
	}
	if p.kind != Comma {
		p.pushStatement(mark, statement)
		return
	}
	arguments := len(p.stack)
	comma := p.token()
	p.push(statement)
	for p.accept(Comma) {
		next, errors := p.pos, len(p.errors)
		p.push(p.parseAssignment())
		if p.pos == next && len(p.errors) > errors {
			p.errors[len(p.errors)-1].misplaced = p.startsLine(next)
		}
	}
	if name := p.statementFunction(mark, arguments); name != nil {
		call := p.statementCall(name, arguments)
		p.stack[arguments-1] = call
		return
	}
	if !p.bad {
		if *deferred < 0 {
			*deferred = len(p.errors)
		}
		if name, ok := lastName(p.stack[mark:arguments]); ok {
			p.report(errorArgumentsWithoutParentheses, p.span(comma), atBlockEnd, name)
		} else {
			p.report(errorArgumentList, p.span(comma), atBlockEnd)
			if p.kind == Colon && p.lexemes[p.pos+1].kind == LeftBrace {
				err := &p.errors[len(p.errors)-1]
				err.Help = "this looks like an option of a case: a closing brace may be missing before it"
			}
		}
	}
}

// lastName returns the last of nodes if it is a name.
func lastName(nodes []Node) (string, bool) {
	if len(nodes) == 0 {
		return "", false
	}
	name, ok := nodes[len(nodes)-1].(*QualifiedName)
	if !ok {
		return "", false
	}
	return name.Value, true
}

// pushStatement pushes a statement, or makes it the argument of a preceding statement function.
func (p *parser) pushStatement(mark int, statement Node) {
	if name := p.statementFunction(mark, len(p.stack)); name != nil {
		arguments := len(p.stack)
		p.push(statement)
		p.stack[arguments-1] = p.statementCall(name, arguments)
		return
	}
	if call, ok := statement.(*CallNamedFunctionExpression); ok {
		call.ValueRequired = false
	}
	p.push(statement)
}

// statementFunction returns the node before end on the stack if it is the name of a statement
// function in the block that begins at mark.
func (p *parser) statementFunction(mark, end int) *QualifiedName {
	if end == mark {
		return nil
	}
	name, ok := p.stack[end-1].(*QualifiedName)
	if !ok || !IsStatementFunction(name.Value) {
		return nil
	}
	return name
}

// statementCall makes a call of name with the nodes on the stack from arguments on, which it
// removes.
func (p *parser) statementCall(name *QualifiedName, arguments int) Node {
	call := p.calls.new()
	last := p.stack[len(p.stack)-1]
	p.around(&call.nodeBase, name, name.Span().To(last.Span()))
	call.Functor = name
	call.Arguments = p.list(arguments)
	return call
}

// IsStatementFunction reports whether name is a function that may be called
// without parentheses around its arguments.
func IsStatementFunction(name string) bool {
	return slices.Contains(statementFunctions, name)
}

// StatementFunctions returns the functions for which IsStatementFunction is true. The slice
// belongs to the caller.
func StatementFunctions() []string { return slices.Clone(statementFunctions) }

var statementFunctions = []string{
	"require", "realize", "include", "contain", "tag",
	"debug", "info", "notice", "warning", "err",
	"fail", "import", "break", "next", "return",
}

// parseAssignment parses
//
//	assignment    relationship [ ("=" | "+=" | "-=") assignment ]
//	relationship  resource { ("->" | "~>" | "<-" | "<~") resource }
func (p *parser) parseAssignment() Node {
	outer := p.enter()
	left := p.parseResource()
	for p.kind >= InEdge && p.kind <= OutEdgeSub {
		node := p.relationships.new()
		node.Operator = p.kind
		node.Left = left
		operator := p.span(p.advance())
		node.Right = p.parseResource()
		p.around(&node.nodeBase, left, operator)
		left = node
		p.plain = false
		p.grow()
	}
	if p.kind >= Equals && p.kind <= MinusEquals {
		node := p.assignments.new()
		node.Operator = p.kind
		node.Left = left
		operator := p.span(p.advance())
		node.Right = p.parseAssignment()
		p.around(&node.nodeBase, left, operator)
		left = node
		p.plain = false
	}
	p.leave(outer)
	return left
}
