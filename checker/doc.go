// Package checker runs Puppet programs on types instead of values and reports what fails for
// every value that they may receive.
//
// It builds on package module (the files, by name) and package types (the type algebra). The
// rules, the reports and the command build on it. Check reports findings; Evaluate also keeps
// the type of every expression.
//
// # Phases
//
// The phases run in this order:
//
//   - The manifests to check are parsed in parallel and split into bodies
//     (package program): classes, defined types, functions, plans, nodes, and the
//     top-level code.
//   - The graph (program.Graph) lists the bodies whose summaries each body needs:
//     functions that declare no result, classes whose variables it reads or
//     that it inherits from, and top scope. It is read off the syntax, so it
//     exists before anything is evaluated. Other manifests are loaded by name
//     when they are needed, as Puppet autoloads them.
//   - The strongly connected components are evaluated after those that they
//     need, independent ones in parallel (check.go). In a cycle, the summaries
//     grow from nothing, with widening and for a bounded number of rounds. Then
//     the bodies are evaluated once more, with the final summaries, for findings.
//   - Classes and defined types are evaluated at call sites (call_sites.go):
//     with the defaults of their parameters, and with the values that
//     declarations give, as far as these make a difference (eval/relevance.go).
//   - The findings are gathered and sorted by file.
//
// # Packages
//
// The packages below each know only those before them:
//
//   - code: the rules, for documentation and configuration
//   - lattice: values as types
//   - deps: keys of what was looked up
//   - program: the code by names, before its evaluation
//   - declarations: what code declares, directly or indirectly
//   - documents: data files, templates, metadata.json and tasks
//   - eval: the evaluation of bodies
//   - compile: the evaluation of catalogs
//
// # Files
//
//   - check.go, call_sites.go, defaults.go: the phases of a check
//   - evaluation.go: an evaluation that keeps all types, for packages infer and typesummary
//   - session.go, exported_signature.go, queries.go, evaluated.go: checking again what a change
//     affects; initial_signature.go: what depends on initial manifests; document_signature.go: on
//     documents; aliases.go: on type aliases; module_updates.go: on metadata and on missing modules
//   - session_early.go: the findings of the changed files first; session_cancelled.go: cancelled
//     updates; session_others.go: code for other versions of Puppet; related_files.go: related
//     locations of findings
//
// Invariants: findings and types do not depend on the number of workers or on the order of
// look-ups. A session reports the findings that a new check would report. A panic loses only the
// findings of one body.
package checker
