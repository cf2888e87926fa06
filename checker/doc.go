// Package checker runs Puppet programs on types instead of values and reports what fails for
// every value that they may receive.
//
// It builds on package module (the files, by name) and package types (the type algebra). The
// rules, the reports and the command build on it. Check reports findings; Infer also keeps the
// type of every expression.
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
//   - Classes and defined types are evaluated at call sites (call_site.go):
//     with the defaults of their parameters, and with the values that
//     declarations give, as far as these make a difference (relevance.go).
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
//
// # Values
//
// The type of a value represents all that is known of it (package lattice): a constant has a
// type with one value, a literal array is a Tuple, a literal hash a Struct. Unknown is the type
// of a value of which nothing can be known; it never causes a finding. Never is the type of
// code without a value: after fail(), the state is unreachable and nothing is evaluated.
//
// A state (state.go) holds what is known at a point: the variables with their types, and what
// tests have shown about parts of them (narrow.go). Branches fork the state and merge it again.
//
// # Files
//
//   - interpreter.go: what all evaluators share
//   - evaluate.go: the switch over all kinds of expressions; literals.go,
//     operators.go, compare.go, index.go: their results, by package lattice
//   - references.go, type_expressions.go, exact_types.go: types as values
//   - variables.go: names of variables; assign.go: setting them
//   - conditionals.go, narrow.go, narrow_size.go: branches; guards.go: tests that
//     something exists; alternatives.go: what each branch sets variables to;
//     contradictions.go: paths that their tests rule out
//   - call.go, arguments.go, defined.go, block.go: calls
//   - models.go and model_*.go: functions whose result depends on arguments
//   - resource.go, attribute_values.go: resources and classes; relationships.go,
//     cycles.go: their order
//   - call_site.go, relevance.go: definitions with the values of one declaration
//   - undeclared.go, declaration_findings.go: the classes that code needs but does not
//     declare, and what it declares twice
//   - systems.go: the operating systems of metadata.json that reach a point
//   - lookup.go: lookup() and similar functions against the data
//   - sensitive.go: Sensitive values that become text
//   - template_calls.go: what EPP templates see of their callers
//   - infer.go: types for people and for comparison programs
//   - document_signature.go: what depends on documents; aliases.go: what depends on type aliases
//   - session.go, exported_signature.go, parameter_signature.go, queries.go: checking again what a change affects
//   - type_summary.go, parameter_inference.go: what the code shows about types
//     that it does not declare, for the type report
//
// Invariants: findings and types do not depend on the number of workers or on the order of
// look-ups. The work for a body is bounded by its length (the constants in evaluator.go). A
// panic costs the findings of one body.
package checker
