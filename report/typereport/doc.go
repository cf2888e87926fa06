// Package typereport says how well the code of modules is typed: every class,
// defined type, function, plan and type alias with the types that are declared
// and inferred, where values come from, the untyped slots with the types that their
// uses suggest, and why some types cannot be known.
//
// It stands on checker, whose TypeSummary it turns into a Report: plain data with
// texts and lines in place of types and nodes, which is also the JSON document.
// build.go makes it, cost.go says what an untyped slot costs, trend.go compares it with
// an earlier one; one file writes one form: text.go, markdown.go, badge.go, and
// page.go with the folder page, which holds the HTML page's parts.
//
// Invariants: a Report is in the order of modules, files and text, whatever the
// number of cores; a suggestion refuses no value that works now, unless the documentation
// says so and nothing in code or data gives such a value.
package typereport
