// Package checker runs Puppet programs on types instead of values and reports
// what fails for every value that they may meet.
//
// It stands on module (what is on disk, by name) and types (the algebra); the
// rules, reports and the command stand on it. Check reports findings, Infer
// also keeps the type of every expression.
//
// # Phases
//
//  1. The manifests to be checked are parsed, side by side, and split into
//     bodies (body.go): classes, defined types, functions, plans, nodes, and
//     what stands outside of all of them.
//  2. The graph (graph.go) says whose summary a body follows from: functions
//     that declare no result, classes whose variables it reads or that it
//     inherits from, top scope. It is read off the syntax, so that it is there
//     before anything is evaluated; other manifests are loaded by name as they
//     come up, as Puppet autoloads them.
//  3. Strongly connected components are evaluated, those that others need
//     first, independent ones side by side (check.go). A component that is a
//     cycle grows its summaries from nothing, widened on the way and bounded;
//     findings come from one last evaluation over the settled summaries.
//  4. Classes and defined types are evaluated as instances (call_site.go): with
//     the defaults of their parameters, and with the values that declarations
//     give, as far as those make a difference (relevance.go).
//  5. Findings are gathered in the order of the files.
//
// # Values
//
// A value is known by its type (package lattice): constants by types of
// one value, literal arrays by Tuples, literal hashes by Structs. Unknown is
// what cannot be known; it never leads to a finding. Never is what has no
// value: after fail(), the state is unreachable and nothing is evaluated.
//
// A state (state.go) is what is known at a point: variables with their types,
// and what tests have shown about parts of them (narrow.go). Branches fork the
// state and merge it again.
//
// # Where things are
//
//   - evaluate.go: the switch over all kinds of expressions; literals.go,
//     operators.go, compare.go, index.go: what they yield, by package lattice
//   - references.go, typetext.go: types as values and as text
//   - variables.go, top.go: names of variables; assign.go: setting them
//   - conditionals.go, narrow.go, narrow_size.go: branches; guards.go: tests that
//     something exists; alternatives.go: what each of them sets variables to;
//     contradictions.go: paths that their tests rule out
//   - call.go, arguments.go, functions.go, defined.go, block.go: calls
//   - models.go and model_*.go: functions whose result follows from arguments
//   - resource.go, attribute_values.go: resources, classes; relationships.go,
//     cycles.go: orders between them
//   - call_site.go, relevance.go: definitions with the values of one declaration
//   - declaration_closure.go, preceded.go, undeclared.go: what a class leads to, and what it needs and does
//     not lead to
//   - systems.go: the operating systems of metadata.json that get to a point
//   - lookup.go: lookup() and its like against the data; data*.go: what is in
//     data files, by key (data_keys.go), value (data_value.go), option and
//     interpolation
//   - sensitive.go: Sensitive values that become text
//   - template.go, embedded.go: what ERB and EPP templates see of their callers
//   - metadata*.go, requirement.go, task.go: metadata.json and tasks
//   - code: the rules, for documentation and configuration
//   - infer.go: types for people and for comparison programs
//   - document_reader.go, document_signature.go: what documents depend on, and what depends
//     on them; aliases.go: who depends on what an alias stands for
//   - session.go, exported_signature.go, parameter_signature.go, queries.go, recorded_queries.go: checking again
//     what follows from a change
//   - type_summary.go, parameter_inference.go: what the code tells of types that it does not
//     declare, for the type report
//
// Invariants: findings and types do not depend on the number of workers or on
// the order in which names are asked for; the work for a body is bounded by
// its length (the constants in evaluator.go); a panic costs one body.
package checker
