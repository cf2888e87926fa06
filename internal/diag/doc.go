// Package diag defines findings: Diagnostic with its severity, related locations and fixes, and
// the metadata of the Rule that reports it. It also merges and applies the edits of several
// fixes.
//
// The package depends only on package source. The packages that find something (syntax,
// validate, checker, rules) create Diagnostics; lint and report show and apply them. A
// Diagnostic is data: creating one never fails and printing one never changes it.
//
// Invariants: a Diagnostic always has a Rule. Spans lie within their file. The edits of one Fix
// do not overlap and all refer to the same, unedited text.
package diag
