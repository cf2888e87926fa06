package eval

import (
	"slices"

	"puppet-lint/checker/lattice"
	"puppet-lint/checker/program"
	"puppet-lint/module"
	"puppet-lint/module/builtin"
	"puppet-lint/syntax"
)

// Call is a call of a function whose arguments have been evaluated.
type Call struct {
	// Name is in lower case; written is the name as in the code.
	Name, written string
	// Arguments are the types of the arguments. If exact is false, an unfolded array makes
	// their number unknown.
	Arguments []Type
	Exact     bool
	// nodes are the expressions of the arguments; nil unless there is one for each.
	nodes []syntax.Node
	// block is the lambda of the call, or nil.
	block *block
	// At is the node where Puppet reports errors about the call.
	At syntax.Node
	// isStatement reports whether the result is unused.
	isStatement bool
	// undef is the result of argument for a position after the last argument.
	undef Type
}

// Argument returns the argument at a position, or undef if there is none.
func (c *Call) Argument(position int) Type {
	if position < len(c.Arguments) {
		return c.Arguments[position]
	}
	return c.undef
}

// node returns the expression of the argument at a position, or nil.
func (c *Call) node(position int) syntax.Node {
	if position < len(c.nodes) {
		return c.nodes[position]
	}
	return nil
}

// evaluateCall evaluates name(…) or Type(…).
func (e *Evaluator) evaluateCall(node *syntax.CallNamedFunctionExpression) Type {
	switch functor := node.Functor.(type) {
	case *syntax.QualifiedName:
		return e.callFunction(functor.Value, nil, &node.CallExpression, node)
	case *syntax.QualifiedReference, *syntax.AccessExpression:
		return e.callFunction("new", functor, &node.CallExpression, node)
	}
	e.evaluateAll(node.Arguments)
	return e.Unknown
}

// evaluateMethodCall evaluates value.name(…).
func (e *Evaluator) evaluateMethodCall(node *syntax.CallMethodExpression) Type {
	access, ok := node.Functor.(*syntax.NamedAccessExpression)
	if !ok {
		return e.Unknown
	}
	name, ok := access.Right.(*syntax.QualifiedName)
	if !ok {
		return e.Unknown
	}
	return e.callFunction(name.Value, access.Left, &node.CallExpression, node)
}

// callFunction evaluates the arguments of a call, the receiver first, and then the call.
func (e *Evaluator) callFunction(name string, receiver syntax.Node, node *syntax.CallExpression, at syntax.Node) Type {
	nodes := node.Arguments
	if receiver != nil {
		nodes = append([]syntax.Node{receiver}, node.Arguments...)
	}
	c := &Call{Name: module.Normalize(name), written: name, At: at, isStatement: !node.ValueRequired, undef: e.Undef}
	if builtin.WritesToLog(c.Name) {
		outer := e.mode
		e.logging = true
		c.Arguments, c.Exact = e.evaluateAll(nodes)
		e.restore(outer)
	} else {
		c.Arguments, c.Exact = e.evaluateAll(nodes)
	}
	if e.state.unreachable {
		return e.Never
	}
	if e.reporting {
		e.checkFactNames(e.factReadByCall(name, nodes))
	}
	if len(c.Arguments) == len(nodes) {
		c.nodes = nodes
	}
	if node.Lambda != nil {
		c.block = e.newBlock(node.Lambda, at)
	}
	if t := e.methodOfObject(c); t != nil {
		return t
	}
	return e.invoke(c)
}

// methodOfObject returns the type of a method or attribute of the receiver itself, such as
// those of Error and Deferred; nil for a plain function call.
func (e *Evaluator) methodOfObject(c *Call) Type {
	if _, isMethod := c.At.(*syntax.CallMethodExpression); !isMethod || len(c.Arguments) == 0 {
		return nil
	}
	if t := e.callBoltMember(c); t != nil {
		return t
	}
	for _, member := range e.Members(c.Arguments[0]) {
		switch s := lattice.TypeClassOf(member); {
		case e.onBolt && e.BoltTypeOf(member) != nil:
		case e.isDeferred(member) && c.Name != "name" && c.Name != "arguments":
		case e.IsUnknown(member):
			return e.afterUnknownCall(c)
		case s == lattice.URIClass && len(c.Arguments) == 1 && uriParts[c.Name] != "":
			return e.ParseType(uriParts[c.Name])
		case s == lattice.OtherClass && len(e.Members(c.Arguments[0])) == 1 && e.HasKnownMembers(member):
			return e.callMember(c, member)
		case s == lattice.OtherClass, s == lattice.AnyClass && e.Program.FindFunction(c.Name) == nil:
			return e.afterUnknownCall(c)
		}
	}
	return nil
}

// uriParts maps the attributes of a URI to their types.
var uriParts = map[string]string{
	"scheme": "Optional[String[1]]", "userinfo": "Optional[String[1]]", "host": "Optional[String[1]]", "port": "Optional[Integer[0]]",
	"path": "Optional[String]", "query": "Optional[String]", "fragment": "Optional[String]", "opaque": "Optional[String[1]]",
}

// afterUnknownCall evaluates the block of a call of an unknown function. It returns Unknown.
func (e *Evaluator) afterUnknownCall(c *Call) Type {
	if c.block != nil {
		c.block.invokeUnknown()
	}
	return e.Unknown
}

