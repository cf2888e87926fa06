package eval

import (
	"puppet-lint/checker/code"
	"puppet-lint/internal/diag"
	"puppet-lint/syntax"
)

// reportMismatch reports a value that does not have the wanted type. subject names what has the
// value. It returns the finding, or nil if there is none.
func (e *Evaluator) reportMismatch(at syntax.Node, subject string, wanted, value Type) *diag.Diagnostic {
	finding := e.report(&code.TypeMismatch, at, "RUNTIME_ERROR", subject+" "+e.Mismatch(wanted, value))
	if finding != nil {
		finding.SuggestFix(e.SuggestedWord(wanted, value))
		if finding.Help == "" && e.HasBareOptional(wanted, 0) {
			finding.Help = "Optional without a type accepts only undef, and Variant without types nothing: name the types in brackets, as in Optional[String]"
		}
	}
	return finding
}
