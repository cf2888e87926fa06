package checker

import (
	"slices"
	"strings"

	"puppet-lint/checker/code"
	"puppet-lint/checker/lattice"
	"puppet-lint/module"
	"puppet-lint/module/builtin"
	"puppet-lint/syntax"
)

// The strict level: what fails for some of the values that come to a place, or
// on some of the paths to it. It is only looked for when a rule of the level is
// wanted (Options.Strict), and only where the operation may work; where it never
// does, the rules of the default level speak.
//
// Inferred types hold more than the values that there really are, so that a
// part of a type counts only when it is a kind of value of its own: undef in an
// Optional, a member of a Variant, a word of an Enum. That a String need not
// match a Pattern counts where the code declares that it takes any String.

// isUnlikely reports whether a part of what an expression may be is so rare that
// it counts only where it is tested for: a core fact that a host does not have,
// or a kind of result that a function in Ruby has for other arguments.
func (e *evaluator) isUnlikely(part Type, node syntax.Node) bool {
	switch node := unparenthesized(node).(type) {
	case *syntax.AccessExpression:
		return lattice.TypeClassOf(part) == lattice.UndefClass && e.factAt(node) != nil
	case *syntax.VariableExpression:
		name := strings.TrimPrefix(node.Name, "::")
		if _, own := e.frame.slot(name); own && name == node.Name {
			return false
		}
		return lattice.TypeClassOf(part) == lattice.UndefClass && (builtin.FindFact(name) != nil || builtin.LegacyFact(name) != nil)
	case *syntax.CallNamedFunctionExpression:
		name, ok := node.Functor.(*syntax.QualifiedName)
		return ok && e.isRubyFunction(name.Value)
	case *syntax.CallMethodExpression:
		access, ok := node.Functor.(*syntax.NamedAccessExpression)
		return ok && e.isRubyFunction(literalText(access.Right))
	}
	return false
}

// isRubyFunction reports whether a function is written in Ruby.
func (e *evaluator) isRubyFunction(name string) bool {
	function := e.program.findFunction(module.Normalize(name))
	return function == nil || function.definition == nil
}

