package eval

import (
	"slices"
	"strings"

	"puppet-lint/checker/code"
	"puppet-lint/checker/lattice"
	"puppet-lint/checker/program"
	"puppet-lint/module"
	"puppet-lint/module/builtin"
	"puppet-lint/syntax"
)

// The strict level reports operations that fail for some of the possible values, or on some of
// the paths to the point. It is only checked if a rule of the level is enabled
// (Options.Strict), and only for operations that may work. The rules of the default level
// report operations that never work.
//
// Inferred types contain more than the actual values. So a part of a type only counts if it is
// a separate kind of value: undef in an Optional, a member of a Variant, a word of an Enum. A
// String that need not match a Pattern only counts if the code declares that it accepts any
// String.

// isUnlikely reports whether a part of an expression's type is so rare that it only counts if
// the code tests for it: a core fact that is undef on some hosts, or a kind of result that a
// Ruby function returns for other arguments.
func (e *Evaluator) isUnlikely(part Type, node syntax.Node) bool {
	switch node := syntax.Unparenthesized(node).(type) {
	case *syntax.AccessExpression:
		return lattice.TypeClassOf(part) == lattice.UndefClass && e.factAt(node) != nil
	case *syntax.VariableExpression:
		name := strings.TrimPrefix(node.Name, "::")
		if _, own := e.frame.slot(name); own && name == node.Name {
			return false
		}
		return lattice.TypeClassOf(part) == lattice.UndefClass && (builtin.FindFact(name) != nil || builtin.LegacyFact(name) != nil)
	case *syntax.CallNamedFunctionExpression, *syntax.CallMethodExpression:
		name, _ := syntax.CalledFunction(node)
		return name != "" && e.isRubyFunction(name)
	}
	return false
}

// isRubyFunction reports whether a function is written in Ruby. It returns true for unknown
// functions, too.
func (e *Evaluator) isRubyFunction(name string) bool {
	function := e.Program.FindFunction(module.Normalize(name))
	return function == nil || function.Definition == nil
}

// refusedPart returns a part of value that wanted does not accept, or nil. If the node is a
// parameter, the whole type counts as possible.
func (e *Evaluator) refusedPart(value, wanted Type, node syntax.Node) Type {
	if !e.Strict || e.IsUnknown(value) || e.IsUnknown(wanted) || e.IsNever(value) {
		return nil
	}
	for _, member := range e.Members(value) {
		if lattice.TypeClassOf(member) == lattice.AnyClass {
			return nil // no type is declared
		}
	}
	if e.isOneOfResults(value) && e.Relation(value, wanted) == lattice.Maybe {
		return nil
	}
	for _, member := range e.Members(value) {
		if e.Relation(member, wanted) == lattice.Never && !e.isUnlikely(member, node) {
			return member
		}
		if words := lattice.WordsOf(member); len(words) > 1 {
			for _, word := range words {
				if e.Relation(e.Str(word), wanted) == lattice.Never {
					return e.Str(word)
				}
			}
		}
	}
	if e.isParameter(node, value) && e.Relation(value, wanted) == lattice.Maybe {
		return value
	}
	return nil
}

// isParameter reports whether a node is a typed parameter of the class or defined type being
// evaluated, whose type no test has narrowed.
func (e *Evaluator) isParameter(node syntax.Node, value Type) bool {
	variable, ok := syntax.Unparenthesized(node).(*syntax.VariableExpression)
	if !ok || e.Body.Definition == nil || !e.isDeclared(variable) {
		return false
	}
	parameter := e.Body.Definition.Parameter(variable.Name)
	return parameter != nil && parameter.Type == value
}

// reportUnmatched reports a selector without an option for the values that remain after all of
// its options.
func (e *Evaluator) reportUnmatched(node *syntax.SelectorExpression, tried *choice) {
	if !e.Strict || tried.unmatched.unreachable || e.IsUnknown(tried.remaining) {
		return
	}
	for _, member := range e.Members(tried.remaining) {
		if e.IsUnknown(member) || lattice.TypeClassOf(member) == lattice.AnyClass {
			return
		}
	}
	if refused := e.refinedAt(refusedKey + tried.path); tried.hasPath && refused != nil && e.Relation(tried.remaining, refused) == lattice.Always {
		return // an earlier selector has refused these
	}
	state := e.state
	e.state = tried.unmatched
	e.report(&code.PossiblyUnmatchedSelector, node.Left, "UNMATCHED_SELECTOR",
		"no option of the selector matches the remaining values, "+e.Format(tried.remaining)+", and there is no default")
	e.state = state
	if tried.hasPath && !e.silent {
		e.refine(refusedKey+tried.path, tried.remaining)
	}
}

// refusedKey begins the keys in state.refined that represent the values of a path that a
// selector has no option for.
const refusedKey = "\x00refused "

