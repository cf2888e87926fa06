package module

import (
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"strings"

	"puppet-lint/module/known"
)

// World overrides the version of Puppet and the versions of modules.
type World struct {
	// Puppet is the major version that all metadata are assumed to require; 0 leaves them
	// unchanged.
	Puppet int
	// Modules are versions of known modules. Such a version replaces its module wherever
	// something lists it or depends on it, whatever version exists or is requested. A module
	// outside of every modulepath is not replaced.
	Modules []*known.View
}

// view returns the view of a known module in the world, or nil if the world does not override
// it.
func (w *World) view(module *known.Module) *known.View {
	for _, view := range w.Modules {
		if view.Module == module {
			return view
		}
	}
	return nil
}

// named returns the view of a module by name, or nil. An empty owner matches any.
func (w *World) named(owner, name string) *known.View {
	for _, view := range w.Modules {
		if view.Name == name && (owner == "" || view.Owner == owner) {
			return view
		}
	}
	return nil
}

// requires returns metadata, which may be nil, with the requirements of the world.
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

// isReplaced reports whether the world replaces the module in a folder.
func (m *missing) isReplaced(name, folder string) bool {
	if !slices.ContainsFunc(m.world.Modules, func(view *known.View) bool { return view.Name == name }) {
		return false
	}
	owner := ""
	if metadata := readMetadata(m.tree.Files, filepath.Join(folder, "metadata.json")); metadata != nil {
		owner = metadata.Owner
	}
	return m.world.named(owner, name) != nil
}

// requestsOfReplaced returns requests for the existing modules that the world replaces.
func (m *missing) requestsOfReplaced() []versionRequest {
	var wishes []versionRequest
	for _, name := range m.replaced {
		if view := m.world.named("", name); view != nil {
			wishes = append(wishes, versionRequest{owner: view.Owner, name: name})
		}
	}
	return wishes
}

// IsChosen reports whether the world determines the version of a module of the tree.
func (t *Tree) IsChosen(module *Module) bool {
	return module.Known != nil && t.missing.world.view(module.Known.Module) == module.Known
}

// Wanted returns the known modules that a list names or that a module of the tree depends on,
// existing or not, sorted by full name.
func (t *Tree) Wanted() []*known.Module {
	wishes := append(t.missing.requestsOfReplaced(), t.requestsOf(t.Modules)...)
	for i := range t.missing.listed {
		if wanted, ok := versionRequestOf(&t.missing.listed[i]); ok {
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
