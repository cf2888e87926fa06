package rules

import "puppet-lint/internal/diag"

// InternalError is the rule under which a rule that failed on a file is reported. It cannot be
// disabled.
var InternalError = diag.Rule{
	Name:     "internal_error",
	Group:    diag.Correctness,
	Severity: diag.Error,
	Summary:  "a rule of puppet-lint failed on a file",
	Rationale: "A bug stopped this rule. The other rules ran; " +
		"whether this one would have reported something is not known. Please report the bug.",
	Since: "1.0.0",
}
