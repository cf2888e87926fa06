package module

import (
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"puppet-lint/internal/hiera"
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
	if t.isInEmpty(path) {
		return false
	}
	module, relative := t.ModuleOf(path)
	if ConcernsAll(path) || module != nil && module != t.single && isEmptyFolder(t.Files, module.Folder) {
		return false
	}
	before := t.contentOf(path)
	if known, asked := t.factsWritten.known(""); asked && known.paths[path] {
		return false
	}
	if rest, isTemplate := strings.CutPrefix(relative, "templates/"); isTemplate && module != nil {
		t.noteNames(module.Name + "/" + rest)
	}
	folder, _ := filepath.Split(path)
	t.elsewhere.clear()
	t.listings.forget(folder)
	t.invalidateListings(path)
	t.forgetModulesAround(path)
	switch kind := t.DocumentKind(path); {
	case kind == HieraData:
		t.documents.forget(path)
		if module == nil {
			t.hiera = sync.OnceValue(func() *hiera.Config { return t.readHiera(t.Environment, "") })
		} else {
			module.hiera = sync.OnceValue(func() *hiera.Config { return t.readHiera(module.Folder, module.Name) })
		}
		t.sources = sync.OnceValue(t.indexSources)
	case kind == RubyTemplate:
		t.templates.forget(path)
	case kind == MetadataFile:
		before := module.Metadata()
		t.renewMetadata(module)
		return t.keepsName(module) && (t.known == nil || requestsSameVersions(before, module.Metadata()))
	case kind == TaskMetadata || kind == OtherDocument:
		t.documents.forget(path)
	case filepath.Ext(path) == ".rb":
		if module == nil || !strings.HasPrefix(relative, "lib/") {
			t.sameRuby[path] = false // file() may name it
			t.ruby.forget(path)
			t.onHosts = sync.OnceValue(t.listFunctionsOnHosts)
			return true
		}
		t.noteNames(t.PluginNames(path)...)
		if !t.renewRuby(module, path, relative) {
			return false
		}
	case kind != NoDocument || t.Manifests != "" && source.IsWithin(path, absolute(t.Manifests)):
		return false
	case filepath.Ext(path) != ".pp" && filepath.Ext(path) != ".epp": // no part of the checker reads it
		t.noteNames(t.DraftedNames(path)...)
		t.dropListings(path)
		return true
	default:
		place, inside := t.Place(path)
		t.manifests.forget(path)
		if _, err := t.Files.Stat(path); err == nil {
			t.Manifest(name)
		}
		if module != nil {
			t.recomputeNamesAbsent(module, path)
		}
		if after, insideAfter := t.Place(path); after != place || insideAfter != inside {
			return false
		}
	}
	after := t.contentOf(path)
	t.invalidateNames(module, before, after)
	return t.keepsName(module) && t.renewWrittenFacts(before, after)
}

// isInEmpty reports whether a path lies in a folder of modules that was empty.
func (t *Tree) isInEmpty(path string) bool {
	for folder := range t.empty {
		if source.IsWithin(path, folder) {
			return true
		}
	}
	return false
}

// invalidateListings drops the listings that contain the path, if the file was added or deleted.
func (t *Tree) invalidateListings(path string) {
	_, err := t.Files.Stat(path)
	for folder := filepath.Dir(path); ; folder = filepath.Dir(folder) {
		for _, name := range t.belowNames.of(folder) {
			known, _ := t.below.known(name)
			wasThere := slices.ContainsFunc(known, func(one string) bool { return absolute(one) == path })
			if wasThere != (err == nil) {
				t.below.forget(name)
				t.belowNames.take(folder)
			}
		}
		if folder == filepath.Dir(folder) {
			return
		}
	}
}

// forgetModulesAround drops what is kept of the manifests of all modules whose folder contains
// a path.
func (t *Tree) forgetModulesAround(path string) {
	for folder := path; ; folder = filepath.Dir(folder) {
		if module := t.byFolder[folder]; module != nil {
			t.words.forget(module.Name)
			t.wordsOfExamples.forget(module.Name)
			t.manifestsOf.forget(module.Name)
			t.definitionsOf.forget(module.Name)
			t.broken.forget(module.Name)
		}
		if folder == filepath.Dir(folder) {
			return
		}
	}
}