// refusedPart is a part of a type whose values are none of another, nil when
// there is none. Nodes that name a parameter have every value of its type.
func (e *evaluator) refusedPart(value, wanted Type, node syntax.Node) Type {
	if !e.strict || e.IsUnknown(value) || e.IsUnknown(wanted) || e.IsNever(value) {
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

// isParameter reports whether a node is a typed parameter of the class or
// defined type that is evaluated, of which nothing has been tested.
func (e *evaluator) isParameter(node syntax.Node, value Type) bool {
	variable, ok := unparenthesized(node).(*syntax.VariableExpression)
	if !ok || e.body.definition == nil || !e.isDeclared(variable) {
		return false
	}
	parameter := e.body.definition.parameter(variable.Name)
	return parameter != nil && parameter.typ == value
}

// reportUnmatched reports a selector that has no option for the values that
// remain after all of its options.
func (e *evaluator) reportUnmatched(node *syntax.SelectorExpression, tried *choice) {
	if !e.strict || tried.unmatched.unreachable || e.IsUnknown(tried.remaining) {
		return
	}
	for _, member := range e.Members(tried.remaining) {
		if e.IsUnknown(member) || lattice.TypeClassOf(member) == lattice.AnyClass {
			return
		}
	}
	if refused := e.state.refined[refusedKey+tried.path]; tried.hasPath && refused != nil && e.Relation(tried.remaining, refused) == lattice.Always {
		return // a selector before has refused these
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

// refusedKey begins the keys in state.refined that stand for what a selector
// refuses of what a path leads to.
const refusedKey = "\x00refused "

// reportPossible reports a value of which a part is refused. subject says what
// the value is given to. What the value is when it has passed can then be kept.
func (e *evaluator) reportPossible(value, wanted Type, node, at syntax.Node, subject string) {
	part := e.refusedPart(value, wanted, node)
	if part == nil {
		return
	}
	e.passable = wanted
	if part == value {
		e.report(&code.PossibleTypeMismatch, at, "RUNTIME_ERROR", subject+" does not accept every "+e.Format(value)+": it "+e.mismatchOf(wanted))
		return
	}
	e.report(&code.PossibleTypeMismatch, at, "RUNTIME_ERROR", subject+" may be given "+e.Describe(part)+": it "+e.mismatchOf(wanted))
}

// keepPassable keeps what a node is after reportPossible has refused a part of it: the
// code after it only runs with the rest, so that one cause is said once. at is what
// the node is part of; a hash of attributes is not what they are.
func (e *evaluator) keepPassable(at, node syntax.Node) {
	wanted := e.passable
	e.passable = nil
	if _, several := at.(*syntax.AttributesOperation); wanted == nil || several {
		return
	}
	e.keepPart(node, wanted)
}

// keepPart keeps that what a node has is of a type.
func (e *evaluator) keepPart(node syntax.Node, of Type) {
	path, ok := e.pathOf(node)
	if !ok || e.silent || e.callSite != nil || e.IsNever(of) || e.IsUnknown(of) {
		return
	}
	now := e.evaluateSilently(node)
	if part := e.Meet(now, of); !e.IsUnknown(now) && !e.IsNever(part) {
		e.refine(path, part)
	}
}

// mismatchOf words what is wanted.
func (e *evaluator) mismatchOf(wanted Type) string {
	return "expects " + lattice.Article(e.Format(wanted))
}

// checkCallStrictly reports an argument of a call of which a part is taken by
// no signature.
func (e *evaluator) checkCallStrictly(c *call, f *function) {
	if !e.strict || !c.exact || c.nodes == nil {
		return
	}
	for i, argument := range c.arguments {
		members := e.Members(argument)
		if len(members) < 2 || slices.ContainsFunc(members, func(t Type) bool { return e.IsUnknown(t) || lattice.TypeClassOf(t) == lattice.AnyClass }) {
			continue
		}
		taken, refused, why := e.takenByCall(c, f, i, members)
		if refused != nil {
			e.report(&code.PossibleArgumentMismatch, c.at, "RUNTIME_ERROR", "'"+c.name+"' may be given "+e.Describe(refused)+": "+why)
			e.keepPart(c.nodes[i], e.JoinAll(taken))
			return
		}
	}
}

// takenByCall are the members of an argument that a function takes, and the first
// that it refuses, with the reason.
func (e *evaluator) takenByCall(c *call, f *function, at int, members []Type) (taken []Type, refused Type, why string) {
	narrower := *c
	for _, member := range members {
		narrower.arguments = slices.Clone(c.arguments)
		narrower.arguments[at] = member
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

// refusedByAllSignatures reports whether no signature takes a call, and why
// the first does not.
func (e *evaluator) refusedByAllSignatures(c *call, f *function) (why string, refused bool) {
	for _, signature := range f.signatures {
		if signature.mismatch {
			continue
		}
		fits, reason := e.fits(signature, c)
		if fits != lattice.Never {
			return "", false
		}
		if why == "" || !strings.HasPrefix(why, "parameter ") {
			why = reason
		}
	}
	return why, why != ""
}

// possibleError is the fault of some members of the operands, while others work:
// of each operand these.
type possibleError struct {
	lattice.OperationError
	left, right []Type
}

// notePossible remembers the fault that an operation has for some members of its
// operands.
func (e *evaluator) notePossible(first *lattice.OperationError, left, right []Type) {
	if e.possible = nil; e.strict && first != nil {
		e.possible = &possibleError{*first, left, right}
	}
}

// reportPossibleFault reports the fault that an operation has for some members
// of its operands, if it has one.
func (e *evaluator) reportPossibleFault(left, right, operator syntax.Node) {
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
	possible.Rule, possible.Message = &code.PossibleOperatorMismatch, "on some path, "+possible.Message
	e.reportOperationError(&possible.OperationError, left, right, operator)
	e.keepPart(left, e.JoinAll(possible.left))
	e.keepPart(right, e.JoinAll(possible.right))
}
