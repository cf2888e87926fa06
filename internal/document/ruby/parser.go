package ruby

import "sync"

const (
	// maxDepth limits the nesting of expressions and blocks.
	maxDepth = 500
	// maxChain limits the number of operators, calls or modifiers that follow each other in one
	// expression.
	maxChain = 2000
)

// parser parses tokens into nodes. It knows Ruby's statements, definitions, blocks and calls.
// It knows enough of expressions to find their ends. Code that it does not know becomes an
// unknownNode, and failed is set: then nothing about the file is certain.
type parser struct {
	cursor
	// locals are the names that are assigned anywhere in the file.
	locals map[string]bool
	// noDo is true if a "do" here belongs to an enclosing construct.
	noDo  bool
	depth int
}

// Reader reads many texts, and reuses the memory of their tokens. The zero value is ready for use,
// also by several goroutines.
type Reader struct{ unused sync.Pool }

// parse parses a program.
func (r *Reader) parse(text string) (statements []*node, failed bool) {
	memory, _ := r.unused.Get().(*[]token)
	if memory == nil {
		memory = &[]token{}
	}
	l := lex(text, *memory)
	statements, failed = parse(l)
	*memory = l.tokens
	r.unused.Put(memory)
	return statements, failed
}

// parse parses the tokens of a program.
func parse(l *lexer) (statements []*node, failed bool) {
	p := &parser{cursor: cursor{tokens: l.tokens}, locals: l.locals}
	statements = p.program()
	return statements, p.failed || l.failed
}

func (p *parser) program() []*node {
	var statements []*node
	for p.peek().kind != endOfFile {
		statements = append(statements, p.statements()...)
		if p.peek().kind != endOfFile {
			p.fail()
			p.at++
		}
	}
	return statements
}

// endsStatements reports whether t closes the construct around the statements.
func endsStatements(t *token) bool {
	switch t.kind {
	case endOfFile:
		return true
	case keyword:
		switch t.text {
		case "end", "else", "elsif", "when", "in", "rescue", "ensure":
			return true
		}
	case operator:
		return t.text == "}" || t.text == ")" || t.text == "]"
	}
	return false
}

// statements parses up to the end of the enclosing construct.
func (p *parser) statements() []*node {
	outer := p.noDo
	p.noDo = false
	defer func() { p.noDo = outer }()
	var statements []*node
	for {
		p.skipNewlines()
		if endsStatements(p.peek()) {
			return statements
		}
		before := p.at
		statements = append(statements, p.statement())
		if t := p.peek(); t.kind != newline && !endsStatements(t) {
			// A part of the statement was not understood.
			p.fail()
			if p.at == before {
				p.at++
			}
		}
	}
}

// statement parses an expression with its modifiers.
func (p *parser) statement() *node {
	if p.depth++; p.depth > maxDepth {
		p.depth--
		return p.giveUp()
	}
	defer func() { p.depth-- }()
	start := p.peek().start
	n := p.expressionStatement()
	for chain := 0; ; chain++ {
		t := p.peek()
		if t.kind != keyword {
			return n
		}
		if chain > maxChain {
			return p.giveUp()
		}
		switch t.text {
		case "if", "unless", "while", "until", "rescue":
			p.next()
			p.skipNewlines()
			condition := p.expressionStatement()
			n = p.finish(&node{kind: controlNode, text: t.text, args: []*node{condition}, body: []*node{n}}, start)
		default:
			return n
		}
	}
}

// expressionStatement parses expressions joined by and, or and not.
func (p *parser) expressionStatement() *node {
	start := p.peek().start
	left := p.notExpression()
	for chain := 0; p.peek().isKeyword("and") || p.peek().isKeyword("or"); chain++ {
		if chain > maxChain {
			return p.giveUp()
		}
		op := p.next()
		p.skipNewlines()
		right := p.notExpression()
		left = p.finish(&node{kind: operatorNode, text: op.text, args: []*node{left, right}}, start)
	}
	return left
}

