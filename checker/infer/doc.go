// Package infer returns the types of the expressions of a manifest, and the origins of their
// values. The command infer, editors, and rules that need the type of a value use it.
//
// It reads an evaluation of the manifest (checker.Evaluate). Manifest evaluates one manifest as if
// Puppet read it first, and WithoutFindings does the same without findings. All evaluates several
// manifests of a tree, without findings. Lines answers queries in JSON lines.
//
// Invariants: the type of an expression contains each of its values. It is nil where the
// expression is never evaluated, and Unknown where nothing is known.
package infer
