// Package rules holds the checks, one file for each rule, and the engine that applies them: one
// traversal of a file's lines, tokens and nodes serves all enabled rules.
//
// It builds on the checker. Package lint finds the files, calls a Set for each, and then
// suppresses, sorts and reports the findings.
//
// # Adding a rule
//
//   - Write a file named after the rule with one Rule value in it. Its metadata
//     (name, group, severity, summary, advice, rationale, bad and good examples,
//     options, effect of the fix) is written only there. Documentation, explain, SARIF, the
//     configuration's schema and the tests derive from it.
//   - Give it Visits: functions that see nodes (Enter, Leave), resources of some types
//     (resourcesOf), named values (namedValues), tokens (Tokens), lines (Lines) or the file
//     as a whole (Start, End). Visit as little as possible: a rule costs only what it visits.
//   - In a visit, call Pass.Report, and Pass.Fix on its result. The state of a file
//     lives in State. Options come from Pass.Bool and similar methods.
//   - Add the value to All, in all.go.
//   - Run go test ./rules. Every Bad example must raise the rule, and no Good one
//     may raise any rule that is on by default. Fixed must be the result of fixing
//     Bad, and the fix must keep the tree if LayoutOnly is set. Then run
//     go run ./internal/gen/rules, which writes the page of the rule.
//
// # Invariants
//
// A rule never reads a file, never knows a format, never depends on another rule having run,
// and never changes the tree. It does not report what it cannot know. After a syntax error, the
// tree contains BadExpr nodes: a rule never reports these. Where puppet-lint (Ruby) is wrong,
// the rule is right. Pass.AsRuby is the switch by which the puppet-lint profile gets the
// findings of puppet-lint (Ruby).
package rules
