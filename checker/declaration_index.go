package checker

import (
	"sync"

	"puppet-lint/checker/program"
	"puppet-lint/module"
)

// declarationIndex finds what the code of a tree declares, from the syntax alone.
type declarationIndex struct {
	*program.Program
	*declarationFacts
	ownDefinitions  program.Cache[[]*module.Definition] // by module
	declaredClasses func() *declaredClasses
	leaders         func() *leaders
}

// declarationFacts are what the bodies of one manifest declare, from one check of a tree to the
// next.
type declarationFacts struct {
	localDeclarations program.Cache[*localDeclarations] // by node
	certains          program.Cache[*certain]
	// closures, by node, also depend on the local declarations of all that the node declares,
	// directly or indirectly (forgetReaches).
	closures program.Cache[*declarationClosure]
}

func newDeclarationIndex(p *program.Program, known *declarationFacts) *declarationIndex {
	x := &declarationIndex{Program: p, declarationFacts: known}
	x.declaredClasses = sync.OnceValue(x.readDeclaredClasses)
	x.leaders = x.newLeaders()
	return x
}

// forget drops what is known of a manifest that no longer exists.
func (f *declarationFacts) forget(manifest *module.Manifest) {
	for _, root := range program.RootsOf(manifest) {
		f.localDeclarations.Forget(root)
		f.certains.Forget(root)
		f.closures.Forget(root)
	}
}
