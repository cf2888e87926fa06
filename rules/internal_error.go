package rules

import "puppet-lint/diag"

// InternalError is the rule under which a rule that failed on a file is
// reported. It cannot be switched off.
var InternalError = diag.Rule{
	Name:     "internal_error",
	Group:    diag.Correctness,
	Severity: diag.Error,
	Summary:  "a rule of this program failed on a file",
	Rationale: "A rule met something that its author did not think of. The other rules ran all the same; " +
		"what this one would have said of the file is not known. Please report it.",
	Since: "1.0.0",
}
