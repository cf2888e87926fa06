// Package incremental computes values that depend on each other. After a change, it computes again
// only the values that the change affects.
//
// An Input holds values from outside, such as the names in a folder. A Query is a function of a
// key, which may read inputs and other queries. Reading one with the Task of a computation records
// the dependency. Change gives inputs new values and starts a new revision. All values that depend
// on these inputs, directly or indirectly, become suspect. When a suspect value is read, its
// dependencies are examined first: it is computed again only if one of them has really changed. If
// the result equals the old value, the values that depend on it stay valid (early cutoff).
//
// Each value is computed once, by the first task that needs it; other tasks wait for it. A Task
// belongs to one goroutine, and several tasks may run at the same time. If the context of a task is
// cancelled, its unfinished computations have no effect.
//
// A query may depend on itself if it has a Cycle. It then starts from an initial value and is
// computed until its value no longer changes. If the values grow monotonically, the result is the
// least fixpoint. The number of rounds is bounded. Two tasks that enter a cycle at different nodes
// do not wait for each other: one of them also computes the other's part.
//
// Collect evicts values that no value depends on and that have not been read for a while.
//
// A database that does not record dependencies (NewOnce) only remembers values. It is for programs
// that compute everything once.
package incremental
