// Package erb reads ERB templates: which parts are text and which are Ruby,
// and which of Puppet's variables and functions the Ruby code certainly uses.
//
// A template is cut as Ruby's ERB does it with the trim mode "-", which is the
// one that Puppet's template and inline_template use. Its Ruby is then read in
// place: everything else is blanked out, so that offsets stay what they are.
package erb

import "puppet-lint/source"

// Template is an ERB template that has been read. It is immutable.
type Template struct {
	File *source.File
	// Segments cover the file without gap or overlap.
	Segments []Segment
	// Variables are the uses of Puppet variables, in the order of the text.
	Variables []Variable
	// Calls are the calls of Puppet functions through the scope.
	Calls []Call
	// Names are names that stand alone in the Ruby code, and that are neither
	// variables of it nor methods that a template has: Puppet fails at them
	// ("undefined local variable or method"). Most are variables without @.
	Names []Name
	// Open is set when the code may set or read variables in ways that
	// cannot be followed (instance_variable_set, eval …), or is not
	// understood; then an unknown variable is no certain mistake.
	Open bool
}

// SegmentKind reports what a Segment is.
type SegmentKind uint8

const (
	// Text is copied to the output.
	Text SegmentKind = iota
	// Escape is <%% or, in code, %%>: it stands for the same with one %.
	Escape
	// Code is <% … %>.
	Code
	// Expression is <%= … %>.
	Expression
	// Comment is <%# … %>.
	Comment
	// Unclosed is a tag without its end, to the end of the file. ERB copies
	// what is inside to the output.
	Unclosed
)

// Segment is a part of a template.
type Segment struct {
	Kind SegmentKind
	// Span is the whole segment with its delimiters; Body lies between them.
	Span, Body source.Span
}

// Form is how a Puppet variable is named in Ruby code.
type Form uint8

const (
	// Instance is @name.
	Instance Form = iota
	// Scope is scope['name'] or scope.lookupvar('name').
	Scope
)

// Variable is one use of a Puppet variable.
type Variable struct {
	// Name is without "@" and without a leading "::".
	Name string
	Form Form
	// Absolute is set for scope['::name'].
	Absolute bool
	// Span covers @name, or the name inside its quotes.
	Span source.Span
	// Tested says that the code asks whether the variable has a value
	// (defined?(@x), @x.nil?, if @x, @x || …), here or elsewhere in the
	// template: that it may be absent is foreseen.
	Tested bool
	// Assigned says that the template itself sets the variable somewhere.
	Assigned bool
}

// Call is a call of a Puppet function from Ruby code.
type Call struct {
	// Name is the function's name as Puppet knows it.
	Name string
	// Span covers the name.
	Span source.Span
	// Legacy is set for scope.function_x, which reaches 3.x functions only.
	Legacy bool
	// Strings are the arguments that are literal strings, in their places; an
	// empty text with an empty span stands for any other argument.
	Strings []String
}

// String is a literal string and the place inside its quotes.
type String struct {
	Text string
	Span source.Span
}

// Name is a name that stands alone.
type Name struct {
	Name string
	Span source.Span
}
