// Package lattice is what the checker knows of values: each value by its type. It tells
// what operations yield for all values of the types of their operands, what tests leave of
// a type, and how messages speak of types.
//
// It stands on types, the algebra, and on the rules of package code; it knows nothing of
// manifests, variables or the place in a program where a value comes up. All of it is
// functions of types: the same types give the same result, from several goroutines, too.
//
// # Three answers
//
// What holds for all values of a type is Always, for none is Never, for some or for values
// that are not known is Maybe. Unknown, the type of which nothing is known, never gives
// Always or Never, so that no finding comes of it.
//
// # Members
//
// An operation takes a type apart into members (Lattice.Members), each of one TypeClass, which
// says how operations see it. It is a mistake only where it fails for every combination of
// members; the first OperationError says why.
//
// # Bounds
//
// Types that are built from values lose their details when they grow large
// (Lattice.Widen), so that no program makes types grow without end.
package lattice
