package eval

import (
	"slices"
	"strings"

	"puppet-lint/internal/ascii"

	"puppet-lint/checker/code"
	"puppet-lint/checker/lattice"
	"puppet-lint/checker/program"
	"puppet-lint/internal/diag"
	"puppet-lint/module"
	"puppet-lint/syntax"
)

// systemFact returns the path of the operating system fact that an expression reads, or "".
func (e *Evaluator) systemFact(node syntax.Node) string {
	path := ""
	switch node := syntax.Unparenthesized(node).(type) {
	case *syntax.AccessExpression:
		fact, isFact := FactPath(node)
		if _, own := e.frame.slot("facts"); !isFact || own {
			return ""
		}
		path = fact
	case *syntax.VariableExpression:
		path = strings.TrimPrefix(node.Name, "::")
		if _, own := e.frame.slot(path); own {
			return ""
		}
	}
	if _, known := (&module.System{}).Fact(path); known {
		return path
	}
	return ""
}

// onSystem returns whether a condition holds on an operating system.
func (e *Evaluator) onSystem(test syntax.Node, system *module.System) lattice.Truth {
	switch test := syntax.Unparenthesized(test).(type) {
	case *syntax.NotExpression:
		return e.onSystem(test.Expr, system).Not()
	case *syntax.AndExpression:
		return e.onSystem(test.Left, system).And(e.onSystem(test.Right, system))
	case *syntax.OrExpression:
		return e.onSystem(test.Left, system).Or(e.onSystem(test.Right, system))
	case *syntax.ComparisonExpression:
		fact, literal := e.systemFact(test.Left), test.Right
		if fact == "" {
			fact, literal = e.systemFact(test.Right), test.Left
		}
		if fact == "" || program.LiteralText(literal) == "" {
			return lattice.Maybe
		}
		switch test.Operator {
		case syntax.IsEqual:
			return e.factMatches(system, fact, literal)
		case syntax.NotEqual:
			return e.factMatches(system, fact, literal).Not()
		}
	case *syntax.MatchExpression:
		fact := e.systemFact(test.Left)
		pattern, isPattern := test.Right.(*syntax.LiteralRegularExpression)
		if fact == "" || !isPattern {
			return lattice.Maybe
		}
		if test.Operator == syntax.NoMatch {
			return e.factMatches(system, fact, pattern).Not()
		}
		return e.factMatches(system, fact, pattern)
	case *syntax.InExpression:
		list, isList := syntax.Unparenthesized(test.Right).(*syntax.LiteralList)
		fact := e.systemFact(test.Left)
		if fact == "" || !isList {
			return lattice.Maybe
		}
		result := lattice.Never
		for _, value := range list.Values {
			result = result.Or(e.factMatches(system, fact, value))
		}
		return result
	}
	return lattice.Maybe
}

// factMatches returns whether a fact matches a literal on a system.
func (l *Interpreter) factMatches(system *module.System, fact string, literal syntax.Node) lattice.Truth {
	values, _ := system.Fact(fact)
	result := lattice.Maybe
	for i, value := range values {
		one := lattice.Maybe
		switch literal := syntax.Unparenthesized(literal).(type) {
		case *syntax.LiteralString:
			one = lattice.TruthOf(ascii.EqualFold(value, literal.Value))
		case *syntax.QualifiedName:
			one = lattice.TruthOf(ascii.EqualFold(value, literal.Value))
		case *syntax.LiteralRegularExpression:
			if pattern, err := l.Store.RegexpOf(literal.Pattern); err == nil {
				if matched, decided := pattern.Matches(value); decided {
					one = lattice.TruthOf(matched)
				}
			}
		}
		if i > 0 && one != result {
			return lattice.Maybe
		}
		result = one
	}
	return result
}

// reaching returns the supported systems that may reach the current point.
func (e *Evaluator) reaching() []*module.System {
	if e.state.systems != nil {
		return e.state.systems
	}
	return e.SystemsOf(e.Body)
}

// splitSystems restricts the systems of the states after a condition to those on which it may
// hold, or may not hold.
func (e *Evaluator) splitSystems(test syntax.Node, reaching []*module.System, whenTrue, whenFalse *state) {
	if e.callSite != nil || !e.isSystemTest(test) {
		return
	}
	if e.dependOnSupport(); len(reaching) == 0 {
		return
	}
	e.checkSystemTest(test, reaching)
	whenTrue.systems, whenFalse.systems = []*module.System{}, []*module.System{}
	for _, system := range reaching {
		t := e.onSystem(test, system)
		if t != lattice.Never {
			whenTrue.systems = append(whenTrue.systems, system)
		}
		if t != lattice.Always {
			whenFalse.systems = append(whenFalse.systems, system)
		}
	}
}

// withSystems returns the systems on which a condition may hold.
func (e *Evaluator) withSystems(systems []*module.System, test syntax.Node) []*module.System {
	return slices.DeleteFunc(slices.Clone(systems), func(system *module.System) bool { return e.onSystem(test, system) == lattice.Never })
}

