// Package ruby reads the declarations in Ruby files of a module tree without running Ruby:
// resource types, functions, providers, custom facts and data types.
//
// Text becomes tokens (lexer*.go), and tokens become a tree of statements and calls
// (parser*.go). The readers (types.go, functions.go, …) search that tree for the calls by which
// Puppet's plugins declare things, in the forms of Puppet's Ruby API.
//
// Invariant: a declaration is reported only as far as it is certain. Ruby can compute anything.
// Whatever is not a literal, or happens under a condition, in a loop that cannot be unrolled or
// in code that is not understood, makes the thing it concerns Open. An Open thing may have or
// accept more than is listed, and no finding may result from what is not listed. Everything
// listed exists.
package ruby
