package checker

import (
	"puppet-lint/checker/code"
	"puppet-lint/syntax"
)

// reportMismatch reports that a value, which the subject has, stands where another
// type is wanted.
func (e *evaluator) reportMismatch(at syntax.Node, subject string, wanted, value Type) {
	if finding := e.report(&code.TypeMismatch, at, "RUNTIME_ERROR", subject+" "+e.Mismatch(wanted, value)); finding != nil {
		if meant := e.WordMeant(wanted, value); meant != "" {
			finding.Help = "did you mean '" + meant + "'?"
		}
	}
}
