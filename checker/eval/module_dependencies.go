package eval

import (
	"path/filepath"
	"strings"

	"puppet-lint/checker/deps"
	"puppet-lint/checker/program"
	"puppet-lint/module"
)

// Some findings depend on a module's metadata.json, or on whether everything that its code may
// name is in the tree, although no name of these occurs in the code. Bodies and documents with
// such findings depend on a key for them.

// MayExist is Program.MayExist, and makes the body depend on the answer.
func (e *Evaluator) MayExist(kind module.Kind, name string, from *module.Module) bool {
	if kind == module.Function {
		e.depend(deps.Closedness(from))
	}
	e.dependOnDependency(from, name)
	e.dependOnHidden(e.Tree, name)
	return e.isForOtherServer() || e.Program.MayExist(kind, name, from) || e.isDefinedBeside(kind, name)
}

// isDefinedBeside reports whether a manifest that Puppet loads by no name, such as an example of a
// module, or another one in its folder defines a name. Whoever applies one may apply them all.
func (e *Evaluator) isDefinedBeside(kind module.Kind, name string) bool {
	manifest := e.Body.Manifest
	if !e.Tree.IsExample(manifest.Source.Name) {
		return false
	}
	return e.Tree.Manifests.MayBeDefinedBeside(filepath.Dir(manifest.Source.Name), kind, name)
}

// isForOtherServer reports whether a module puts the manifest on a host. The modules there are not
// known.
func (e *Evaluator) isForOtherServer() bool {
	return e.Body.Manifest.Module != nil && strings.HasPrefix(e.Body.Manifest.Path, "files/")
}

// dependOnHidden notes that the body was judged by whether a syntax error hides the
// definition of a name.
func (r *recording) dependOnHidden(tree *module.Tree, name string) {
	r.Dependencies.AddHidden(tree, name)
}

// isClosed is Tree.IsClosed, and makes the body depend on the answer.
func (e *Evaluator) isClosed(owner *module.Module) bool {
	e.depend(deps.Closedness(owner))
	return e.Tree.IsClosed(owner)
}

// dependOnDependency makes the body depend on the dependencies of its module if they may decide
// a finding: the first segment of the name looks like a typo of the module's name.
func (e *Evaluator) dependOnDependency(from *module.Module, name string) {
	if first, _, _ := strings.Cut(name, "::"); from != nil && program.IsTypo(first, from.Name) && e.Tree.Module(first) == nil {
		e.depend(deps.ModuleDependencies(from))
	}
}

// dependOnSupport makes the body depend on the operating systems that its module supports. Only
// strict rules use them.
func (e *Evaluator) dependOnSupport() {
	if e.Strict && e.Body.Module != nil {
		e.depend(deps.SupportedSystems(e.Body.Module))
	}
}
