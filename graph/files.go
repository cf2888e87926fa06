package graph

import (
	"path/filepath"
	"slices"
	"strings"

	"puppet-lint/checker/symbols"
	"puppet-lint/internal/source"
	"puppet-lint/module"
)

// files are the files of a tree that define or use names.
type files struct {
	// read are the paths of the files with names in them.
	read []string
	// named maps files that are known only by their path: files that modules serve, and
	// templates without a template extension.
	named map[ID]string
	// facts are the external facts of modules.
	facts []Definition
}

// filesOf finds the files of a tree and of its data, and adds the given ones.
func filesOf(tree *module.Tree, data *Data, given []string) *files {
	f := &files{named: map[ID]string{}}
	seen := map[string]bool{}
	add := func(path string) {
		if path = absolute(path); !seen[path] {
			seen[path] = true
			f.read = append(f.read, path)
		}
	}
	for _, path := range given {
		add(path)
	}
	for _, manifest := range tree.Manifests.Initial() {
		add(manifest.Source.Name)
	}
	for _, config := range data.Configs {
		add(config.Document.File.Name)
		for _, from := range config.Sources() {
			add(from.Path)
		}
	}
	for _, owner := range tree.Modules {
		f.ofModule(tree, owner, add)
	}
	slices.Sort(f.read)
	return f
}

// Definition is something that a file defines.
type Definition struct {
	ID
	Location Location
}

// DefinedIn returns the definitions in a file, for which Build would create nodes.
func DefinedIn(tree *module.Tree, path string) []Definition {
	if owner, relative := tree.ModuleOf(path); owner != nil {
		f := &files{named: map[ID]string{}}
		f.ofFile(owner, path, relative)
		for id := range f.named {
			return []Definition{{id, Location{File: source.NewFile(path, "")}}}
		}
		if isExternalFactFile(relative) {
			return externalFactsOf(tree, path)
		}
	}
	table, variables := symbols.OfFile(tree, path, nil)
	if table == nil {
		return nil
	}
	return newPart(tree, table, variables, path).definitions()
}

// ofModule adds the files of a module.
func (f *files) ofModule(tree *module.Tree, owner *module.Module, add func(path string)) {
	each := func(folder string, visit func(path, relative string)) {
		below(tree, owner.Path(folder), "", visit)
	}
	for _, folder := range []string{"manifests", "functions", "types", "plans"} {
		each(folder, func(path, _ string) {
			if at, _ := tree.ModuleOf(path); at == owner && filepath.Ext(path) == ".pp" {
				add(path)
			}
		})
	}
	each("lib", func(path, _ string) {
		if filepath.Ext(path) == ".rb" {
			add(path)
		}
	})
	each("tasks", func(path, _ string) {
		if filepath.Ext(path) == ".json" {
			add(path)
		}
	})
	each("templates", func(path, relative string) {
		if !f.ofFile(owner, path, "templates/"+relative) {
			add(path)
		}
	})
	each("files", func(path, relative string) {
		if !f.ofFile(owner, path, "files/"+relative) {
			add(path)
		}
	})
	each("facts.d", func(path, relative string) {
		if isExternalFactFile("facts.d/" + relative) {
			f.facts = append(f.facts, externalFactsOf(tree, path)...)
		}
	})
}

// ofFile records a file that is known only by its path: a served file other than a hiera.yaml, or a
// template without a template extension. It reports whether the file is one.
func (f *files) ofFile(owner *module.Module, path, relative string) bool {
	if symbols.IsServedHierarchy(relative) {
		return false
	}
	if name, ok := strings.CutPrefix(relative, "files/"); ok {
		f.named[ID{File, owner.Name + "/" + name}] = path
		return true
	}
	name, ok := strings.CutPrefix(relative, "templates/")
	if extension := filepath.Ext(path); !ok || extension == ".erb" || extension == ".epp" {
		return false
	}
	f.named[ID{Template, owner.Name + "/" + name}] = path
	return true
}

// below visits the files below a folder, sorted by name. It skips hidden ones.
func below(tree *module.Tree, folder, prefix string, visit func(path, relative string)) {
	entries, err := tree.Files.ReadDir(folder)
	if err != nil {
		return
	}
	for _, entry := range entries {
		name := entry.Name()
		switch path := filepath.Join(folder, name); {
		case strings.HasPrefix(name, "."):
		case entry.IsDir():
			below(tree, path, prefix+name+"/", visit)
		default:
			visit(path, prefix+name)
		}
	}
}

func absolute(path string) string {
	if result, err := filepath.Abs(path); err == nil {
		return result
	}
	return path
}
