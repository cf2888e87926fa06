package eval

import (
	"cmp"
	"maps"
	"slices"

	"puppet-lint/checker/code"
	"puppet-lint/checker/lattice"
	"puppet-lint/checker/program"
	"puppet-lint/internal/diag"
	"puppet-lint/module"
	"puppet-lint/syntax"
)

// checkReturn checks the result of a function's body against the declared type.
func (e *Evaluator) checkReturn(result Type) {
	d := e.Body.Definition
	if d == nil || d.Kind != module.Function {
		return
	}
	definition := d.Node.(*syntax.FunctionDefinition)
	if definition.ReturnType == nil {
		return
	}
	e.state.unreachable = false
	e.typeExpression(definition.ReturnType)
	declared := e.DeclaredReturn(d)
	e.checkReturned(d, declared)
	if e.IsUnknown(declared) {
		return
	}
	at := lastOf(definition)
	if e.isWrongReturn(result, declared) {
		e.reportReturn(d, at, result, declared)
		return
	}
	for _, end := range sortedEnds(e.ends) {
		switch value := e.ends[end]; {
		case value == nil || !e.isWrongReturn(value, declared):
		case end.isEmpty:
			e.reportEmptyEnd(d, end.node, declared)
			return
		default:
			e.reportReturn(d, end.node, value, declared)
		}
	}
	if !e.IsUnknown(result) && !e.IsNever(result) {
		e.reportPossible(result, declared, nil, at, "the result of '"+d.Name+"'", "may be")
	}
}

func (e *Evaluator) isWrongReturn(value, declared Type) bool {
	return !e.IsUnknown(value) && !e.IsNever(value) && e.Relation(value, declared) == lattice.Never
}

// sortedByLocation sorts nodes of one file in the order of the text.
func sortedByLocation(nodes []syntax.Node) []syntax.Node {
	slices.SortFunc(nodes, func(a, b syntax.Node) int { return cmp.Compare(a.Span().Start, b.Span().Start) })
	return nodes
}

func (e *Evaluator) reportReturn(d *program.Definition, at syntax.Node, value, declared Type) {
	e.report(&code.TypeMismatch, at, "RUNTIME_ERROR", "the value returned from '"+d.Name+"' is "+e.DescribeFor(declared, value)+" where "+lattice.Article(e.Format(declared))+" is declared")
}

// CheckLastValue reports the value of the last statement of a function if it never has the declared type.
func (e *Evaluator) CheckLastValue(d *program.Definition, value Type) {
	if declared := e.DeclaredReturn(d); !e.IsUnknown(declared) && e.isWrongReturn(value, declared) {
		e.reportReturn(d, lastOf(d.Node.(*syntax.FunctionDefinition)), value, declared)
	}
}

// lastOf returns the last statement of a function, or the function if it has none.
func lastOf(definition *syntax.FunctionDefinition) syntax.Node {
	if definition.Body == nil || len(definition.Body.Statements) == 0 {
		return definition
	}
	return definition.Body.Statements[len(definition.Body.Statements)-1]
}

// checkReturned warns about values of return() that do not have the declared type. Puppet only
// checks the value of the last statement.
func (e *Evaluator) checkReturned(d *program.Definition, declared Type) {
	for _, at := range sortedByLocation(slices.Collect(maps.Keys(e.returns))) {
		value := e.returns[at]
		if e.IsUnknown(declared) || !e.isWrongReturn(value, declared) {
			continue
		}
		if finding := e.report(&code.TypeMismatch, at, "", "return() gives "+e.DescribeFor(declared, value)+" where '"+d.Name+"' is declared to return "+lattice.Article(e.Format(declared))); finding != nil {
			finding.Severity = diag.Warning
			finding.Help = "Puppet does not check the value given to return(): callers get a value of the wrong type"
		}
	}
}

// functionEnd is an expression at the end of one of the branches that a function ends with.
type functionEnd struct {
	// node is the expression. If isEmpty is set, node is the if, unless or case that ends
	// without running any code.
	node    syntax.Node
	isEmpty bool
}

// endsOf returns the ends of a function, as keys for the types of their values. It returns nil
// if the function declares no return type.
func endsOf(definition *syntax.FunctionDefinition) map[functionEnd]Type {
	if definition.ReturnType == nil || definition.Body == nil {
		return nil
	}
	ends := map[functionEnd]Type{}
	addEnds(ends, definition.Body, false)
	return ends
}

// addEnds adds the ends in a node. inBranch means that the node is in a branch.
func addEnds(ends map[functionEnd]Type, node syntax.Node, inBranch bool) {
	switch node := node.(type) {
	case *syntax.BlockExpression:
		if node != nil && len(node.Statements) > 0 {
			addEnds(ends, node.Statements[len(node.Statements)-1], inBranch)
		}
	case *syntax.ParenthesizedExpression:
		addEnds(ends, node.Expr, inBranch)
	case *syntax.IfExpression:
		ends[functionEnd{node, true}] = nil
		addEnds(ends, node.Then, true)
		addEnds(ends, node.Else, true)
	case *syntax.UnlessExpression:
		ends[functionEnd{node, true}] = nil
		addEnds(ends, node.Then, true)
		addEnds(ends, node.Else, true)
	case *syntax.CaseExpression:
		ends[functionEnd{node, true}] = nil
		for _, option := range node.Options {
			addEnds(ends, option.Then, true)
		}
	case *syntax.SelectorExpression:
		for _, option := range node.Selectors {
			addEnds(ends, option.Value, true)
		}
	case nil, *syntax.Nop:
	default:
		if inBranch {
			ends[functionEnd{node: node}] = nil
		}
	}
}

// sortedEnds returns the ends in the order of the text.
func sortedEnds(ends map[functionEnd]Type) []functionEnd {
	return slices.SortedFunc(maps.Keys(ends), func(a, b functionEnd) int {
		return cmp.Compare(a.node.Span().Start, b.node.Span().Start)
	})
}

// noteEnd notes the value of a node that may be an end of the function.
func (e *Evaluator) noteEnd(node syntax.Node, value Type) {
	end := functionEnd{node: node}
	if known, isEnd := e.ends[end]; isEnd && known != nil {
		e.ends[end] = e.Join(known, value)
	} else if isEnd {
		e.ends[end] = value
	}
}

// noteEmptyEnd records that the current state may leave an if, unless or case without running
// any code. A test that reads only facts does not count: the function may be meant for some
// hosts.
func (e *Evaluator) noteEmptyEnd(node, test syntax.Node) {
	end := functionEnd{node, true}
	if _, isEnd := e.ends[end]; isEnd && !e.state.unreachable && !e.dependsOnHost(test) {
		e.ends[end] = e.Undef
	}
}

// reportEmptyEnd warns about a function whose return type refuses undef, but which returns
// undef because an if, unless or case at its end may run no code.
func (e *Evaluator) reportEmptyEnd(d *program.Definition, at syntax.Node, declared Type) {
	if finding := e.report(&code.TypeMismatch, at, "", "not every branch returns a value: '"+d.Name+"' may return undef, and is declared to return "+lattice.Article(e.Format(declared))); finding != nil {
		finding.Severity = diag.Warning
		finding.Help = "add a branch for the remaining cases, or let the return type accept undef: Optional[…]"
	}
}
