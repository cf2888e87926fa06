package documents

import (
	"sync"

	"puppet-lint/checker/program"
	"puppet-lint/internal/document"
	"puppet-lint/module"
	"puppet-lint/syntax"
)

// Documents holds the contents of the data files and templates of a tree, and the keys and
// variables that code looks up in them and passes to them.
type Documents struct {
	*program.Program
	*SyntaxInfo
	// variableNames are the variable names of a class or defined type, by its node.
	variableNames program.Cache[syntax.Node, variableNames]
	// taskFiles are the files that tasks of a module may run.
	taskFiles program.Cache[*module.Module, executables]
	// fileKeys are the keys of a data file. aboveValues are the levels above the values of a key.
	fileKeys    program.Cache[*document.Document, map[string]bool]
	aboveValues program.Cache[levelsKey, above]
	// setByNobody and setAtTop hold the answers of IsSetOutside and IsSetAtTop.
	setByNobody     program.Cache[string, bool]
	setAtTop        program.Cache[string, bool]
	templateReaders func() map[string]int
	Data            func() *Data
	lookups         func() *LookedUp
	renderers       func() *renderers
	embeddedCalls   func() *embeddedCalls
}

// SyntaxInfo caches the uses of documents in manifests, from one check of a tree to the next.
type SyntaxInfo struct {
	renderings program.Cache[*module.Manifest, []Rendering]
	namesUsed  program.Cache[*module.Manifest, []NameUse]
	lookedUp   program.Cache[*module.Manifest, *LookedUp]
	// uses are the uses of variables in a manifest or EPP template. setsAtTop are the variables that
	// a manifest sets at top scope, for which it need not be read as a whole.
	uses      program.Cache[*module.Manifest, program.Uses]
	setsAtTop program.Cache[*module.Manifest, []string]
	data      latest[*module.Hierarchies, *Data]
	readers   latest[*module.Templates, map[string]int]
}

// latest holds what was made from a state of the tree last.
type latest[S comparable, V any] struct {
	mutex sync.Mutex
	state S
	value V
	known bool
}

// of returns what make makes from a state, unless it is that of the last call.
func (l *latest[S, V]) of(state S, make func(state S) V) V {
	l.mutex.Lock()
	defer l.mutex.Unlock()
	if !l.known || l.state != state {
		l.state, l.value, l.known = state, make(state), true
	}
	return l.value
}

// New returns the documents of the tree of a program. known holds the results of earlier
// checks.
func New(p *program.Program, known *SyntaxInfo) *Documents {
	x := &Documents{Program: p, SyntaxInfo: known}
	x.Data = sync.OnceValue(x.readData)
	x.lookups = sync.OnceValue(x.readLookups)
	x.renderers = sync.OnceValue(x.readRenderers)
	x.templateReaders = sync.OnceValue(x.readTemplateReaders)
	x.embeddedCalls = sync.OnceValue(x.readEmbeddedCalls)
	return x
}

// Forget drops the results for a manifest that no longer exists.
func (f *SyntaxInfo) Forget(manifest *module.Manifest) {
	f.renderings.Forget(manifest)
	f.namesUsed.Forget(manifest)
	f.lookedUp.Forget(manifest)
	f.uses.Forget(manifest)
	f.setsAtTop.Forget(manifest)
}
