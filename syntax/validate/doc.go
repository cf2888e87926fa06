// Package validate finds everything that Puppet itself refuses or warns about before it
// evaluates a program: the errors of its lexer and parser, those of its checker, those that
// occur when definitions are entered into an environment, and violations of the rules for
// autoloading.
//
// It builds on syntax and examines one file at a time. It knows nothing of types and of other
// files. One walk over the tree does all of it. Each node kind has one case in the switch of
// checker.visit. The rules of a topic are in that topic's file, together with their metadata.
//
// Invariants: the findings of a file are in the order in which Puppet finds them. A finding
// with a Puppet issue code is one that Puppet reports as well, at the same location
// (Diagnostic.At). Nothing is reported that merely results from a syntax error.
package validate
