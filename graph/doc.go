// Package graph joins the resolved names of a module tree into one graph: what
// includes, contains, inherits, declares, reads, calls or looks up what.
//
// It stands on checker/symbols, which resolves the names of each file, and on
// checker, whose evaluation says which names a computed one may be. Unused code,
// the impact of a change and pictures of a repository are all read off the Graph;
// no other package finds names again for them.
//
// Building has two steps. A part holds what one file alone says: its definitions,
// which of them uses which name, and the names that are computed. Parts are made
// side by side, and a Graph that is built after another one keeps the parts of
// files that have not changed. Joining resolves the names of all parts against each
// other, in the order of the paths.
//
// Invariants: an Edge points from the thing whose code says something to the thing
// that it names; relationships between classes also have an edge between the two. An
// edge without a Reason is certain: the code names exactly that thing. With a Reason,
// the thing may be named. Where nothing at all is known of a name, there is an Open
// instead of edges to everything. A Graph never changes once it is built, and does
// not depend on the number of workers.
package graph
