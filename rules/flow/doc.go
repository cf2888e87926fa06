// Package flow tells, for one file, where variables are set and where they are
// read, and what a value can be made of.
//
// It stands between syntax and rules: the rules that follow data (unused
// variables, commands put together from parameters, secrets) all ask it, so
// that there is one answer to "which variable is this?". It reads one tree and
// nothing else; what other files do with a class's variables is not its matter.
//
// Scopes are Puppet's: the file's top, classes, defined types, nodes, functions,
// plans and lambdas. Conditional blocks open none. A lambda sees the scopes
// around it; all others see only what is global. A variable is immutable, so all
// assignments to a name in one scope are alternatives of each other.
package flow
