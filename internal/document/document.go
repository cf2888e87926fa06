package document

import "puppet-lint/source"

// Document is a data file that has been read.
type Document struct {
	File *source.File
	// Root is the value of the first document, which is the only one that
	// Ruby's loaders look at. It is nil when the file is empty, and when Ruby
	// would refuse it (then Errors says why).
	Root *Node
	// Errors holds what Ruby would refuse, in the order of the text. A file that
	// breaks the syntax has exactly one.
	Errors []Error
	// Comments are the spans of the comments, from the "#" to before the line
	// ending, in the order of the text.
	Comments []source.Span
	// Rest is where a second YAML document begins, up to the end of the file;
	// it is empty when there is none. Nothing in it is read.
	Rest source.Span
}

// Error is what is wrong with a text.
type Error struct {
	// Span is what the message is about; it is empty at a point between bytes.
	Span source.Span
	// Code tells the errors apart that callers treat differently.
	Code Code
	// Message says what is wrong, without the place.
	Message string
	// Context says during what ("while parsing a block mapping"), and
	// ContextSpan where that began: the place that Ruby's own message names.
	// Context may be empty.
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
	// UnknownAlias: an alias to an anchor that no earlier node has.
	UnknownAlias
	// Cycle: a value that contains itself through an alias. Ruby reads it;
	// Puppet cannot use it.
	Cycle
	// RefusedClass: a value whose Ruby class is not allowed in data (a time, a
	// date, an object).
	RefusedClass
	// BadValue: a scalar that Ruby's conversion refuses, such as 0x_.
	BadValue
	// TooDeep: collections nested deeper than the reader's limit.
	TooDeep
	// TooLarge: a text, or what its aliases expand to, above the reader's limit.
	TooLarge
)
