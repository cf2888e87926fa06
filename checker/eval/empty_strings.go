package eval

import (
	"puppet-lint/checker/lattice"
	"puppet-lint/internal/diag"
	"puppet-lint/syntax"
)

// explainEmptyString adds help to a finding of a call site that lies behind a test like `if $path`
// where $path is an empty string. Such a test was written to exclude it, as it did before Puppet 4.
func (e *Evaluator) explainEmptyString(finding *diag.Diagnostic) {
	if finding.Help != "" {
		return
	}
	syntax.Inspect(e.Body.Node, func(node syntax.Node) bool {
		if node.Span().Start > finding.Span.End {
			return false
		}
		if test, ok := node.(*syntax.IfExpression); ok && test.Then != nil && e.Body.Manifest.Extent(test.Then).Covers(finding.Span) {
			if name := e.emptyStringIn(test.Test); name != "" {
				finding.Help = "`if $" + name + "` also holds for an empty string, which is true since Puppet 4: test `$" + name + " != ''` there, or use undef for no value"
			}
		}
		return true
	})
}

// emptyStringIn returns the name of a variable that is a condition of a test and holds an empty
// string, or "".
func (e *Evaluator) emptyStringIn(test syntax.Node) string {
	switch test := syntax.Unparenthesized(test).(type) {
	case *syntax.AndExpression:
		if name := e.emptyStringIn(test.Left); name != "" {
			return name
		}
		return e.emptyStringIn(test.Right)
	case *syntax.VariableExpression:
		bound, _ := e.local(test.Name)
		if bound.typ == nil {
			return ""
		}
		if text, known := lattice.StringOf(bound.typ); known && text == "" {
			return test.Name
		}
	}
	return ""
}
