package eval

import (
	"slices"
	"strings"

	"puppet-lint/checker/code"
	"puppet-lint/checker/lattice"
	"puppet-lint/checker/program"
	"puppet-lint/internal/source"
	"puppet-lint/module"
	"puppet-lint/syntax"
)

// If one branch of an if or case sets a variable and another branch written in the code does
// not, the variable is unset after it whenever the other branch was taken. The author expects
// every branch to be taken, so reading the variable there is a mistake, unless the conditions
// on the way to the read rule that branch out. They cannot do so if they depend on nothing that
// the branch depends on.

// passedTest is a test of unknown outcome on the way to a point: a condition, or a value
// matched against patterns. Unlike the conditions of a call site, it also counts if the other
// outcome ends in a failure.
type passedTest struct {
	node syntax.Node
	// patterns is empty for a condition. If holds is true, one of the patterns matches the
	// value; otherwise the only one does not.
	patterns []syntax.Node
	holds    bool
}

// takenBranch is a branch of an if or case, represented by the tests passed at its end.
type takenBranch struct {
	tests *chain[passedTest]
	// number is the sequence number of the branch in the order of evaluation.
	number int
}

// joinPoint is where two branches of an if or case meet, or the earlier branches and the next
// one. It is nil where other paths meet.
type joinPoint struct {
	// written holds the two branches; nil for one that is not in the code or whose end is never
	// reached.
	written [2]*takenBranch
	// since is the number of the last branch before the if or case.
	since int
}

// mergeAlternatives merges the states at the ends of branches of an if or case.
func (e *Evaluator) mergeAlternatives(a, b *state, at *joinPoint) *state {
	outer := e.mode
	e.joinPoint = at
	merged := e.merge(a, b)
	e.restore(outer)
	if e.ended = at.written[0]; e.ended == nil {
		e.ended = at.written[1]
	}
	return merged
}

// unset returns a branch that does not set a variable, or nil. a and b are the variable on the
// two paths that meet.
func (m *joinPoint) unset(a, b variable) *takenBranch {
	sides := [2]variable{a, b}
	for i, side := range sides {
		other := sides[1-i]
		switch {
		case m != nil && side.typ == nil && m.written[i] != nil:
			return m.written[i]
		case side.unset == nil:
		case other.typ == nil || other.unset == side.unset || m != nil && side.unset.number > m.since:
			return side.unset
		}
	}
	return nil
}

// Branch is the type that a variable has after one branch has set it.
type Branch struct {
	typ Type
	on  *takenBranch
	At  source.Span // of the variable where it is set
}

type branches []Branch

// maxBranchValues limits how many values of a variable are tracked separately.
const maxBranchValues = 6

// branchValues returns the separate values of a variable that branches set differently, or nil. Paths
// that only know different things about the same value do not count.
func (m *joinPoint) branchValues(a, b variable) *branches {
	switch {
	case a.branchValues == b.branchValues && a.typ == b.typ:
		return a.branchValues
	case m == nil || a.typ == nil || b.typ == nil || a.at == b.at && a.branchValues == nil && b.branchValues == nil:
		return nil
	}
	var found branches
	for i, side := range [2]variable{a, b} {
		switch {
		case side.branchValues != nil && (*side.branchValues)[0].on.number > m.since:
			found = append(found, *side.branchValues...)
		case side.branchValues != nil:
			return nil // it belongs to an earlier if or case, and was tested since
		case side.certain && m.written[i] != nil:
			found = append(found, Branch{side.typ, m.written[i], side.at})
		}
	}
	if len(found) == 0 || len(found) > maxBranchValues {
		return nil
	}
	return &found
}

// branchValuesAt returns the values that branches have set the variable node to, as far as this point
// is certain to follow those branches. It returns nil for any other expression.
func (e *Evaluator) branchValuesAt(node syntax.Node) (found []Branch) {
	variable, ok := syntax.Unparenthesized(node).(*syntax.VariableExpression)
	if !ok || e.callSite != nil || !e.reporting {
		return nil
	}
	bound, _ := e.local(variable.Name)
	if bound.branchValues == nil {
		return nil
	}
	for _, branch := range *bound.branchValues {
		if !e.IsUnknown(branch.typ) && e.Relation(branch.typ, bound.typ) != lattice.Never && e.isAfter(branch.on) {
			found = append(found, branch)
		}
	}
	return found
}

