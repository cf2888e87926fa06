package eval

import (
	"puppet-lint/checker/lattice"
	"puppet-lint/checker/program"
	"puppet-lint/syntax"
)

// alternatives holds the blocks of an if or unless; nil for one that is empty or missing.
type alternatives struct {
	node              syntax.Node
	forTrue, forFalse syntax.Node
	// testsUnset reports whether the test reads a variable that nothing sets. If so, the block
	// for true never runs.
	testsUnset bool
	// trueFirst reports whether the block for true comes first, and the one for false after
	// else.
	trueFirst bool
}

// choose evaluates the two blocks, each in its state, and joins the results.
func (e *Evaluator) choose(test syntax.Node, of alternatives, whenTrue, whenFalse *state, outer captures) Type {
	if !e.isSystemTest(test) {
		defer e.restore(e.mode)
		e.conditions++
	}
	e.state = whenTrue
	at := &joinPoint{since: e.alternatives}
	if of.forTrue == nil {
		e.noteEmptyEnd(of.node, test)
	}
	first := e.evaluateQuietly(of.forTrue, of.testsUnset)
	afterTrue := e.state
	at.written[0] = e.alternativeOf(of.forTrue, of.trueFirst, of.trueFirst || e.hasElse(of.node))
	e.state = whenFalse
	if of.forFalse == nil {
		e.noteEmptyEnd(of.node, test)
	}
	second := e.evaluateOptional(of.forFalse)
	at.written[1] = e.alternativeOf(of.forFalse, !of.trueFirst, !of.trueFirst || e.hasElse(of.node))
	e.state = e.mergeAlternatives(afterTrue, e.state, at)
	e.state.captures = outer
	return e.Join(first, second)
}

// evaluateOptional is evaluate, but a missing block is undef.
func (e *Evaluator) evaluateOptional(node syntax.Node) Type {
	if e.state.unreachable {
		return e.Never
	}
	if node == nil {
		return e.Undef
	}
	return e.Evaluate(node)
}

// evaluateQuietly is evaluateOptional. If quietly is set, it reports nothing: the block never
// runs, for a reason that has been reported.
func (e *Evaluator) evaluateQuietly(node syntax.Node, quietly bool) Type {
	defer e.restore(e.mode)
	e.reporting = e.reporting && !quietly
	return e.evaluateOptional(node)
}

func (e *Evaluator) evaluateIf(node *syntax.IfExpression) Type {
	return e.evaluateBranches(node.Test, alternatives{node: node, forTrue: node.Then, forFalse: node.Else, trueFirst: true})
}

func (e *Evaluator) evaluateUnless(node *syntax.UnlessExpression) Type {
	return e.evaluateBranches(node.Test, alternatives{node: node, forTrue: node.Else, forFalse: node.Then})
}

// evaluateBranches evaluates the test of an if or unless, and then the blocks that may run.
func (e *Evaluator) evaluateBranches(test syntax.Node, of alternatives) Type {
	outer, reaching, reads := e.state.captures, e.reaching(), e.unsetReads
	since := len(e.forgotten)
	defer func() { e.restoreValues(since) }()
	whenTrue, whenFalse := e.branch(test)
	of.testsUnset = e.unsetReads > reads
	e.splitSystems(test, reaching, whenTrue, whenFalse)
	e.checkFailingBranch(test, of.forTrue, reaching, lattice.Always)
	e.checkFailingBranch(test, of.forFalse, reaching, lattice.Never)
	return e.choose(test, of, whenTrue, whenFalse, outer)
}

// evaluateLogic evaluates and, or and !.
func (e *Evaluator) evaluateLogic(node syntax.Node) Type {
	since := len(e.forgotten)
	defer func() { e.restoreValues(since) }()
	whenTrue, whenFalse := e.branch(node)
	t := lattice.Maybe
	switch {
	case whenTrue.unreachable && whenFalse.unreachable:
		e.state = whenTrue
		return e.Never
	case whenTrue.unreachable:
		t = lattice.Never
	case whenFalse.unreachable:
		t = lattice.Always
	}
	e.state = e.merge(whenTrue, whenFalse)
	return e.BooleanOf(t)
}

// option is one option of a case or selector: its patterns and its body.
type option struct {
	patterns []syntax.Node
	// body is nil for an empty block.
	body syntax.Node
}

