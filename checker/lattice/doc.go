// Package lattice describes what the checker knows of values, each by its type. It computes the
// results of operations for all values of the types of their operands, narrows types by tests,
// and formats types for messages.
//
// It builds on types, the algebra, and on the rules of package code. It does not know
// manifests, variables, or where in a program a value occurs. Everything in it is a function of
// types: the same types give the same result. It may be used by several goroutines.
//
// # Three answers
//
// An answer is Always if it holds for all values of a type, Never if it holds for none, and
// Maybe if it holds for some or if the values are not known. Unknown, the type of which nothing
// is known, never gives Always or Never, so it causes no finding.
//
// # Members
//
// An operation splits a type into members (Lattice.Members), each of one TypeClass, which
// determines how operations treat it. The operation is a mistake only if it fails for every
// combination of members. The first OperationError explains why.
//
// # Bounds
//
// Types that are built from values lose their details when they grow large (Lattice.Widen), so
// no program makes types grow without end.
package lattice
