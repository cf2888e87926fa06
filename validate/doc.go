// Package validate finds everything that Puppet itself would refuse or warn of
// before it evaluates a program: what its lexer and parser say, what its
// checker says of the finished tree, what goes wrong when definitions are
// entered into an environment, and what autoloading says of a file's place.
//
// It stands above syntax and knows one file at a time, nothing of types and
// nothing of other files. One walk over the tree does all of it; each node
// kind has one place in the switch of checker.visit, and the rules of a topic
// stand in that topic's file together with their metadata.
//
// Invariants: the findings of a file come in the order in which Puppet meets
// them; a finding with a Puppet issue code is one that Puppet has as well, at
// the same point (Diagnostic.At); nothing is reported that merely follows from a
// syntax error.
package validate
