// Package workspace holds the files that an editor has open in its folders, and
// answers questions about them as they are at one moment: the texts on disk with
// the editor's unsaved texts above them.
//
// It stands between lint, checker and checker/symbols, which compute, and server,
// which speaks a protocol; whoever writes another front end for changing files
// starts here. Open, Close, Changed and SetFolders say what has become of the
// files. Acquire returns a Snapshot: until it is released nothing changes, and
// whatever is asked of it (texts, trees, types, symbols) is about one moment.
// Findings are computed beside that by one goroutine for each folder, which makes
// one run after the other of what has changed, as the command line would; Findings
// waits until they are up to date.
//
// Invariants: a change waits for snapshots to be released, so that who holds one
// must be quick, or heed the context that is cancelled for that; what is computed
// for findings shares nothing mutable with what snapshots read. Files outside of
// the folders are read only as far as a module path leads to them, and files that
// the editor opens by themselves belong to the module around them, or to nothing.
// Nothing is ever written.
package workspace
