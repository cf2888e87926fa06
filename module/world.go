package module

import (
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"strings"

	"puppet-lint/module/known"
)

// World is what is taken to stand in the place of what is there: another version of
// Puppet, and other versions of modules.
type World struct {
	// Puppet is the major version that all metadata are taken to ask for; 0 leaves them
	// as they are.
	Puppet int
	// Modules are versions of known modules. Each takes the place of that module where
	// something lists it or depends on it, whatever version is there or asked for. A
	// module of the tree itself, which lies on no module path, stays what it is.
	Modules []*known.View
}

// view is the module as it is in the world, or nil where nothing decides on it.
func (w *World) view(module *known.Module) *known.View {
	for _, view := range w.Modules {
		if view.Module == module {
			return view
		}
	}
	return nil
}

// named is the module of that name in the world, or nil. An owner that is not known
// may be any.
func (w *World) named(owner, name string) *known.View {
	for _, view := range w.Modules {
		if view.Name == name && (owner == "" || view.Owner == owner) {
			return view
		}
	}
	return nil
}

// requires returns the metadata as they are in the world. They may be nil.
func (w *World) requires(metadata *Metadata) *Metadata {
	if w.Puppet == 0 || metadata == nil {
		return metadata
	}
	changed := *metadata
	changed.Requirements = maps.Clone(metadata.Requirements)
	delete(changed.Requirements, "openvox")
	changed.Requirements["puppet"] = fmt.Sprintf(">= %d.0.0 < %d.0.0", w.Puppet, w.Puppet+1)
	return &changed
}

// isReplaced reports whether another version of the module in a folder takes its place.
func (t *Tree) isReplaced(name, folder string) bool {
	if !slices.ContainsFunc(t.world.Modules, func(view *known.View) bool { return view.Name == name }) {
		return false
	}
	owner := ""
	if metadata := readMetadata(t.Files, filepath.Join(folder, "metadata.json")); metadata != nil {
		owner = metadata.Owner
	}
	return t.world.named(owner, name) != nil
}

// wishesOfReplaced are the modules that are there, of which others take the place.
func (t *Tree) wishesOfReplaced() []wish {
	var wishes []wish
	for _, name := range t.replaced {
		if view := t.world.named("", name); view != nil {
			wishes = append(wishes, wish{owner: view.Owner, name: name})
		}
	}
	return wishes
}

// IsChosen reports whether a module of the tree is there in a version that its world
// says.
func (t *Tree) IsChosen(module *Module) bool {
	return module.Known != nil && t.world.view(module.Known.Module) == module.Known
}

// Wanted are the known modules that a list names or that a module of the tree depends
// on, whether they are there or not, sorted by full name.
func (t *Tree) Wanted() []*known.Module {
	wishes := append(t.wishesOfReplaced(), wishesOf(t.Modules)...)
	for i := range t.listed {
		if wanted, ok := wishOf(&t.listed[i]); ok {
			wishes = append(wishes, wanted)
		}
	}
	var found []*known.Module
	for _, wanted := range wishes {
		module := known.Embedded().Find(wanted.owner, wanted.name)
		if module != nil && !slices.Contains(found, module) && (t.single == nil || t.single.Name != module.Name) {
			found = append(found, module)
		}
	}
	slices.SortFunc(found, func(a, b *known.Module) int { return strings.Compare(a.FullName(), b.FullName()) })
	return found
}
