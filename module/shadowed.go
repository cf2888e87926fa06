package module

import (
	"path/filepath"
	"slices"
	"strings"
)

// Puppet takes the first module of a name on its modulepath. If nothing defines the order of
// the folders, another module of that name may be the one that Puppet uses.

// addShadowed records a module with the name of a module of the tree.
func (t *Tree) addShadowed(name, folder string) {
	if t.shadowed == nil {
		t.shadowed = map[string][]string{}
	}
	t.shadowed[name] = append(t.shadowed[name], folder)
}

// addBeside records the modules in a folder that have names of modules of the tree.
func (t *Tree) addBeside(folder string) {
	entries, err := t.Files.ReadDir(folder)
	if err != nil {
		return
	}
	for _, entry := range entries {
		if name := entry.Name(); entry.IsDir() && t.byName[name] != nil {
			t.addShadowed(name, filepath.Join(folder, name))
		}
	}
}

// isInShadowed reports whether another module of the same name has a file that may hold a
// definition.
func (t *Tree) isInShadowed(module string, kind Kind, name string) bool {
	folders := t.shadowed[module]
	if len(folders) == 0 || t.Manifests.Find(Class, name) != nil || t.Manifests.Find(DefinedType, name) != nil {
		return false
	}
	return slices.ContainsFunc(folders, func(folder string) bool {
		pathOf := func(relative string) string { return filepath.Join(folder, filepath.FromSlash(relative)) }
		exists := func(relative string) bool {
			_, err := t.Files.Stat(pathOf(relative))
			return err == nil
		}
		return slices.ContainsFunc(candidatesIn(kind, name, exists), func(relative string) bool {
			return exists(relative) && mayHold(t, pathOf(relative), name)
		})
	})
}

// shadowedHas reports whether another module of the same name has a file.
func shadowedHas(t *Tree, module, relative string) bool {
	return slices.ContainsFunc(t.shadowed[module], func(folder string) bool {
		_, err := t.Files.Stat(filepath.Join(folder, filepath.FromSlash(relative)))
		return err == nil
	})
}

// mayHold reports whether a file in which Puppet looks for a definition may hold it. Puppet
// also looks for classes and defined types in init.pp, which almost every module has.
func mayHold(t *Tree, path, name string) bool {
	if filepath.Base(path) != "init.pp" {
		return true // the file is there for the definition alone
	}
	text, err := t.Manifests.text(path)
	return err != nil || strings.Contains(strings.ToLower(text), LastPart(name))
}
