// Package documents checks the files of a module tree that are not Puppet code: Hiera data and
// hierarchies (data*.go), ERB templates (template.go), metadata.json (metadata.go and its
// neighbours) and the metadata of tasks (task.go). It also knows what code looks up in data and
// passes to templates (embedded.go).
//
// It builds on package checker/program (the code that reads the documents) and package
// internal/hiera. The evaluation of code asks Documents for the values of data keys. A Reader
// checks one document.
//
// Invariants: documents are read by module.Tree, once. A Reader records each name that it looks
// up, so that sessions know which documents a change concerns: its methods hide those of the
// program of the same name for this purpose. What backends or encryption hide is taken to hold
// anything, so that nothing is reported about it.
package documents
