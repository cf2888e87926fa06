// Package incremental computes values that depend on each other, and after a change computes
// again only what the change concerns.
//
// An Input holds values from outside, such as what a folder contains. A Query is a function of a
// key, which may read inputs and other queries. Reading one with the Task of a computation records
// the dependency; nobody states dependencies by hand. Change gives inputs new values and starts a
// new revision. What depends on them, directly or not, becomes suspect. A suspect value that is
// read is compared with its dependencies first: it is computed again only if one of them has
// really changed. If the result is equal to the old value, what depends on it stays valid (early
// cutoff).
//
// Each value is computed once, by the first task that needs it; others wait for it. A Task belongs
// to one goroutine, and several tasks may run at the same time. A task whose context is cancelled
// leaves what it was computing as if it had not begun.
//
// Queries may depend on themselves if they have a Cycle: they start from an initial value and are
// computed until their values no longer change, which is their least fixpoint if they grow
// monotonically. The number of rounds is bounded. Two tasks that enter a cycle from different ends
// do not wait for each other: one of them computes the other's part for itself.
//
// Collect evicts the values that nothing depends on and that nobody has read for a while.
//
// A database that does not record (NewOnce) remembers values, and nothing else. It is for
// computations that are made once.
package incremental
