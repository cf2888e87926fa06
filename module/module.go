package module

import (
	"cmp"
	"path/filepath"
	"strings"

	"puppet-lint/internal/document/puppetfile"
	"puppet-lint/internal/hiera"
	"puppet-lint/internal/lazyregexp"
	"puppet-lint/module/known"
	"puppet-lint/syntax"
)

// Module is a module.
type Module struct {
	// Name is the namespace of its definitions.
	Name string
	// Folder is the path of its folder.
	Folder string
	// Known is the known interface of a missing module; nil for a module on disk.
	Known *known.View

	// tree is nil for a Bolt project, whose metadata and hierarchy are the environment's.
	tree *Tree
}

// Metadata returns the module's metadata.json, or nil if there is none. It reads the file on
// first use.
func (m *Module) Metadata() *Metadata {
	if m.tree == nil {
		return nil
	}
	return m.tree.Documents.metadataOf(m)
}

// Hiera returns the module's hiera.yaml, or nil if there is none.
func (m *Module) Hiera() *hiera.Config {
	if m.tree == nil {
		return nil
	}
	return m.tree.Documents.hieraOf(m)
}

// Path returns the path of a file of the module, given relative to its folder with slashes. The
// result always lies in the module: ".." does not lead out of it.
func (m *Module) Path(relative string) string {
	root := string(filepath.Separator)
	// Without the root, the parts are joined by one separator, which leaves nothing to clean.
	return filepath.Join(m.Folder, filepath.Clean(root + filepath.FromSlash(relative))[len(root):])
}

func (t *Tree) newModule(name, folder string) *Module {
	return &Module{Name: name, Folder: folder, tree: t}
}

func (t *Tree) addModule(name, folder string) *Module {
	module := t.newModule(name, folder)
	t.byName[name] = module
	t.byFolder[absolute(folder)] = module
	t.Modules = append(t.Modules, module)
	return module
}

// addSingle adds a module that lies outside every modulepath, such as a developer's checkout.
func (t *Tree) addSingle(folder string) {
	t.single = t.addModule(t.singleName(folder, readMetadata(t.Files, filepath.Join(folder, "metadata.json"))), folder)
	fixtures := filepath.Join(folder, ".fixtures.yml")
	if file, err := t.Files.Read(fixtures); err == nil {
		t.missing.addListed(puppetfile.ReadFixtures(file).Modules)
	}
	t.missing.readPuppetfileIn(folder)
}

// singleName returns the name of a module outside every modulepath. That is the name in its
// metadata, unless none of its definitions is in that namespace; then it is the namespace of
// the first definition. The name of the folder may be anything.
func (t *Tree) singleName(folder string, metadata *Metadata) string {
	if metadata != nil && metadata.Name != "" && !t.definesOnlyOthers(folder, metadata.Name) {
		return metadata.Name
	}
	if name := t.definedNamespace(filepath.Join(folder, "manifests")); name != "" {
		return name
	}
	if metadata != nil && metadata.Name != "" {
		return metadata.Name
	}
	name := filepath.Base(absolute(folder))
	return strings.ReplaceAll(name[strings.LastIndexByte(name, '-')+1:], ".", "_")
}

// definesOnlyOthers reports whether the manifests of a folder define several things, and
// nothing in the namespace called name. A repository often has another name than its module,
// which gets its real name when it is installed.
func (t *Tree) definesOnlyOthers(folder, name string) bool {
	count := 0
	for _, path := range t.folders.listBelow(nil, filepath.Join(folder, "manifests")) {
		if !strings.HasSuffix(path, ".pp") {
			continue
		}
		file, err := t.Files.Read(path)
		if err != nil {
			continue
		}
		for _, match := range definedName.FindAllStringSubmatch(file.Text, -1) {
			if strings.EqualFold(match[1], name) {
				return false
			}
			count++
		}
	}
	return count > 1
}

var definedName = lazyregexp.New(`(?m)^[ \t]*(?:class|define)[ \t]+(?:::)?([\w-]+)`)

// definedNamespace returns the namespace that the manifests in folder define: the name of the
// folder around it if init.pp has a definition of that name, otherwise that of the first class
// in init.pp, otherwise that of the first definition. It returns "" if there is none.
func (t *Tree) definedNamespace(folder string) string {
	entries, err := t.Files.ReadDir(folder)
	if err != nil {
		return ""
	}
	manifests := []string{"init.pp"}
	for _, entry := range entries {
		if strings.HasSuffix(entry.Name(), ".pp") && entry.Name() != "init.pp" {
			manifests = append(manifests, entry.Name())
		}
	}
	around := filepath.Base(filepath.Dir(absolute(folder)))
	for i, manifest := range manifests {
		file, err := t.Files.Read(filepath.Join(folder, manifest))
		if err != nil {
			continue
		}
		first, firstClass := "", ""
		for _, definition := range newManifest(file, nil, filepath.Base(folder) == "plans", syntax.Parse).Definitions {
			name, _, _ := strings.Cut(definition.Name, "::")
			if i == 0 && strings.EqualFold(name, around) {
				return name
			}
			first = cmp.Or(first, name)
			if _, isClass := definition.Node.(*syntax.HostClassDefinition); isClass && i == 0 {
				firstClass = cmp.Or(firstClass, name)
			}
		}
		if first != "" {
			return cmp.Or(firstClass, first)
		}
	}
	return ""
}

// Module returns the module called name: an existing one, otherwise a known one, otherwise nil.
func (t *Tree) Module(name string) *Module {
	if module := t.byName[name]; module != nil {
		return module
	}
	return t.missing.find(name)
}
