package eval

import (
	"path/filepath"
	"strings"

	"puppet-lint/checker/deps"
	"puppet-lint/checker/program"
	"puppet-lint/module"
)

// Some findings depend on the metadata.json of a module, or on whether the tree has everything
// that the code of the module may name. The code itself does not contain the names that matter.
// Bodies and documents with such findings depend on a key of their own for each module.

// MayExist is Program.MayExist, and makes the body depend on the answer.
func (e *Evaluator) MayExist(kind module.Kind, name string, from *module.Module) bool {
	if kind == module.Function {
		e.depend(deps.Closedness(from))
	}
	e.dependOnDependency(from, name)
	e.dependOnHidden(e.Tree, kind, name)
	if meant := e.WithKnownModule(name, from); meant != "" {
		e.depend(meant)
	}
	return e.isForOtherServer() || e.Program.MayExist(kind, name, from) || e.isDefinedBeside(kind, name)
}

// meantOfKnownModule is Program.MeantOfKnownModule for the code of the body, which MayExist has
// made depend on the answer.
func (e *Evaluator) meantOfKnownModule(kind module.Kind, name string) string {
	return e.MeantOfKnownModule(kind, name, e.Body.Module)
}

// isDefinedBeside reports whether a name is defined in the manifest itself, in a manifest of
// the same folder or, for the examples of a module, in another example. It only counts for manifests
// that Puppet does not load by name: "puppet apply" reads all manifests below a folder together.
func (e *Evaluator) isDefinedBeside(kind module.Kind, name string) bool {
	manifest := e.Body.Manifest
	if !e.Tree.IsExample(manifest.Source.Name) {
		return false
	}
	return e.Tree.Manifests.MayBeDefinedBeside(filepath.Dir(manifest.Source.Name), kind, name) || e.isDefinedInExamples(kind, name)
}

// isDefinedInExamples reports whether an example of the module may define a name, in the folder of
// examples that has the manifest.
func (e *Evaluator) isDefinedInExamples(kind module.Kind, name string) bool {
	own := e.Body.Manifest
	if own.Module == nil {
		return false
	}
	e.depend(name)
	e.depend(deps.HiddenDefinitions(own.Module, ""))
	return e.Tree.Manifests.MayBeDefinedInExamples(own, kind, name)
}

// isForOtherServer reports whether a module copies the manifest to a host. The modules on that
// host are unknown.
func (e *Evaluator) isForOtherServer() bool {
	return e.Body.Manifest.Module != nil && strings.HasPrefix(e.Body.Manifest.Path, "files/")
}

// dependOnHidden records that a finding depends on whether a syntax error hides the definition
// of a name.
func (r *recording) dependOnHidden(tree *module.Tree, kind module.Kind, name string) {
	r.Dependencies.AddHidden(tree, kind, name)
}

// isClosed is Tree.IsClosed, and makes the body depend on the answer.
func (e *Evaluator) isClosed(owner *module.Module) bool {
	e.depend(deps.Closedness(owner))
	return e.Tree.IsClosed(owner)
}

// dependOnDependency makes the body depend on the dependencies of its module if these may
// decide a finding: the first segment of the name looks like a typo of a module's name.
func (e *Evaluator) dependOnDependency(from *module.Module, name string) {
	if first, _, _ := strings.Cut(name, "::"); from != nil && e.Tree.Module(first) == nil && (program.IsTypo(first, from.Name) || e.WithKnownModule(name, nil) != "") {
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
