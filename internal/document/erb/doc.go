// Package erb parses ERB templates. It finds the parts that are text and the parts that are Ruby
// code, and the variables and functions of Puppet that the Ruby code certainly uses.
//
// A template is split as Ruby's ERB does it with the trim mode "-", which Puppet's template and
// inline_template use. Its Ruby code is then parsed in place: everything else is replaced by
// blanks, so that offsets remain valid.
package erb

import "puppet-lint/internal/source"

// Template is a parsed ERB template. It is immutable.
type Template struct {
	File *source.File
	// Segments cover the file without gaps or overlaps.
	Segments []Segment
	// Variables are the uses of Puppet variables, in text order.
	Variables []Variable
	// Calls are the calls of Puppet functions through the scope.
	Calls []Call
	// Names are bare names in the Ruby code that are neither Ruby variables nor methods of a
	// template. Puppet fails on them ("undefined local variable or method"). Most are variables
	// without @.
	Names []Name
	// Blocks are the conditions, loops and blocks of the Ruby code, from their first word to
	// their end, in text order.
	Blocks []source.Span
	// Open is true if the code is not understood, or may set or read variables in ways that
	// cannot be followed (instance_variable_set, eval …). Then an unknown variable is not a
	// certain mistake.
	Open bool
}

// SegmentKind is the kind of a Segment.
type SegmentKind uint8

const (
	// Text is copied to the output.
	Text SegmentKind = iota
	// Escape is <%% or, in code, %%>: it represents the same with one %.
	Escape
	// Code is <% … %>.
	Code
	// Expression is <%= … %>.
	Expression
	// Comment is <%# … %>.
	Comment
	// Unclosed is a tag without an end, up to the end of the file. ERB copies its content to
	// the output.
	Unclosed
)

// Segment is a part of a template.
type Segment struct {
	Kind SegmentKind
	// Span is the whole segment with its delimiters; Body is the part between them.
	Span, Body source.Span
}

// Form is the way in which Ruby code names a Puppet variable.
type Form uint8

const (
	// Instance is @name.
	Instance Form = iota
	// Scope is scope['name'] or scope.lookupvar('name').
	Scope
)

// Variable is one use of a Puppet variable.
type Variable struct {
	// Name is the name without "@" and without a leading "::".
	Name string
	Form Form
	// Absolute is true for scope['::name'].
	Absolute bool
	// Span is the span of @name, or of the name inside its quotes.
	Span source.Span
	// Tested is true if the code, here or elsewhere in the template, tests whether the variable
	// has a value (defined?(@x), @x.nil?, if @x, @x || …), so it may be missing.
	Tested bool
	// Assigned is true if the template itself sets the variable somewhere.
	Assigned bool
}

// Call is a call of a Puppet function from Ruby code.
type Call struct {
	// Name is the name of the function in Puppet.
	Name string
	// Span is the span of the name.
	Span source.Span
	// Legacy is true for scope.function_x, which can call only 3.x functions.
	Legacy bool
	// Strings are the arguments that are literal strings, at their positions. An empty text
	// with an empty span represents any other argument.
	Strings []String
}

// String is a literal string and its span inside the quotes.
type String struct {
	Text string
	Span source.Span
}

// Name is a bare name.
type Name struct {
	Name string
	Span source.Span
}
