// Package module knows what is on disk: which modules a folder holds, where
// Puppet would look for a name, what the manifests and Ruby files there
// declare, and what Puppet itself brings (package module/builtin).
//
// It stands between syntax and the checker. A Workspace turns the paths that a
// user gives into Trees, one for each control repository, folder of modules or
// single module; a Tree answers questions by name, loading a file when
// somebody asks for something that Puppet would autoload from it, so that one
// manifest can be checked without reading the whole tree.
//
// Invariants: a Tree never changes what it has answered until it learns that a
// file has changed (Renew); every answer is the
// same whatever the order of the questions; all methods are safe for use by
// several goroutines. What cannot be known (a module that is not there, Ruby
// code that computes what it declares) is answered as unknown, never guessed.
package module
