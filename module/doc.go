// Package module gives access to the files on disk: the modules in a folder, the file in which
// Puppet looks for a name, the declarations in manifests and Ruby files, and the definitions
// that come with Puppet (package module/builtin).
//
// It stands between syntax and the checker. A Workspace turns the paths that a user gives into
// Trees, one for each control repository, folder of modules or single module. A Tree contains
// modules; its parts answer queries by name: Manifests, Plugins (Ruby code), Documents (data
// and ERB templates), Facts and Names. They load a file when a query needs something that
// Puppet would autoload from it, so one manifest can be checked without reading the whole tree.
//
// Invariants: a Tree never changes an answer until it learns that a file has changed (Renew).
// Answers do not depend on the order of the queries. All methods are safe for use by several
// goroutines. Things that cannot be known (a missing module, Ruby code that computes its
// declarations) are reported as unknown, never guessed.
package module
