// Package declarations finds which classes and resources the code of a tree declares, directly
// or through other code. It only reads the syntax.
//
// It builds on package checker/program. The evaluation of bodies asks it whether other code
// declares what a body needs or declares (Queries). Sessions compare what a changed file
// declares before and after the change.
//
// Invariants: an answer depends on syntax alone, never on the state of an evaluation, so that
// it can be recomputed without evaluating a body. Each answer records its dependencies as keys
// of package checker/deps. If some code makes unknown declarations, anything may be declared,
// and nothing is reported as undeclared.
package declarations

import (
	"sync"

	"puppet-lint/checker/program"
	"puppet-lint/module"
	"puppet-lint/syntax"
)

// Declarations finds what the code of a tree declares, from the syntax alone.
type Declarations struct {
	*program.Program
	*SyntaxInfo
	ownDefinitions program.Cache[*module.Module, []*module.Definition] // by module
	// moduleTitles and bodyTitles hold the titles of the resources that a module or a single
	// body declares, by resource type.
	moduleTitles   program.Cache[*module.Module, map[string]*titleList] // by module
	bodyTitles     program.Cache[*Local, map[string]*titleList]         // by *Local
	certainClasses program.Cache[string, *certainClass]                 // by name
	// duplicateSearches holds searches (*duplicateSearch) that can be used again.
	duplicateSearches sync.Pool
	// quoted holds the results of quotedEndings, by manifest and length.
	quoted          program.Cache[any, map[string]bool]
	DeclaredClasses func() *DeclaredClasses
	entryPoints     func() *entryPoints
	looseClosures   func() []*Closure
}

// SyntaxInfo caches the declarations of bodies, from one check of a tree to the next.
type SyntaxInfo struct {
	localDeclarations program.Cache[syntax.Node, *Local] // by node
	certains          program.Cache[syntax.Node, *Certain]
	// Closures are closures by node. They also depend on other manifests: on the local
	// declarations of everything that the node declares (invalidateClosures).
	Closures program.Cache[syntax.Node, *Closure]
	// declarers are the users of the definitions, by the local declarations known so far.
	declarers   declarers
	moduleRoots moduleRoots
}

// New returns the declarations of the code of a program. known holds the results of
// earlier checks.
func New(p *program.Program, known *SyntaxInfo) *Declarations {
	x := &Declarations{Program: p, SyntaxInfo: known}
	x.DeclaredClasses = sync.OnceValue(x.readDeclaredClasses)
	x.entryPoints = x.newEntryPoints()
	x.looseClosures = x.newLooseClosures()
	return x
}

// Forget drops the results for a manifest that no longer exists.
func (f *SyntaxInfo) Forget(manifest *module.Manifest) {
	for _, root := range program.RootsOf(manifest) {
		if body, isKnown := f.localDeclarations.Known(root); isKnown {
			f.declarers.remove(root, body)
			f.localDeclarations.Forget(root)
		}
		f.certains.Forget(root)
		f.Closures.Forget(root)
	}
}
