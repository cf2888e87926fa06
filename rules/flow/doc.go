// Package flow determines, for one file, where variables are set and read, and what their
// values are made from.
//
// It stands between syntax and rules. All rules that follow data (unused variables, commands
// built from parameters, secrets) use it, so there is one answer to "which variable is this?".
// It reads one tree and nothing else. It does not consider what other files do with a class's
// variables.
//
// Scopes are Puppet's: the file's top, classes, defined types, nodes, functions, plans and
// lambdas. Conditional blocks open none. A lambda sees the scopes around it; all others see
// only global variables. A variable is immutable, so all assignments to a name in one scope are
// alternatives.
package flow