// onBranchValues runs check for each value that branches have set node to. It stops at the first value
// with a finding, adds the condition of its branch to the message, and reports whether there
// was one.
func (e *Evaluator) onBranchValues(node syntax.Node, check func(Type)) (wrong bool) {
	for _, branch := range e.branchValuesAt(node) {
		before := len(e.Findings)
		check(branch.typ)
		if len(e.Findings) > before {
			found := e.Findings[len(e.Findings)-1]
			found.Message += "; " + e.textOf(syntax.Unparenthesized(node)) + " has this value where " + e.wordTest(branch.on.tests.value)
			return true
		}
	}
	return false
}

// alternativeOf returns the branch at node, which has just been evaluated. For an elsif, it is
// a branch of the elsif itself. An if that is all there is in the first branch is none.
func (e *Evaluator) alternativeOf(node syntax.Node, first, written bool) *takenBranch {
	if _, isIf := node.(*syntax.IfExpression); first || !isIf {
		return e.alternative(written)
	}
	if e.state.unreachable {
		return nil
	}
	return e.ended
}

// hasElse reports whether an if or unless has an elsif or else, even an empty one.
func (e *Evaluator) hasElse(node syntax.Node) bool {
	switch node := node.(type) {
	case *syntax.IfExpression:
		if node.Else != nil {
			return true
		}
	case *syntax.UnlessExpression:
		if node.Else != nil {
			return true
		}
	}
	tokens := e.Body.Manifest.NodeTokens(node)
	solid := 0
	for at := len(tokens) - 1; at >= 0 && solid < 3; at-- {
		if tokens[at].Kind <= syntax.EndOfFile {
			continue
		}
		if solid++; solid == 3 {
			return tokens[at].Kind == syntax.KeywordElse // else { }
		}
	}
	return false
}

// hasCode reports whether a branch is written in the code and not empty.
func hasCode(node syntax.Node) bool {
	block, isBlock := node.(*syntax.BlockExpression)
	return node != nil && (!isBlock || len(block.Statements) > 0)
}

// alternative returns the branch that ends in the current state. It returns nil if the branch
// is not written in the code or its end may not be reached.
func (e *Evaluator) alternative(written bool) *takenBranch {
	if !written || e.state.unreachable || e.state.refused || e.state.tests == nil {
		return nil
	}
	e.alternatives++
	return &takenBranch{e.state.tests, e.alternatives}
}

// noteTest records in a state that it has passed a test.
func (e *Evaluator) noteTest(s *state, test syntax.Node, holds bool, patterns ...syntax.Node) {
	s.refused = false
	passed := passedTest{test, patterns, holds}
	if e.callSite == nil {
		s.tests = s.tests.with(passed, source.Span{})
	} else if s.passed != nil {
		s.passed.value.test = passed // noteCondition has just made the link
	}
}

// isAfter reports whether the current point is certain to be reached once a branch is taken.
func (e *Evaluator) isAfter(path *takenBranch) bool {
	if path == nil || e.callSite != nil || !e.reporting || e.state.unreachable {
		return false
	}
	before := common(path.tests, e.state.tests)
	if path.tests == before {
		return false
	}
	inputs := e.inputs()
	needed := map[string]bool{}
	for link := path.tests; link != before; link = link.before {
		if e.readsUncertain(link.value.node) {
			return false
		}
		inputs.add(needed, link.value)
	}
	for grown := true; grown; { // an earlier test may cover several of them
		size := len(needed)
		for link := before; link != nil; link = link.before {
			if asked := inputs.of(link.value); sharesKey(asked, needed) {
				for name := range asked {
					needed[name] = true
				}
			}
		}
		grown = len(needed) > size
	}
	for link := e.state.tests; link != before; link = link.before {
		if e.isSameTest(link.value, path.tests, before) {
			continue
		}
		if asked := inputs.of(link.value); asked[anyInput] || sharesKey(asked, needed) {
			return false
		}
	}
	return true
}

