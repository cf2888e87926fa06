// Package documents checks the files of a module tree that are not Puppet code. It also finds
// what code looks up in data and passes to templates (embedded.go).
//
// It builds on package checker/program (the code that reads the documents) and package
// internal/hiera. The evaluation of code asks Documents (documents.go) for the values of data
// keys. A Reader (reader.go) checks one document.
//
// # Files
//
//   - data*.go: Hiera data and hierarchies
//   - template.go: ERB templates; variable_uses.go: whether anything sets a variable
//   - metadata.go: metadata.json; metadata_uses.go, optional_uses.go: the modules that the code
//     uses; allowed_versions.go, requirement.go: versions that the code does not work with;
//     outdated.go: ranges that exclude the chosen version
//   - task.go: the metadata of tasks
//
// Invariants: module.Tree reads each document once. A Reader records each name that it looks
// up, so that sessions know which documents a change concerns. For this purpose, methods of
// Reader hide the methods of the program that have the same name. A value that a backend or
// encryption hides may be anything, so nothing is reported about it.
package documents