func (p *parser) notExpression() *node {
	if t := p.peek(); t.isKeyword("not") {
		p.next()
		return p.finish(&node{kind: operatorNode, text: "!", args: []*node{p.notExpression()}}, t.start)
	}
	start := p.peek().start
	first := p.expression()
	if !p.peek().isOperator(",") || !isTarget(first) && first.kind != splatNode {
		return first
	}
	return p.multipleAssignment(first, start)
}

// isTarget reports whether n can be assigned to.
func isTarget(n *node) bool {
	switch n.kind {
	case instanceVariableNode, globalVariableNode, classVariableNode, constantNode:
		return true
	case callNode:
		return n.block == nil && (n.text == "[]" || len(n.args) == 0)
	case arrayNode:
		return n.text == targets
	}
	return false
}

// targets marks an arrayNode that is the left side of an assignment.
const targets = "targets"

// multipleAssignment parses the rest of "a, b = …".
func (p *parser) multipleAssignment(first *node, start int32) *node {
	parts := []*node{first}
	for p.acceptOperator(",") {
		p.skipNewlines()
		if p.peek().isOperator("=") {
			break
		}
		parts = append(parts, p.ternary())
	}
	if p.peek().isOperator(")") {
		return p.finish(&node{kind: arrayNode, text: targets, args: parts}, start)
	}
	if !p.acceptOperator("=") {
		p.fail()
		return p.finish(&node{args: parts}, start)
	}
	p.skipNewlines()
	value := p.assignedValue()
	return p.finish(&node{kind: assignNode, text: "=", args: append(parts, value)}, start)
}

// assignedValue parses an assigned value: one expression, or several as an array.
func (p *parser) assignedValue() *node {
	start := p.peek().start
	value := p.expression()
	if p.peek().isOperator(",") && p.depth < maxDepth {
		values := []*node{value}
		for p.acceptOperator(",") {
			p.skipNewlines()
			values = append(values, p.expression())
		}
		value = p.finish(&node{kind: arrayNode, args: values}, start)
	}
	return value
}

var assignmentOperators = map[string]bool{
	"=": true, "+=": true, "-=": true, "*=": true, "/=": true, "%=": true, "**=": true, "||=": true, "&&=": true,
	"<<=": true, ">>=": true, "|=": true, "&=": true, "^=": true,
}

// expression parses an assignment or an expression that binds more tightly.
func (p *parser) expression() *node {
	if p.depth++; p.depth > maxDepth {
		p.depth--
		return p.giveUp()
	}
	defer func() { p.depth-- }()
	start := p.peek().start
	left := p.ternary()
	t := p.peek()
	if t.kind != operator || !assignmentOperators[t.text] {
		return left
	}
	p.next()
	p.skipNewlines()
	value := (*node)(nil)
	if p.listAllowed(left) {
		value = p.assignedValue()
	} else {
		value = p.expression()
	}
	if p.peek().isKeyword("rescue") {
		p.next()
		value = &node{kind: operatorNode, text: "rescue", span: value.span, args: []*node{value, p.expression()}}
	}
	return p.finish(&node{kind: assignNode, text: t.text, args: []*node{left, value}}, start)
}

// listAllowed reports whether "a = 1, 2" is allowed here: not within arguments.
func (p *parser) listAllowed(left *node) bool {
	return p.depth > 0 && left.kind != unknownNode && p.atStatement(left)
}

// atStatement reports whether n is at the beginning of its statement.
func (p *parser) atStatement(n *node) bool {
	for i := p.at - 1; i >= 0; i-- {
		if p.tokens[i].start == n.span.Start {
			return i == 0 || p.tokens[i-1].kind == newline
		}
	}
	return false
}

func (p *parser) ternary() *node {
	start := p.peek().start
	condition := p.rangeExpression()
	if !p.acceptOperator("?") {
		return condition
	}
	p.skipNewlines()
	yes := p.expression()
	p.skipNewlines()
	if !p.acceptOperator(":") {
		p.fail()
	}
	p.skipNewlines()
	no := p.expression()
	return p.finish(&node{kind: controlNode, text: "?", args: []*node{condition}, body: []*node{yes, no}}, start)
}

