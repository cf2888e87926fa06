package eval

import (
	"strings"

	"puppet-lint/checker/declarations"
	"puppet-lint/checker/program"
	"puppet-lint/module"
	"puppet-lint/syntax"
)

// guardKey begins the keys in state.refined that represent what a test has shown to exist. No
// access path begins like this.
const guardKey = "\x00exists "

// noteDefined records what defined(argument) has shown to exist: a variable, or the class, type
// or function with a name, or the class or type of a reference. Behind such a test, code may
// use something that the tree lacks: it is written for trees that have it.
func (e *Evaluator) noteDefined(argument syntax.Node) {
	switch argument := argument.(type) {
	case *syntax.QualifiedReference:
		e.guard(argument.Value)
	case *syntax.AccessExpression:
		reference, ok := argument.Left.(*syntax.QualifiedReference)
		if !ok {
			return
		}
		if module.Normalize(reference.Value) != "class" {
			e.guard(reference.Value)
			return
		}
		for _, key := range argument.Keys {
			e.guard(program.LiteralText(key))
		}
	default:
		e.guard(program.LiteralText(argument))
	}
}

// absentKey begins the keys in state.refined that represent classes that a test has shown to be
// undeclared.
const absentKey = "\x00absent "

// noteAbsent records that the class tested by defined(argument) has not been declared.
func (e *Evaluator) noteAbsent(argument syntax.Node) {
	if access, ok := argument.(*syntax.AccessExpression); ok && program.IsClassAccess(access) && len(access.Keys) == 1 {
		if name := program.LiteralText(access.Keys[0]); name != "" {
			e.refine(absentKey+module.Normalize(name), e.Any)
		}
	}
}

// isAbsent reports whether a test has shown that a class has not been declared, and nothing
// before the node at can have declared it since.
func (e *Evaluator) isAbsent(class string, at syntax.Node) bool {
	if e.refinedAt(absentKey+class) == nil || e.Body.Module == nil || e.Body.Definition == nil || e.pending != nil {
		return false
	}
	return !e.query(declarations.Query{Kind: declarations.MayBeDeclaredEarlier, Name: class, At: at}).Yes
}

// guard records that something with a name exists: a variable if the name begins with a dollar
// sign.
func (e *Evaluator) guard(name string) {
	if variable, ok := strings.CutPrefix(name, "$"); ok {
		name = "$" + strings.TrimPrefix(variable, "::")
		if bound, slot := e.local(variable); bound.typ != nil && !bound.certain {
			bound.certain = true
			e.state.variables.set(slot, bound)
		}
	} else {
		name = module.Normalize(name)
	}
	if name != "" && name != "$" {
		e.refine(guardKey+name, e.Any)
	}
}

// existenceTests are the tests in a body of whether something exists.
type existenceTests struct {
	// variables are those that some test checks for being set, wherever the test is and
	// whatever the code does with its outcome.
	variables map[string]bool
	// conditions are the variables whose value alone decides what is evaluated: $x in "if $x",
	// "if $x == ''", "case $x" and "$x ? { … }".
	conditions map[string]bool
	// kept holds tests whose outcome is kept in a variable, by the name of the variable. The
	// variable is assigned nothing else.
	kept map[string]syntax.Node
}

func (t *existenceTests) addCondition(node syntax.Node) {
	switch node := syntax.Unparenthesized(node).(type) {
	case *syntax.VariableExpression:
		t.conditions[node.Name] = true
	case *syntax.NotExpression:
		t.addCondition(node.Expr)
	case *syntax.ComparisonExpression:
		if isNothing(node.Right) {
			t.addCondition(node.Left)
		}
	case *syntax.AndExpression:
		t.addCondition(node.Left)
		t.addCondition(node.Right)
	case *syntax.OrExpression:
		t.addCondition(node.Left)
		t.addCondition(node.Right)
	}
}

// isNothing reports whether a node is undef or an empty string. Before strict variables, a
// variable without a value was equal to both.
func isNothing(node syntax.Node) bool {
	switch node := syntax.Unparenthesized(node).(type) {
	case *syntax.LiteralUndef:
		return true
	case *syntax.LiteralString:
		return node.Value == ""
	}
	return false
}

