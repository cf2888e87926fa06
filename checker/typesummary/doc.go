// Package typesummary collects what is known about the types of all definitions of a program:
// the declared ones, those of defaults, of values that code and data give, and of results. For
// what declares no type it suggests one.
//
// It reads an evaluation of the manifests (checker.Evaluate); the type report and the language
// server read it. A suggestion is one of three: certain (Parameter.Suggested), which accepts
// every value that works now; likely, which the values seen so far suggest; or documented, from
// the comment above the definition, if the code does not contradict it.
//
// Invariants: a suggested type, parsed again, is the type that was meant. No text of a data file
// is in a type, since data may contain secrets.
package typesummary
