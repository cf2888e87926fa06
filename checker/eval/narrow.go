package eval

import (
	"strconv"
	"strings"

	"puppet-lint/checker/declarations"
	"puppet-lint/checker/lattice"
	"puppet-lint/checker/program"
	"puppet-lint/module"
	"puppet-lint/syntax"
)

// branch evaluates a condition and returns the states in which it holds and does not hold. It
// consumes the current state.
func (e *Evaluator) branch(node syntax.Node) (whenTrue, whenFalse *state) {
	switch node := node.(type) {
	case *syntax.ParenthesizedExpression:
		return e.branch(node.Expr)
	case *syntax.NotExpression:
		whenFalse, whenTrue = e.branch(node.Expr)
		e.rememberBranch(node, whenTrue, whenFalse)
		return whenTrue, whenFalse
	case *syntax.AndExpression:
		leftTrue, leftFalse := e.branch(node.Left)
		e.state = leftTrue
		rightTrue, rightFalse := e.branch(node.Right)
		whenTrue, whenFalse = rightTrue, e.merge(leftFalse, rightFalse)
		if !whenTrue.unreachable && !whenFalse.unreachable {
			e.noteCondition(node, false, whenFalse)
			e.noteTest(whenFalse, node, false)
		}
		e.rememberBranch(node, whenTrue, whenFalse)
		return whenTrue, whenFalse
	case *syntax.OrExpression:
		leftTrue, leftFalse := e.branch(node.Left)
		e.state = leftFalse
		rightTrue, rightFalse := e.branch(node.Right)
		whenTrue, whenFalse = e.merge(leftTrue, rightTrue), rightFalse
		if !whenTrue.unreachable && !whenFalse.unreachable {
			e.noteCondition(node, true, whenTrue)
			e.noteTest(whenTrue, node, true)
		}
		e.rememberBranch(node, whenTrue, whenFalse)
		return whenTrue, whenFalse
	}
	return e.branchTestedByCalls(node)
}

// branchLeaf is branch for a condition that does not consist of other conditions.
func (e *Evaluator) branchLeaf(node syntax.Node) (whenTrue, whenFalse *state) {
	e.checkFactTest(node)
	switch node := node.(type) {
	case *syntax.ComparisonExpression:
		if node.Operator == syntax.IsEqual || node.Operator == syntax.NotEqual {
			return e.branchEquality(node)
		}
		result := e.Evaluate(node)
		return e.split(node, e.Truthiness(result), func(holds bool) { e.narrowSize(node, holds) })
	case *syntax.MatchExpression:
		return e.branchMatch(node)
	case *syntax.InExpression:
		return e.branchPresence(node, node.Left, node.Right)
	case *syntax.CallNamedFunctionExpression, *syntax.CallMethodExpression:
		if shows, argument := e.testOf(node); shows != nil {
			return e.branchTest(node, shows, argument)
		}
		name, arguments := syntax.CalledFunction(syntax.Unparenthesized(node))
		if len(arguments) == 2 && (name == "has_key" || name == "member" && isKeysCall(arguments[0])) {
			return e.branchPresence(node, arguments[1], arguments[0])
		}
	}
	result := e.Evaluate(node)
	return e.split(node, e.Truthiness(result), func(holds bool) {
		if path, ok := e.pathOf(node); ok {
			e.refine(path, e.NarrowTruth(result, holds))
		}
		e.noteExistence(node, holds)
	})
}

// testOf returns the argument of a test with one argument, and the function that records what
// the test shows: empty(…), ….empty, defined(…), getvar('…'), is_array(…) and the like. shows
// is nil for other expressions.
func (e *Evaluator) testOf(node syntax.Node) (shows func(*Evaluator, syntax.Node, bool), argument syntax.Node) {
	name, arguments := syntax.CalledFunction(syntax.Unparenthesized(node))
	if len(arguments) != 1 {
		return nil, nil
	}
	return e.modelOf(name).shows, arguments[0]
}

// isKeysCall reports whether an expression calls keys().
func isKeysCall(node syntax.Node) bool {
	name, _ := syntax.CalledFunction(syntax.Unparenthesized(node))
	return name == "keys"
}

// branchTest narrows by a call that testOf accepts: for instance, a value that is not empty is
// not undef, and a name that is defined exists.
func (e *Evaluator) branchTest(node syntax.Node, shows func(*Evaluator, syntax.Node, bool), argument syntax.Node) (whenTrue, whenFalse *state) {
	outcome := e.Truthiness(e.Evaluate(node))
	if name, _ := syntax.CalledFunction(syntax.Unparenthesized(node)); name == "defined" && (e.isSet(program.LiteralText(argument)) || e.isDeclaredByNow(argument)) {
		outcome = lattice.Always
	}
	return e.split(node, outcome, func(holds bool) { shows(e, argument, holds) })
}