func (p *parser) rangeExpression() *node {
	start := p.peek().start
	if t := p.peek(); t.isOperator("..") || t.isOperator("...") {
		p.next()
		return p.finish(&node{kind: operatorNode, text: t.text, args: []*node{p.binary(0)}}, start)
	}
	left := p.binary(0)
	t := p.peek()
	if !t.isOperator("..") && !t.isOperator("...") {
		return left
	}
	p.next()
	args := []*node{left}
	if next := p.peek(); next.kind != newline && !next.isKeyword("then") && !endsStatements(next) {
		args = append(args, p.binary(0))
	}
	return p.finish(&node{kind: operatorNode, text: t.text, args: args}, start)
}

// precedences are the precedences of the binary operators, from the loosest.
var precedences = map[string]int{
	"||": 1, "&&": 2,
	"<=>": 4, "==": 4, "===": 4, "!=": 4, "=~": 4, "!~": 4,
	"<": 5, "<=": 5, ">": 5, ">=": 5,
	"|": 6, "^": 6, "&": 7, "<<": 8, ">>": 8, "+": 9, "-": 9, "*": 10, "/": 10, "%": 10, "**": 12,
}

// binary parses operators that bind at least as tightly as minimum.
func (p *parser) binary(minimum int) *node {
	start := p.peek().start
	left := p.unary()
	for chain := 0; ; chain++ {
		if chain > maxChain {
			return p.giveUp()
		}
		t := p.peek()
		precedence := 0
		if t.kind == operator {
			precedence = precedences[t.text]
		}
		if precedence == 0 || precedence < minimum {
			return left
		}
		p.next()
		p.skipNewlines()
		limit := precedence + 1
		if t.text == "**" {
			limit = precedence
		}
		left = p.finish(joinStrings(t.text, left, p.operand(limit)), start)
	}
}

// operand parses the right side of an operator, which may be an assignment, as in "a || b = 1".
func (p *parser) operand(limit int) *node {
	start := p.peek().start
	right := p.binary(limit)
	if t := p.peek(); t.kind == operator && assignmentOperators[t.text] && isTarget(right) {
		p.next()
		p.skipNewlines()
		return p.finish(&node{kind: assignNode, text: t.text, args: []*node{right, p.expression()}}, start)
	}
	return right
}

// maxJoined is the length of the longest string that joining literals with "+" produces.
const maxJoined = 1 << 12

// joinStrings makes one literal of "a" + "b".
func joinStrings(op string, left, right *node) *node {
	if op == "+" && len(left.text) < maxJoined && left.kind == stringNode && right.kind == stringNode {
		return &node{kind: stringNode, text: left.text + right.text, textSpan: left.textSpan, computed: left.computed || right.computed, args: append(left.args, right.args...)}
	}
	return &node{kind: operatorNode, text: op, args: []*node{left, right}}
}

func (p *parser) unary() *node {
	if p.depth++; p.depth > maxDepth {
		p.depth--
		return p.giveUp()
	}
	defer func() { p.depth-- }()
	t := p.peek()
	if t.kind == operator {
		switch t.text {
		case "-", "+":
			p.next()
			operand := p.binary(11)
			if t.text == "-" && operand.kind == numberNode {
				operand.text = "-" + operand.text
				return p.finish(operand, t.start)
			}
			return p.finish(&node{kind: operatorNode, text: t.text + "@", args: []*node{operand}}, t.start)
		case "!", "~":
			p.next()
			return p.finish(&node{kind: operatorNode, text: t.text, args: []*node{p.unary()}}, t.start)
		case "*", "**", "&":
			p.next()
			n := &node{kind: splatNode, text: t.text}
			if next := p.peek(); !next.isOperator(")") && !next.isOperator(",") {
				n.args = []*node{p.ternary()}
			}
			return p.finish(n, t.start)
		}
	}
	if t.isKeyword("defined?") {
		p.next()
		return p.finish(&node{kind: definedNode, args: []*node{p.unary()}}, t.start)
	}
	return p.postfix(p.primary())
}
