// Package deps is what the findings of a file depend on: the keys of what its bodies
// looked up, and an index that tells which files to look at when something changes.
//
// The checker records the keys while it evaluates (Set), and asks the index for the files
// that a change may concern (NameIndex). The package knows nothing of evaluation. A key
// is the name of a definition, or one that no definition can have, for a part of one
// (Parameter, Variable), for a question (LeadsTo, Titles) or for a file. All of them are
// made by the functions of keys.go: who records and who invalidates call the same one.
package deps
