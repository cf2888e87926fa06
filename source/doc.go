// Package source holds the text that everything else is about: spans, files
// with their line tables, and the file system through which files are read.
//
// It is the ground floor: it imports nothing of this module, and every other
// package may import it. Positions are byte offsets until the moment they are
// shown to somebody; only then are they turned into lines and columns, because
// only then is it known in which unit (characters or UTF-16) they are wanted.
//
// Invariants: a File never changes after NewFile; a Span is half open and lies
// within its file's text; offsets fit in an int32, so that a file is at most
// MaxFileSize bytes long.
package source
