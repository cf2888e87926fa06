package checker

import (
	"sync"

	"puppet-lint/module"
)

// declarationIndex finds what the code of a tree declares, from the syntax alone.
type declarationIndex struct {
	*program
	*declarationFacts
	ownDefinitions  cache[[]*module.Definition] // by module
	declaredClasses func() *declaredClasses
	leaders         func() *leaders
}

// declarationFacts are what the bodies of one manifest declare, from one check of a tree to the
// next.
type declarationFacts struct {
	localDeclarations cache[*localDeclarations] // by node
	certains          cache[*certain]
	// closures, by node, also depend on the local declarations of all that the node declares,
	// directly or indirectly (forgetReaches).
	closures cache[*declarationClosure]
}

func newDeclarationIndex(p *program, known *declarationFacts) *declarationIndex {
	x := &declarationIndex{program: p, declarationFacts: known}
	x.declaredClasses = sync.OnceValue(x.readDeclaredClasses)
	x.leaders = x.newLeaders()
	return x
}

// forget drops what is known of a manifest that no longer exists.
func (f *declarationFacts) forget(manifest *module.Manifest) {
	for _, root := range rootsOf(manifest) {
		f.localDeclarations.forget(root)
		f.certains.forget(root)
		f.closures.forget(root)
	}
}
