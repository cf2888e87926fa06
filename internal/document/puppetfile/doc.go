// Package puppetfile reads the lists of modules that a folder is deployed or
// tested with: Puppetfile (r10k, Code Manager, librarian-puppet) and
// .fixtures.yml (puppetlabs_spec_helper).
package puppetfile

import (
	"puppet-lint/internal/document"
	"puppet-lint/internal/document/ruby"
	"puppet-lint/source"
)

// Module is one module that a list names.
type Module struct {
	// Title is the name as it is written, with its owner.
	Title string
	// Name is the name of the module's folder: without its owner.
	Name string
	// Owner is the name before the "/" or "-", or empty.
	Owner string
	// Span is where the name is written, inside its quotes.
	Span source.Span
	// Version is the version of a module of the Forge as it is written
	// ("1.2.3", "latest", ">= 5.0.0"), or empty.
	Version     string
	VersionSpan source.Span
	// Ref is the branch, tag or commit of a repository, or empty.
	Ref string
	// Source is the URL of a repository, or the path of a folder that a
	// fixture links to; it is empty for a module of the Forge.
	Source string
	// Local is set for a module that is kept in the repository itself
	// (local: true), or linked to (a symlink of a fixture).
	Local bool
	// InstallPath is the folder that holds the module's folder when it is not
	// the list's ModuleDir, else empty.
	InstallPath string
	// Open is set when not all of this is known, or when the module is listed
	// under a condition.
	Open bool
	// IsSymbol says that the version is a symbol (:latest), no text.
	IsSymbol bool
	// Declared is where "mod" is written; Options are what is given by name. Of a
	// fixture, there are neither.
	Declared source.Span
	Options  []ruby.Option
}

// List is what a file lists.
type List struct {
	File    *source.File
	Modules []Module
	// ModuleDir is the folder for the modules, relative to the file's own:
	// what moduledir names, or the usual one.
	ModuleDir string
	// ModuleDirSpan is where moduledir names it, inside its quotes; empty where it
	// does not.
	ModuleDirSpan source.Span
	// Open is set when the file may list more modules, which cannot be read
	// without running it.
	Open bool
	// Unread is set when there is code that is no plain call: it may define what the
	// calls then mean.
	Unread bool
	// ForLibrarian is set when the file uses what only librarian-puppet knows.
	ForLibrarian bool
	// Others are the calls that a Puppetfile does not have.
	Others []ruby.Call
	// Comments are the spans of its comments.
	Comments []source.Span
	// Errors says why a fixture file could not be read.
	Errors []document.Error
}
