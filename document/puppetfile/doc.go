// Package puppetfile reads the lists of modules that a folder is deployed or
// tested with: Puppetfile (r10k, librarian) and .fixtures.yml.
package puppetfile

import "puppet-lint/source"

// Module is one module that a list names.
type Module struct {
	// Name is the name of the module's folder: without its owner.
	Name string
	// Owner is the name before the "/" or "-", or empty.
	Owner string
	// Span is where the name is written.
	Span source.Span
	// Version is the version as written ("1.2.3", "latest", "5.x"), or empty.
	Version string
	// Source is the URL of a repository, or the path of a folder that a
	// fixture links to; it is empty for a module of the Forge.
	Source string
	// InstallPath is the folder that holds the module's folder when it is not
	// the list's own module folder, else empty.
	InstallPath string
}

// List is what a file lists.
type List struct {
	File    *source.File
	Modules []Module
	// ModuleDir is the folder that a moduledir line names, or "modules".
	ModuleDir string
	// Open is set when the file holds code that may add modules which
	// cannot be read without running it.
	Open bool
	// Errors says why a fixture file could not be read.
	Errors []string
}

// Read reads a Puppetfile.
func Read(file *source.File) *List {
	return &List{File: file, ModuleDir: "modules"}
}

// ReadFixtures reads a .fixtures.yml.
func ReadFixtures(file *source.File) *List {
	return &List{File: file, ModuleDir: "spec/fixtures/modules"}
}
