// Package unused finds parts of a repository that nothing needs: definitions, templates, files,
// keys and levels of Hiera data, modules and dependencies.
//
// The package uses graph. The roots (roots.go) are always needed: the node definitions of the
// initial manifests, the names in a list of roots, roles, and the interface of a public module.
// Everything that the roots lead to is needed. Nodes that they lead to only by computed names
// may be needed. Copies of modules that are developed elsewhere (vendored.go) have no answers,
// unless these are asked for.
//
// Invariants: an Answer without an Uncertainty is certain: no file of the tree names the thing,
// no computed name can match it, and nobody outside the tree is expected to use it. Any other
// unneeded thing has an Uncertainty, which says who may still use it. Answers are sorted by
// kind, then by name.
package unused

import (
	"puppet-lint/graph"
	"puppet-lint/internal/diag"
)

// Answer is something that nothing needs, as far as the tree shows.
type Answer struct {
	// Kind is the kind of thing: "class", "data key", "parameter" …
	Kind string
	Name string
	// Module is the module of the thing; empty for the environment.
	Module string
	// Definitions are the definitions of the thing.
	Definitions []graph.Location
	// Why is a clause that describes what was not found: "nothing declares it".
	Why string
	// Uncertainty is empty for a certain answer. Otherwise it is a clause that says who may
	// still use the thing.
	Uncertainty string
	// Cause is the uncertainty of what may use the thing, if that is the reason for the thing's own.
	// Otherwise it is empty.
	Cause string
	// Removal removes the thing; it is nil if the user must do that.
	Removal *Removal
	// Node is the node of the thing, or nil if it has none.
	Node *graph.Node
}

// IsCertain reports whether it is certain that nothing needs the thing.
func (a *Answer) IsCertain() bool { return a.Uncertainty == "" }

// Removal holds the changes that remove a thing from a repository.
type Removal struct {
	// Delete are the absolute paths of files to delete.
	Delete []string
	// Edits change the remaining files.
	Edits []diag.Edit
	// IfEmpty are the manifests and data files to delete if the edits, together with those of
	// other removals, leave nothing in them but comments.
	IfEmpty []string
}
