// Package types implements Puppet's type system: the types themselves, the values they consist
// of, and the algebra over them. It knows nothing of programs: it reads no source, no disk and
// no clock.
//
// A Type is immutable and lives in a Store, which makes each distinct type once. Within a
// Store, types are compared by pointer. An alias is an interned name (AliasType); only the
// Algebra, which has a Resolver, knows what it represents. Therefore the queries (Assignable,
// Instance, CommonType …) are methods of an Algebra: a view of a Store's types through one
// snapshot of aliases. When the definition of an alias changes, a new Algebra over the same
// Store is made, and no type is stale.
//
// Some queries are Puppet's own (Assignable, Instance, CommonType, Generalize, Normalize,
// Infer, Callable, the wording of mismatches). Their answers are Puppet's, oddities included.
// The queries of an interpreter (Join, Meet, Subtract, Relation, Widen) have no counterpart in
// Puppet. They are exact if the algebra can express the answer.
//
// Two types do not exist in Puppet. Unknown is the type of values that cannot be known: it is
// assignable both ways, and no relation with it is ever Never. NeverType has no values: it is
// assignable to everything, and Join drops it.
//
// Invariants: a Type's fields and slices never change after it has been interned. Types of two
// Stores are never mixed. No operation recurses deeper than MaxDepth. All operations are safe
// for use by several goroutines.
package types
