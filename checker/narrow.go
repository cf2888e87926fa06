package checker

import (
	"slices"
	"strconv"
	"strings"

	"puppet-lint/syntax"
	"puppet-lint/types"
)

// branch evaluates a condition and yields the states in which it held and did
// not hold. The current state is used up.
func (e *evaluator) branch(node syntax.Node) (whenTrue, whenFalse *state) {
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
			e.noteCondition(node, whenFalse)
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
			e.noteCondition(node, whenTrue)
			e.noteTest(whenTrue, node, true)
		}
		e.rememberBranch(node, whenTrue, whenFalse)
		return whenTrue, whenFalse
	}
	return e.branchAsked(node)
}

// branchLeaf is branch for a condition that is made of no others.
func (e *evaluator) branchLeaf(node syntax.Node) (whenTrue, whenFalse *state) {
	e.checkFactTest(node)
	switch node := node.(type) {
	case *syntax.ComparisonExpression:
		if node.Operator == syntax.IsEqual || node.Operator == syntax.NotEqual {
			return e.branchEquality(node)
		}
		result := e.evaluate(node)
		return e.split(node, e.truthiness(result), func(holds bool) { e.narrowSize(node, holds) })
	case *syntax.MatchExpression:
		return e.branchMatch(node)
	case *syntax.InExpression:
		return e.branchPresence(node, node.Left, node.Right)
	case *syntax.CallNamedFunctionExpression, *syntax.CallMethodExpression:
		if name, argument := testOf(node); argument != nil {
			return e.branchTest(node, name, argument)
		}
		name, arguments := callOf(node)
		if len(arguments) == 2 && (name == "has_key" || name == "member" && isKeysCall(arguments[0])) {
			return e.branchPresence(node, arguments[1], arguments[0])
		}
	}
	result := e.evaluate(node)
	return e.split(node, e.truthiness(result), func(holds bool) {
		if path, ok := e.pathOf(node); ok {
			e.refine(path, e.narrowTruth(result, holds))
		}
		e.noteExistence(node, holds)
	})
}

// testOf takes a call of one argument apart that tests it: empty(…), ….empty,
// defined(…), getvar('…'), is_array(…) and the like.
func testOf(node syntax.Node) (name string, argument syntax.Node) {
	switch name, arguments := callOf(node); name {
	case "empty", "defined", "getvar", "is_array", "is_hash", "is_bool", "is_string":
		if len(arguments) == 1 {
			return name, arguments[0]
		}
	}
	return "", nil
}

// isKeysCall reports whether an expression is the keys of a hash.
func isKeysCall(node syntax.Node) bool {
	name, _ := callOf(node)
	return name == "keys"
}

// callOf takes a call apart: the name of the function, and its arguments, with
// what it is called on before the others.
func callOf(node syntax.Node) (name string, arguments []syntax.Node) {
	switch node := node.(type) {
	case *syntax.ParenthesizedExpression:
		return callOf(node.Expr)
	case *syntax.CallNamedFunctionExpression:
		return literalText(node.Functor), node.Arguments
	case *syntax.CallMethodExpression:
		if access, ok := node.Functor.(*syntax.NamedAccessExpression); ok {
			return literalText(access.Right), append([]syntax.Node{access.Left}, node.Arguments...)
		}
	}
	return "", nil
}

// typeOfTest is the type whose instances alone pass one of stdlib's tests of a
// type; all says that all of them do: is_string('1') does not hold.
func (e *evaluator) typeOfTest(name string) (instanceOf Type, all bool) {
	switch name {
	case "is_array":
		return e.store.Array, true
	case "is_hash":
		return e.store.Hash, true
	case "is_bool":
		return e.boolean, true
	case "is_string":
		return e.string, false
	}
	return nil, false
}

