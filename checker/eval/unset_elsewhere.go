package eval

import (
	"path/filepath"

	"puppet-lint/checker/deps"
	"puppet-lint/checker/program"
)

// isSetOutsideTree is Documents.IsSetOutside, and makes the body depend on the answer.
func (e *Evaluator) isSetOutsideTree(name string) bool {
	e.depend(deps.VariableUses(name))
	return e.Documents.IsSetOutside(name)
}

// isSetAtTop reports whether a manifest that is not one of the initial ones, such as one for
// tests or for puppet apply, sets a variable at top scope or in a node. The classes that it
// declares see the variable. For code outside of modules, any manifest in the same folder
// counts.
func (e *Evaluator) isSetAtTop(name string) bool {
	e.depend(deps.VariableUses(name))
	return e.Documents.IsSetAtTop(name) || e.Body.Module == nil &&
		(e.SetsAtTop(e.Body.Manifest, name) || e.setBeside(filepath.Dir(e.Body.Manifest.Path))[name])
}

// setBeside returns the variables that manifests of a folder set at top scope, if the manifests
// belong to no module.
func (e *Evaluator) setBeside(folder string) map[string]bool {
	return e.setByLoose.Get(folder, func() map[string]bool {
		found := map[string]bool{}
		for _, manifest := range e.Tree.Manifests.LooseBeside(folder) {
			for _, name := range program.SetAtTop(manifest) {
				found[name] = true
			}
		}
		return found
	})
}

// isReadElsewhere reports whether several manifests read a variable of top scope. Then its name
// is not a typo.
func (e *Evaluator) isReadElsewhere(name string) bool {
	e.depend(deps.VariableUses(name))
	readers := 0
	for _, manifest := range e.Tree.Manifests.With(name) {
		if e.UsesIn(manifest).Of(name)&program.ReadsTop != 0 {
			readers++
		}
	}
	return readers > 1
}
