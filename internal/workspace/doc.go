// Package workspace holds the files that an editor has open in its folders, and
// answers questions about them as they are at one moment: the texts on disk with
// the editor's unsaved texts above them.
//
// It connects lint, checker and checker/symbols, which compute, with server, which
// speaks a protocol. Another front end for changing files would use it in the same way.
// Open, Close, Changed and SetFolders report changes of the files. Acquire returns a
// Snapshot: until it is released nothing changes, so all its answers (texts, trees, types,
// symbols) describe the same moment. One goroutine for each folder computes the findings
// at the same time, in runs as on the command line over what has changed; Findings waits
// until they are up to date.
//
// Invariants: a change waits for snapshots to be released, so that who holds one
// must be quick, or heed the context that is cancelled for that; what is computed
// for findings shares nothing mutable with what snapshots read. Files outside of
// the folders are read only as far as a module path leads to them, and files that
// the editor opens by themselves belong to the module around them, or to nothing.
// Nothing is ever written.
package workspace
