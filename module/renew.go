package module

import (
	"path/filepath"
	"slices"
	"strings"

	"puppet-lint/internal/document"
	"puppet-lint/internal/document/erb"
	"puppet-lint/internal/document/ruby"
	"puppet-lint/internal/hiera"
	"puppet-lint/internal/incremental"
	"puppet-lint/internal/source"
)

// Renew updates the tree after files were changed, added or deleted. Everything that was read
// or derived from them is read again when it is needed. Renew returns false if that is not
// sufficient, because everything may depend on a file, such as environment.conf; it always does
// so if the workspace of the tree is not Following. The files keep the names given here. No other
// method may be called at the same time.
func (t *Tree) Renew(paths []string) (sufficient bool) {
	if !t.inputs.database.IsRecording() {
		return false
	}
	written, _ := t.Facts.written.last()
	changes := make([]fileChange, len(paths))
	for i, name := range paths {
		changes[i] = t.lookBack(name)
		if path := changes[i].path; ConcernsAll(path) || t.missing.isInEmpty(path) {
			return false
		}
		if module := changes[i].module; module != nil && module != t.single && isEmptyFolder(t.Files, module.Folder) {
			return false
		}
	}
	t.inputs.change(changes)
	t.Names.renew(changes)
	if written != nil && slices.ContainsFunc(changes, written.mayDependOn) && !written.givesSame(t.Facts.writtenByManifests()) {
		return false
	}
	return !slices.ContainsFunc(changes, func(before fileChange) bool { return !t.renew(before) })
}

// renew compares what the tree says about a file with what it said before.
func (t *Tree) renew(before fileChange) bool {
	path, module, relative := before.path, before.module, before.relative
	switch {
	case before.kind == MetadataFile:
		return t.keepsName(module) && (t.missing.known == nil || requestsSameVersions(before.metadata, module.Metadata()))
	case filepath.Ext(path) == ".rb":
		if module == nil || !strings.HasPrefix(relative, "lib/") {
			t.Plugins.same[path] = false // file() may name it
			return true
		}
		if !t.Plugins.renew(module, path, relative, before.ruby) {
			return false
		}
	case before.kind == HieraData || before.kind == RubyTemplate || before.kind == TaskMetadata || before.kind == OtherDocument:
		if t.Documents.KindOf(path) != before.kind || before.kind == OtherDocument && filepath.Base(path) == hiera.FileName {
			return false // its content, or that of a hiera.yaml beside data, tells what a file is for
		}
	case before.kind != NoDocument:
		return false
	case filepath.Ext(path) != ".pp" && filepath.Ext(path) != ".epp": // no part of the checker reads it
		return true
	case filepath.Ext(path) == ".pp" && t.Manifests.IsLoose(path):
		return false // any code may depend on its declarations
	default:
		if before.onDisk.known {
			t.Manifests.At(before.name)
		}
		if modulePrefix, inside := t.AutoloadPath(path); modulePrefix != before.modulePrefix || inside != before.inside {
			return false
		}
	}
	return t.keepsName(module)
}

// fileChange is a file that has changed, with what a tree knew before that depends on it.
type fileChange struct {
	name, path           string // as given, and absolute
	module               *Module
	relative             string
	kind                 DocumentKind
	content              content
	modulePrefix, inside string
	metadata             *Metadata
	ruby                 rubyBefore
	// index is the name index of the module, or nil if it was never used.
	index *NameIndex
	// onDisk is the content as it is now.
	onDisk content
}

// lookBack returns what the tree knows before the change of a file is applied.
func (t *Tree) lookBack(name string) fileChange {
	path := t.absolute(name)
	module, relative := t.ModuleOf(path)
	before := fileChange{name: name, path: path, module: module, relative: relative, kind: t.Documents.KindOf(path), content: t.contentOf(path), onDisk: t.contentOnDisk(path)}
	before.modulePrefix, before.inside = t.AutoloadPath(path)
	before.index, _ = incremental.Last(t.Names.indexes, module)
	if name != path {
		t.Manifests.names.Store(path, name)
	}
	if module != nil {
		before.metadata = module.Metadata()
		before.ruby = t.Plugins.before(module, path, relative)
	}
	return before
}

// keepsName reports whether a module would still get its name. For a file outside of modules,
// it reports whether no Bolt project without a name gets one.
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

// content is the content of a file when it was last read.
type content struct {
	path, text string
	// known is set if the file was read.
	known bool
}

// contentOf returns the content of a manifest, template or data file. It does not read a file
// that has not been read yet.
func (t *Tree) contentOf(path string) content {
	if manifest, known := t.Manifests.parsed.Known(path); known {
		return content{path: path, text: manifest.Source.Text, known: manifest.Err == nil}
	}
	if template, known := t.Documents.templates.Known(path); known {
		return content{path: path, text: template.File.Text, known: true}
	}
	if read, known := t.Documents.read.Known(path); known {
		return content{path: path, text: read.File.Text, known: true}
	}
	return content{path: path}
}

// contentOnDisk returns the text of a file as it is now.
func (t *Tree) contentOnDisk(path string) content {
	file, err := t.Files.Read(path)
	if err != nil {
		return content{path: path}
	}
	return content{path: path, text: file.Text, known: true}
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
	add := func(path string) {
		if source.IsWithin(path, folder) {
			paths = append(paths, path)
		}
	}
	incremental.Each(t.Manifests.parsed, func(path string, _ *Manifest) bool { add(path); return true })
	incremental.Each(t.Documents.read, func(path string, _ *document.Document) bool { add(path); return true })
	incremental.Each(t.Documents.templates, func(path string, _ *erb.Template) bool { add(path); return true })
	incremental.Each(t.Plugins.declarations, func(path string, _ *ruby.Declarations) bool { add(path); return true })
	incremental.Each(t.folders.names, func(in string, names map[string]bool) bool {
		for name := range names {
			if IsDraftName(name) {
				add(absolute(filepath.Join(in, name)))
			}
		}
		return true
	})
	return paths
}
