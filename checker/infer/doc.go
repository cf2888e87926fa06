// Package infer answers which types the expressions of a manifest have, and where their values
// come from: for the command infer, for editors, and for rules that ask for a value's type.
//
// It reads an evaluation of the manifest (checker.Evaluate). Manifest treats one manifest as if
// Puppet read it first, All those of a tree without findings, and Lines answers queries in
// JSON lines.
//
// Invariants: the type of an expression contains each of its values. It is nil where the
// expression is never evaluated, and Unknown where nothing is known.
package infer
