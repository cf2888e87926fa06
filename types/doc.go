// Package types holds Puppet's type system: the types themselves, the values
// they are made of, and the algebra over them. It knows nothing of programs:
// it reads no source, no disk and no clock.
//
// A Type is immutable and lives in a Store, which makes each distinct type
// once: within a Store, types are compared by pointer. An alias is an interned
// name (AliasType); what it stands for is known only to the Algebra, which
// asks a Resolver. So the questions (Assignable, Instance, CommonType …) are
// methods of an Algebra: one view of a Store's types through one snapshot of
// aliases. A changed alias file means a new Algebra over the same Store, and no
// stale types.
//
// Where the questions are Puppet's own (Assignable, Instance, CommonType,
// Generalize, Normalize, Infer, Callable, the wording of mismatches), the
// answers are Puppet's, oddities included. The questions of an interpreter
// (Join, Meet, Subtract, Relation, Widen) have no counterpart in Puppet, and are exact where the algebra
// can express the answer.
//
// Two types are not Puppet's. Unknown stands for what cannot be known: it is
// assignable both ways, and no relation with it is ever Never. NeverType has no
// values: it is assignable to everything, and Join drops it.
//
// Invariants: a Type's fields and slices are never changed after it has been
// interned; types of two Stores are never mixed; no operation recurses deeper
// than MaxDepth; all operations are safe for use by several goroutines.
package types
