// Package eval is the abstract interpreter: it runs the bodies of Puppet code on types instead of
// values.
//
// It builds on packages checker/program (the code by names), checker/declarations (what else
// declares something), checker/documents (data and templates) and checker/lattice (values as
// types). Package checker decides which bodies are evaluated and in which order, and gathers
// the findings. An Interpreter is what the evaluators of one check share; an evaluator
// evaluates one body in one goroutine, for findings, for types, for a call site with given
// values, or for a catalog (catalog_scope.go; package compile makes the catalog).
//
// # Values
//
// The type of a value represents all that is known of it (package lattice): a constant has a
// type with one value, a literal array is a Tuple, a literal hash a Struct. Unknown is the type
// of a value about which nothing can be known; it never causes a finding. Never is the type of
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
//   - parameter_inference.go, gaps.go: what the code shows about types that it does not
//     declare
//   - catalog_scope.go: what an evaluation for a catalog asks, and what gets its declarations
//
// Invariants: what an evaluation finds does not depend on the order of look-ups. The work for a
// body is bounded by its length (the constants in evaluator.go). What a finding depends on is
// recorded where it is looked up.
package eval
