// Package pattern matches Puppet code against patterns, which are Puppet code
// with metavariables:
//
//	exec { $_: command => "$..." }
//
// docs/own-rules.md is the specification of the language. The package stands
// between syntax and rules: config compiles the patterns of puppet-lint.toml,
// package rules makes rules of them, which show nodes to a Matcher.
//
// Compile takes three steps. Metavariables that stand where Puppet's grammar
// wants a name are replaced by names of the same length (scan.go), so that the
// parser reads the pattern as it reads any code and every position holds; the
// tree is cut into shapes, which say what of a node must be equal, in what
// order, and what may be left out (shape.go); and matching compares the shape of
// the pattern with that of a node (match.go), trying all ways in which the
// metavariables can be bound.
//
// Invariants: a Pattern never changes and is safe for use by several
// goroutines. Matching ends: after a bounded number of steps it gives up, and
// what was not found is not reported.
package pattern