// existenceTests collects the existence tests of the body from its syntax.
func (e *Evaluator) existenceTests() *existenceTests {
	return e.testsOfExistence.Get(e.Body.Node, func() *existenceTests {
		found := &existenceTests{variables: map[string]bool{}, conditions: map[string]bool{}, kept: map[string]syntax.Node{}}
		asks, counts := false, map[string]int{}
		syntax.Walk(e.Body.Node, func(cursor *syntax.Cursor) bool {
			switch node := cursor.Node().(type) {
			case *syntax.CallNamedFunctionExpression, *syntax.CallMethodExpression:
				name, arguments := syntax.CalledFunction(syntax.Unparenthesized(node))
				found.addCall(name, arguments)
				asks = asks || name == "defined"
			case *syntax.IfExpression:
				found.addCondition(node.Test)
			case *syntax.UnlessExpression:
				found.addCondition(node.Test)
			case *syntax.CaseExpression:
				found.addCondition(node.Test)
			case *syntax.SelectorExpression:
				found.addCondition(node.Left)
			case *syntax.AssignmentExpression:
				for _, target := range program.TargetsOf(node.Left) {
					counts[target]++
					delete(found.kept, target)
					if _, alone := node.Left.(*syntax.VariableExpression); alone && counts[target] == 1 {
						found.kept[target] = node.Right
					}
				}
			}
			return true
		}, nil)
		if !asks {
			clear(found.kept)
		}
		return found
	})
}

// addCall adds the variables about which a call of defined or getvar asks.
func (t *existenceTests) addCall(name string, arguments []syntax.Node) {
	switch name {
	case "defined":
		for _, argument := range arguments {
			if variable, ok := strings.CutPrefix(program.LiteralText(argument), "$"); ok {
				t.variables[strings.TrimPrefix(variable, "::")] = true
			}
		}
	case "getvar":
		if len(arguments) > 0 {
			t.variables[strings.TrimPrefix(program.LiteralText(arguments[0]), "::")] = true
		}
	}
}

// maxKeptTests bounds the number of variables through which the outcome of a test is followed.
const maxKeptTests = 8

// noteExistence records what the outcome of a condition shows to exist. The test may be a part
// of the condition or be kept in a variable.
func (e *Evaluator) noteExistence(condition syntax.Node, holds bool) {
	e.noteExistenceIn(condition, holds, 0)
}

func (e *Evaluator) noteExistenceIn(condition syntax.Node, holds bool, depth int) {
	if depth > maxKeptTests {
		return
	}
	switch node := syntax.Unparenthesized(condition).(type) {
	case *syntax.NotExpression:
		e.noteExistenceIn(node.Expr, !holds, depth)
	case *syntax.AndExpression:
		if holds {
			e.noteExistenceIn(node.Left, true, depth)
			e.noteExistenceIn(node.Right, true, depth)
		}
	case *syntax.OrExpression:
		if !holds {
			e.noteExistenceIn(node.Left, false, depth)
			e.noteExistenceIn(node.Right, false, depth)
		}
	case *syntax.VariableExpression:
		if kept := e.existenceTests().kept[node.Name]; kept != nil {
			e.noteExistenceIn(kept, holds, depth+1)
		}
	case *syntax.CallNamedFunctionExpression, *syntax.CallMethodExpression:
		if name, arguments := syntax.CalledFunction(syntax.Unparenthesized(node)); name == "defined" && len(arguments) == 1 && holds {
			e.noteDefined(arguments[0])
		}
	}
}

// isGuarded reports whether a test has shown that a class, type or function
// exists.
func (e *Evaluator) isGuarded(name string) bool {
	return e.refinedAt(guardKey+module.Normalize(name)) != nil
}

// isVariableGuarded reports whether some test of the body checks that a variable is set, or a
// test has shown that the variable's class has been declared.
func (e *Evaluator) isVariableGuarded(written string) bool {
	name := strings.TrimPrefix(written, "::")
	if e.existenceTests().variables[name] {
		return true
	}
	at := strings.LastIndex(name, "::")
	return at > 0 && e.isGuarded(name[:at])
}
