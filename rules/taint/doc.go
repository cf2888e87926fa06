// Package taint follows values backwards: from an expression whose value matters, such as a
// command line, to the source, where the value is chosen outside of the code.
//
// It builds on package flow, which knows the variables of one file, and on the tree of modules,
// through which it follows values into other files: variables of classes, functions, templates,
// and the callers of private definitions. The answer is the whole path, the source first. The
// package examines only the code that a query needs, and never runs code. It follows nothing
// unknown: an unknown function ends a path, and so does a test or type that excludes arbitrary
// text.
package taint
