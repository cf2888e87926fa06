// Package unused finds what nothing in a repository needs: definitions, templates,
// files, keys and levels of Hiera data, modules and dependencies.
//
// It stands on graph. What counts as needed begins at the roots (roots.go): the nodes
// of the initial manifests, what a list of roots says, roles, and the interface of a
// public module. Whatever these lead to is needed; what they lead to only by names
// that are computed may be.
//
// Invariants: an Answer without a Uncertainty is certain: no file of the tree names the
// thing, no name that is computed can be its, and nobody outside of the tree is
// expected to. Everything else that is not needed has a Uncertainty, which says who may use
// it all the same. Answers are in the order of kinds, then of names.
package unused

import (
	"puppet-lint/diag"
	"puppet-lint/graph"
)

// Answer is a thing that nothing needs, as far as the tree shows.
type Answer struct {
	// Kind is what it is: "class", "data key", "parameter" …
	Kind string
	Name string
	// Module is the module that it belongs to; empty for the environment's own.
	Module string
	// Places are where it is defined.
	Places []graph.Place
	// Why says in a clause what was not found: "nothing declares it".
	Why string
	// Uncertainty is empty for what is certain; else it says in a clause who may use it.
	Uncertainty string
	// Removal takes the thing out; nil where that is left to people.
	Removal *Removal
	// Node is the thing in the graph; nil for what has none there.
	Node *graph.Node
}

// IsCertain reports whether nothing can need the thing.
func (a *Answer) IsCertain() bool { return a.Uncertainty == "" }

// Removal is what takes a thing out of a repository.
type Removal struct {
	// Delete are the absolute paths of files that go as a whole.
	Delete []string
	// Edits change files that stay.
	Edits []diag.Edit
}
