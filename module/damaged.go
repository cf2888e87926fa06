package module

import (
	"path/filepath"
	"slices"
	"strings"
)

// A syntax error may hide a definition: what a manifest with one defines is not only what
// its tree holds. It may define what Puppet looks for in the file, and what its text names.

// mayDefine reports whether a manifest has a syntax error that may hide a definition.
func (m *Manifest) mayDefine(name string) bool {
	if m.Err != nil || !m.Broken() {
		return false
	}
	last := name[strings.LastIndex(name, ":")+1:]
	file := strings.TrimSuffix(filepath.Base(m.Source.Name), ".pp")
	return file == last || file == "init" && m.Module != nil && m.Module.Name == name || strings.Contains(strings.ToLower(m.Source.Text), last)
}

// DefiningModules are the modules in whose manifests Puppet may find a definition of a
// name; nil stands for the main manifests.
func (t *Tree) DefiningModules(name string) []*Module {
	first, _, qualified := strings.Cut(name, "::")
	found := []*Module{nil}
	if owner := t.Module(first); owner != nil {
		found = append(found, owner)
	}
	if !qualified {
		for _, module := range t.Modules {
			if module.Name != first && strings.HasPrefix(name, module.Name) {
				found = append(found, module)
			}
		}
	}
	return found
}

// IsBroken reports whether a manifest of a module has a syntax error, or a main manifest
// if module is nil.
func (t *Tree) IsBroken(module *Module) bool {
	manifests := t.Initial
	if module != nil {
		manifests = func() []*Manifest { return t.ManifestsOf(module) }
	}
	return slices.ContainsFunc(manifests(), func(manifest *Manifest) bool { return manifest.Err == nil && manifest.Broken() })
}

// mayBeHidden reports whether a syntax error in a main manifest may hide the definition of
// a name.
func (t *Tree) mayBeHidden(name string) bool {
	return slices.ContainsFunc(t.Initial(), func(manifest *Manifest) bool { return manifest.mayDefine(name) })
}
