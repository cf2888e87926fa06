// Package json reads JSON as Ruby's json library does (comments allowed,
// duplicate keys kept), with the exact span of everything.
package json

import (
	"puppet-lint/document"
	"puppet-lint/source"
)

// Read reads the value in file.
func Read(file *source.File) *document.Document {
	return &document.Document{File: file}
}