// branchTest narrows by a call that testOf has taken apart: what is not empty
// is not undef, what is defined exists.
func (e *evaluator) branchTest(node syntax.Node, name string, argument syntax.Node) (whenTrue, whenFalse *state) {
	outcome := e.truthiness(e.evaluate(node))
	if name == "defined" && e.isSet(literalText(argument)) {
		outcome = always
	}
	return e.split(node, outcome, func(holds bool) {
		instanceOf, all := e.typeOfTest(name)
		switch path, ok := e.pathOf(argument); {
		case instanceOf != nil:
			if ok && (holds || all) {
				e.refine(path, e.narrowInstance(e.evaluateSilently(argument), instanceOf, holds))
			}
		case name == "defined" && holds:
			e.noteDefined(argument)
		case name == "defined":
			e.noteAbsent(argument)
		case name == "getvar" && holds:
			e.guard("$" + literalText(argument))
		case name == "empty" && ok:
			tested := e.evaluateSilently(argument)
			if narrowed := e.narrowEmpty(tested, holds); narrowed != tested {
				e.refine(path, narrowed)
			}
		}
	})
}

// narrowEmpty is what is left of a type when its value is empty, or is not:
// undef is, numbers are not.
func (e *evaluator) narrowEmpty(t Type, holds bool) Type {
	if e.isUnknown(t) {
		return t
	}
	var kept []Type
	changed := false
	for _, member := range e.members(t) {
		part := e.notEmpty(member)
		if holds && part == member && shapeOf(member) != shapeAny && shapeOf(member) != shapeOther {
			part = e.never
		} else if holds {
			part = member
		}
		changed = changed || part != member
		kept = append(kept, part)
	}
	if !changed {
		return t
	}
	return e.joinAll(kept)
}

// notEmpty is the part of a type that is not empty; the type itself where that
// is all of it, or cannot be said.
func (e *evaluator) notEmpty(t Type) Type {
	switch shapeOf(t) {
	case shapeUndef:
		return e.never
	case shapeString:
		switch {
		case lengthOf(t).high == 0:
			return e.never
		case len(wordsOf(t)) > 0:
			return e.withoutWord(t, "")
		case t == e.string:
			return e.nonEmptyString
		}
	case shapeArray, shapeHash:
		size := sizeOf(t)
		switch {
		case size.high == 0:
			return e.never
		case size.low > 0:
			return t
		}
		size.low = 1
		switch t := t.(type) {
		case *types.ArrayType:
			return e.array(e.elementOf(t), size)
		case *types.HashType:
			key, value := e.keyValueOf(t)
			return e.hash(key, value, size)
		}
	}
	return t
}

// isSet reports whether a text is that of a local variable, with its dollar,
// that every path to the point has set.
func (e *evaluator) isSet(name string) bool {
	name, isVariable := strings.CutPrefix(name, "$")
	bound, _ := e.local(name)
	return isVariable && bound.typ != nil && bound.certain
}