// reportPossible reports a value if a part of it is not accepted. target describes in the
// message what receives the value, and verb how, such as mayGet. reportPossible sets e.passable
// to the type that the value has afterwards.
func (e *Evaluator) reportPossible(value, wanted Type, node, at syntax.Node, target, verb string) {
	part := e.refusedPart(value, wanted, node)
	if part == nil {
		return
	}
	e.passable = wanted
	if part == value {
		e.report(&code.PossibleTypeMismatch, at, "RUNTIME_ERROR", target+" "+e.mismatchOf(wanted)+", but "+verb+" any "+e.Format(value))
		return
	}
	e.report(&code.PossibleTypeMismatch, at, "RUNTIME_ERROR", target+" "+e.mismatchOf(wanted)+", but "+verb+" "+e.DescribeFor(wanted, part))
}

// keepPassable narrows a node after reportPossible has reported a part of its type: the
// following code only runs with the rest, and one cause is reported once. at is the operation
// that contains the node. A hash of attributes is not narrowed, since it does not have the type
// of its attributes.
func (e *Evaluator) keepPassable(at, node syntax.Node) {
	wanted := e.passable
	e.passable = nil
	if _, several := at.(*syntax.AttributesOperation); wanted == nil || several {
		return
	}
	e.keepPart(node, wanted)
}

// keepPart narrows a node to a type.
func (e *Evaluator) keepPart(node syntax.Node, of Type) {
	path, ok := e.pathOf(node)
	if !ok || e.silent || e.callSite != nil || e.IsNever(of) || e.IsUnknown(of) {
		return
	}
	now := e.EvaluateSilently(node)
	if part := e.Meet(now, of); !e.IsUnknown(now) && !e.IsNever(part) {
		e.refine(path, part)
	}
}

// mayGet is the verb of messages about a value that is passed to something.
const mayGet = "may get"

// mismatchOf returns the words for the expected type in messages.
func (e *Evaluator) mismatchOf(wanted Type) string {
	return "expects " + lattice.Article(e.Format(wanted))
}

// checkCallStrictly reports an argument of a call if no signature accepts a part of its type.
func (e *Evaluator) checkCallStrictly(c *Call, f *program.Function) {
	if !e.Strict || !c.Exact || c.nodes == nil {
		return
	}
	for i, argument := range c.Arguments {
		members := e.Members(argument)
		if len(members) < 2 || slices.ContainsFunc(members, func(t Type) bool { return e.IsUnknown(t) || lattice.TypeClassOf(t) == lattice.AnyClass }) {
			continue
		}
		taken, refused, why := e.takenByCall(c, f, i, members)
		if refused != nil {
			e.report(&code.PossibleArgumentMismatch, c.At, "RUNTIME_ERROR", "'"+c.Name+"' may be given "+e.Describe(refused)+": "+why)
			e.keepPart(c.nodes[i], e.JoinAll(taken))
			return
		}
	}
}

// takenByCall returns the members of an argument that a function accepts, and the first one
// that it rejects, with the reason.
func (e *Evaluator) takenByCall(c *Call, f *program.Function, at int, members []Type) (taken []Type, refused Type, why string) {
	narrower := *c
	for _, member := range members {
		narrower.Arguments = slices.Clone(c.Arguments)
		narrower.Arguments[at] = member
		reason, isRefused := e.refusedByAllSignatures(&narrower, f)
		switch {
		case !isRefused || e.isUnlikely(member, c.nodes[at]):
			taken = append(taken, member)
		case refused == nil:
			refused, why = member, reason
		}
	}
	return taken, refused, why
}

// refusedByAllSignatures reports whether no signature accepts a call. why is the first reason
// that concerns a parameter, otherwise the last reason.
func (e *Evaluator) refusedByAllSignatures(c *Call, f *program.Function) (why string, refused bool) {
	for _, signature := range f.Signatures {
		if signature.Mismatch {
			continue
		}
		fits, reason := e.fits(signature, c)
		if fits != lattice.Never {
			return "", false
		}
		if why == "" || !strings.HasPrefix(why, "parameter ") {
			why = reason.text
		}
	}
	return why, why != ""
}

// possibleError is an operation error for some members of the operands. left and right are the
// members for which the operation works.
type possibleError struct {
	lattice.OperationError
	left, right []Type
}

// notePossible records the error that an operation has for some members of its operands.
func (e *Evaluator) notePossible(first *lattice.OperationError, left, right []Type) {
	if e.possible = nil; e.Strict && first != nil {
		e.possible = &possibleError{*first, left, right}
	}
}

// reportPossibleError reports the recorded error that an operation has for some members of its
// operands, if there is one.
func (e *Evaluator) reportPossibleError(left, right, operator syntax.Node) {
	if e.possible == nil {
		return
	}
	possible := *e.possible
	e.possible = nil
	for _, operand := range []syntax.Node{left, right} {
		if e.isUnlikely(e.Undef, operand) {
			return
		}
	}
	possible.Rule, possible.Message = &code.PossibleOperatorMismatch, "on some path: "+possible.Message
	e.reportOperationError(&possible.OperationError, left, right, operator)
	e.keepPart(left, e.JoinAll(possible.left))
	e.keepPart(right, e.JoinAll(possible.right))
}
