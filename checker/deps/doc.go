// Package deps tracks what the findings of a file depend on: the keys that its bodies looked
// up, and an index of the files to check again after a change.
//
// The checker records the keys while it evaluates (Set), and queries the index for the files
// that a change may affect (NameIndex). The package knows nothing of evaluation. A key is the
// name of a definition, or a string that cannot be such a name and denotes a part of a
// definition (Parameter, Variable), a query (LeadsTo, Titles) or a file. The functions in
// keys.go make all keys, so that recording and invalidation use the same ones.
package deps
