// Package document holds the tree that data files are read into: YAML and
// JSON, with the span of every key and every value.
//
// The packages below it read what is not Puppet but belongs to a module tree:
// document/yaml and document/json (data, into the tree of this package),
// document/erb (templates), document/ruby (what Ruby files declare) and
// document/puppetfile (Puppetfile and .fixtures.yml). They import only source,
// and nothing here knows what a key means: that is for module and the rules.
//
// Invariants: a tree is what Ruby would have made of the text (Psych's scalars,
// Psych's merge keys), except that nothing written is lost: duplicate keys stay,
// an alias stays an alias. Spans lie within the file. Errors in the input are
// data (Error), never a Go error or a panic. Everything is immutable once
// returned and safe for use by several goroutines.
package document
