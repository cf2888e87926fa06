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
//   - evaluate.go: the switch over all kinds of expressions; expressions.go, literals.go,
//     operators.go, compare.go, index.go: their results, by package lattice; constants.go:
//     all values that an expression may have
//   - references.go, type_expressions.go, exact_types.go: types as values
//   - variables.go: names of variables; assign.go: setting them; bindings.go: what is known of
//     them at a point; value_origin.go: the expressions that values come from
//   - conditionals.go, narrow.go, narrow_size.go: branches; variants.go: each part of a type
//     by itself; guards.go, guard_calls.go: tests that something exists; alternatives.go: what
//     each branch sets variables to; contradictions.go: paths that their tests rule out
//   - call.go, arguments.go, defined.go, block.go, object_members.go: calls; function_result.go:
//     their results
//   - models.go and model_*.go: functions whose result depends on arguments; deferred.go: calls
//     that the agent makes
//   - resource.go, titles.go, attribute_values.go: resources and classes; resource_defaults.go,
//     overrides.go, collector_query.go: what else sets attributes; relationships.go, cycles.go:
//     their order
//   - parameter_defaults.go, parameter_types.go: parameters; defaults.go, default_uses.go:
//     findings about their defaults; parameter_signature.go: what of them others can see
//   - call_site.go, relevance.go: definitions with the values of one declaration
//   - undeclared.go, declaration_findings.go: the classes that code needs but does not
//     declare, and what it declares twice; private.go: definitions of other modules
//   - systems.go: the operating systems of metadata.json that reach a point;
//     module_dependencies.go: findings that depend on metadata.json
//   - lookup.go: lookup() and similar functions against the data
//   - sensitive.go: Sensitive values that become text
//   - template_calls.go: what EPP templates see of their callers
//   - plans.go, bolt.go: plans, and what Bolt adds to the language
//   - catalog_scope.go: what an evaluation for a catalog asks, and what gets its declarations
//   - parameter_inference.go, gaps.go: what the code shows about types that it does not
//     declare; node_types.go: the types of all expressions; reveal.go: comments that ask for one
//
// Findings about one subject:
//
//   - describe.go: values of a wrong type; empty_strings.go: help for empty strings
//   - unknown.go, unknown_setting.go: unknown names; setter.go, unset_elsewhere.go, unset_paths.go, strict_variables.go:
//     variables that nothing sets, or only some paths
//   - fact_typos.go, impossible.go: misspelt facts, and comparisons that are always false
//   - legacy_variable.go, deprecated.go, moved.go: what newer versions of Puppet and stdlib lack
//   - missing_files.go: files and templates of modules
//   - strict.go: what fails for some values only
//
// Invariants: what an evaluation finds does not depend on the order of look-ups. The work for a
// body is bounded by its length (the constants in evaluator.go). What a finding depends on is
// recorded where it is looked up.
package eval
