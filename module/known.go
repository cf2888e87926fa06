package module

import (
	"path"
	"slices"
	"strings"
	"sync"

	"puppet-lint/internal/document/puppetfile"
	"puppet-lint/module/known"
	"puppet-lint/types"
)

// Modules that somebody depends on, that are not there, and whose public interfaces
// are known (package module/known). They are among what names lead to (Module, Find,
// the plugins), and not among Modules: nothing in them is checked.

// wish is a module that somebody asks for.
type wish struct {
	owner, name string
	// allowed is the range of versions, nil for any.
	allowed *types.VersionRange
	// pinned says that nothing else decides on the version: the environment lists it.
	pinned bool
}

// knownModules are the modules that stand for those that are not there, by name.
type knownModules struct {
	files  *known.Files
	byName func() map[string]*Module
	// all says that any known module counts, not only those of the world.
	all bool
	// unsuited are the modules that somebody asks for in a version that is not known.
	unsuited map[*known.Module]bool
}

// useKnown has the tree know the modules that others depend on. Which ones these are
// is found out when a name leads to none that is there. Without all, only those of the
// world count.
func (t *Tree) useKnown(all bool) {
	files := known.NewFiles(t.Files)
	t.Files = files
	t.known = &knownModules{files: files, all: all, unsuited: map[*known.Module]bool{}, byName: sync.OnceValue(func() map[string]*Module { return t.addKnown(files) })}
}

// knownModuleOf is ModuleOf for the path of a file of a known module.
func (t *Tree) knownModuleOf(path string) (*Module, string) {
	if t.known == nil {
		return nil, ""
	}
	view, relative := t.known.files.View(path)
	if view == nil {
		return nil, ""
	}
	return t.fromIndex(view.Name), relative
}

// fromIndex is the known module of that name, or nil.
func (t *Tree) fromIndex(name string) *Module {
	if t.known == nil {
		return nil
	}
	return t.known.byName()[name]
}

// KnownModules are the modules that are not there and that stand in the tree as the
// index has them, sorted by name.
func (t *Tree) KnownModules() []*Module {
	if t.known == nil {
		return nil
	}
	var found []*Module
	for _, module := range t.known.byName() {
		found = append(found, module)
	}
	slices.SortFunc(found, func(a, b *Module) int { return strings.Compare(a.Name, b.Name) })
	return found
}

// addKnown finds the modules that are asked for and not there, and those that these
// ask for.
func (t *Tree) addKnown(files *known.Files) map[string]*Module {
	found := map[string]*Module{}
	wishes := append(t.wishesOfReplaced(), wishesOf(t.Modules)...)
	for i := range t.listed {
		if wanted, ok := wishOf(&t.listed[i]); ok {
			wishes = append(wishes, wanted)
		}
	}
	pinned := map[*known.Module]bool{}
	for len(wishes) > 0 {
		var added []*Module
		for _, view := range t.fulfilled(wishes, found, pinned) {
			module := t.newModule(view.Name, files.Add(view))
			module.Known = view
			found[view.Name] = module
			added = append(added, module)
		}
		wishes = wishesOf(added)
	}
	return found
}

// wishesOf are the dependencies of modules.
func wishesOf(modules []*Module) []wish {
	var wishes []wish
	for _, module := range modules {
		metadata := module.Metadata()
		if metadata == nil {
			continue
		}
		for _, dependency := range metadata.Dependencies {
			wishes = append(wishes, wish{owner: dependency.Owner, name: dependency.Name, allowed: rangeOf(dependency.Range)})
		}
	}
	return wishes
}

// rangeOf is the range of versions that a text says, nil if it says none.
func rangeOf(text string) *types.VersionRange {
	if text == "" {
		return nil
	}
	allowed, err := types.ParseVersionRange(text)
	if err != nil {
		return nil
	}
	return allowed
}

// wishOf is what a Puppetfile or .fixtures.yml asks for, if it says whose module it
// means.
func wishOf(listed *puppetfile.Module) (wanted wish, ok bool) {
	if listed.Local {
		return wish{}, false
	}
	wanted = wish{owner: listed.Owner, name: listed.Name}
	if wanted.owner == "" {
		repository := strings.TrimSuffix(path.Base(strings.ReplaceAll(listed.Source, ":", "/")), ".git")
		owner, name := splitFullName(repository)
		if name != listed.Name {
			return wish{}, false
		}
		wanted.owner = owner
	}
	version := listed.Version
	if version == "" {
		version = strings.TrimPrefix(listed.Ref, "v")
	}
	if wanted.allowed = rangeOf(version); wanted.allowed != nil && !listed.Open {
		wanted.pinned = true
	} else {
		wanted.allowed = nil // a branch, or the latest
	}
	return wanted, true
}

// fulfilled are the known modules that are asked for, those that are there aside. The
// environment's list decides on a version, also where it is one that is not known, and
// stays in pinned; otherwise each range does. A module of which one range allows no
// version that is known stays unknown: only one version is installed, and the others
// who ask for it use that one too.
func (t *Tree) fulfilled(wishes []wish, found map[string]*Module, pinned map[*known.Module]bool) []*known.View {
	var modules []*known.Module
	versions := map[*known.Module]known.Versions{}
	for _, wanted := range wishes {
		if t.byName[wanted.name] != nil || found[wanted.name] != nil {
			continue
		}
		module := known.Embedded().Find(wanted.owner, wanted.name)
		if module == nil || pinned[module] && !wanted.pinned || !t.known.all && t.world.view(module) == nil {
			continue
		}
		if wanted.allowed == nil {
			continue // it may be a version that is newer than all that are known
		}
		allowed := module.Allowed(wanted.allowed)
		if !wanted.pinned && (allowed == 0 || module.IsMuchNewer(wanted.allowed)) {
			t.known.unsuited[module] = true
		}
		if _, seen := versions[module]; !seen {
			modules = append(modules, module)
		}
		if wanted.pinned && !pinned[module] {
			versions[module], pinned[module] = 0, true
		}
		versions[module] |= allowed
	}
	var views []*known.View
	taken := map[string]bool{}
	for _, module := range modules {
		isKnown := versions[module] != 0 && (pinned[module] || !t.known.unsuited[module])
		if (isKnown || t.world.view(module) != nil) && !taken[module.Name] {
			taken[module.Name] = true
			view := t.world.view(module)
			if view == nil {
				view = module.View(versions[module])
			}
			views = append(views, view)
		}
	}
	return views
}

// wishTheSame reports whether two metadata, each of which may be nil, ask for the same
// versions of the modules that are known.
func wishTheSame(before, after *Metadata) bool {
	return slices.Equal(knownWishes(before), knownWishes(after))
}

func knownWishes(metadata *Metadata) []string {
	var wishes []string
	for _, dependency := range metadata.orNone().Dependencies {
		if known.Embedded().Find(dependency.Owner, dependency.Name) != nil {
			wishes = append(wishes, dependency.Owner+"-"+dependency.Name+" "+dependency.Range)
		}
	}
	return wishes
}