// dropListings drops the listings of a folder and of those in it.
func (t *Tree) dropListings(path string) {
	t.listings.entries.Range(func(folder, _ any) bool {
		if source.IsWithin(filepath.Clean(folder.(string)), path) {
			t.listings.forget(folder.(string))
		}
		return true
	})
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
	t.documents.forget(absolute(path))
	module.metadata = sync.OnceValue(func() *Metadata { return readMetadata(t.Files, path) })
	t.closedness = cache[bool]{}
}

// renewRuby forgets a changed Ruby file. It reports false if the file adds attributes to types
// defined elsewhere, or facts by computed names. It also records the answer of DeclaresSame.
func (t *Tree) renewRuby(module *Module, path, relative string) bool {
	_, err := t.Files.Stat(path)
	t.plugins() // it makes pluginPaths
	isThere := err == nil && isPlugin(relative)
	same := t.pluginPaths[path] == isThere
	if !same {
		t.pluginPaths[path] = isThere
		t.plugins = sync.OnceValue(t.listPlugins)
	}
	if before, asked := t.ruby.known(path); asked {
		t.ruby.forget(path)
		if before.HasComputedFacts || t.Ruby(path).HasComputedFacts {
			return false // its words may be names of facts
		}
		same = same && before.DeclaresSame(t.Ruby(path))
	} else if isThere && strings.HasPrefix(relative, "lib/facter/") && t.Ruby(path).HasComputedFacts {
		return false
	}
	if before, asked := t.strings.known(module.Folder); asked {
		t.strings.forget(module.Folder)
		same = same && slices.Equal(before, t.RubyStrings(module))
	}
	t.sameRuby[path] = same
	t.types = cache[*ResourceType]{}
	if added, asked := t.added.known(""); asked {
		now := newAdditions()
		if t.addAdditions(now, path); added.from[path] || now.from[path] {
			return false
		}
	}
	return true
}

// DeclaresSame reports whether the declarations of a Ruby file, as far as they had been used,
// were unchanged when Renew last read it.
func (t *Tree) DeclaresSame(path string) bool { return t.sameRuby[absolute(path)] }

