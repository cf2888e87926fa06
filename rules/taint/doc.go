// Package taint follows values backwards: from a place where a value matters, such as
// a command line, to where somebody else decides what it is.
//
// It stands on package flow, which knows the variables of one file, and on the tree of
// modules, through which it follows values into other files: variables of classes,
// functions, templates, and the callers of private definitions. It answers with the
// whole path, the source first. It looks at what is asked for only, never runs code, and
// is silent where it does not know: an unknown function ends a path, and so does a test
// or a type that leaves no room for arbitrary text.
package taint
