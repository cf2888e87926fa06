package eval

import (
	"puppet-lint/checker/code"
	"puppet-lint/syntax"
)

// reportMismatch reports a value that does not have the wanted type. subject names what has the
// value.
func (e *Evaluator) reportMismatch(at syntax.Node, subject string, wanted, value Type) {
	if finding := e.report(&code.TypeMismatch, at, "RUNTIME_ERROR", subject+" "+e.Mismatch(wanted, value)); finding != nil {
		finding.Suggest(e.SuggestedWord(wanted, value))
	}
}
