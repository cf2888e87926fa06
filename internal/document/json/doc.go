// Package json parses JSON as Ruby's json library (2.6) does, which Puppet uses for Hiera's
// JSON data and for a module's metadata: comments are allowed, duplicate keys are accepted (and
// kept here), and collections may be nested 100 levels deep. It keeps the exact span of
// everything.
package json

import (
	"fmt"
	"unicode/utf8"

	"puppet-lint/internal/document"
	"puppet-lint/internal/source"
)

const (
	// MaxDepth is how deeply collections may be nested. Ruby rejects more.
	MaxDepth = 100
	// MaxSize is the length in bytes of the longest text that is read.
	MaxSize = source.MaxFileSize
	// MaxValues is the largest number of values in a document.
	MaxValues = 1_000_000
	// maxDigits is the length of the longest number that is converted. The time of conversion
	// grows with the square of the length.
	maxDigits = 4096
)

// Read parses the value in file. The Rest of the document is always empty.
func Read(file *source.File) *document.Document {
	result := &document.Document{File: file}
	if len(file.Text) > MaxSize {
		result.Errors = []document.Error{{
			Code: document.TooLarge, Message: fmt.Sprintf("the file is larger than %d MiB", MaxSize>>20),
		}}
		return result
	}
	r := &reader{text: file.Text}
	root := r.document()
	result.Comments = r.comments
	if r.err != nil {
		result.Errors = []document.Error{*r.err}
		return result
	}
	result.Root = root
	return result
}

// invalidUTF8 returns the offset of the first byte that is not part of valid UTF-8, or -1.
func invalidUTF8(text string) int {
	if utf8.ValidString(text) {
		return -1
	}
	for i := 0; ; {
		r, size := utf8.DecodeRuneInString(text[i:])
		if r == utf8.RuneError && size == 1 {
			return i
		}
		i += size
	}
}