// showsInstance returns the shows function of a stdlib test that only instances of a type pass.
// all means that every instance passes; is_string('1') is an exception.
func showsInstance(of func(e *Evaluator) Type, all bool) func(e *Evaluator, argument syntax.Node, holds bool) {
	return func(e *Evaluator, argument syntax.Node, holds bool) {
		if path, ok := e.pathOf(argument); ok && (holds || all) {
			e.refine(path, e.NarrowInstance(e.EvaluateSilently(argument), of(e), holds))
		}
	}
}

// isDeclaredByNow reports whether every path to the point has declared the resource or
// class that a reference names.
func (e *Evaluator) isDeclaredByNow(argument syntax.Node) bool {
	access, ok := syntax.Unparenthesized(argument).(*syntax.AccessExpression)
	if !ok || len(access.Keys) != 1 {
		return false
	}
	reference, ok := access.Left.(*syntax.QualifiedReference)
	if !ok {
		return false
	}
	kind := module.Normalize(reference.Value)
	key, _ := e.titleKey(access.Keys[0])
	if kind == "class" {
		key = "'" + module.Normalize(strings.TrimPrefix(key, "'"))
	}
	return key != "" && e.declaredBefore(declarations.ResourceKey(kind, key)) != nil
}

func (e *Evaluator) showDefined(argument syntax.Node, holds bool) {
	if holds {
		e.noteDefined(argument)
	} else {
		e.noteAbsent(argument)
	}
}

func (e *Evaluator) showGetvar(argument syntax.Node, holds bool) {
	if holds {
		e.guard("$" + program.LiteralText(argument))
	}
}

func (e *Evaluator) showEmpty(argument syntax.Node, holds bool) {
	path, ok := e.pathOf(argument)
	if !ok {
		return
	}
	tested := e.EvaluateSilently(argument)
	if narrowed := e.NarrowEmpty(tested, holds); narrowed != tested {
		e.refine(path, narrowed)
	}
}

// isSet reports whether a text is "$" and the name of a local variable that is set on every
// path to the point.
func (e *Evaluator) isSet(name string) bool {
	name, isVariable := strings.CutPrefix(name, "$")
	bound, _ := e.local(name)
	return isVariable && bound.typ != nil && bound.certain
}

// split forks the current state by the test at node, whose truth t may be known. It calls
// narrow for each possible outcome; narrow then refines the current state.
func (e *Evaluator) split(node syntax.Node, t lattice.Truth, narrow func(holds bool)) (whenTrue, whenFalse *state) {
	if e.state.unreachable {
		return e.state, e.state.dead()
	}
	switch t {
	case lattice.Always:
		whenTrue, whenFalse = e.state, e.state.dead()
		narrow(true)
		return whenTrue, whenFalse
	case lattice.Never:
		whenTrue, whenFalse = e.state.dead(), e.state
		narrow(false)
		return whenTrue, whenFalse
	}
	whenTrue, whenFalse = e.state, e.state.fork()
	e.noteCondition(node, true, whenTrue)
	e.noteCondition(node, false, whenFalse)
	e.noteTest(whenTrue, node, true)
	e.noteTest(whenFalse, node, false)
	narrow(true)
	e.state = whenFalse
	narrow(false)
	switch {
	case e.contradicts(whenTrue):
		whenTrue = whenTrue.dead()
	case e.contradicts(whenFalse):
		whenFalse = whenFalse.dead()
	}
	return whenTrue, whenFalse
}

func (e *Evaluator) rememberBranch(node syntax.Node, whenTrue, whenFalse *state) {
	if !e.remembers {
		return
	}
	switch {
	case whenTrue.unreachable && whenFalse.unreachable:
		e.remember(node, e.Never)
	case whenTrue.unreachable:
		e.remember(node, e.FalseType)
	case whenFalse.unreachable:
		e.remember(node, e.TrueType)
	default:
		e.remember(node, e.Boolean)
	}
}

func (e *Evaluator) branchEquality(node *syntax.ComparisonExpression) (whenTrue, whenFalse *state) {
	left, right := e.Evaluate(node.Left), e.Evaluate(node.Right)
	if e.state.unreachable {
		return e.state, e.state.fork()
	}
	t := e.Equal(left, right)
	if t == lattice.Never {
		e.reportImpossible(node.Left, left, node.Right, right)
		e.reportImpossible(node.Right, right, node.Left, left)
	}
	swap := node.Operator == syntax.NotEqual
	if swap {
		t = t.Not()
	}
	e.rememberTruth(node, t)
	return e.split(node, t, func(holds bool) {
		holds = holds != swap
		if path, ok := e.pathOf(node.Left); ok {
			e.refine(path, e.NarrowEqual(left, right, holds))
		}
		if path, ok := e.pathOf(node.Right); ok {
			e.refine(path, e.NarrowEqual(right, left, holds))
		}
		e.narrowSize(node, holds != swap)
	})
}

