package module

import (
	"maps"
	"path/filepath"
	"slices"

	"puppet-lint/internal/document/puppetfile"
	"puppet-lint/internal/source"
)

// missing holds the modules that are named but not in the tree, and the known modules that
// replace them.
type missing struct {
	tree *Tree
	// absent holds the missing modules that a Puppetfile, a .fixtures.yml or an empty folder
	// names.
	absent map[string]bool
	// empty holds the absolute paths of empty module folders. They belong to Git submodules
	// that were not fetched.
	empty map[string]bool
	// listed are the modules in a Puppetfile or .fixtures.yml.
	listed []puppetfile.Module
	// known holds the known modules that replace missing ones; nil if known modules are not
	// used.
	known *knownModules
	// overrides are the chosen versions of modules. replaced holds the names of the existing
	// modules that they replace.
	overrides VersionOverrides
	replaced  []string
}

// puppetfileNames are the possible names of a Puppetfile. On a file system that ignores case,
// all of them are the same file.
var puppetfileNames = []string{Puppetfile, "PuppetFile", "puppetfile"}

// readPuppetfileIn reads the Puppetfile of a folder, if it has one.
func (m *missing) readPuppetfileIn(folder string) {
	for _, name := range puppetfileNames {
		if m.readPuppetfile(filepath.Join(folder, name)) {
			return
		}
	}
}

// readPuppetfile reads the modules that a Puppetfile lists. It returns false if there is none.
func (m *missing) readPuppetfile(path string) bool {
	file, err := m.tree.Files.Read(path)
	if err != nil {
		return false
	}
	list := puppetfile.Read(file)
	m.tree.completeness.open = m.tree.completeness.open || list.Open
	m.addListed(list.Modules)
	return true
}

func (m *missing) addListed(modules []puppetfile.Module) {
	m.listed = append(m.listed, modules...)
	for _, module := range modules {
		m.absent[module.Name] = true
	}
}

// ListedModules returns the names of the modules that a Puppetfile, a .fixtures.yml or an empty
// folder names, and that were not found where they are named. Another module may replace them.
func ListedModules(t *Tree) []string { return slices.Collect(maps.Keys(t.missing.absent)) }

// isInEmpty reports whether a path lies in a module folder that was empty.
func (m *missing) isInEmpty(path string) bool {
	for folder := range m.empty {
		if source.IsWithin(path, folder) {
			return true
		}
	}
	return false
}