// isSystemTest reports whether a condition tests an operating system fact.
func (e *Evaluator) isSystemTest(test syntax.Node) bool {
	switch test := syntax.Unparenthesized(test).(type) {
	case *syntax.NotExpression:
		return e.isSystemTest(test.Expr)
	case *syntax.AndExpression:
		return e.isSystemTest(test.Left) || e.isSystemTest(test.Right)
	case *syntax.OrExpression:
		return e.isSystemTest(test.Left) || e.isSystemTest(test.Right)
	case *syntax.ComparisonExpression:
		return e.systemFact(test.Left) != "" || e.systemFact(test.Right) != ""
	case *syntax.MatchExpression:
		return e.systemFact(test.Left) != ""
	case *syntax.InExpression:
		return e.systemFact(test.Left) != ""
	}
	return false
}

// checkSystemTest reports the literals of a condition that match on no supported system.
func (e *Evaluator) checkSystemTest(test syntax.Node, reaching []*module.System) {
	switch test := syntax.Unparenthesized(test).(type) {
	case *syntax.NotExpression:
		e.checkSystemTest(test.Expr, reaching)
	case *syntax.AndExpression:
		e.checkSystemTest(test.Left, reaching)
		e.checkSystemTest(test.Right, e.withSystems(reaching, test.Left))
	case *syntax.OrExpression:
		e.checkSystemTest(test.Left, reaching)
		e.checkSystemTest(test.Right, reaching)
	case *syntax.ComparisonExpression:
		if test.Operator == syntax.IsEqual || test.Operator == syntax.NotEqual {
			e.checkSystemLiteral(e.systemFact(test.Left), test.Right, reaching)
			e.checkSystemLiteral(e.systemFact(test.Right), test.Left, reaching)
		}
	case *syntax.MatchExpression:
		e.checkSystemLiteral(e.systemFact(test.Left), test.Right, reaching)
	case *syntax.InExpression:
		if list, ok := syntax.Unparenthesized(test.Right).(*syntax.LiteralList); ok {
			for _, value := range list.Values {
				e.checkSystemLiteral(e.systemFact(test.Left), value, reaching)
			}
		}
	}
}

// checkSystemLiteral reports a literal that is compared with an operating system fact and
// matches it on no supported system.
func (e *Evaluator) checkSystemLiteral(fact string, literal syntax.Node, reaching []*module.System) {
	matching := func(systems []*module.System) bool {
		return slices.ContainsFunc(systems, func(system *module.System) bool { return e.factMatches(system, fact, literal) != lattice.Never })
	}
	if fact == "" || len(reaching) == 0 || matching(reaching) {
		return
	}
	if _, isPattern := literal.(*syntax.LiteralRegularExpression); !isPattern && program.LiteralText(literal) == "" {
		return
	}
	if _, meant := e.misspeltValue(fact, literal); meant != "" {
		return // see checkFactValue
	}
	written := e.Body.Manifest.Source.Slice(e.Body.Manifest.Extent(literal))
	if matching(e.ListedSystems(e.Body.Module)) {
		e.report(&code.UnsupportedSystem, literal, "", fact+" is never "+written+" here: of the systems in metadata.json, only "+nameSystems(reaching)+" "+plural(reaching, "reaches", "reach")+" this code")
		return
	}
	e.report(&code.UnsupportedSystem, literal, "", "no system in metadata.json has "+fact+" "+written)
}

func plural(systems []*module.System, one, many string) string {
	name := systems[0].Name
	if slices.ContainsFunc(systems, func(s *module.System) bool { return s.Name != name }) {
		return many
	}
	return one
}

// systemOptions follows the options of a case or selector that tests an operating system fact.
// A nil *systemOptions does nothing.
type systemOptions struct {
	*Evaluator
	fact       string
	isSelector bool
	// rest are the systems for which it is uncertain whether an option so far matches.
	// forgotten are those that certainly match none.
	rest, forgotten []*module.System
	// options counts the tested values.
	options int
	// pattern and body are those of the default, nil if there is none.
	pattern, body syntax.Node
}

// systemOptionsOf returns nil if the test reads no operating system fact, or if no supported
// systems are listed.
func (e *Evaluator) systemOptionsOf(test syntax.Node, isSelector bool) *systemOptions {
	fact := e.systemFact(test)
	if fact == "" || e.callSite != nil {
		return nil
	}
	e.dependOnSupport()
	reaching := e.reaching()
	if len(reaching) == 0 {
		return nil
	}
	return &systemOptions{Evaluator: e, fact: fact, isSelector: isSelector, rest: reaching, forgotten: reaching}
}

func (s *systemOptions) setDefault(pattern, body syntax.Node) {
	if s != nil {
		s.pattern, s.body = pattern, body
	}
}

