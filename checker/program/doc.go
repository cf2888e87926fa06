// Package program holds the Puppet code of a module tree as the checker sees it before it
// evaluates anything.
//
// It builds on package module (the files, by name), package types and package checker/lattice.
// It finds definitions, functions and type aliases by name, reads types as they are written,
// splits manifests into bodies, and orders the bodies so that each comes after those whose
// summaries it needs (Graph). It asks its Interpreter for results that only an evaluation can
// give. The packages above it find declarations and documents, and evaluate the bodies.
//
// Invariants: the contents of a Program depend on the tree alone, never on the order of
// look-ups. Several goroutines may look things up at the same time. Facts depend on one
// manifest each and outlive a Program.
package program
