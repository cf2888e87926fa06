// Package puppetfile parses lists of modules: Puppetfile, from which r10k, Code Manager and
// librarian-puppet deploy modules, and .fixtures.yml, which puppetlabs_spec_helper reads for tests.
package puppetfile

import (
	"puppet-lint/internal/document"
	"puppet-lint/internal/document/ruby"
	"puppet-lint/internal/source"
)

// Module is a module in a list.
type Module struct {
	// Title is the name as written, with its owner.
	Title string
	// Name is the name of the module's folder, without its owner.
	Name string
	// Owner is the name before the "/" or "-", or empty.
	Owner string
	// Span is the span of the name, inside its quotes.
	Span source.Span
	// Version is the version of a module from the Forge as written ("1.2.3", "latest", ">=
	// 5.0.0"), or empty.
	Version     string
	VersionSpan source.Span
	// Ref is the branch, tag or commit of a repository, or empty.
	Ref string
	// Source is the URL of a repository, or the path of a folder that a fixture links to. It is
	// empty for a module from the Forge.
	Source string
	// Local is true for a module that is kept in the repository itself (local: true), or linked
	// to (a symlink of a fixture).
	Local bool
	// InstallPath is the folder that contains the module's folder if it is not the list's
	// ModuleDir, else empty.
	InstallPath string
	// Open is true if not all of this is known, or if the module is listed under a condition.
	Open bool
	// IsSymbol is true if the version is a symbol (:latest).
	IsSymbol bool
	// Declared is the span of the "mod" call; Options are its named arguments. A fixture has
	// neither.
	Declared source.Span
	Options  []ruby.Option
}

// List is a parsed list of modules.
type List struct {
	File    *source.File
	Modules []Module
	// ModuleDir is the folder for the modules, relative to that of the file: the one that
	// moduledir names, or the default.
	ModuleDir string
	// ModuleDirSpan is the span of the folder in moduledir, inside its quotes. It is empty if
	// there is none.
	ModuleDirSpan source.Span
	// Open is true if the file may list further modules that are known only after running it.
	Open bool
	// Unread is true if there is code other than plain calls, which may redefine what the calls
	// mean.
	Unread bool
	// ForLibrarian is true if the file uses features that only librarian-puppet has.
	ForLibrarian bool
	// Others are calls that are not part of a Puppetfile.
	Others []ruby.Call
	// Comments are the spans of its comments.
	Comments []source.Span
	// Errors are the reasons why a fixture file could not be read.
	Errors []document.Error
}
