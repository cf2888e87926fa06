// Package symbols is the resolve phase. For each file, it finds once the names that the file
// defines and uses, with their locations and scopes, and joins these tables over all files.
//
// It stands between module, which reads files, and everything that needs the meaning of names:
// navigation, rename, unused code. A Table is made from one file alone (manifests and EPP
// templates, ERB templates, Hiera data, Ruby plugins, the metadata of tasks). An Index decides
// what depends on other files: whether Foo::Bar is a defined type or an alias, and which class
// of an inheritance chain sets $x. When a file changes, only its table needs to be replaced.
//
// Invariants: a Table is immutable and does not depend on any other file. The span of an
// Occurrence covers only the name: no dollar, no quotes, no leading "::". A qualified variable
// has one span for the class and another for the variable, so that replacing the text of all
// occurrences renames. Names in a Symbol are in lower case where Puppet ignores case. A name
// that is computed at run time is not an occurrence. It is listed as Computed, so that callers
// that need all names know that some are missing.
package symbols
