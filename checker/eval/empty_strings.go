package eval

import (
	"fmt"

	"puppet-lint/checker/lattice"
	"puppet-lint/internal/diag"
	"puppet-lint/internal/source"
	"puppet-lint/syntax"
)

// explainEmptyString adds help to a finding of a call site that lies behind a test like `if $path`
// or `if $path != undef` where $path is an empty string. Such a test was written to exclude it, as it
// did before Puppet 4.
func (e *Evaluator) explainEmptyString(finding *diag.Diagnostic) {
	if finding.Help != "" {
		return
	}
	syntax.Inspect(e.Body.Node, func(node syntax.Node) bool {
		if node.Span().Start > finding.Span.End {
			return false
		}
		if help := e.emptyStringHelp(node, finding.Span); help != "" {
			finding.Help = help
			finding.Cause = diag.CauseOf(identityOf(finding)) // the test, whatever declaration gives the value
		}
		return true
	})
}

// emptyStringHelp returns the help for a finding in a branch of a conditional that was written for
// no empty string but is taken for one, or "".
func (e *Evaluator) emptyStringHelp(node syntax.Node, finding source.Span) string {
	within := func(branch syntax.Node) bool {
		return branch != nil && e.Body.Manifest.Extent(branch).Covers(finding)
	}
	var test syntax.Node
	var does string
	var holds bool
	switch node := node.(type) {
	case *syntax.IfExpression:
		test, does, holds = node.Test, "also holds", within(node.Then)
		if !holds {
			if !within(node.Else) {
				return ""
			}
			does = "does not hold"
		}
		does = "`if %s` " + does
	case *syntax.UnlessExpression:
		if !within(node.Then) {
			return ""
		}
		test, does = node.Test, "the branch of `unless %s` is also taken"
	default:
		return ""
	}
	name, why := e.emptyStringIn(test, holds)
	if name == "" {
		return ""
	}
	return fmt.Sprintf(does, lattice.Shorten(e.Body.Manifest.Source.Slice(e.Body.Manifest.Extent(test)))) +
		" for an empty string, which is " + why + " since Puppet 4: test `$" + name + " != ''` there, or use undef for no value"
}

// emptyStringIn returns the name of a variable that holds an empty string, if a test holds, or does
// not hold, only since Puppet 4 because of it; and what an empty string is since then. Otherwise it
// returns "".
func (e *Evaluator) emptyStringIn(test syntax.Node, holds bool) (name, why string) {
	either := func(left, right syntax.Node) (name, why string) {
		if name, why = e.emptyStringIn(left, holds); name == "" {
			name, why = e.emptyStringIn(right, holds)
		}
		return name, why
	}
	switch test := syntax.Unparenthesized(test).(type) {
	case *syntax.AndExpression:
		if holds {
			return either(test.Left, test.Right)
		}
	case *syntax.OrExpression:
		if !holds {
			return either(test.Left, test.Right)
		}
	case *syntax.NotExpression:
		return e.emptyStringIn(test.Expr, !holds)
	case *syntax.ComparisonExpression:
		if holds && test.Operator == syntax.NotEqual || !holds && test.Operator == syntax.IsEqual {
			left, right := test.Left, test.Right
			if isUndef(left) {
				left, right = right, left
			}
			if isUndef(right) {
				return e.emptyVariable(left), "not undef"
			}
		}
	case *syntax.VariableExpression:
		if holds {
			return e.emptyVariable(test), "true"
		}
	}
	return "", ""
}

// emptyVariable returns the name of a variable that holds an empty string, or "".
func (e *Evaluator) emptyVariable(node syntax.Node) string {
	variable, ok := syntax.Unparenthesized(node).(*syntax.VariableExpression)
	if !ok {
		return ""
	}
	bound, _ := e.local(variable.Name)
	if bound.typ == nil {
		return ""
	}
	if text, known := lattice.StringOf(bound.typ); known && text == "" {
		return variable.Name
	}
	return ""
}