// split forks the current state by the test at node, of known or unknown truth;
// narrow refines the current state for each outcome.
func (e *evaluator) split(node syntax.Node, t truth, narrow func(holds bool)) (whenTrue, whenFalse *state) {
	if e.state.unreachable {
		return e.state, e.state.dead()
	}
	switch t {
	case always:
		whenTrue, whenFalse = e.state, e.state.dead()
		narrow(true)
		return whenTrue, whenFalse
	case never:
		whenTrue, whenFalse = e.state.dead(), e.state
		narrow(false)
		return whenTrue, whenFalse
	}
	whenTrue, whenFalse = e.state, e.state.fork()
	e.noteCondition(node, whenTrue, whenFalse)
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

func (e *evaluator) rememberBranch(node syntax.Node, whenTrue, whenFalse *state) {
	if e.types == nil {
		return
	}
	switch {
	case whenTrue.unreachable && whenFalse.unreachable:
		e.remember(node, e.never)
	case whenTrue.unreachable:
		e.remember(node, e.falseType)
	case whenFalse.unreachable:
		e.remember(node, e.trueType)
	default:
		e.remember(node, e.boolean)
	}
}

func (e *evaluator) branchEquality(node *syntax.ComparisonExpression) (whenTrue, whenFalse *state) {
	left, right := e.evaluate(node.Left), e.evaluate(node.Right)
	if e.state.unreachable {
		return e.state, e.state.fork()
	}
	t := e.equal(left, right)
	if t == never {
		e.reportImpossible(node.Left, left, node.Right, right)
		e.reportImpossible(node.Right, right, node.Left, left)
	}
	swap := node.Operator == syntax.NotEqual
	if swap {
		t = t.not()
	}
	e.rememberTruth(node, t)
	return e.split(node, t, func(holds bool) {
		holds = holds != swap
		if path, ok := e.pathOf(node.Left); ok {
			e.refine(path, e.narrowEqual(left, right, holds))
		}
		if path, ok := e.pathOf(node.Right); ok {
			e.refine(path, e.narrowEqual(right, left, holds))
		}
		e.narrowSize(node, holds != swap)
	})
}

func (e *evaluator) rememberTruth(node syntax.Node, t truth) {
	if e.types != nil {
		e.remember(node, e.booleanOf(t))
	}
}

func (e *evaluator) branchMatch(node *syntax.MatchExpression) (whenTrue, whenFalse *state) {
	left, right, t := e.matchOperands(node)
	if e.state.unreachable {
		return e.state, e.state.fork()
	}
	swap := node.Operator == syntax.NoMatch
	if swap {
		t = t.not()
	}
	e.rememberTruth(node, t)
	return e.split(node, t, func(holds bool) {
		holds = holds != swap
		isType := shapeOf(right) == shapeType
		if path, ok := e.pathOf(node.Left); ok {
			if isType {
				e.refine(path, e.narrowInstance(left, typeIn(right), holds))
			} else if kept := e.onlyShape(left, shapeString); kept != nil {
				e.refine(path, kept) // anything else would have been an error
			}
		}
		if !isType && !e.isUnknown(right) {
			e.state.captures = captures{}
			if holds && shapeOf(right) == shapeRegexp {
				e.state.captures = capturesOf(right)
			}
		}
	})
}

// narrowTruth is what is left of a type when its value counts as true, or
// does not.
func (e *evaluator) narrowTruth(t Type, holds bool) Type {
	if e.isUnknown(t) {
		return t
	}
	if holds {
		return e.subtract(e.withoutUndef(t), e.falseType)
	}
	var kept []Type
	for _, member := range e.members(t) {
		switch shapeOf(member) {
		case shapeUndef:
			kept = append(kept, member)
		case shapeBoolean:
			kept = append(kept, e.falseType)
		case shapeAny, shapeOther:
			return e.optional(e.falseType)
		}
	}
	return e.joinAll(kept)
}

// narrowInstance is what is left of a type when its value is, or is not, an
// instance of another.
func (e *evaluator) narrowInstance(t, instanceOf Type, holds bool) Type {
	if e.isUnknown(t) && holds {
		return instanceOf
	}
	if e.isUnknown(t) || e.isUnknown(instanceOf) {
		return t
	}
	if holds {
		return e.meet(t, instanceOf)
	}
	return e.subtract(t, instanceOf)
}

// narrowEqual is what is left of a type when its value equals another's, or
// does not. It keeps every value that Puppet takes for equal: strings in any
// case, numbers of either kind.
func (e *evaluator) narrowEqual(t, other Type, holds bool) Type {
	if e.isUnknown(t) || e.isUnknown(other) {
		return t
	}
	if !holds {
		return e.narrowUnequal(t, other)
	}
	text, isText := stringOf(other)
	var kept []Type
	for _, member := range e.members(t) {
		if e.equal(member, other) == never {
			continue
		}
		switch shapeOf(member) {
		case shapeString:
			if isText {
				member = e.stringsEqualTo(member, text)
			}
		case shapeInteger:
			if value, known := numberOf(other); known && value == float64(int64(value)) {
				member = e.integerRange(span64{int64(value), int64(value)})
			}
		case shapeAny:
			member = e.anyEqualTo(other)
		}
		kept = append(kept, member)
	}
	return e.joinAll(kept)
}

// anyEqualTo is the type of all values that equal another's.
func (e *evaluator) anyEqualTo(other Type) Type {
	if !e.isConstant(other) {
		return e.any
	}
	switch shapeOf(other) {
	case shapeUndef, shapeBoolean, shapeDefault:
		return other
	case shapeInteger, shapeFloat:
		return e.numericType
	case shapeString:
		text, _ := stringOf(other)
		return e.stringsEqualTo(e.string, text)
	}
	return e.any
}

func (e *evaluator) narrowUnequal(t, other Type) Type {
	if !e.isConstant(other) {
		return t
	}
	switch shapeOf(other) {
	case shapeUndef:
		return e.withoutUndef(t)
	case shapeArray, shapeHash:
		return e.unequalToCollection(t, other)
	case shapeBoolean:
		return e.subtract(t, other)
	case shapeString:
		text, _ := stringOf(other)
		var kept []Type
		for _, member := range e.members(t) {
			if shapeOf(member) == shapeString {
				member = e.withoutWord(member, text)
			}
			kept = append(kept, member)
		}
		return e.joinAll(kept)
	case shapeInteger, shapeFloat:
		return e.joinAll(slices.DeleteFunc(slices.Clone(e.members(t)), func(member Type) bool { return e.equal(member, other) == always }))
	}
	return t
}

// narrowMatch is what is left of a type when its value matches an option of a
// case or a selector, or does not.
func (e *evaluator) narrowMatch(t, pattern Type, holds bool) Type {
	if e.isUnknown(pattern) {
		return t
	}
	switch shapeOf(pattern) {
	case shapeType:
		return e.narrowInstance(t, typeIn(pattern), holds)
	case shapeRegexp:
		if kept := e.onlyShape(t, shapeString); holds && kept != nil {
			return kept
		}
		return t
	case shapeArray, shapeHash:
		if kept := e.onlyShape(t, shapeOf(pattern)); holds && kept != nil {
			return kept
		}
		return t
	case shapeAny, shapeOther, shapeDefault, shapeSemVer:
		return t
	}
	return e.narrowEqual(t, pattern, holds)
}

// In a path, parts of a variable follow marks that no name holds: \x00 a string,
// \x01 an integer, \x02 the path of another variable, up to \x03. slotMark
// stands before the place of a variable of an open frame.
const (
	partMarks = "\x00\x01\x02"
	slotMark  = "\x04"
)

// pathOf names a variable, or a part of one that keys lead to which never
// change, so that what tests show about it can be kept.
func (e *evaluator) pathOf(node syntax.Node) (string, bool) {
	switch node := node.(type) {
	case *syntax.ParenthesizedExpression:
		return e.pathOf(node.Expr)
	case *syntax.VariableExpression:
		if slot, ok := e.frame.slot(node.Name); ok { // a lambda may have one of the same name
			return node.Name + slotMark + strconv.Itoa(slot), true
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

// pathOfPart is the path of what a key leads to in a whole.
func (e *evaluator) pathOfPart(whole, key syntax.Node) (string, bool) {
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

// refine keeps what a test has shown about a path.
func (e *evaluator) refine(path string, t Type) {
	if e.isNever(t) {
		e.state.unreachable = true
		return
	}
	if !strings.ContainsAny(path, partMarks) {
		name, _, _ := strings.Cut(path, slotMark)
		if slot, ok := e.frame.slot(name); ok {
			if bound := e.state.variables.at(slot); bound.typ != nil && bound.typ != t {
				bound.typ, bound.parts = t, nil
				e.state.variables.set(slot, bound)
			}
			return
		}
	}
	if e.state.refined == nil {
		e.state.refined = map[string]Type{}
	}
	e.state.refined[path] = t
}

// refinedType is what tests have shown about a variable or a part of one, or
// nil.
func (e *evaluator) refinedType(node syntax.Node) Type {
	if len(e.state.refined) == 0 {
		return nil
	}
	if path, ok := e.pathOf(node); ok {
		return e.state.refined[path]
	}
	return nil
}
