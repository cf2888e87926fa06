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

// Known modules are missing modules that others depend on and whose public interface is known
// (package module/known). Queries by name find them (Module, Find, the plugins). They are not
// in Modules, since nothing in them is checked.

// versionRequest is a request for a module, by a dependency or a list.
type versionRequest struct {
	owner, name string
	// allowed is the range of versions; nil means any.
	allowed *types.VersionRange
	// pinned is set if the environment lists the module. Nothing else then decides on the
	// version.
	pinned bool
	// text is the version or the range as written.
	text string
}

// knownModules holds the known modules that replace missing ones, by name.
type knownModules struct {
	files  *known.Files
	byName func() map[string]*Module
	// all includes all known modules, not only the overriding ones.
	all bool
	// unsuited holds the modules that are requested in an unknown version.
	unsuited map[*known.Module]bool
}

// useKnown makes the tree use known modules for missing ones. They are determined on the first
// look-up of a name that no module in the tree has. Unless all is set, only the modules of the
// overrides are used.
func (t *Tree) useKnown(all bool) {
	files := known.NewFiles(t.Files)
	t.Files = files
	t.missing.known = &knownModules{files: files, all: all, unsuited: map[*known.Module]bool{}, byName: sync.OnceValue(func() map[string]*Module { return t.missing.addKnown(files) })}
}

// moduleOf is ModuleOf for a file of a known module.
func (m *missing) moduleOf(path string) (*Module, string) {
	if m.known == nil {
		return nil, ""
	}
	view, relative := m.known.files.View(path)
	if view == nil {
		return nil, ""
	}
	return m.find(view.Name), relative
}

// find returns the known module of that name, or nil.
func (m *missing) find(name string) *Module {
	if m.known == nil || !known.Embedded().HasName(name) {
		return nil
	}
	return m.known.byName()[name]
}

// KnownModules returns the known modules that replace missing ones, sorted by name.
func (t *Tree) KnownModules() []*Module {
	if t.missing.known == nil {
		return nil
	}
	var found []*Module
	for _, module := range t.missing.known.byName() {
		found = append(found, module)
	}
	slices.SortFunc(found, func(a, b *Module) int { return strings.Compare(a.Name, b.Name) })
	return found
}

// addKnown finds the missing modules that are requested, and those that these request in turn.
func (m *missing) addKnown(files *known.Files) map[string]*Module {
	found := map[string]*Module{}
	wishes := append(m.requestsOfReplaced(), m.tree.requestsOf(m.tree.Modules)...)
	for i := range m.listed {
		if wanted, ok := versionRequestOf(&m.listed[i]); ok {
			wishes = append(wishes, wanted)
		}
	}
	pinned := map[*known.Module]bool{}
	for len(wishes) > 0 {
		var added []*Module
		for _, view := range m.fulfilled(wishes, found, pinned) {
			module := m.tree.newModule(view.Name, files.Add(view))
			module.Known = view
			found[view.Name] = module
			added = append(added, module)
		}
		wishes = m.tree.requestsOf(added)
	}
	return found
}

// requestsOf returns the dependencies of modules.
func (t *Tree) requestsOf(modules []*Module) []versionRequest {
	var wishes []versionRequest
	for _, module := range modules {
		metadata := t.Documents.metadataOf(module)
		if metadata == nil {
			continue
		}
		for _, dependency := range metadata.Dependencies {
			wishes = append(wishes, versionRequest{owner: dependency.Owner, name: dependency.Name, allowed: rangeOf(dependency.Range), text: dependency.Range})
		}
	}
	return wishes
}

// rangeOf parses a range of versions. It returns nil if the text is not one.
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

// versionRequestOf returns the request of a Puppetfile or .fixtures.yml entry. ok is false if
// the owner of the module is unknown.
func versionRequestOf(listed *puppetfile.Module) (wanted versionRequest, ok bool) {
	if listed.Local {
		return versionRequest{}, false
	}
	wanted = versionRequest{owner: listed.Owner, name: listed.Name}
	if wanted.owner == "" {
		repository := strings.TrimSuffix(path.Base(strings.ReplaceAll(listed.Source, ":", "/")), ".git")
		owner, name := splitFullName(repository)
		if name != listed.Name {
			return versionRequest{}, false
		}
		wanted.owner = owner
	}
	version := listed.Version
	if version == "" {
		version = strings.TrimPrefix(listed.Ref, "v")
	}
	if wanted.allowed = rangeOf(version); wanted.allowed != nil && !listed.Open {
		wanted.pinned, wanted.text = true, version
	} else {
		wanted.allowed = nil // a branch, or the latest
	}
	return wanted, true
}

// fulfilled returns the known modules that are requested, except for those that exist. If the
// environment lists a module, its list alone decides on the version, even on an unknown one,
// and the module is recorded in pinned. Otherwise all ranges must allow the version. If a range
// allows no known version, the module stays unknown: only one version is installed, and all
// modules use it.
func (m *missing) fulfilled(wishes []versionRequest, found map[string]*Module, pinned map[*known.Module]bool) []*known.View {
	var modules []*known.Module
	versions, required := map[*known.Module]known.Versions{}, map[*known.Module]string{}
	for _, wanted := range wishes {
		if m.tree.byName[wanted.name] != nil || found[wanted.name] != nil {
			continue
		}
		module := known.Embedded().Find(wanted.owner, wanted.name)
		if module == nil || pinned[module] && !wanted.pinned || !m.known.all && m.overrides.view(module) == nil {
			continue
		}
		var allowed known.Versions
		switch {
		case wanted.allowed != nil:
			allowed = module.Allowed(wanted.allowed)
			if !wanted.pinned && (allowed == 0 || module.IsMuchNewer(wanted.allowed)) {
				m.known.unsuited[module] = true
			}
		case m.overrides.view(module) == nil:
			continue // the required version may be newer than all known versions
		}
		if _, seen := versions[module]; !seen {
			modules = append(modules, module)
		}
		if wanted.pinned && !pinned[module] {
			versions[module], pinned[module] = 0, true
		}
		if versions[module] == 0 {
			required[module] = wanted.text
		}
		if wanted.allowed == nil || slices.ContainsFunc(module.In(allowed), wanted.allowed.Includes) {
			required[module] = "" // a known version itself may be installed
		}
		versions[module] |= allowed
	}
	var views []*known.View
	taken := map[string]bool{}
	for _, module := range modules {
		isKnown := versions[module] != 0 && (pinned[module] || !m.known.unsuited[module])
		if (isKnown || m.overrides.view(module) != nil) && !taken[module.Name] {
			taken[module.Name] = true
			view := m.overrides.view(module)
			if view == nil {
				view = module.View(versions[module])
				view.Required = required[module]
			}
			views = append(views, view)
		}
	}
	return views
}

// requestsSameVersions reports whether two metadata request the same versions of known modules.
// Each of them may be nil.
func requestsSameVersions(before, after *Metadata) bool {
	return slices.Equal(knownRequests(before), knownRequests(after))
}

func knownRequests(metadata *Metadata) []string {
	var wishes []string
	for _, dependency := range metadata.orNone().Dependencies {
		if known.Embedded().Find(dependency.Owner, dependency.Name) != nil {
			wishes = append(wishes, dependency.Owner+"-"+dependency.Name+" "+dependency.Range)
		}
	}
	return wishes
}
