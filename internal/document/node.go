package document

import (
	"math/big"

	"puppet-lint/internal/source"
)

// Kind is the kind of value that Ruby makes of a Node.
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
	// String is text (or bytes, if it was written as !!binary).
	String
	// Symbol is a Ruby Symbol, such as YAML's :name.
	Symbol
	// Sequence is an Array.
	Sequence
	// Mapping is a Hash.
	Mapping
	// Alias refers to Target.
	Alias
	// Opaque is a value that is valid but not known.
	Opaque
)

// Style is how a value is written.
type Style uint8

const (
	// Plain is a scalar without quotes, or a value without text.
	Plain Style = iota
	// SingleQuoted is 'text'.
	SingleQuoted
	// DoubleQuoted is "text"; every JSON string is.
	DoubleQuoted
	// Literal is a block scalar that keeps its line ends (|).
	Literal
	// Folded is a block scalar that folds its line ends (>).
	Folded
	// Block is a collection in block style, structured by indentation.
	Block
	// Flow is a collection in brackets or braces. Every JSON collection is one.
	Flow
)

// Node is a value with its span.
type Node struct {
	Kind  Kind
	Style Style
	// Boolean is the value of a Boolean.
	Boolean bool
	// Span covers the value as written, including quotes, brackets and the header of a block
	// scalar, but not its tag and anchor. For a missing value ("key:") it is empty, at the
	// position of the value.
	Span source.Span
	// Text is the value of a String or Symbol (without its colon) or the name of an Alias. For
	// other scalars it is the text before conversion.
	Text string
	// Integer is the value of an Integer that fits.
	Integer int64
	// Big is the value of an Integer that exceeds 64 bits, else nil.
	Big *big.Int
	// Float is the value of a Float.
	Float float64
	// Items are the elements of a Sequence.
	Items []*Node
	// Entries are the pairs of a Mapping as written: in order, including duplicates and merge
	// keys. Pairs returns the resulting Hash.
	Entries []Entry
	// Target is the node that an Alias refers to. It is never an Alias itself.
	Target *Node
	// Tag is the resolved tag ("tag:yaml.org,2002:str"), or empty.
	Tag string
	// Anchor is the name of the node's anchor, or empty.
	Anchor string
}

// Entry is one pair of a Mapping.
type Entry struct {
	Key, Value *Node
	// Merge marks a pair with the merge key <<, whose value's pairs are added, where Ruby
	// supports that.
	Merge bool
}