// readsUncertain reports whether a test reads a variable that some path does not set.
func (e *Evaluator) readsUncertain(test syntax.Node) bool {
	found := false
	syntax.Inspect(test, func(node syntax.Node) bool {
		if variable, ok := node.(*syntax.VariableExpression); ok {
			bound, _ := e.local(variable.Name)
			found = found || bound.typ != nil && !bound.certain
		}
		return !found
	})
	return found
}

// isSameTest reports whether the tests of path up to before include one with the same text and
// outcome.
func (e *Evaluator) isSameTest(test passedTest, path, before *chain[passedTest]) bool {
	for link := path; link != before; link = link.before {
		other := link.value
		if other.holds == test.holds && e.textOf(other.node) == e.textOf(test.node) &&
			slices.EqualFunc(other.patterns, test.patterns, func(a, b syntax.Node) bool { return e.textOf(a) == e.textOf(b) }) {
			return true
		}
	}
	return false
}

func (e *Evaluator) textOf(node syntax.Node) string {
	return e.Body.Manifest.Source.Slice(e.Body.Manifest.Extent(node))
}

func sharesKey(a, b map[string]bool) bool {
	for name := range a {
		if b[name] {
			return true
		}
	}
	return false
}

// Inputs of tests other than parameters and classes. All facts are one input, since one fact
// may determine another; anyInput is an unknown input.
const (
	factInputs = "facts"
	anyInput   = "*"
)

// bodyInputs maps the variables of a body to the inputs that they depend on: parameters of the
// body, facts and classes.
type bodyInputs struct {
	body *program.Body
	from map[string]map[string]bool
}

// inputs returns the inputs of the body's variables, as read off its syntax.
func (e *Evaluator) inputs() *bodyInputs {
	if e.ownInputs == nil {
		e.ownInputs = &bodyInputs{e.Body, e.variableInputs.Get(e.Body.Node, func() map[string]map[string]bool {
			found := &bodyInputs{e.Body, map[string]map[string]bool{}}
			for changed := true; changed; {
				changed = found.grow()
			}
			return found.from
		})}
	}
	return e.ownInputs
}

// grow adds to each variable the inputs of the expressions that set it and of the tests around
// them. It reports whether any of them was new.
func (i *bodyInputs) grow() (changed bool) {
	add := func(name string, nodes ...syntax.Node) {
		before := len(i.from[name])
		if i.from[name] == nil {
			i.from[name] = map[string]bool{}
		}
		for _, node := range nodes {
			i.addNode(i.from[name], node)
		}
		changed = changed || len(i.from[name]) > before
	}
	syntax.Walk(i.body.Node, func(cursor *syntax.Cursor) bool {
		switch node := cursor.Node().(type) {
		case *syntax.AssignmentExpression:
			for _, name := range program.TargetsOf(node.Left) {
				add(name, append(testsAround(cursor), node.Right)...)
			}
		case *syntax.Parameter:
			if _, ok := cursor.Parent().(*syntax.LambdaExpression); ok { // of a block or template
				add(node.Name, testsAround(cursor)...)
				i.from[node.Name][node.Name] = true
			} else if node.Value != nil {
				add(node.Name, node.Value)
				i.from[node.Name][node.Name] = true
			}
		}
		return true
	}, nil)
	return changed
}

// testsAround returns the tests that guard a node, and the arguments of the calls whose lambdas
// contain it.
func testsAround(cursor *syntax.Cursor) (tests []syntax.Node) {
	for level := 1; ; level++ {
		switch node := cursor.Ancestor(level).(type) {
		case nil:
			return tests
		case *syntax.IfExpression:
			tests = append(tests, node.Test)
		case *syntax.UnlessExpression:
			tests = append(tests, node.Test)
		case *syntax.CaseExpression:
			tests = append(tests, node.Test)
		case *syntax.CaseOption:
			tests = append(tests, node.Values...)
		case *syntax.CallNamedFunctionExpression:
			tests = append(tests, node.Arguments...)
		case *syntax.CallMethodExpression:
			tests = append(append(tests, node.Functor), node.Arguments...)
		}
	}
}

