// Package declarations finds which classes and resources the code of a tree declares, directly
// or through other code, from the syntax alone.
//
// It builds on package checker/program. The evaluation of bodies asks it whether something else
// declares what a body needs or declares (Queries), and sessions compare what a changed file
// declares before and after.
//
// Invariants: an answer depends on syntax alone, never on the state of an evaluation, so that it
// can be asked again without evaluating a body. Each answer says, through the keys of package
// checker/deps, what it depends on. Where code may declare what cannot be known, nothing is
// taken to be undeclared.
package declarations

import (
	"sync"

	"puppet-lint/checker/program"
	"puppet-lint/module"
)

// Declarations finds what the code of a tree declares, from the syntax alone.
type Declarations struct {
	*program.Program
	*Facts
	ownDefinitions program.Cache[[]*module.Definition] // by module
	// moduleTitles and bodyTitles hold the titles of resources, by type, of a module and of what a
	// body declares itself.
	moduleTitles   program.Cache[map[string]*titleList] // by module
	bodyTitles     program.Cache[map[string]*titleList] // by *Local
	certainClasses program.Cache[*certainClass]         // by name
	// duplicateSearches holds searches (*duplicateSearch) that can be used again.
	duplicateSearches sync.Pool
	// quoted holds what quotedEndings returns for a manifest and a length.
	quoted          program.Cache[map[string]bool]
	DeclaredClasses func() *DeclaredClasses
	leaders         func() *leaders
	looseClosures   func() []*Closure
}

// Facts are what the bodies of one manifest declare, from one check of a tree to the
// next.
type Facts struct {
	localDeclarations program.Cache[*Local] // by node
	certains          program.Cache[*Certain]
	// Closures, by node, also depend on the local declarations of all that the node declares,
	// directly or indirectly (invalidateClosures).
	Closures program.Cache[*Closure]
}

// New returns the declarations of the code of a program. known holds what is known of its
// manifests.
func New(p *program.Program, known *Facts) *Declarations {
	x := &Declarations{Program: p, Facts: known}
	x.DeclaredClasses = sync.OnceValue(x.readDeclaredClasses)
	x.leaders = x.newLeaders()
	x.looseClosures = x.newLooseClosures()
	return x
}

// Forget drops what is known of a manifest that no longer exists.
func (f *Facts) Forget(manifest *module.Manifest) {
	for _, root := range program.RootsOf(manifest) {
		f.localDeclarations.Forget(root)
		f.certains.Forget(root)
		f.Closures.Forget(root)
	}
}