// take returns the systems that may match a value, and removes from rest those that certainly
// do. If the body is empty or fails, the option is there to exclude systems, and its value is
// not checked.
func (s *systemOptions) take(pattern, body syntax.Node) []*module.System {
	if s == nil {
		return nil
	}
	s.options++
	if body != nil && !failsAtOnce(body) {
		s.checkSystemLiteral(s.fact, pattern, s.reaching())
	}
	taken, rest, forgotten := []*module.System{}, []*module.System{}, []*module.System{}
	for _, system := range s.rest {
		t := s.factMatches(system, s.fact, pattern)
		if t != lattice.Never {
			taken = append(taken, system)
		}
		if t != lattice.Always {
			rest = append(rest, system)
		}
	}
	for _, system := range s.forgotten {
		if values, _ := system.Fact(s.fact); len(values) > 0 && s.factMatches(system, s.fact, pattern) == lattice.Never {
			forgotten = append(forgotten, system)
		}
	}
	s.rest, s.forgotten = rest, forgotten
	return taken
}

// keep sets the systems of the state after a match.
func (s *systemOptions) keep(matched *state, systems []*module.System) {
	if s != nil {
		matched.systems = systems
	}
}

// leave sets the systems of the current state to those that no option has taken, and reports
// the forgotten ones.
func (s *systemOptions) leave(test syntax.Node) {
	if s == nil || s.options == 0 {
		return
	}
	s.checkForgotten(test)
	s.state.systems = s.rest
}

// checkForgotten reports systems without an option, or with one that only fails. A case with a
// single option is not reported, since it is like an if.
func (s *systemOptions) checkForgotten(test syntax.Node) {
	if len(s.forgotten) == 0 || s.pattern != nil && !failsAtOnce(s.body) {
		return
	}
	names := nameSystems(s.forgotten)
	var finding *diag.Diagnostic
	switch {
	case s.pattern != nil:
		finding = s.report(&code.UnhandledSystem, s.pattern, "", "this fails on "+names+", which metadata.json lists as supported")
	case s.isSelector:
		finding = s.report(&code.UnhandledSystem, test, "", "the selector fails on "+names+", which metadata.json lists as supported: no option matches "+valuesOn(s.forgotten, s.fact))
	case s.options > 1:
		finding = s.report(&code.UnhandledSystem, test, "", "the case does nothing on "+names+", which metadata.json lists as supported: no option matches "+valuesOn(s.forgotten, s.fact))
	}
	s.relateSystem(finding, s.forgotten[0])
}

// checkFailingBranch reports a branch that only fails and that supported systems always reach,
// because the condition is always true, or always false, on them. A branch under another
// condition may well reject a system.
func (e *Evaluator) checkFailingBranch(test, branch syntax.Node, reaching []*module.System, when lattice.Truth) {
	if branch == nil || len(reaching) == 0 || when == lattice.Always && e.conditions > 0 || !failsAtOnce(branch) || !e.isSystemTest(test) {
		return
	}
	var failing []*module.System
	for _, system := range reaching {
		if e.onSystem(test, system) == when {
			failing = append(failing, system)
		}
	}
	if len(failing) > 0 {
		finding := e.report(&code.UnhandledSystem, branch, "", "this fails on "+nameSystems(failing)+", which metadata.json lists as supported")
		e.relateSystem(finding, failing[0])
	}
}

func (e *Evaluator) relateSystem(finding *diag.Diagnostic, system *module.System) {
	if finding != nil {
		finding.Related = append(finding.Related, diag.Related{
			File: e.Body.Module.Metadata().Document.File, Span: system.OperatingSystem().Span, Message: "the system is listed here",
		})
	}
}

// failsAtOnce reports whether one of the statements of a block is a call of fail().
func failsAtOnce(node syntax.Node) bool {
	statements := []syntax.Node{node}
	if block, ok := node.(*syntax.BlockExpression); ok {
		statements = block.Statements
	}
	return slices.ContainsFunc(statements, func(statement syntax.Node) bool {
		call, ok := statement.(*syntax.CallNamedFunctionExpression)
		if !ok {
			return false
		}
		name, ok := call.Functor.(*syntax.QualifiedName)
		return ok && name.Value == "fail"
	})
}

// maxNamedSystems bounds the number of systems that a message names.
const maxNamedSystems = 4

// nameSystems returns the systems in words, for messages. A system with all of its releases is
// named without them.
func nameSystems(systems []*module.System) string {
	counts := map[*module.OperatingSystem]int{}
	for _, system := range systems {
		counts[system.OperatingSystem()]++
	}
	var names []string
	for _, system := range systems {
		name := system.Name
		if counts[system.OperatingSystem()] < len(system.OperatingSystem().Releases) {
			name += " " + system.Release
		}
		if !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	return lattice.Enumerate(names, maxNamedSystems)
}

// valuesOn returns the values of a fact on systems, for messages.
func valuesOn(systems []*module.System, fact string) string {
	var names []string
	for _, system := range systems {
		values, _ := system.Fact(fact)
		if name := lattice.Quote(values[0]); !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	return lattice.Enumerate(names, maxNamedSystems)
}

// mergeSystems returns the systems that reach the point where two paths meet; nil means all.
func mergeSystems(a, b []*module.System) []*module.System {
	if a == nil || b == nil {
		return nil
	}
	if len(a) == len(b) && (len(a) == 0 || slices.Equal(a, b)) {
		return a
	}
	all := append(slices.Clone(a), b...)
	slices.SortFunc(all, func(x, y *module.System) int { return x.Index - y.Index })
	return slices.Compact(all)
}