// invoke finds the function of a call, checks the arguments and returns the type of the result.
func (e *Evaluator) invoke(c *Call) Type {
	e.depend(c.Name)
	function := e.Program.FindFunction(c.Name)
	if function == nil {
		return e.invokeBoltFunction(c)
	}
	if function.Discontinued {
		e.reportDiscontinued(c)
		return e.afterUnknownCall(c)
	}
	if !c.Exact {
		return e.result(c, function, true)
	}
	if e.failsForPart(c, function) || !e.checkArguments(c, function) {
		return e.afterUnknownCall(c)
	}
	if function.Core {
		e.checkDeprecated(c)
	} else {
		e.checkMoved(c)
	}
	e.requireArguments(c, function)
	if e.state.unreachable {
		return e.Never
	}
	result := e.result(c, function, false)
	if e.isCompiling() && function.Definition == nil && !function.Core && !(function.Builtin && e.modelOf(c.Name).result != nil) {
		e.compiling.CallsRuby(c)
	}
	if logsError(c.Name) || c.isStatement && !function.Builtin && function.Definition == nil {
		e.state.refused = true
	}
	if function.Definition == nil && len(c.Arguments) > 0 && e.IsUnknown(c.Arguments[0]) && e.hasSeveralTypeClasses(result) {
		result = e.Unknown // such as reverse() of a String and of an Array: the argument decides
	}
	if e.frame.lambda != nil && (c.block != nil && c.block.escapes && !e.modelOf(c.Name).endsAtBreak || function.Definition != nil && mayBreak(function.Definition.Node)) {
		e.frame.lambda.breaks = true
	}
	return result
}

// logsError reports whether a function logs a mistake without ending the
// compilation. The author does not expect the values there to be good.
func logsError(name string) bool {
	switch name {
	case "err", "crit", "alert", "emerg":
		return true
	}
	return false
}

// invokeBoltFunction evaluates a call of a function that neither Puppet nor the tree has. Bolt may
// have it.
func (e *Evaluator) invokeBoltFunction(c *Call) Type {
	e.state.refused = e.state.refused || c.isStatement
	e.checkPlanCall(c)
	if function := e.boltFunction(c.Name); function != nil {
		return e.invokeBolt(c, function)
	}
	if program.BroughtByOthers(c.Name) {
		e.noteGap(UntypedFunction, c.Name)
	} else {
		e.noteGap(MissingFunction, c.Name)
	}
	if !e.reportUnknownMember(c) {
		e.reportUnknownFunction(c)
	}
	return e.afterUnknownCall(c)
}

// hasSeveralTypeClasses reports whether a type has members of more than one type class, not counting
// undef.
func (e *Evaluator) hasSeveralTypeClasses(t Type) bool {
	first := lattice.UndefClass
	for _, member := range e.Members(t) {
		switch shape := lattice.TypeClassOf(member); {
		case shape == lattice.UndefClass || shape == first:
		case first == lattice.UndefClass:
			first = shape
		default:
			return true
		}
	}
	return false
}

// mayBreak reports whether a function calls break() outside of its lambdas.
func mayBreak(root syntax.Node) bool { return calls(root, "break") }

// calls reports whether code calls a function outside of its lambdas.
func calls(root syntax.Node, function string) bool {
	found := false
	syntax.Inspect(root, func(node syntax.Node) bool {
		switch node := node.(type) {
		case *syntax.LambdaExpression:
			return node == root
		case *syntax.CallNamedFunctionExpression:
			name, ok := node.Functor.(*syntax.QualifiedName)
			found = found || ok && name.Value == function
		}
		return !found
	})
	return found
}

// failsForPart reports a call that fails for one of the values that branches have set an
// argument to. It returns whether it reported one.
func (e *Evaluator) failsForPart(c *Call, function *program.Function) bool {
	for i, node := range c.nodes {
		if e.onBranchValues(node, func(part Type) {
			narrower := *c
			narrower.Arguments = slices.Clone(c.Arguments)
			narrower.Arguments[i] = part
			e.checkArguments(&narrower, function)
		}) {
			return true
		}
	}
	return false
}

// result returns the type of the result of a call. If inexact is set, the number of arguments
// is unknown and the models of functions are not used.
func (e *Evaluator) result(c *Call, function *program.Function, inexact bool) Type {
	if function.Definition != nil {
		owner := function.Definition.Manifest.Module
		if result := e.modelOf(c.Name).result; result != nil && !inexact && e.compiling == nil && owner != nil && owner.Name == "stdlib" {
			return result(e, c)
		}
		return e.callDefined(c, function)
	}
	if !inexact {
		if function.Builtin {
			e.checkSensitiveArguments(c)
			if t := e.givenFactOf(c); t != nil {
				return t
			}
			if t := e.computed(c); t != nil {
				return t
			}
		}
		if result := e.modelOf(c.Name).result; result != nil && function.Builtin {
			return result(e, c)
		}
	}
	if function.Open {
		if !c.isStatement {
			e.noteGap(UntypedFunction, c.Name)
		}
		return e.afterUnknownCall(c)
	}
	declared := e.declaredResult(c, function)
	if e.IsUnknown(declared) && !c.isStatement {
		e.noteGap(UntypedFunction, c.Name)
	}
	if c.block != nil {
		c.block.invokeUnknown()
	}
	return declared
}

// declaredResult joins the result types of the signatures that the arguments may fit. It
// returns Unknown if one of them declares none, or if none fits.
func (e *Evaluator) declaredResult(c *Call, function *program.Function) Type {
	result := e.Never
	for _, signature := range function.Signatures {
		fits := lattice.Maybe
		if function.Legacy { // legacy functions ignore a block
			return signature.Returns
		}
		if c.Exact {
			fits, _ = e.fits(signature, c)
		}
		if fits == lattice.Never || signature.Mismatch {
			continue
		}
		if signature.Returns == nil {
			return e.Unknown
		}
		result = e.Join(result, signature.Returns)
		if fits == lattice.Always {
			break
		}
	}
	if e.IsNever(result) {
		return e.Unknown
	}
	return result
}
