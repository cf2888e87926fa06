// Package pattern matches Puppet code against patterns, which are Puppet code with
// metavariables:
//
//	exec { $_: command => "$..." }
//
// docs/own-rules.md specifies the language. The package uses syntax. Package config compiles
// the patterns of puppet-lint.toml, and package rules makes rules from them.
//
// Matching has three steps. First, metavariables are replaced by names of the same length where
// Puppet's grammar requires a name (scan.go). So the parser reads the pattern like any code,
// and all positions remain valid. Second, the tree is split into structures, which define what must
// be equal in a node, in which order, and what may be missing (structure.go). Third, the structure of
// the pattern is compared with that of a node (match.go), for all ways in which the
// metavariables can be bound.
//
// Invariants: a Pattern never changes and is safe for concurrent use. Matching terminates: it
// gives up after a bounded number of steps, and then reports no further matches.
package pattern
