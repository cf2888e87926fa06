package checker

import (
	"sync"

	"puppet-lint/checker/program"
	"puppet-lint/module"
)

// documentIndex holds what the data files and templates of a tree contain, and what the code
// looks up in them and passes to them.
type documentIndex struct {
	*program.Program
	*documentFacts
	// variableNames are the variable names of a class or defined type, by its node.
	variableNames program.Cache[variableNames]
	data          func() *dataSet
	lookups       func() *lookedUp
	renderers     func() *renderers
	embeddedCalls func() *embeddedCalls
}

// documentFacts are the uses of documents in one manifest, from one check of a tree to the
// next.
type documentFacts struct {
	renderings program.Cache[[]rendering]
	namesUsed  program.Cache[[]nameUse]
	lookedUp   program.Cache[*lookedUp]
}

func newDocumentIndex(p *program.Program, known *documentFacts) *documentIndex {
	x := &documentIndex{Program: p, documentFacts: known}
	x.data = sync.OnceValue(x.readData)
	x.lookups = sync.OnceValue(x.readLookups)
	x.renderers = sync.OnceValue(x.readRenderers)
	x.embeddedCalls = sync.OnceValue(x.readEmbeddedCalls)
	return x
}

// forget drops what is known of a manifest that no longer exists.
func (f *documentFacts) forget(manifest *module.Manifest) {
	f.renderings.Forget(manifest)
	f.namesUsed.Forget(manifest)
	f.lookedUp.Forget(manifest)
}
