// Package git reports which lines of a file are new since a git revision. It stands
// below lint, which asks for --new-from.
//
// The repository may be a stranger's, its .git folder included, so that nothing
// that stands in it is executed. Git is only asked for what is in its objects: it
// never looks at the work tree, which is where filters, file system monitors, hooks
// and external diffs come in, never fetches, and never takes a bare repository
// within the tree for the one that was meant. What the work tree holds is compared
// here. An answer that does not come in time is an error.
package git
