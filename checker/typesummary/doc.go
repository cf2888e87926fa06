// Package typesummary collects the known types of all definitions of a program: declared types,
// and the types of defaults, of values that code and data give, and of results. It suggests types
// for parameters and results that declare none.
//
// It reads an evaluation of the manifests (checker.Evaluate); the type report and the language
// server read it. A suggestion is one of three: certain (Parameter.Suggested), which accepts
// every value that works now; likely, which the values seen so far suggest; or documented, from
// the comment above the definition, if the code does not contradict it.
//
// Invariants: the text of a suggested type, parsed again, gives the same type. No type contains
// text of a data file, since data may contain secrets.
package typesummary
