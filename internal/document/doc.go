// Package document defines the tree of a data file: YAML or JSON, with the span of every key
// and every value.
//
// The packages below it read files of a module tree that are not Puppet code: document/yaml and
// document/json (data, into the tree of this package), document/erb (templates), document/ruby
// (declarations in Ruby files) and document/puppetfile (Puppetfile and .fixtures.yml). They
// import only source. They do not know the meaning of keys: module and the rules do.
//
// Invariants: a tree is what Ruby would make of the text (Psych's scalars, Psych's merge keys),
// but nothing written is lost: duplicate keys and aliases remain. Spans lie within the file.
// Errors in the input are data (Error), never a Go error or a panic. Everything is immutable
// once returned and safe for concurrent use.
package document
