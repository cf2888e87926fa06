// Package source holds the texts of files: spans, files with their line tables, and the file
// system through which files are read.
//
// The package imports nothing of this module, and every other package may import it. Positions
// are byte offsets until they are shown. Only then are they converted to lines and columns,
// since only then is the unit (characters or UTF-16) known.
//
// Invariants: a File never changes after NewFile. A Span is half open and lies within its
// file's text. Offsets fit in an int32, since a file is at most MaxFileSize bytes long.
package source
