package checker

import (
	"cmp"
	"strings"

	"puppet-lint/checker/deps"
	"puppet-lint/checker/program"
	"puppet-lint/module"
)

// Some findings depend on a module's metadata.json, or on whether everything that its code may
// name is in the tree, although no name of these occurs in the code. Bodies and documents with
// such findings depend on a key for them.

// MayExist is Program.MayExist, and makes the body depend on the answer.
func (e *evaluator) MayExist(kind module.Kind, name string, from *module.Module) bool {
	if kind == module.Function {
		e.depend(deps.Closedness(from))
	}
	e.dependOnDependency(from, name)
	e.dependOnHidden(e.Tree, name)
	return e.Program.MayExist(kind, name, from)
}

// dependOnHidden notes that the body was judged by whether a syntax error hides the
// definition of a name.
func (r *recording) dependOnHidden(tree *module.Tree, name string) {
	r.dependencies.AddHidden(tree, name)
}

// isClosed is Tree.IsClosed, and makes the body depend on the answer.
func (e *evaluator) isClosed(owner *module.Module) bool {
	e.depend(deps.Closedness(owner))
	return e.Tree.IsClosed(owner)
}

// dependOnDependency makes the body depend on the dependencies of its module if they may decide
// a finding: the first segment of the name looks like a typo of the module's name.
func (e *evaluator) dependOnDependency(from *module.Module, name string) {
	if first, _, _ := strings.Cut(name, "::"); from != nil && program.IsTypo(first, from.Name) && e.Tree.Module(first) == nil {
		e.depend(deps.ModuleDependencies(from))
	}
}

// dependOnSupport makes the body depend on the operating systems that its module supports. Only
// strict rules use them.
func (e *evaluator) dependOnSupport() {
	if e.Strict && e.body.Module != nil {
		e.depend(deps.SupportedSystems(e.body.Module))
	}
}

// addMetadata adds what depends on a module's metadata: the metadata of the modules that depend
// on it and, if its supported systems or dependencies have changed, the bodies that depend on
// those.
func (u *update) addMetadata(path string) {
	owner, _ := u.tree.ModuleOf(path)
	if owner == nil {
		return
	}
	for _, other := range u.tree.Modules {
		if program.DependsOn(other, owner.Name) {
			u.affected[absolute(other.Path("metadata.json"))] = true
		}
	}
	before, now := u.metadata[owner], owner.Metadata()
	u.metadata[owner] = now
	if !before.SupportsTheSame(now) {
		u.unchanged, u.names = false, append(u.names, deps.SupportedSystems(owner))
	}
	if !before.DependsOnTheSame(now) {
		u.unchanged, u.names = false, append(u.names, deps.ModuleDependencies(owner))
	}
	if (before == nil) != (now == nil) { // it has come or gone
		u.unchanged, u.names = false, append(u.names, deps.File(owner, "metadata.json"))
	}
}

// addClosed adds what depends on whether everything that code may name is in the tree, if that
// has changed since the last check.
func (u *update) addClosed() {
	for owner, was := range u.closed {
		if u.tree.IsClosed(owner) == was {
			continue
		}
		u.unchanged, u.names = false, append(u.names, deps.Closedness(owner))
		u.everything = u.everything || owner == nil // whatever is looked up
	}
}

// noteServed records that a file without code, or a folder of such files, may have been added
// or removed.
func (u *update) noteServed(path string) {
	owner, relative := u.tree.ModuleOf(path)
	if owner == nil {
		return
	}
	for _, file := range u.nameIndex.FilesAt(deps.File(owner, relative)) {
		u.note(file)
	}
}

// addHidden has those looked at again that name what a syntax error in a manifest may hide
// now or did before, but not both. Before and now are nil where it has come or gone.
func (u *update) addHidden(before, now *module.Manifest) {
	var hidden [2]map[string]bool
	for i, manifest := range []*module.Manifest{before, now} {
		if manifest != nil {
			hidden[i] = manifest.HiddenNames()
		}
	}
	owner := cmp.Or(now, before).Module
	if (hidden[0] == nil) != (hidden[1] == nil) {
		u.note(deps.HiddenDefinitions(owner, ""))
	}
	for _, name := range differingKeys(hidden[0], hidden[1]) {
		u.note(deps.HiddenDefinitions(owner, name))
	}
}
