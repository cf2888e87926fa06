// Package workspace holds the files that an editor has open in its folders, and answers
// questions about them as they are at one moment: the texts on disk, overlaid with the editor's
// unsaved texts.
//
// It connects lint, checker and checker/symbols, which compute, with server, which speaks a
// protocol. Any other front end for changing files would use it in the same way. Open, OpenVirtual,
// Close, Changed and SetFolders report changes of the files. Acquire returns a Snapshot: nothing
// changes until it is released, so all its answers (texts, trees, types, symbols) describe the
// same moment. One goroutine for each folder computes the findings, in runs over the changed
// files as on the command line; Findings waits until they are up to date.
//
// Invariants: a change waits until all snapshots are released. So whoever holds a snapshot must
// be quick, or must stop when its context is cancelled. The computation of findings shares
// nothing mutable with the snapshots. Files outside of the folders are only read if a module
// path leads to them. A file outside of the folders that the editor opens belongs to the module
// around it, if there is one. A virtual document, which is no file, sees the files of a folder, and
// they do not see it. Nothing is ever written.
package workspace
