package document

import (
	"math/big"

	"puppet-lint/source"
)

// Kind is what Ruby makes of a Node.
type Kind uint8

const (
	// Null is Ruby's nil.
	Null Kind = iota
	// Boolean is true or false.
	Boolean
	// Integer is a whole number of any size.
	Integer
	// Float is a 64-bit floating point number; it may be infinite or not a
	// number.
	Float
	// String is text (or bytes, when it was written as !!binary).
	String
	// Symbol is a Ruby Symbol, such as YAML's :name.
	Symbol
	// Sequence is an Array.
	Sequence
	// Mapping is a Hash.
	Mapping
	// Alias stands for Target.
	Alias
	// Opaque is a value that is allowed but that nothing is known about.
	Opaque
)

// Style is how a value is written.
type Style uint8

const (
	// Plain is a scalar without quotes, or anything that has no text at all.
	Plain Style = iota
	// SingleQuoted is 'text'.
	SingleQuoted
	// DoubleQuoted is "text"; every JSON string is.
	DoubleQuoted
	// Literal is a block scalar that keeps its line ends (|).
	Literal
	// Folded is a block scalar that folds its line ends (>).
	Folded
	// Block is a collection laid out by indentation.
	Block
	// Flow is a collection in brackets or braces; every JSON collection is.
	Flow
)

// Node is a value with the place where it is written.
type Node struct {
	Kind  Kind
	Style Style
	// Boolean is the value of a Boolean.
	Boolean bool
	// Span covers the value as it is written: quotes, brackets and the header
	// of a block scalar included, tag and anchor not. An absent value ("key:")
	// has an empty span where it would stand.
	Span source.Span
	// Text is the value of a String or Symbol (without its colon), the name of
	// an Alias, and for other scalars the text that was resolved.
	Text string
	// Integer is the value of an Integer that fits.
	Integer int64
	// Big is the value of an Integer that does not fit in 64 bits, else nil.
	Big *big.Int
	// Float is the value of a Float.
	Float float64
	// Items are the elements of a Sequence.
	Items []*Node
	// Entries are the pairs of a Mapping as they are written: in order,
	// duplicates and merge keys included. See Pairs for the resulting Hash.
	Entries []Entry
	// Target is what an Alias stands for; it is never an Alias itself.
	Target *Node
	// Tag is the tag as it resolves ("tag:yaml.org,2002:str"), or empty.
	Tag string
	// Anchor is the name of the node's anchor, or empty.
	Anchor string
}

// Entry is one pair of a Mapping.
type Entry struct {
	Key, Value *Node
	// Merge marks a pair whose value's pairs are taken over (the key <<, where
	// Ruby honours it).
	Merge bool
}
