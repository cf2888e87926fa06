package checker

import (
	"strings"

	"puppet-lint/checker/deps"
	"puppet-lint/module"
)

// What a module says of itself in metadata.json, and whether all is there that its
// code may name, decides on findings where nothing of this is named. Bodies and
// documents that were judged by it depend on a key for it.

// mayExist is that of the program, which the body then depends on.
func (e *evaluator) mayExist(kind module.Kind, name string, from *module.Module) bool {
	if kind == module.Function {
		e.depend(deps.Closedness(from))
	}
	e.dependOnDependency(from, name)
	e.dependOnHidden(e.tree, name)
	return e.program.mayExist(kind, name, from)
}

// dependOnHidden notes that the body was judged by whether a syntax error hides the
// definition of a name.
func (r *recording) dependOnHidden(tree *module.Tree, name string) {
	if r.dependencies == nil {
		return
	}
	for _, owner := range tree.DefiningModules(name) {
		r.depend(deps.HiddenDefinitions(owner))
	}
}

// isClosed is that of the tree, which the body then depends on.
func (e *evaluator) isClosed(owner *module.Module) bool {
	e.depend(deps.Closedness(owner))
	return e.tree.IsClosed(owner)
}

// isClosed is that of the tree, which the document then depends on.
func (r *dataReader) isClosed(owner *module.Module) bool {
	r.dependOn(deps.Closedness(owner))
	return r.tree.IsClosed(owner)
}

// dependOnDependency notes that the body may be judged by whether its module says
// that it depends on the one that a name begins with.
func (e *evaluator) dependOnDependency(from *module.Module, name string) {
	if first, _, _ := strings.Cut(name, "::"); from != nil && isTypo(first, from.Name) && e.tree.Module(first) == nil {
		e.depend(deps.ModuleDependencies(from))
	}
}

// dependOnSupport notes that the body was judged by which operating systems its
// module supports. Only strict rules are concerned with them.
func (e *evaluator) dependOnSupport() {
	if e.strict && e.body.module != nil {
		e.depend(deps.SupportedSystems(e.body.module))
	}
}

// addMetadata adds what depends on a module's metadata: those of the modules
// that depend on it and, when it supports or needs others than before, what was
// judged by that.
func (u *update) addMetadata(path string) {
	owner, _ := u.tree.ModuleOf(path)
	if owner == nil {
		return
	}
	for _, other := range u.tree.Modules {
		if dependsOn(other, owner.Name) {
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

// addClosed adds what depends on whether everything is there that code may name,
// where that is otherwise than at the last check.
func (u *update) addClosed() {
	for owner, was := range u.closed {
		if u.tree.IsClosed(owner) == was {
			continue
		}
		u.unchanged, u.names = false, append(u.names, deps.Closedness(owner))
		u.everything = u.everything || owner == nil // whatever is looked up
	}
}

// noteServed notes that a file that holds no code, or a folder of such files, may have
// come or gone.
func (u *update) noteServed(path string) {
	owner, relative := u.tree.ModuleOf(path)
	if owner == nil {
		return
	}
	for _, file := range u.nameIndex.FilesAt(deps.File(owner, relative)) {
		u.note(file)
	}
}

// addHidden has those looked at again that name what syntax errors in manifests hide.
func (u *update) addHidden(manifests ...*module.Manifest) {
	for _, manifest := range manifests {
		if isBroken(manifest) {
			u.note(deps.HiddenDefinitions(manifest.Module))
		}
	}
}
