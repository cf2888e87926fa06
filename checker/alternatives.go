package checker

import (
	"slices"
	"strings"

	"puppet-lint/checker/code"
	"puppet-lint/checker/lattice"
	"puppet-lint/module"
	"puppet-lint/source"
	"puppet-lint/syntax"
)

// A variable that one alternative of an if or case sets, and another one that
// stands in the code does not, is not set after it whenever that other one was
// taken. Who wrote the alternative means it to be taken: to read the variable
// then is a mistake, unless what leads to the place of reading says that it was
// not. That cannot be where the conditions on the way to the place ask for
// nothing that the alternative depends on.

// passedTest is a test of unknown outcome on the way to a point: of a condition,
// or of a value for a pattern. Unlike the conditions of an instance these also
// count where the other outcome ends in a failure.
type passedTest struct {
	node syntax.Node
	// patterns are those of which one matches the value, or the one that does not;
	// none for a condition.
	patterns []syntax.Node
	holds    bool
}

// takenBranch is an alternative of an if or case: the tests passed at its end.
type takenBranch struct {
	tests *chain[passedTest]
	// number counts the alternatives as they are met.
	number int
}

// joinPoint is a point where alternatives of an if or case meet: two of them, or
// those before and the next. It is nil where other paths meet.
type joinPoint struct {
	// written are those that stand in the code.
	written [2]*takenBranch
	// since is the number of the last alternative before the if or case.
	since int
}

// mergeAlternatives is merge for alternatives of an if or case.
func (e *evaluator) mergeAlternatives(a, b *state, at *joinPoint) *state {
	outer := e.mode
	e.joinPoint = at
	merged := e.merge(a, b)
	e.restore(outer)
	if e.ended = at.written[0]; e.ended == nil {
		e.ended = at.written[1]
	}
	return merged
}

// unset is an alternative that does not set a variable of which the two paths
// know different things, or nil.
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

// branch is what an alternative sets a variable to.
type branch struct {
	typ Type
	on  *takenBranch
	at  source.Span // of the variable where it is set
}

type branches []branch

// maxParts bounds the values that a variable is known to have one by one.
const maxParts = 6

// parts are the values of a variable that two alternatives set to different
// ones, or nil. Where they only know different things of one value there are
// none.
func (m *joinPoint) parts(a, b variable) *branches {
	switch {
	case a.parts == b.parts && a.typ == b.typ:
		return a.parts
	case m == nil || a.typ == nil || b.typ == nil || a.at == b.at && a.parts == nil && b.parts == nil:
		return nil
	}
	var found branches
	for i, side := range [2]variable{a, b} {
		switch {
		case side.parts != nil && (*side.parts)[0].on.number > m.since:
			found = append(found, *side.parts...)
		case side.parts != nil:
			return nil // of an earlier if or case, and tested since
		case side.certain && m.written[i] != nil:
			found = append(found, branch{side.typ, m.written[i], side.at})
		}
	}
	if len(found) == 0 || len(found) > maxParts {
		return nil
	}
	return &found
}

// partsAt are the values that alternatives have set an expression to, if it is
// such a variable and the point is reached after them.
func (e *evaluator) partsAt(node syntax.Node) (found []branch) {
	variable, ok := unparenthesized(node).(*syntax.VariableExpression)
	if !ok || e.callSite != nil || !e.reporting {
		return nil
	}
	bound, _ := e.local(variable.Name)
	if bound.parts == nil {
		return nil
	}
	for _, part := range *bound.parts {
		if !e.IsUnknown(part.typ) && e.Relation(part.typ, bound.typ) != lattice.Never && e.isAfter(part.on) {
			found = append(found, part)
		}
	}
	return found
}

// onParts checks an expression for each value that alternatives have set it to
// and reports whether one of them is wrong.
func (e *evaluator) onParts(node syntax.Node, check func(Type)) (wrong bool) {
	for _, part := range e.partsAt(node) {
		before := len(e.findings)
		check(part.typ)
		if len(e.findings) > before {
			found := &e.findings[len(e.findings)-1]
			found.Message += "; this is " + e.textOf(unparenthesized(node)) + " where " + e.wordTest(part.on.tests.value)
			return true
		}
	}
	return false
}

// alternativeOf is the alternative at node, which has just been evaluated; an
// elsif is what its own alternatives are.
func (e *evaluator) alternativeOf(node syntax.Node, written bool) *takenBranch {
	if _, isElsif := node.(*syntax.IfExpression); !isElsif {
		return e.alternative(written)
	}
	if e.state.unreachable {
		return nil
	}
	return e.ended
}

