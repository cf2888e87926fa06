// Package rules holds the checks, one file a rule, and the engine that applies
// them: one traversal of a file's lines, tokens and nodes serves all enabled
// rules together.
//
// It stands above the checker and below lint, which finds the files, calls a
// Set for each and then suppresses, sorts and reports what it found.
//
// # Adding a rule
//
//  1. Write a file named after the rule with one Rule value in it. Its metadata
//     (name, group, severity, summary, rationale, bad and good examples,
//     options, what the fix does) is the only place where any of this is
//     written: documentation, explain, SARIF, the configuration's schema and the
//     tests derive from it.
//  2. Give it Visits: functions that see nodes (Enter, Leave), tokens (Tokens),
//     lines (Lines) or the file as a whole (Start, End). Ask for as little as
//     possible: a rule costs what it visits, and nothing else.
//  3. In a visit, call Pass.Report, and Pass.Fix on what it returns. State of a
//     file lives in State; options come from Pass.Bool and the like.
//  4. Add the value to All, in all.go.
//  5. Run go test ./rules: every Bad example must raise the rule, no Good one
//     may raise any rule that is on by default, Fixed must be what the fix makes
//     of Bad, and the fix must keep the tree where LayoutOnly says so. Then
//     run go run ./internal/gen/rules, which writes its page.
//
// # Invariants
//
// A rule never reads a file, never knows a format, never depends on another
// rule having run, and never changes the tree. What it cannot know it does not
// report. After a syntax error the tree holds BadExpr nodes: a rule says
// nothing about them. Where puppet-lint (Ruby) is wrong, the rule is right,
// and Pass.AsRuby is the switch by which the puppet-lint profile gets what the
// Ruby tool says.
package rules
