// Package diag is the shape of a finding: Diagnostic, its severity, related
// places and fixes, and the metadata of the Rule that raised it; also how the
// edits of several fixes are merged and applied.
//
// It stands right above package source. Whoever finds something (syntax,
// validate, checker, rules) makes Diagnostics; whoever shows or applies them
// (lint, report) reads them. A Diagnostic is data: making one never fails and
// printing one never changes it.
//
// Invariants: a Diagnostic always has a Rule; spans lie within their file; the
// edits of one Fix do not overlap and all refer to the same, unedited text.
package diag
