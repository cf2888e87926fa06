// Package format lays Puppet code out in the standard style: manifests, plans
// and, within their tags, EPP templates.
//
// It stands above syntax and internal/layout, and below config and lint. It is a
// pure function from a tree to edits: it knows no disk and no configuration file.
//
//	file := syntax.Parse(source.NewFile("site.pp", text), syntax.Options{})
//	edits, err := format.File(file, format.DefaultOptions())
//	formatted := diag.Apply(file.Source, edits)
//
// Range gives the edits of a part of a text, such as the block that is being
// written; Text is for who has no tree.
//
// # Invariants
//
//   - Edits replace blanks and line ends between tokens, move the margins of
//     heredocs, add trailing commas, and have an arrow between resources change
//     places with the comments behind it. Nothing else: no token is changed or taken
//     away, and no comment is.
//   - So the tree is the same before and after, and so is the value of each
//     string and heredoc. SameCode holds that for two texts.
//   - Formatting what is formatted makes no edit.
//   - What is formatted has no finding of a layout rule, but for lines that cannot
//     be broken.
//   - A file with a syntax error is not formatted.
//
// # How it works
//
// The file is cut into pieces: tokens, whole strings, comments (document.go).
// Before each piece is a gap, which is laid out flat or as a line end. The planner
// (plan*.go) walks the tree and says of each gap what decides: nothing, the
// author's line end, the structure of the code, or the group that it belongs to.
// Groups are what is between two brackets; they break as a whole, because the
// author broke them or because a line is too long (fit.go). Then indentation is
// counted over the lines (settle.go), by the code that the rule strict_indent
// has, and columns are aligned (align.go). What differs from the source becomes an
// edit (edits.go, heredoc.go).
//
// Comments are pieces like tokens, so that none can be lost or change its place
// among them. One that stands on a line of its own stays on one, before the code
// that follows; one behind code stays behind it, and the line ends there.
package format
