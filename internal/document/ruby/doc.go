// Package ruby reads what Ruby files of a module tree declare, without running
// Ruby: resource types, functions, providers, custom facts and data types.
//
// Text becomes tokens (lexer*.go), tokens a tree of statements and calls
// (parser*.go), and the readers (types.go, functions.go, …) look in that tree
// for the calls by which Puppet's plugins declare things, in the forms that
// Puppet's Ruby API has.
//
// Invariant: a declaration is reported only as far as it is certain. Ruby can
// compute anything; whatever is not a literal, or happens under a condition,
// in a loop that cannot be unrolled or in code that is not understood, makes
// the thing it concerns Open: it may then have or accept more than is listed,
// and no finding may come from what is not listed. Everything listed is there.
package ruby