// evaluateCase evaluates a case expression. The result is undef if nothing matches.
func (e *Evaluator) evaluateCase(node *syntax.CaseExpression) Type {
	outer := e.state.captures
	options := make([]option, len(node.Options))
	for i, from := range node.Options {
		options[i] = option{patterns: from.Values}
		if from.Then != nil {
			options[i].body = from.Then
		}
	}
	tried := e.evaluateOptions(node, node.Test, options, false)
	if tried.unmatched != nil {
		tried.result = e.Join(tried.result, e.Undef)
		after := e.state
		e.state = tried.unmatched
		e.noteEmptyEnd(node, node.Test)
		e.state = e.merge(after, tried.unmatched)
	}
	e.state.captures = outer
	return tried.result
}

// evaluateSelector evaluates a selector. It is an error if nothing matches.
func (e *Evaluator) evaluateSelector(node *syntax.SelectorExpression) Type {
	outer := e.state.captures
	options := make([]option, len(node.Selectors))
	for i, from := range node.Selectors {
		options[i] = option{patterns: []syntax.Node{from.Matching}, body: from.Value}
	}
	tried := e.evaluateOptions(node, node.Left, options, true)
	switch unmatched := tried.unmatched; {
	case unmatched == nil || unmatched.unreachable:
	case e.state.unreachable && e.IsNever(tried.result):
		e.state = unmatched
		if !e.IsUnknown(tried.value) {
			e.reportNoneMatches(node, tried.value)
		}
		tried.result = e.Unknown
	default:
		e.reportUnmatched(node, tried)
	}
	e.state.captures = outer
	return tried.result
}

// choice is the progress of evaluating the options of a case or selector.
type choice struct {
	node, test syntax.Node
	// path is the path of the tested expression, if hasPath is set.
	path    string
	hasPath bool
	// result is the type of the options that may be taken.
	result Type
	// value is the type of the tested value, remaining the part of it that no option has
	// matched.
	value, remaining Type
	// unmatched is the state in which nothing matches; nil if something always does.
	unmatched *state
	// after is the state after the options tried so far, which meet at joinPoint.
	after     *state
	joinPoint *joinPoint
	// settled reports whether the options tried so far match every value.
	settled bool
	// fallback is the body of the default option.
	fallback    syntax.Node
	hasFallback bool
	systems     *systemOptions
	// testsUnset reports whether the tested expression reads a variable that nothing sets. If
	// so, only the default option can be taken.
	testsUnset bool
}

// evaluateOptions evaluates the tested expression and the options of a case or selector. It leaves the current state
// as it is after the options that may be taken.
func (e *Evaluator) evaluateOptions(node, test syntax.Node, options []option, isSelector bool) *choice {
	systems := e.systemOptionsOf(test, isSelector)
	if systems == nil {
		defer e.restore(e.mode)
		e.conditions++
	}
	reads := e.unsetReads
	value := e.Evaluate(test)
	since := len(e.forgotten)
	defer func() { e.restoreValues(since) }()
	for _, asked := range testedByCalls(test) {
		e.forgetValue(asked)
	}
	tried := &choice{
		testsUnset: e.unsetReads > reads, node: node, test: test, result: e.Never, value: value, remaining: value, systems: systems,
		after: &state{unreachable: true, left: true}, joinPoint: &joinPoint{since: e.alternatives},
	}
	if e.state.unreachable {
		return tried
	}
	tried.path, tried.hasPath = e.pathOf(test)
	for _, option := range options {
		for _, pattern := range option.patterns {
			e.checkFactValue(test, pattern)
			e.checkUnquoted(value, pattern, options)
		}
		entries := e.tryOption(tried, option)
		if entries != nil {
			rest := e.state
			e.takeAlternative(tried, entries, option.body, true)
			e.state = rest
		}
	}
	systems.leave(test)
	if tried.settled {
		e.state = tried.after
		return tried
	}
	if tried.hasPath {
		e.refine(tried.path, tried.remaining)
	}
	if !tried.hasFallback {
		tried.unmatched, e.state = e.state, tried.after
		return tried
	}
	if !e.state.unreachable {
		e.takeAlternative(tried, e.state, tried.fallback, hasCode(tried.fallback) && !e.dependsOnHost(test))
	}
	e.state = tried.after
	return tried
}

// takeAlternative evaluates the body of an option from the state start.
func (e *Evaluator) takeAlternative(tried *choice, start *state, body syntax.Node, written bool) {
	e.state = start
	if body == nil {
		e.noteEmptyEnd(tried.node, tried.test)
	}
	tried.result = e.Join(tried.result, e.evaluateQuietly(body, tried.testsUnset && body != tried.fallback))
	tried.joinPoint.written[1] = e.alternative(written)
	tried.after = e.mergeAlternatives(tried.after, e.state, tried.joinPoint)
	if tried.joinPoint.written[1] != nil {
		tried.joinPoint.written[0] = tried.joinPoint.written[1]
	}
}