// PluginNames returns the names, in lower case, that the Ruby file at path declares by its
// location. There are none for a provider, since code does not name it.
func (t *Tree) PluginNames(path string) []string {
	_, relative := t.ModuleOf(path)
	name := strings.TrimSuffix(relative, ".rb")
	for _, folder := range []string{"lib/puppet/functions/", "lib/puppet/parser/functions/", "lib/puppet/type/"} {
		if rest, inside := strings.CutPrefix(name, folder); inside {
			return []string{strings.ToLower(strings.ReplaceAll(rest, "/", "::"))}
		}
	}
	if rest, inside := strings.CutPrefix(name, "lib/puppet/datatypes/"); inside {
		name := strings.ToLower(strings.ReplaceAll(rest, "/", "::"))
		return []string{name, strings.ReplaceAll(name, "_", "")}
	}
	return nil
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
	if manifest, known := t.manifests.known(path); known {
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
	if template, known := t.templates.known(path); known {
		return content{path: path, text: template.File.Text, known: true}
	}
	if read, known := t.documents.known(path); known {
		return content{path: path, text: read.File.Text, known: true}
	}
	return content{path: path}
}

// invalidateNames makes the name index of a module be built again and notes the differences. It
// does nothing to the index if the changed file mentions the same names as before.
func (t *Tree) invalidateNames(module *Module, before, after content) {
	heirs := &invalidation{names: map[string]bool{}}
	heirs.addParents(before, after)
	t.note(heirs)
	t.noteNames(before.functions...)
	t.noteNames(after.functions...)
	first, now := indexText(before.path, before.text), indexText(after.path, after.text)
	bothKnown := before.known && after.known
	if bothKnown && first.equal(now) {
		return
	}
	folder := t.Environment
	if module != nil {
		folder = module.Folder
	}
	known, asked := t.nameIndexes.known(folder)
	t.nameIndexes.forget(folder)
	found := &invalidation{all: true}
	switch {
	case bothKnown:
		found = first.differing(now)
	case asked:
		found = known.differing(t.NameIndex(module))
	}
	if !bothKnown || !maps.Equal(first.roots, now.roots) {
		t.roots.forget("")
	}
	if found.all || len(found.names) > 0 {
		t.attributes.forget("")
		t.note(found)
	}
}

// invalidation holds the names whose mentions may have changed when files were read again:
// variables and attributes, parent classes, functions, and templates as code names them. all
// means every name.
type invalidation struct {
	names map[string]bool
	all   bool
}

func (t *Tree) note(found *invalidation) {
	if found.all || len(found.names) > 0 {
		t.invalidations = append(t.invalidations, found)
	}
}

// noteNames notes that definitions of these names may have changed.
func (t *Tree) noteNames(names ...string) {
	found := &invalidation{names: map[string]bool{}}
	for _, name := range names {
		found.names[name] = true
	}
	t.note(found)
}

// addParents adds the parent classes in the old and new content of a file. The name index does
// not contain the variables that a class reads from its parent.
func (r *invalidation) addParents(contents ...content) {
	for _, content := range contents {
		for _, parent := range content.parents {
			r.names[parent] = true
		}
	}
}

// differing returns the names that only one of two indexes contains, both qualified and
// unqualified.
func (m *NameIndex) differing(other *NameIndex) *invalidation {
	found := &invalidation{names: map[string]bool{}, all: m.Open[""] != other.Open[""] || !maps.Equal(m.Parents, other.Parents)}
	for _, both := range [][2]map[string]bool{{m.Qualified, other.Qualified}, {m.Words, other.Words}, {m.Open, other.Open}, {m.Attributes, other.Attributes}} {
		for _, pair := range [][2]map[string]bool{both, {both[1], both[0]}} {
			for name := range pair[0] {
				if !pair[1][name] {
					found.names[name], found.names[name[strings.LastIndexByte(name, ':')+1:]] = true, true
				}
			}
		}
	}
	return found
}

// Generation returns a number that grows when Renew finds that a name index may have changed,
// or the variables that classes read from their parents.
func (t *Tree) Generation() int { return len(t.invalidations) }

// MayMentionOtherwise reports whether the mentions of a class or variable, by its unqualified
// name, or the behavior of a function or template, may have changed since an earlier
// generation.
func (t *Tree) MayMentionOtherwise(since int, names ...string) bool {
	return slices.ContainsFunc(t.invalidations[since:], func(r *invalidation) bool {
		return r.all || slices.ContainsFunc(names, func(name string) bool { return r.names[name] })
	})
}

// recomputeNamesAbsent determines again whether the manifest at a path names missing modules, if an
// earlier answer may depend on it.
func (t *Tree) recomputeNamesAbsent(module *Module, path string) {
	before, _ := t.absentIn.known(path)
	t.absentIn.forget(path)
	if _, asked := t.incomplete.known(module.Name); !asked {
		return
	}
	manifest, isThere := t.manifests.known(path)
	after := isThere && t.absentIn.get(path, func() bool { return t.manifestNamesAbsent(manifest) })
	if after != before {
		t.incomplete.forget(module.Name)
		t.closedness = cache[bool]{}
	}
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
	for _, entries := range []*sync.Map{&t.manifests.entries, &t.documents.entries, &t.templates.entries, &t.ruby.entries} {
		entries.Range(func(key, _ any) bool {
			if path := key.(string); source.IsWithin(path, folder) {
				paths = append(paths, path)
			}
			return true
		})
	}
	t.listings.entries.Range(func(key, _ any) bool {
		in := key.(string)
		if names, _ := t.listings.known(in); source.IsWithin(absolute(in), folder) {
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

// HasRead reports whether the manifest or template at an absolute path has been read.
func (t *Tree) HasRead(path string) bool {
	_, known := t.manifests.known(path)
	return known
}

// ManifestsSince visits the manifests and templates read since a mark, which an earlier call
// returned. It visits all of them if the mark is -1 or too old. It returns a new mark.
func (t *Tree) ManifestsSince(mark int, visit func(path string, manifest *Manifest)) (next int) {
	paths, next, ok := t.read.since(mark)
	if !ok {
		t.EachManifest(visit)
		return next
	}
	for _, path := range paths {
		if manifest, known := t.manifests.known(path); known {
			visit(path, manifest)
		}
	}
	return next
}

// EachManifest visits the manifests and templates that have been read, in no
// order.
func (t *Tree) EachManifest(visit func(path string, manifest *Manifest)) {
	t.manifests.entries.Range(func(key, _ any) bool {
		if manifest, known := t.manifests.known(key.(string)); known {
			visit(key.(string), manifest)
		}
		return true
	})
}