func (e *Evaluator) rememberTruth(node syntax.Node, t lattice.Truth) {
	if e.remembers {
		e.remember(node, e.BooleanOf(t))
	}
}

func (e *Evaluator) branchMatch(node *syntax.MatchExpression) (whenTrue, whenFalse *state) {
	left, right, t := e.matchOperands(node)
	if e.state.unreachable {
		return e.state, e.state.fork()
	}
	swap := node.Operator == syntax.NoMatch
	if swap {
		t = t.Not()
	}
	e.rememberTruth(node, t)
	return e.split(node, t, func(holds bool) {
		holds = holds != swap
		isType := lattice.TypeClassOf(right) == lattice.TypeValueClass
		if path, ok := e.pathOf(node.Left); ok {
			if isType {
				e.refine(path, e.NarrowInstance(left, lattice.TypeIn(right), holds))
			} else if kept := e.OnlyClass(left, lattice.StringClass); kept != nil {
				e.refine(path, kept) // any other value would have been an error
			}
		}
		if !isType && !e.IsUnknown(right) {
			e.state.captures = captures{}
			if holds && lattice.TypeClassOf(right) == lattice.RegexpClass {
				e.state.captures = capturesOf(right)
			}
		}
	})
}

// In a path, each part of a variable follows a mark that no name contains: \x00 precedes a
// string, \x01 an integer, \x02 the path of another variable, which ends with \x03. slotSeparator
// precedes the slot of a variable of an open frame.
const (
	partSeparators = "\x00\x01\x02"
	slotSeparator  = "\x04"
)

// pathOf returns the path under which test results about an expression are kept. The expression
// must be a variable, or a part of one that keys select which never change. pathOf returns
// false for other expressions.
func (e *Evaluator) pathOf(node syntax.Node) (string, bool) {
	switch node := node.(type) {
	case *syntax.ParenthesizedExpression:
		return e.pathOf(node.Expr)
	case *syntax.VariableExpression:
		if slot, ok := e.frame.slot(node.Name); ok { // a lambda may have one of the same name
			return node.Name + slotSeparator + strconv.Itoa(slot), true
		}
		return node.Name, true
	case *syntax.AssignmentExpression:
		return e.pathOf(node.Left)
	case *syntax.AccessExpression:
		if len(node.Keys) == 1 {
			return e.pathOfPart(node.Left, node.Keys[0])
		}
	}
	return "", false
}

// pathOfPart returns the path of the part of whole that a key selects.
func (e *Evaluator) pathOfPart(whole, key syntax.Node) (string, bool) {
	base, ok := e.pathOf(whole)
	if !ok {
		return "", false
	}
	switch key := key.(type) {
	case *syntax.LiteralString:
		return base + "\x00" + key.Value, true
	case *syntax.QualifiedName:
		return base + "\x00" + key.Value, true
	case *syntax.LiteralInteger:
		return base + "\x01" + strconv.FormatInt(key.Value, 10), true
	case *syntax.VariableExpression, *syntax.AccessExpression:
		if path, ok := e.pathOf(key); ok {
			return base + "\x02" + path + "\x03", true
		}
	}
	return "", false
}

// refine keeps what a test has shown about a path. A type of Never makes the state unreachable.
func (e *Evaluator) refine(path string, t Type) {
	if e.IsNever(t) {
		e.state.unreachable = true
		return
	}
	if !strings.ContainsAny(path, partSeparators) {
		name, _, _ := strings.Cut(path, slotSeparator)
		if slot, ok := e.frame.slot(name); ok {
			if bound := e.state.variables.at(slot); bound.typ != nil && bound.typ != t {
				bound.typ, bound.branchValues = t, nil
				e.state.variables.set(slot, bound)
			}
			return
		}
	}
	e.setRefined(path, t)
}

// setRefined records what tests have shown about an access path that is not a variable of an open
// frame; nil means nothing.
func (e *Evaluator) setRefined(path string, t Type) {
	slot, ok := e.refinedSlots[path]
	if !ok {
		slot = len(e.refinedSlots)
		e.refinedSlots[path] = slot
	}
	e.state.refined.set(slot, t)
}

// refinedAt returns what tests have shown about an access path that is not a variable of an open
// frame, or nil.
func (e *Evaluator) refinedAt(path string) Type {
	if slot, ok := e.refinedSlots[path]; ok {
		return e.state.refined.at(slot)
	}
	return nil
}

// refinedType returns what tests have shown about a variable or a part of one, or nil.
func (e *Evaluator) refinedType(node syntax.Node) Type {
	if e.state.refined.isEmpty() {
		return nil
	}
	if path, ok := e.pathOf(node); ok {
		return e.refinedAt(path)
	}
	return nil
}
