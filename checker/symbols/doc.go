// Package symbols is the resolve phase: it finds out once for each file which
// names the file defines and uses, where, and in which scope, and joins these
// tables over all files.
//
// It stands between module, which reads files, and everything that asks what a
// name means: navigation, rename, unused code. A Table is made from one file
// alone (manifests and EPP templates, ERB templates, Hiera data, Ruby plugins,
// the metadata of tasks); what follows from other files is left to an Index:
// whether Foo::Bar is a defined type or an alias, and in which class of a line
// of inheritance $x is set. Replacing the table of a file is all that a change
// of that file asks for.
//
// Invariants: a Table is immutable and does not depend on any other file. The
// span of an Occurrence covers the name and nothing else: no dollar, no quotes,
// no leading "::", and of a qualified variable only the class or only the
// variable, so that replacing the text of all occurrences renames. Names in a
// Symbol are in lower case where Puppet does not tell cases apart. What is
// computed at run time is no occurrence; it is listed as Computed, so that who
// needs to know everything can tell that it does not.
package symbols
