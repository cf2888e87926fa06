// Package format formats Puppet code in the standard style: manifests, plans and, within their
// tags, EPP templates.
//
// It builds on syntax and internal/layout; config and lint build on it. It is a pure function
// from a tree to edits: it knows no disk and no configuration file.
//
//	file := syntax.Parse(source.NewFile("site.pp", text), syntax.Options{})
//	edits, err := format.File(file, format.DefaultOptions())
//	formatted := diag.Apply(file.Source, edits)
//
// Range returns the edits of a part of a text, such as the block being written. Text is for
// callers without a tree.
//
// # Invariants
//
//   - Edits replace blanks and line endings between tokens, move the margins of
//     heredocs, add trailing commas, and swap an arrow between resources with the
//     comments after it. They never change or remove a token or a comment.
//   - Therefore the tree is the same before and after, and so is the value of each
//     string and heredoc. SameCode (same.go) verifies that for two texts.
//   - Formatting formatted code makes no edits.
//   - Formatted code has no findings of layout rules, except for lines that cannot
//     be broken.
//   - A file with a syntax error is not formatted.
//
// # How it works
//
// The functions in format.go call the steps. The file is split into pieces: tokens, whole
// strings, comments (document.go). Arrows move behind the comments that follow them (move.go).
// Before each piece is a gap, which is laid out flat or as a line ending. The planner (plan*.go)
// walks the tree and determines what decides each gap: nothing, the author's line ending, the
// structure of the code, or the group that the gap belongs to. A group is the code between two
// brackets. It breaks as a whole, because the author broke it or because a line is too long
// (fit.go). The planner also decides whether a broken group ends with a comma (commaStyle). A
// flat gap is a space or nothing (spacing.go). Comments may exclude gaps from all this
// (freeze.go). Then the indentation of the lines is computed (settle.go, and tags.go for
// templates), by the code of the rule strict_indent, and columns are aligned (align.go). Each
// difference from the source becomes an edit (edits.go, heredoc.go).
//
// Comments are pieces like tokens, so none can be lost or moved among them. A comment on its
// own line stays on one, before the code that follows. A comment after code stays after it, and
// the line ends there.
package format
