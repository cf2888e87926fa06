// Package git finds the lines of a file that are new since a git revision. Package lint uses it
// for --new-from.
//
// Others may have written the repository, including its .git folder, so nothing in it is
// executed. Git is only used to read objects. It never reads the work tree, where filters, file
// system monitors, hooks and external diffs would run. It never fetches, and never uses a bare
// repository inside the tree, or one elsewhere, instead of the intended one. This package compares
// the files of the work tree itself. If git does not answer in time, that is an error.
//
// # Files
//
//   - since.go: a revision and what it holds, also in submodules; before.go: the files that differ and their
//     earlier texts; lines.go: the lines that are new; moves.go: which files were moved
//   - run.go: git processes, with their settings and limits; memory_linux.go, memory_other.go: the limit of
//     their memory
//   - location.go: the repository of a work tree, which must be its own; worktree.go: the setting that
//     points back to it; files.go: what git would read there, checked before git runs
package git