// tryOption matches the tested value with the patterns of an option. It returns the state in
// which one of them matches, or nil if none can. The current state becomes the one in which
// none does.
func (e *Evaluator) tryOption(tried *choice, option option) (entries *state) {
	for _, pattern := range option.patterns {
		if program.IsDefault(pattern) {
			tried.fallback, tried.hasFallback = option.body, true
			tried.systems.setDefault(pattern, option.body)
			continue
		}
		if tried.settled {
			break
		}
		matching := tried.systems.take(pattern, option.body)
		for _, candidate := range e.patternTypes(pattern) {
			if e.Matches(tried.value, candidate) == lattice.Never {
				e.reportImpossible(tried.test, tried.value, pattern, candidate)
			}
			matched := e.tryPattern(tried, pattern, candidate)
			if matched == nil {
				continue
			}
			tried.systems.keep(matched, matching)
			if entries == nil {
				entries = matched
				continue
			}
			entries = e.merge(entries, matched)
			if !tried.settled {
				e.noteCondition(tried.test, true, entries)
				e.noteTest(entries, tried.test, true, option.patterns...)
			}
		}
	}
	return entries
}

// tryPattern matches the remaining values with a pattern. It returns the state in which the
// pattern matches, or nil if it cannot. The current state becomes the one in which it does not.
func (e *Evaluator) tryPattern(tried *choice, written syntax.Node, pattern Type) (matched *state) {
	t := e.Matches(tried.remaining, pattern)
	if e.IsUnknown(tried.remaining) || e.IsUnknown(pattern) {
		t = lattice.Maybe
	}
	switch t {
	case lattice.Never:
		return nil
	case lattice.Always:
		matched, e.state = e.state, e.state.dead() // no values are left
	default:
		matched = e.state.fork()
		e.noteCondition(tried.test, true, matched, e.state)
		e.noteTest(matched, tried.test, true, written)
		e.noteTest(e.state, tried.test, false, written)
	}
	if lattice.TypeClassOf(pattern) == lattice.RegexpClass {
		matched.captures = capturesOf(pattern)
	}
	if tried.hasPath {
		rest := e.state
		e.state = matched
		e.refine(tried.path, e.NarrowMatch(tried.remaining, pattern, true))
		e.state = rest
	} else if holds, isTruth := lattice.BoolOf(pattern); isTruth && t == lattice.Maybe && isCondition(tried.test) && e.isLasting(tried.test) {
		rest := e.state
		matched = e.assume(matched, tried.test, holds)
		e.state = e.assume(rest, tried.test, !holds)
	}
	if holds, isTruth := lattice.BoolOf(pattern); isTruth {
		rest := e.state
		e.state = matched
		e.noteExistence(tried.test, holds)
		matched, e.state = e.state, rest
		e.noteExistence(tried.test, !holds)
	}
	if t == lattice.Always {
		tried.settled = true
		return matched
	}
	tried.remaining = e.NarrowMatch(tried.remaining, pattern, false)
	tried.settled = tried.settled || e.IsNever(tried.remaining)
	if matched.unreachable {
		return nil
	}
	return matched
}

// isCondition reports whether an expression always evaluates to true or false.
func isCondition(node syntax.Node) bool {
	switch node := syntax.Unparenthesized(node).(type) {
	case *syntax.AndExpression, *syntax.OrExpression, *syntax.NotExpression, *syntax.ComparisonExpression, *syntax.MatchExpression, *syntax.InExpression:
		return true
	case *syntax.CallNamedFunctionExpression, *syntax.CallMethodExpression:
		name, _ := syntax.CalledFunction(syntax.Unparenthesized(node))
		return name == "has_key" || name == "empty"
	}
	return false
}

// assume returns the state s, narrowed by the condition being true (holds) or false.
func (e *Evaluator) assume(s *state, condition syntax.Node, holds bool) *state {
	defer e.restore(e.mode)
	e.mode, e.state = e.aside(), s
	whenTrue, whenFalse := e.branch(condition)
	if holds {
		return whenTrue
	}
	return whenFalse
}

// patternTypes returns the types that a pattern matches: several if it is an array unfolded by
// *.
func (e *Evaluator) patternTypes(pattern syntax.Node) []Type {
	unfold, ok := syntax.Unparenthesized(pattern).(*syntax.UnfoldExpression)
	if !ok {
		return []Type{e.Evaluate(pattern)}
	}
	array := e.Unfold(e.Evaluate(unfold.Expr))
	if elements, exact := lattice.TupleOf(array); exact {
		return elements
	}
	return []Type{e.Unknown}
}
