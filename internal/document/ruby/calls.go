package ruby

import "puppet-lint/internal/source"

// Call is a call without a receiver, in a file that is a list of such calls, like a Puppetfile.
type Call struct {
	Name string
	Span source.Span
	// Arguments are the arguments before the options.
	Arguments []Argument
	// Options are the pairs at the end of the arguments.
	Options []Option
	// Open is true if there may be further arguments or options, or if the call is under a
	// condition.
	Open bool
}

// Argument is one argument of a Call.
type Argument struct {
	// Known is true if the argument is a literal, which is then in Literal.
	Known   bool
	Literal Literal
	// Span is the span of a text inside its quotes, or that of any other value as a whole.
	Span source.Span
}

// Option is a pair in the arguments of a Call.
type Option struct {
	Name string
	// NameSpan is the span of the name, without its signs.
	NameSpan source.Span
	Argument
}

// Calls is the result of ReadCalls.
type Calls struct {
	Calls []Call
	// Open is true if there may be other calls, because of text that is not understood or code
	// that is not a plain call.
	Open bool
	// Comments are the spans of single-line comments, beginning with the "#".
	Comments []source.Span
}

// ReadCalls parses the calls in text. Loops over literals are unrolled.
func ReadCalls(text string) *Calls {
	if len(text) > MaxSize {
		return &Calls{Open: true}
	}
	lexed := lex(text, nil)
	statements, failed := parse(lexed)
	c := &callReader{reader: &reader{result: &Declarations{}, values: map[string]*node{}, unstable: map[string]bool{}}}
	c.collect(statements)
	c.open = failed
	c.statements(statements, true)
	return &Calls{Calls: c.calls, Open: c.open, Comments: lexed.comments}
}

type callReader struct {
	*reader
	calls []Call
	open  bool
}

func (c *callReader) statements(statements []*node, certain bool) {
	for _, n := range statements {
		c.statement(n, certain)
	}
}

func (c *callReader) statement(n *node, certain bool) {
	switch n.kind {
	case callNode:
		if n.receiver == nil {
			c.call(n, certain)
		} else if !c.unroll(n, func(body []*node) { c.statements(body, certain) }) {
			c.open = true
		}
	case assignNode:
		target := n.args[0]
		if target.kind == callNode && target.receiver == nil && len(n.args) == 2 && certain && !c.unstable[target.text] {
			c.values[target.text] = n.args[1]
		}
	case controlNode:
		c.open = c.open || n.text == "while" || n.text == "until" || n.text == "for"
		c.statements(n.body, false)
	case nilNode, stringNode, symbolNode, numberNode, constantNode:
	default:
		c.open = true
	}
}

func (c *callReader) call(n *node, certain bool) {
	call := Call{Name: n.text, Span: n.textSpan, Open: !certain || n.block != nil}
	for _, arg := range n.args {
		switch resolved := c.value(arg); {
		case arg.kind == splatNode:
			call.Open = true
		case resolved.kind == hashNode:
			for i := 0; i+1 < len(resolved.args); i += 2 {
				name, known := resolved.args[i].literalName()
				call.Open = call.Open || !known
				if known {
					call.Options = append(call.Options, Option{name, resolved.args[i].textSpan, c.argument(resolved.args[i+1])})
				}
			}
		default:
			call.Arguments = append(call.Arguments, c.argument(arg))
		}
	}
	c.calls = append(c.calls, call)
}

func (c *callReader) argument(n *node) Argument {
	literal, known := c.literal(n)
	resolved := c.value(n)
	argument := Argument{Known: known, Literal: literal, Span: resolved.span}
	if resolved.kind == stringNode || resolved.kind == symbolNode {
		argument.Span = resolved.textSpan
	}
	return argument
}
