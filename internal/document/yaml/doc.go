// Package yaml parses YAML as Ruby's Psych does, which Puppet and Hiera use: libyaml's grammar
// (YAML 1.1), Psych's resolution of scalars and its merge keys. It keeps the exact span of
// everything.
//
// It does not use a library: the libraries report no end of a value and no column of an error,
// resolve scalars like Go and not like Psych, and are several times slower.
// internal/oracle/yaml compares it with Ruby.
//
// The text passes through the scanner (tokens), the parser (nodes) and the constructor
// (values). Each follows the original rule by rule, so that files that Puppet rejects are
// rejected with the same message.
package yaml

import (
	"fmt"
	"unicode/utf8"

	"puppet-lint/internal/document"
	"puppet-lint/internal/source"
)

// MaxSize is the length in bytes of the longest text that is read.
const MaxSize = source.MaxFileSize

// MaxValues is the largest number of values in a document, both as written and with all aliases
// expanded.
const MaxValues = 1_000_000

// Options configures Read.
type Options struct {
	// RefuseSymbols rejects :name, as Ruby's safe_load does by default. Hiera allows symbols in
	// its data and in hiera.yaml.
	RefuseSymbols bool
}

// Read parses the first document of file as Puppet::Util::Yaml.safe_load does: aliases are
// allowed, objects are not.
func Read(file *source.File, options Options) *document.Document {
	result := &document.Document{File: file}
	if len(file.Text) > MaxSize {
		result.Errors = []document.Error{{
			Code:    document.TooLarge,
			Message: fmt.Sprintf("the file is larger than %d MiB", MaxSize>>20),
		}}
		return result
	}
	ascii, problem := checkCharacters(file.Text)
	if problem != nil {
		result.Errors = []document.Error{*problem}
		return result
	}
	p := &parser{scanner: newScanner(file.Text, ascii)}
	root, rest := p.parseDocument()
	result.Comments = p.comments
	if p.err != nil {
		result.Errors = []document.Error{*p.err}
		return result
	}
	result.Rest = rest
	if root == nil {
		return result
	}
	c := &constructor{options: options}
	if c.construct(root) > MaxValues {
		c.errors = append(c.errors, document.Error{
			Span: rootSpan(root), Code: document.TooLarge,
			Message: fmt.Sprintf("the aliases expand to more than %d values", MaxValues),
		})
	}
	c.checkCycles(&root.Node)
	if len(c.errors) > 0 {
		result.Errors = c.errors
		return result
	}
	result.Root = &root.Node
	return result
}

// checkCharacters reports whether text is all ASCII, and finds the first character that libyaml
// rejects. libyaml checks all characters before it parses.
func checkCharacters(text string) (ascii bool, problem *document.Error) {
	ascii = true
	for i := 0; i < len(text); {
		c := text[i]
		if c >= 0x20 && c < 0x7F || c == '\n' || c == '\t' || c == '\r' {
			i++
			continue
		}
		size := 1
		if c >= utf8.RuneSelf {
			ascii = false
			r, width := utf8.DecodeRuneInString(text[i:])
			if r == utf8.RuneError && width == 1 {
				return ascii, encodingError(text, i)
			}
			if r == 0x85 || r >= 0xA0 && r != 0xFFFE && r != 0xFFFF {
				i += width
				continue
			}
			size = width
		}
		return ascii, &document.Error{
			Span: source.Span{Start: int32(i), End: int32(i + size)}, Message: "control characters are not allowed",
		}
	}
	return ascii, nil
}

// encodingError describes the error in the UTF-8 at i.
func encodingError(text string, i int) *document.Error {
	message := "invalid Unicode character"
	width := utf8Width(text[i])
	switch {
	case width == 0:
		message = "invalid leading UTF-8 octet"
	case i+width > len(text):
		message = "incomplete UTF-8 octet sequence"
	default:
		value := uint32(text[i]) & (0xFF >> (width + 1))
		for k := 1; k < width; k++ {
			if text[i+k]&0xC0 != 0x80 {
				message = "invalid trailing UTF-8 octet"
				break
			}
			value = value<<6 | uint32(text[i+k]&0x3F)
		}
		if message == "invalid Unicode character" && value < []uint32{0, 0, 0x80, 0x800, 0x10000}[width] {
			message = "invalid length of a UTF-8 sequence"
		}
	}
	return &document.Error{Span: source.Span{Start: int32(i), End: int32(i + 1)}, Code: document.Encoding, Message: message}
}
