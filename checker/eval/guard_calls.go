package eval

import (
	"puppet-lint/module"
	"puppet-lint/syntax"
)

// A test that passes a value to a function may be a guard: the function may check more than the
// checker knows, and the code behind the test is written for the values that pass. In that
// code, the checker forgets what it knows of the value, except for what the test itself shows.

// forgottenValue is a value whose type was forgotten behind a test, and its former type.
type forgottenValue struct {
	path string
	slot int
	// isLocal marks the value of a variable of an open frame; bound is its former binding. For
	// other values, refined is what tests had shown, or nil.
	isLocal bool
	bound   variable
	refined Type
}

// revealsNothing reports whether the result of a function reveals nothing about its arguments
// beyond what the checker knows.
func revealsNothing(name string) bool {
	switch module.Normalize(name) {
	case "empty", "has_key", "keys", "size", "length", "count", "defined", "getvar", "tagged", "versioncmp", "compare", "lookup", "hiera", "fact", "has_interface_with",
		"has_ip_address", "has_ip_network", "regsubst", "split", "join", "sprintf", "downcase", "upcase", "capitalize", "strip", "lstrip", "rstrip",
		"chomp", "string", "integer", "float", "numeric", "boolean", "str2bool", "bool2str", "bool2num", "num2bool", "any2bool", "dirname", "basename", "min", "max", "abs",
		"floor", "ceiling", "round", "range", "flatten", "unique", "sort", "concat", "intersection", "difference", "union", "notice", "debug", "info", "warning",
		"fail", "is_array", "is_hash", "is_bool", "is_string", "prefix", "suffix", "match", "unwrap", "sensitive":
		return true
	}
	return false
}

// testedByCalls returns the expressions of the values that a test passes to functions whose
// results may reveal more about them.
func testedByCalls(test syntax.Node) []syntax.Node {
	var found []syntax.Node
	syntax.Inspect(test, func(node syntax.Node) bool {
		switch node := node.(type) {
		case *syntax.LambdaExpression:
			return false
		case *syntax.CallNamedFunctionExpression, *syntax.CallMethodExpression:
			name, arguments := syntax.CalledFunction(syntax.Unparenthesized(node))
			if revealsNothing(name) {
				return true
			}
			for _, argument := range arguments {
				switch argument := syntax.Unparenthesized(argument).(type) {
				case *syntax.VariableExpression, *syntax.AccessExpression:
					found = append(found, argument)
				}
			}
		}
		return true
	})
	return found
}

// branchTestedByCalls is like branchLeaf. If both outcomes are possible, it also forgets the
// types of the values that the test passes to functions.
func (e *Evaluator) branchTestedByCalls(node syntax.Node) (whenTrue, whenFalse *state) {
	asked := testedByCalls(node)
	if len(asked) == 0 {
		return e.branchLeaf(node)
	}
	whenTrue, whenFalse = e.branchLeaf(node)
	if whenTrue.unreachable || whenFalse.unreachable {
		return whenTrue, whenFalse
	}
	current := e.state
	defer func() { e.state = current }()
	for _, value := range asked {
		for _, side := range []*state{whenTrue, whenFalse} {
			e.state = side
			e.forgetValue(value)
		}
	}
	return whenTrue, whenFalse
}

// forgetValue forgets the type of a value in the current state.
func (e *Evaluator) forgetValue(value syntax.Node) {
	path, ok := e.pathOf(value)
	if !ok {
		return
	}
	one := forgottenValue{path: path}
	if named, isVariable := value.(*syntax.VariableExpression); isVariable {
		var bound variable
		if bound, one.slot = e.local(named.Name); bound.typ != nil {
			one.isLocal, one.bound = true, bound
			if e.IsUnknown(bound.typ) {
				return
			}
			e.forgotten = append(e.forgotten, one)
			bound.typ, bound.branchValues = e.Unknown, nil
			e.state.variables.set(one.slot, bound)
			return
		}
	}
	one.refined = e.refinedAt(path)
	e.forgotten = append(e.forgotten, one)
	e.refine(path, e.Unknown)
}

// restoreValues restores the values in e.forgotten from index since on, and removes them from
// it.
func (e *Evaluator) restoreValues(since int) {
	for i := len(e.forgotten) - 1; i >= since; i-- {
		switch one := &e.forgotten[i]; {
		case e.state.unreachable:
		case one.isLocal:
			if bound := e.state.variables.at(one.slot); bound.typ != nil && e.IsUnknown(bound.typ) {
				bound.typ, bound.branchValues = one.bound.typ, one.bound.branchValues
				e.state.variables.set(one.slot, bound)
			}
		case one.refined == nil:
			e.setRefined(one.path, nil)
		default:
			e.refine(one.path, one.refined)
		}
	}
	e.forgotten = e.forgotten[:since]
}
