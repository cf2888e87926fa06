// Package erb reads ERB templates: which parts are text and which are Ruby,
// and which of Puppet's variables and functions the Ruby code certainly uses.
package erb

import "puppet-lint/source"

// Template is an ERB template that has been read.
type Template struct {
	File *source.File
	// Segments cover the file without gap or overlap.
	Segments []Segment
	// Variables are the uses of Puppet variables, in the order of the text.
	Variables []Variable
	// Calls are the calls of Puppet functions through the scope.
	Calls []Call
	// Open is set when the code may set or read variables in ways that
	// cannot be followed (instance_variable_set, eval, binding …); then an
	// unknown variable is no certain mistake.
	Open bool
}

// SegmentKind tells what a Segment is.
type SegmentKind uint8

const (
	// Text is copied to the output.
	Text SegmentKind = iota
	// Code is <% … %>.
	Code
	// Expression is <%= … %>.
	Expression
	// Comment is <%# … %>.
	Comment
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
	// Span covers @name, or the quoted name's inside.
	Span source.Span
	// Tested says that the code asks whether the variable is there
	// (defined?(@x), @x.nil?, if @x, @x || …), here or elsewhere in the
	// template: that it may be absent is then foreseen.
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
	// Legacy is set for scope.function_x, which calls 3.x functions only.
	Legacy bool
}

// Read reads an ERB template as Puppet's template function does (trim mode "-").
func Read(file *source.File) *Template {
	return &Template{File: file}
}