func (i *bodyInputs) of(test passedTest) map[string]bool {
	found := map[string]bool{}
	i.add(found, test)
	return found
}

func (i *bodyInputs) add(to map[string]bool, test passedTest) {
	i.addNode(to, test.node)
	for _, pattern := range test.patterns {
		i.addNode(to, pattern)
	}
}

// addNode adds the inputs of an expression.
func (i *bodyInputs) addNode(to map[string]bool, root syntax.Node) {
	syntax.Inspect(root, func(node syntax.Node) bool {
		switch node := node.(type) {
		case *syntax.VariableExpression:
			i.addVariable(to, node.Name)
		case *syntax.CallNamedFunctionExpression, *syntax.CallMethodExpression:
			name, _ := syntax.CalledFunction(node)
			i.addCall(to, strings.ToLower(name))
		}
		return true
	})
}

// addCall adds what a function reads besides its arguments. A function of a module, such as
// profile::codename(), may read any facts.
func (i *bodyInputs) addCall(to map[string]bool, function string) {
	switch {
	case readsOtherInputs(function):
		to[anyInput] = true
	case function == "fact" || strings.Contains(function, "::") && !strings.HasPrefix(function, "stdlib::"):
		to[factInputs] = true
	}
}

// readsOtherInputs reports whether a function reads anything besides its arguments.
func readsOtherInputs(function string) bool {
	switch function {
	case "defined", "defined_with_params", "getvar", "get", "lookup", "hiera", "hiera_array", "hiera_hash", "tagged", "getparam", "query_nodes", "puppetdb_query":
		return true
	}
	return false
}

func (i *bodyInputs) addVariable(to map[string]bool, written string) {
	name := strings.TrimPrefix(written, "::")
	if at := strings.LastIndex(name, "::"); at > 0 {
		class := module.Normalize(name[:at])
		if i.body.Definition == nil || class != i.body.Definition.Name {
			to[class] = true
			return
		}
		name = name[at+2:]
	} else if name != written {
		to[factInputs] = true
		return
	}
	from, known := i.from[name]
	for input := range from {
		to[input] = true
	}
	if known {
		return
	}
	switch d := i.body.Definition; {
	case d == nil:
		to[anyInput] = true
	case d.Parameter(name) != nil || name == "title" || name == "name":
		to[name] = true
	case d.Parent() != "":
		to[d.Parent()], to[factInputs] = true, true
	default:
		to[factInputs] = true
	}
}

// readsUnset reports whether a variable is read after a branch that does not set it. It records
// a finding for the first such read of each variable in a body.
func (e *Evaluator) readsUnset(bound variable, name string, node syntax.Node) bool {
	if bound.certain || !e.isAfter(bound.unset) || e.isVariableGuarded(name) {
		return false
	}
	if !e.alreadyReported["$"+name] {
		e.alreadyReported.add("$" + name)
		e.report(&code.UnknownVariable, node, "UNKNOWN_VARIABLE", "$"+name+" has no value where "+e.wordTest(bound.unset.tests.value)+": that branch does not set it")
	}
	return true
}

// wordTest describes the outcome of a test.
func (e *Evaluator) wordTest(test passedTest) string {
	text := "'" + lattice.Shorten(source.OneLine(e.textOf(test.node))) + "'"
	switch {
	case len(test.patterns) > 0 && test.holds:
		words := make([]string, len(test.patterns))
		for i, pattern := range test.patterns {
			words[i] = e.textOf(pattern)
		}
		return text + " matches " + lattice.Shorten(strings.Join(words, " or "))
	case len(test.patterns) > 0:
		return "no other option matches " + text
	case test.holds:
		return text + " is true"
	}
	return text + " is false"
}
