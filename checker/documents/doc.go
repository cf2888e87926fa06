// Package documents checks the files of a module tree that are not Puppet code: Hiera data and
// hierarchies (data*.go), ERB templates (template.go), metadata.json (metadata.go and its
// neighbours) and the metadata of tasks (task.go). It also finds what code looks up in data and
// passes to templates (embedded.go).
//
// It builds on package checker/program (the code that reads the documents) and package
// internal/hiera. The evaluation of code asks Documents for the values of data keys. A Reader
// checks one document.
//
// Invariants: module.Tree reads each document once. A Reader records each name that it looks
// up, so that sessions know which documents a change concerns. For this purpose, methods of
// Reader hide the methods of the program that have the same name. A value that a backend or
// encryption hides may be anything, so nothing is reported about it.
package documents
