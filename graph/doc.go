// Package graph builds one graph from the resolved names of a module tree: what includes,
// contains, inherits, declares, reads, calls or looks up what.
//
// The package uses checker/symbols, which resolves the names of each file, and checker, which
// evaluates what computed names can be. Unused code, the impact of a change and drawings of a
// repository are all derived from the Graph; no other package resolves names for them.
//
// Building has two steps. A part holds what one file alone shows: its definitions, which of
// them uses which name, and the names that are computed. Parts are made in parallel. A Graph
// that is built after another one reuses the parts of unchanged files. Joining resolves the
// names of all parts against each other, in the order of the paths. A computed name is followed to
// the parameters, data and titles that it comes from. Whether all of these are in the tree follows
// from what is known of the declarations of their class or defined type.
//
// Invariants: an Edge points from a node to what its code names. Relationships between classes
// add an edge between the two classes. An edge without a Reason is certain: the code names
// exactly that node, alone or among known names of which a loop visits all. An edge with a Reason
// is only possible. If nothing at all is known of a name, there is an Open instead of edges to
// everything. It is marked if only code outside of the tree can give such names. A Graph never
// changes once it is built, and does not depend on the number of workers.
package graph
