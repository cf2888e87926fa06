package module

import (
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"puppet-lint/source"
	"puppet-lint/syntax"
)

// Renew makes the tree read files again that were changed, added or deleted. It reports whether
// that is sufficient: everything may depend on some files, such as those that Puppet reads
// first. The files keep the names given here. No other method may be called at the same time.
func (t *Tree) Renew(paths []string) (sufficient bool) {
	for _, path := range paths {
		if !t.renew(path) {
			return false
		}
	}
	return true
}

func (t *Tree) renew(name string) bool {
	path := absolute(name)
	if t.missing.isInEmpty(path) {
		return false
	}
	module, relative := t.ModuleOf(path)
	if ConcernsAll(path) || module != nil && module != t.single && isEmptyFolder(t.Files, module.Folder) {
		return false
	}
	before := t.contentOf(path)
	if known, asked := t.Facts.written.known(""); asked && known.paths[path] {
		return false
	}
	if rest, isTemplate := strings.CutPrefix(relative, "templates/"); isTemplate && module != nil {
		t.Names.noteNames(module.Name + "/" + rest)
	}
	folder, _ := filepath.Split(path)
	t.Manifests.elsewhere.clear()
	t.folders.listings.forget(folder)
	t.folders.invalidate(path)
	t.forgetModulesAround(path)
	switch kind := t.Documents.KindOf(path); {
	case kind == HieraData:
		t.Documents.renewData(path, module)
	case kind == RubyTemplate:
		t.Documents.templates.forget(path)
	case kind == MetadataFile:
		before := module.Metadata()
		t.renewMetadata(module)
		return t.keepsName(module) && (t.missing.known == nil || requestsSameVersions(before, module.Metadata()))
	case kind == TaskMetadata || kind == OtherDocument:
		t.Documents.read.forget(path)
	case filepath.Ext(path) == ".rb":
		if module == nil || !strings.HasPrefix(relative, "lib/") {
			t.Plugins.renewOutside(path)
			return true
		}
		t.Names.noteNames(t.Plugins.NamesAt(path)...)
		if !t.Plugins.renew(module, path, relative) {
			return false
		}
	case kind != NoDocument || t.InitialPath != "" && source.IsWithin(path, absolute(t.InitialPath)):
		return false
	case filepath.Ext(path) != ".pp" && filepath.Ext(path) != ".epp": // no part of the checker reads it
		t.Names.noteNames(t.DraftedNames(path)...)
		t.folders.drop(path)
		return true
	case filepath.Ext(path) == ".pp" && t.Manifests.IsLoose(path):
		return false // code anywhere may depend on what it declares
	default:
		place, inside := t.Place(path)
		t.Manifests.parsed.forget(path)
		t.Documents.templates.forget(path) // a rule reads EPP templates as text, too
		if _, err := t.Files.Stat(path); err == nil {
			t.Manifests.At(name)
		}
		if module != nil {
			t.completeness.recompute(module, path)
		}
		if after, insideAfter := t.Place(path); after != place || insideAfter != inside {
			return false
		}
	}
	after := t.contentOf(path)
	t.Names.invalidate(module, before, after)
	return t.keepsName(module) && t.Facts.renew(before, after)
}

// forgetModulesAround drops what is kept of the manifests of all modules whose folder contains
// a path.
func (t *Tree) forgetModulesAround(path string) {
	for folder := path; ; folder = filepath.Dir(folder) {
		if module := t.byFolder[folder]; module != nil {
			t.Manifests.forgetModule(module.Name)
		}
		if folder == filepath.Dir(folder) {
			return
		}
	}
}

// keepsName reports whether a module would still get its name. For a file outside modules, it
// reports whether no Bolt project gets a name that had none.
func (t *Tree) keepsName(module *Module) bool {
	switch {
	case module == nil:
		read := readBoltProject(t.Files, t.Environment)
		return t.project != nil || t.Environment == "" || read == nil || t.projectName(t.Environment, read) == ""
	case module == t.project:
		read := readBoltProject(t.Files, module.Folder)
		return read != nil && module.Name == t.projectName(module.Folder, read)
	case module == t.single:
		return module.Name == t.singleName(module.Folder, module.Metadata())
	}
	return true
}

// renewMetadata makes the metadata of a module be read again.
func (t *Tree) renewMetadata(module *Module) {
	path := module.Path("metadata.json")
	t.Documents.read.forget(absolute(path))
	module.metadata = sync.OnceValue(func() *Metadata { return readMetadata(t.Files, path) })
	t.completeness.ofModule.clear()
}

// content is the content of a file when it was last read.
type content struct {
	path, text string
	// known is set if the file was read.
	known bool
	// parents are the classes that classes in a manifest inherit from; functions are the
	// functions it defines.
	parents, functions []string
}

// contentOf returns the content of a manifest, template or data file. It does not read a file
// that has not been read yet.
func (t *Tree) contentOf(path string) content {
	if manifest, known := t.Manifests.parsed.known(path); known {
		found := content{path: path, text: manifest.Source.Text, known: manifest.Err == nil}
		for _, definition := range manifest.Definitions {
			switch node := definition.Node.(type) {
			case *syntax.HostClassDefinition:
				if node.ParentClass != "" {
					found.parents = append(found.parents, Normalize(node.ParentClass))
				}
			case *syntax.FunctionDefinition:
				found.functions = append(found.functions, Normalize(node.Name))
			}
		}
		return found
	}
	if template, known := t.Documents.templates.known(path); known {
		return content{path: path, text: template.File.Text, known: true}
	}
	if read, known := t.Documents.read.known(path); known {
		return content{path: path, text: read.File.Text, known: true}
	}
	return content{path: path}
}

// HoldsModules reports whether a folder is a folder of modules, contains one, or lies directly
// in one.
func (t *Tree) HoldsModules(folder string) bool {
	return slices.ContainsFunc(t.Modulepath, func(path string) bool {
		return source.IsWithin(absolute(path), folder) || filepath.Dir(folder) == absolute(path)
	})
}

// FilesIn returns the absolute paths of the files in a folder that have been read, and of the
// drafts of manifests in it, in no order. The folder is an absolute path.
func (t *Tree) FilesIn(folder string) (paths []string) {
	for _, entries := range []*sync.Map{&t.Manifests.parsed.entries, &t.Documents.read.entries, &t.Documents.templates.entries, &t.Plugins.declarations.entries} {
		entries.Range(func(key, _ any) bool {
			if path := key.(string); source.IsWithin(path, folder) {
				paths = append(paths, path)
			}
			return true
		})
	}
	t.folders.listings.entries.Range(func(key, _ any) bool {
		in := key.(string)
		if names, _ := t.folders.listings.known(in); source.IsWithin(absolute(in), folder) {
			for name := range names {
				if IsDraftName(name) {
					paths = append(paths, absolute(filepath.Join(in, name)))
				}
			}
		}
		return true
	})
	return paths
}
