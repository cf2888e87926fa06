package eval

import (
	"puppet-lint/checker/code"
	"puppet-lint/syntax"
)

// For the strict level, a variable that only some paths set keeps the final states of the paths
// that do not set it. Where the variable is read, the conditions on the way there are evaluated
// in each of these states: after "unless $a or $b { fail() }", a path on which neither holds is
// excluded.

// maxUnsetPaths bounds the number of paths kept for a variable. Of the variables of a body, only the
// first ones keep paths: each path holds a state, which would fill the memory in generated code.
const (
	maxUnsetPaths     = 8
	maxWithUnsetPaths = 2048
)

// keepUnsetPaths records, for each variable that only one of two meeting paths certainly sets,
// the paths that do not set it. It is called before the bindings of the paths are merged.
func (e *Evaluator) keepUnsetPaths(a, b *state) {
	if !e.Strict || !e.reporting || e.callSite != nil {
		return
	}
	sides := [2]*state{a, b}
	var ends [2]*state // copies, made where they are needed
	for slot := range a.variables.changed(&b.variables) {
		found := [2]variable{a.variables.at(slot), b.variables.at(slot)}
		if found[0].unsetPaths == found[1].unsetPaths && (found[0].typ == nil) == (found[1].typ == nil) {
			continue
		}
		joined, known := []*state{}, true
		for i, side := range found {
			if side.typ == nil && ends[i] == nil {
				ends[i] = sides[i].fork()
			}
			paths, all := e.unsetPathsAt(side, sides[i], ends[i])
			joined, known = append(joined, paths...), known && all
		}
		for i, side := range found {
			if side.unsetPaths = nil; known && len(joined) <= maxUnsetPaths && slot < maxWithUnsetPaths {
				side.unsetPaths = &joined
			}
			sides[i].variables.set(slot, side)
		}
	}
}

// unsetPathsAt returns the paths to a point that do not set a variable. all means that there
// are no others. end is a copy of the point's state, used if nothing has set the variable.
func (e *Evaluator) unsetPathsAt(of variable, at, end *state) (paths []*state, all bool) {
	switch {
	case of.typ == nil:
		return []*state{end}, true
	case of.certain:
		return nil, true
	case of.unsetPaths == nil:
		return nil, false
	}
	for _, path := range *of.unsetPaths {
		if onward := e.follow(path, at); onward != nil {
			paths = append(paths, onward)
		}
	}
	return paths, true
}

// checkUnset reports a variable that is read although some path to the point does not set it.
// It reports each variable once in a body.
func (e *Evaluator) checkUnset(bound variable, name string, node syntax.Node) {
	if !e.Strict || !e.reporting || bound.certain || e.alreadyReported["$"+name] {
		return
	}
	if paths, all := e.unsetPathsAt(bound, e.state, nil); all && len(paths) == 0 {
		return
	}
	if e.report(&code.PossiblyUnsetVariable, node, "UNKNOWN_VARIABLE", "$"+name+" may have no value here: not every branch sets it") != nil {
		e.alreadyReported.add("$" + name)
	}
}

// follow returns the state of a path after it has reached a later point, or nil if the tests on
// the way exclude that.
func (e *Evaluator) follow(path, to *state) *state {
	var tests []passedTest
	before := common(path.tests, to.tests)
	for link := to.tests; link != before; link = link.before {
		tests = append(tests, link.value)
	}
	state := e.state
	defer func() { e.state = state }()
	defer e.restore(e.mode)
	e.mode = e.aside()
	e.joinPoint, e.remembers = nil, false
	onward := path.fork()
	for i := len(tests) - 1; i >= 0; i-- {
		if e.isRuledOut(tests[i], onward.tests) {
			return nil
		}
		if len(tests[i].patterns) > 0 {
			onward = e.assumeMatch(onward, tests[i])
		} else {
			onward = e.assume(onward, tests[i].node, tests[i].holds)
		}
		if onward.unreachable {
			return nil
		}
	}
	return onward
}

// assumeMatch returns the part of a state in which one of the patterns of an option matches or,
// if test.holds is false, none does.
func (e *Evaluator) assumeMatch(s *state, test passedTest) *state {
	e.state = s
	value := e.Evaluate(test.node)
	tried := &choice{test: test.node, value: value, remaining: value}
	tried.path, tried.hasPath = e.pathOf(test.node)
	entries := e.tryOption(tried, option{patterns: test.patterns})
	switch {
	case !test.holds && tried.hasPath && !tried.settled:
		e.refine(tried.path, tried.remaining)
		return e.state
	case !test.holds:
		return e.state
	case entries == nil:
		return s.dead()
	}
	return entries
}
