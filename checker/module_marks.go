package checker

import (
	"strings"

	"puppet-lint/module"
)

// What a module says of itself in metadata.json, and whether all is there that its
// code may name, decides on findings where nothing of this is named. Bodies and
// documents that were judged by it have a mark.

// supportOf marks what depends on the operating systems that a module supports.
func supportOf(owner *module.Module) string { return strings.ToLower(owner.Name) + " systems" }

// dependenciesOf marks what depends on which modules a module depends on.
func dependenciesOf(owner *module.Module) string {
	return strings.ToLower(owner.Name) + " dependencies"
}

// closednessOf marks what depends on whether everything is there that the code of a
// module, or of none, may name (module.Tree.IsClosed).
func closednessOf(owner *module.Module) string {
	if owner == nil {
		return " closed"
	}
	return strings.ToLower(owner.Name) + " closed"
}

// mayExist is that of the program, which the body then depends on.
func (e *evaluator) mayExist(kind module.Kind, name string, from *module.Module) bool {
	if kind == module.Function {
		e.dependOnMark(closednessOf(from))
	}
	e.dependOnDependency(from, name)
	return e.program.mayExist(kind, name, from)
}

// isClosed is that of the tree, which the body then depends on.
func (e *evaluator) isClosed(owner *module.Module) bool {
	e.dependOnMark(closednessOf(owner))
	return e.tree.IsClosed(owner)
}

// isClosed is that of the tree, which the document then depends on.
func (r *dataReader) isClosed(owner *module.Module) bool {
	r.dependOn(closednessOf(owner))
	return r.tree.IsClosed(owner)
}

// dependOnDependency notes that the body may be judged by whether its module says
// that it depends on the one that a name begins with.
func (e *evaluator) dependOnDependency(from *module.Module, name string) {
	if first, _, _ := strings.Cut(name, "::"); from != nil && isSlip(first, from.Name) && e.tree.Module(first) == nil {
		e.dependOnMark(dependenciesOf(from))
	}
}

// dependOnSupport notes that the body was judged by which operating systems its
// module supports. Only strict rules are concerned with them.
func (e *evaluator) dependOnSupport() {
	if e.strict && e.body.module != nil {
		e.dependOnMark(supportOf(e.body.module))
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
		u.alike, u.names = false, append(u.names, supportOf(owner))
	}
	if !before.DependsOnTheSame(now) {
		u.alike, u.names = false, append(u.names, dependenciesOf(owner))
	}
	if (before == nil) != (now == nil) { // it has come or gone
		u.alike, u.names = false, append(u.names, fileOf(owner, "metadata.json"))
	}
}

// addClosed adds what depends on whether everything is there that code may name,
// where that is otherwise than at the last check.
func (u *update) addClosed() {
	for owner, was := range u.closed {
		if u.tree.IsClosed(owner) == was {
			continue
		}
		u.alike, u.names = false, append(u.names, closednessOf(owner))
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
	file := fileOf(owner, relative)
	for name := range u.mentions.numbers {
		if name == file || strings.HasPrefix(name, file+"/") {
			u.note(name)
		}
	}
}
