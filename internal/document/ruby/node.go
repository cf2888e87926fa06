package ruby

import "puppet-lint/internal/source"

type nodeKind uint8

const (
	// unknownNode is an expression that is not understood. Its args are the parts of it that
	// are.
	unknownNode nodeKind = iota
	nilNode
	booleanNode
	selfNode
	numberNode
	stringNode
	symbolNode
	regexNode
	arrayNode
	// hashNode has keys and values alternating in args. A ** has a nil key.
	hashNode
	instanceVariableNode
	globalVariableNode
	classVariableNode
	// constantNode is a name such as Puppet::Type. The part before "::" is in receiver only if
	// it is not a constant.
	constantNode
	// callNode is a call, or the use of a local variable.
	callNode
	lambdaNode
	// splatNode is *x, **x or &x, with its operator in text.
	splatNode
	// operatorNode is a unary or binary operator, its name in text.
	operatorNode
	// assignNode assigns args[1] to args[0]; text is the operator. With several targets, all
	// args but the last are targets.
	assignNode
	// definedNode is defined?(x).
	definedNode
	defNode
	classNode
	moduleNode
	// controlNode is if, unless, while, until, for, case, begin or a modifier, named in text.
	// Its body may run never, once or often. args are conditions.
	controlNode
)

// node is a node of the tree of Ruby code. Its kind determines the meaning of the fields.
type node struct {
	kind nodeKind
	span source.Span
	// text is the name of a call, variable, constant or definition, or the value of a literal.
	// textSpan is its span.
	text     string
	textSpan source.Span
	// options are the flags of a pattern, the "&." of a call, or the "else" of an if.
	options string
	// computed is true for a literal with interpolation.
	computed bool
	receiver *node
	args     []*node
	// parenthesized: the call's arguments are in parentheses.
	parenthesized bool
	// block is the block of a call or lambda.
	block *block
	// parameters are the parameters of a def, or the variables of a for.
	parameters []parameter
	// body holds the statements of a definition or control structure.
	body []*node
}

// block is { … } or do … end.
type block struct {
	span       source.Span
	parameters []parameter
	body       []*node
}

// parameterKind is the kind of a Ruby parameter.
type parameterKind uint8

const (
	requiredParameter parameterKind = iota
	optionalParameter
	restParameter
	// otherParameter is a keyword, **, & or ... parameter.
	otherParameter
)

type parameter struct {
	name string
	kind parameterKind
	// parts are the parameters in (a, b), which destructure one array.
	parts []parameter
}

// walk calls visit for n and, while visit returns true, for all nodes below it, in text order.
func (n *node) walk(visit func(*node) bool) {
	if n == nil || !visit(n) {
		return
	}
	n.receiver.walk(visit)
	for _, arg := range n.args {
		arg.walk(visit)
	}
	if n.block != nil {
		walkAll(n.block.body, visit)
	}
	walkAll(n.body, visit)
}

func walkAll(statements []*node, visit func(*node) bool) {
	for _, statement := range statements {
		statement.walk(visit)
	}
}

// isCall reports whether n is a call of name on self.
func (n *node) isCall(name string) bool {
	return n.kind == callNode && n.receiver == nil && n.text == name
}

// literalName returns the text of a literal symbol or string.
func (n *node) literalName() (string, bool) {
	if n != nil && (n.kind == symbolNode || n.kind == stringNode) && !n.computed {
		return n.text, true
	}
	return "", false
}

// positional returns the arguments that are not a hash, splat or block.
func (n *node) positional() []*node {
	var found []*node
	for _, arg := range n.args {
		if arg.kind != hashNode && arg.kind != splatNode {
			found = append(found, arg)
		}
	}
	return found
}

// hasSplat reports whether the call's arguments include a splat.
func (n *node) hasSplat() bool {
	for _, arg := range n.args {
		if arg.kind == splatNode {
			return true
		}
	}
	return false
}

// option returns the value of a key in the hash among the arguments. known is false if the hash
// is not a literal.
func (n *node) option(name string) (value *node, known bool) {
	known = true
	for _, arg := range n.args {
		if arg.kind == splatNode && arg.text != "&" {
			known = false
		}
		if arg.kind != hashNode {
			continue
		}
		for i := 0; i+1 < len(arg.args); i += 2 {
			key, literal := "", false
			if arg.args[i] != nil {
				key, literal = arg.args[i].literalName()
			}
			if !literal {
				known = false
			} else if key == name {
				value = arg.args[i+1]
			}
		}
	}
	return value, known
}
