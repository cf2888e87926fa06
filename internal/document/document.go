package document

import "puppet-lint/internal/source"

// Document is a parsed data file.
type Document struct {
	File *source.File
	// Root is the value of the first document, the only one that Ruby's loaders read. It is nil
	// if the file is empty or Ruby would reject it; then Errors holds the reason.
	Root *Node
	// Errors are the reasons for which Ruby would reject the file, in text order. A file with a
	// syntax error has exactly one.
	Errors []Error
	// Comments are the spans of the comments, from the "#" to the end of the line without its
	// line ending, in text order.
	Comments []source.Span
	// Rest is the span from the beginning of a second YAML document to the end of the file. It
	// is empty if there is none. Its text is not parsed.
	Rest source.Span
}

// Error is an error in a text.
type Error struct {
	// Span is the text that the message refers to. It is empty for a point between bytes.
	Span source.Span
	// Code distinguishes the errors that callers treat differently.
	Code Code
	// Message describes the error, without its position.
	Message string
	// Context is what was being parsed ("while parsing a block mapping"), and ContextSpan where
	// that began, which is the position in Ruby's own message. Context may be empty.
	Context     string
	ContextSpan source.Span
}

// Code is a kind of Error.
type Code uint8

const (
	// Syntax: the text does not follow the grammar.
	Syntax Code = iota
	// Encoding: the text is not valid UTF-8.
	Encoding
	// UnknownAlias: an alias to an anchor that no earlier node defines.
	UnknownAlias
	// Cycle: a value that contains itself through an alias. Ruby reads it, but Puppet cannot
	// use it.
	Cycle
	// RefusedClass: a value whose Ruby class is not allowed in data (a time, a
	// date, an object).
	RefusedClass
	// BadValue: a scalar that Ruby fails to convert, such as 0x_.
	BadValue
	// TooDeep: collections nested more deeply than the reader's limit.
	TooDeep
	// TooLarge: a text, or the expansion of its aliases, that exceeds the reader's limit.
	TooLarge
)
