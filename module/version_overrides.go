package module

import (
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"strings"

	"puppet-lint/module/known"
)

// VersionOverrides replaces the version of Puppet and the versions of modules.
type VersionOverrides struct {
	// Puppet is the major version that all metadata are assumed to require; 0 leaves them
	// unchanged.
	Puppet int
	// Modules are versions of known modules. Such a version replaces its module wherever
	// something lists it or depends on it, whatever version exists or is requested. A module
	// outside of every modulepath is not replaced.
	Modules []*known.View
	// Complete makes IsClosed true for every module, unless the tree has modules that are not
	// accessible. It shows which names the tree lacks even if something else may define them.
	Complete bool
}

// view returns the view of a known module in the chosen version, or nil if its version is not
// overridden.
func (w *VersionOverrides) view(module *known.Module) *known.View {
	for _, view := range w.Modules {
		if view.Module == module {
			return view
		}
	}
	return nil
}

// named returns the view of a module by name, or nil. An empty owner matches any.
func (w *VersionOverrides) named(owner, name string) *known.View {
	for _, view := range w.Modules {
		if view.Name == name && (owner == "" || view.Owner == owner) {
			return view
		}
	}
	return nil
}

// requires returns metadata, which may be nil, with the overridden requirement of Puppet.
func (w *VersionOverrides) requires(metadata *Metadata) *Metadata {
	if w.Puppet == 0 || metadata == nil {
		return metadata
	}
	changed := *metadata
	changed.Requirements = maps.Clone(metadata.Requirements)
	delete(changed.Requirements, "openvox")
	changed.Requirements["puppet"] = fmt.Sprintf(">= %d.0.0 < %d.0.0", w.Puppet, w.Puppet+1)
	return &changed
}

// isReplaced reports whether the overrides replace the module in a folder.
func (m *missing) isReplaced(name, folder string) bool {
	if !slices.ContainsFunc(m.overrides.Modules, func(view *known.View) bool { return view.Name == name }) {
		return false
	}
	owner := ""
	if metadata := readMetadata(m.tree.Files, filepath.Join(folder, "metadata.json")); metadata != nil {
		owner = metadata.Owner
	}
	return m.overrides.named(owner, name) != nil
}

// requestsOfReplaced returns requests for the existing modules that the overrides replace.
func (m *missing) requestsOfReplaced() []versionRequest {
	var wishes []versionRequest
	for _, name := range m.replaced {
		if view := m.overrides.named("", name); view != nil {
			wishes = append(wishes, versionRequest{owner: view.Owner, name: name})
		}
	}
	return wishes
}

// IsChosen reports whether the overrides determine the version of a module of the tree.
func (t *Tree) IsChosen(module *Module) bool {
	return module.Known != nil && t.missing.overrides.view(module.Known.Module) == module.Known
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