// hasElse reports whether an if or unless has an else, or an elsif; it may be
// empty.
func (e *evaluator) hasElse(node syntax.Node) bool {
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
	tokens := e.body.manifest.NodeTokens(node)
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

// hasCode reports whether an alternative stands in the code with something in
// it.
func hasCode(node syntax.Node) bool {
	block, isBlock := node.(*syntax.BlockExpression)
	return node != nil && (!isBlock || len(block.Statements) > 0)
}

// alternative is the alternative that ends in the current state, if it stands in
// the code and may be taken to its end.
func (e *evaluator) alternative(written bool) *takenBranch {
	if !written || e.state.unreachable || e.state.refused || e.state.tests == nil {
		return nil
	}
	e.alternatives++
	return &takenBranch{e.state.tests, e.alternatives}
}

// noteTest notes in a state that it has passed a test.
func (e *evaluator) noteTest(s *state, test syntax.Node, holds bool, patterns ...syntax.Node) {
	s.refused = false
	if e.callSite == nil {
		s.tests = s.tests.with(passedTest{test, patterns, holds}, source.Span{})
	}
}

// isAfter reports whether the point is certainly reached after an alternative,
// if that is taken.
func (e *evaluator) isAfter(path *takenBranch) bool {
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
	for grown := true; grown; { // what a test before both has said of several together
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

// readsUncertain reports whether a test reads a variable that is itself not set
// on every path.
func (e *evaluator) readsUncertain(test syntax.Node) bool {
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

// isSameTest reports whether a test is, by its text, one of those of a path.
func (e *evaluator) isSameTest(test passedTest, path, before *chain[passedTest]) bool {
	for link := path; link != before; link = link.before {
		other := link.value
		if other.holds == test.holds && e.textOf(other.node) == e.textOf(test.node) &&
			slices.EqualFunc(other.patterns, test.patterns, func(a, b syntax.Node) bool { return e.textOf(a) == e.textOf(b) }) {
			return true
		}
	}
	return false
}

func (e *evaluator) textOf(node syntax.Node) string {
	return e.body.manifest.Source.Slice(e.body.manifest.Extent(node))
}

func sharesKey(a, b map[string]bool) bool {
	for name := range a {
		if b[name] {
			return true
		}
	}
	return false
}

// Inputs of tests that are no parameter: all facts together, as one says
// something of others, and what is not known.
const (
	factInputs = "facts"
	anyInput   = "*"
)

// bodyInputs says what the variables of a body follow from: its parameters,
// facts, and classes.
type bodyInputs struct {
	body *body
	from map[string]map[string]bool
}

// inputs reads off the syntax what the body's variables follow from.
func (e *evaluator) inputs() *bodyInputs {
	if e.ownInputs == nil {
		e.ownInputs = &bodyInputs{e.body, e.variableInputs.get(e.body.node, func() map[string]map[string]bool {
			found := &bodyInputs{e.body, map[string]map[string]bool{}}
			for changed := true; changed; {
				changed = found.grow()
			}
			return found.from
		})}
	}
	return e.ownInputs
}

// grow adds to each variable what the expressions that set it, and the tests
// around these, ask for; it reports whether that was new.
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
	syntax.Walk(i.body.node, func(cursor *syntax.Cursor) bool {
		switch node := cursor.Node().(type) {
		case *syntax.AssignmentExpression:
			for _, name := range targetsOf(node.Left) {
				add(name, append(testsAround(cursor), node.Right)...)
			}
		case *syntax.Parameter:
			if _, ok := cursor.Parent().(*syntax.LambdaExpression); ok {
				add(node.Name, testsAround(cursor)...)
			} else if node.Value != nil {
				add(node.Name, node.Value)
				i.from[node.Name][node.Name] = true
			}
		}
		return true
	}, nil)
	return changed
}

// testsAround are the tests that a node stands behind, and the calls whose
// lambdas it stands in.
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

// addNode adds what an expression asks for.
func (i *bodyInputs) addNode(to map[string]bool, root syntax.Node) {
	syntax.Inspect(root, func(node syntax.Node) bool {
		switch node := node.(type) {
		case *syntax.VariableExpression:
			i.addVariable(to, node.Name)
		case *syntax.CallNamedFunctionExpression:
			switch name := module.Normalize(literalText(node.Functor)); {
			case name == "fact":
				to[factInputs] = true
			case asksElsewhere(name):
				to[anyInput] = true
			}
		case *syntax.CallMethodExpression:
			if access, ok := node.Functor.(*syntax.NamedAccessExpression); ok && asksElsewhere(literalText(access.Right)) {
				to[anyInput] = true
			}
		}
		return true
	})
}

// asksElsewhere reports whether a function asks for what is not among its
// arguments.
func asksElsewhere(function string) bool {
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
		if i.body.definition == nil || class != i.body.definition.name {
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
	switch d := i.body.definition; {
	case d == nil:
		to[anyInput] = true
	case d.parameter(name) != nil || name == "title" || name == "name":
		to[name] = true
	case d.parent() != "":
		to[d.parent()], to[factInputs] = true, true
	default:
		to[factInputs] = true
	}
}

// readsUnset reports, and says, that a variable is read after an alternative
// that does not set it. Of each variable this is said once in a body.
func (e *evaluator) readsUnset(bound variable, name string, node syntax.Node) bool {
	if bound.certain || !e.isAfter(bound.unset) || e.isVariableGuarded(name) {
		return false
	}
	if !e.alreadyReported["$"+name] {
		e.alreadyReported["$"+name] = true
		e.report(&code.UnknownVariable, node, "UNKNOWN_VARIABLE", "$"+name+" has no value where "+e.wordTest(bound.unset.tests.value)+": that alternative does not set it")
	}
	return true
}

// wordTest words the outcome of a test.
func (e *evaluator) wordTest(test passedTest) string {
	text := "'" + lattice.Shorten(strings.Join(strings.Fields(e.textOf(test.node)), " ")) + "'"
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
		return text + " holds"
	}
	return text + " does not hold"
}
