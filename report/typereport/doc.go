// Package typereport reports how well the code of modules is typed. The report lists every
// class, defined type, function, plan and type alias with the declared and inferred types, the
// origins of values, the untyped slots with the types that their uses suggest, and the reasons
// why some types are unknown.
//
// The package converts the Summary of package typesummary to a Report (report.go): plain data
// with texts and lines instead of types and nodes. The Report is also the JSON document, whose
// schema schema.go generates. build.go makes it, cost.go computes the cost of an untyped slot,
// and trend.go compares it with an earlier report. Each output format has one file: text.go
// (with table.go), markdown.go, badge.go, and page.go with the folder page, which holds the parts
// of the HTML page.
//
// Invariants: a Report is sorted by module, file and position, independent of the number of
// cores. A suggestion accepts every value that works now, unless the documentation names the
// type and no value in code or data contradicts it.
package typereport
