package checker

import (
	"cmp"

	"puppet-lint/checker/deps"
	"puppet-lint/checker/documents"
	"puppet-lint/checker/eval"
	"puppet-lint/checker/program"
	"puppet-lint/module"
)

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
	if eval.IsForOlder(before) != eval.IsForOlder(now) {
		u.note(deps.VersionsOfPuppet(owner))
	}
	if documents.LacksOwner(before) != documents.LacksOwner(now) {
		for _, other := range u.tree.Modules {
			u.affected[absolute(other.Path("metadata.json"))] = true
		}
	}
	if (before == nil) != (now == nil) { // it was added or removed
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
		u.everything = u.everything || owner == nil // any lookup may be affected
	}
}

// noteServed records that a file without code, or a folder of such files, may have been added
// or removed.
func (u *update) noteServed(path string) {
	owner, relative := u.tree.ModuleOf(path)
	if owner == nil {
		return
	}
	u.note(deps.Files(owner))
	for _, file := range u.nameIndex.FilesAt(deps.File(owner, relative)) {
		u.note(file)
	}
}

// addHidden notes the names that a syntax error in a manifest may hide in one of its two versions
// only. Files that mention them are checked again. before is nil for an added manifest, now for
// a deleted one.
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
		u.note(deps.HiddenDefinitions(owner, name), deps.HiddenAnywhere(name))
	}
}
