package module

import (
	"errors"
	"fmt"
	"iter"
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"puppet-lint/internal/document"
	"puppet-lint/internal/document/erb"
	"puppet-lint/internal/document/json"
	"puppet-lint/internal/document/yaml"
	"puppet-lint/internal/hiera"
	"puppet-lint/internal/incremental"
	"puppet-lint/internal/source"
)

// Documents are the files of a tree that are neither manifests nor Ruby code: data, hierarchies,
// metadata and ERB templates.
type Documents struct {
	tree      *Tree
	read      *incremental.Query[string, *document.Document] // by absolute path
	templates *incremental.Query[string, *erb.Template]      // by absolute path
	// metadata and hiera hold the metadata and the hierarchy of each module. The hierarchy for
	// nil is the environment's.
	metadata *incremental.Query[*Module, *Metadata]
	hiera    *incremental.Query[*Module, *hiera.Config]
	// names maps an absolute path to the path under which the document was first requested.
	names   *sync.Map
	global  treeValue[*hiera.Config]
	sources treeValue[map[string][]*hiera.Source] // by absolute path
	others  treeValue[map[string]bool]            // see ReadOtherwise
	values  treeValue[map[string][]DataValue]     // by key
	// keyWords are the data files of an environment or module, by the words with "::" in them, for
	// each folder of one.
	keyWords *incremental.Query[string, map[string][]string]
	// interpolated holds the variables that hierarchies interpolate.
	interpolated treeValue[map[string]bool]
	data         treeValue[*Hierarchies]
	rendered     treeValue[*Templates]
}

// newDocuments returns the documents of a tree. globalHiera is the path of the server's own
// hiera.yaml, or "".
func newDocuments(tree *Tree, globalHiera string) *Documents {
	return &Documents{
		tree: tree, names: &sync.Map{},
		read:      query(tree, "document", func(view *Tree, path string) *document.Document { return view.Documents.parse(path) }, nil),
		templates: query(tree, "template", func(view *Tree, path string) *erb.Template { return view.Documents.parseTemplate(path) }, nil),
		metadata:  query(tree, "metadata", func(view *Tree, module *Module) *Metadata { return view.Documents.readMetadataOf(module) }, nil),
		hiera:     query(tree, "hiera", func(view *Tree, module *Module) *hiera.Config { return view.Documents.readHieraOf(module) }, nil),
		global: newTreeValue(tree, "global hiera", func(view *Tree) *hiera.Config {
			if globalHiera == "" {
				return nil
			}
			return hiera.ReadGlobal(view.Documents.loader(), globalHiera)
		}, nil),
		sources:      newTreeValue(tree, "sources", func(view *Tree) map[string][]*hiera.Source { return view.Documents.indexSources() }, nil),
		values:       newTreeValue(tree, "values", func(view *Tree) map[string][]DataValue { return view.Documents.indexValues() }, nil),
		keyWords:     query(tree, "words of keys", func(view *Tree, folder string) map[string][]string { return view.Documents.indexKeyWords(folder) }, nil),
		others:       newTreeValue(tree, "others", func(view *Tree) map[string]bool { return view.Documents.indexOthers() }, maps.Equal),
		interpolated: newTreeValue(tree, "interpolated", func(view *Tree) map[string]bool { return view.Documents.listInterpolated() }, maps.Equal),
		data:         newTreeValue(tree, "hierarchies", func(view *Tree) *Hierarchies { return view.Documents.readHierarchies() }, nil),
		rendered:     newTreeValue(tree, "all templates", func(view *Tree) *Templates { return view.Documents.readTemplates() }, (*Templates).equal),
	}
}

// loader returns the functions that read a hierarchy. They leave out the values of its data
// files, which are read when a lookup needs them.
func (d *Documents) loader() hiera.Loader {
	return hiera.Loader{Files: d.tree.Files, Document: d.At, Data: d.tree.inputs.tree.Documents.At}
}

// DocumentKind is the purpose of a file that is not a manifest.
type DocumentKind uint8

// The kinds of documents. OtherDocument is a YAML or JSON file of unknown purpose. ServedFile is a
// file that modules serve or render and that is not read; KindOf never returns it.
const (
	NoDocument DocumentKind = iota
	OtherDocument
	HieraConfig
	HieraData
	MetadataFile
	TaskMetadata
	RubyTemplate
	ModuleList
	EnvironmentSettings
	ServedFile
)

// IsDocumentName reports whether the name is that of a document: a data file or an ERB
// template.
func IsDocumentName(name string) bool {
	switch filepath.Ext(name) {
	case ".yaml", ".yml", ".eyaml", ".json", ".erb":
		return true
	}
	return false
}

// IsSettingsName reports whether the name is that of a file with the settings of an
// environment, which has its own syntax: a Puppetfile or an environment.conf.
func IsSettingsName(name string) bool {
	base := filepath.Base(name)
	return base == Puppetfile || base == EnvironmentConf
}

// At reads the data file at path, once. The name decides whether it is JSON or YAML. If
// the file cannot be read, the document holds that error.
func (d *Documents) At(path string) *document.Document {
	return d.read.Get(d.tree.inputs.task, d.named(path))
}

// named returns the absolute form of a path, and keeps the path as the name of the file.
func (d *Documents) named(path string) string {
	key := d.tree.absolute(path)
	if key != path {
		d.names.LoadOrStore(key, path)
	}
	return key
}

// name returns the name of the file at an absolute path.
func (d *Documents) name(path string) string {
	if name, isNamed := d.names.Load(path); isNamed {
		return name.(string)
	}
	return path
}

// parse reads the data file at an absolute path.
func (d *Documents) parse(path string) *document.Document {
	file, problem := d.readBounded(d.name(path))
	switch {
	case problem != nil:
		return &document.Document{File: file, Errors: []document.Error{*problem}}
	case filepath.Ext(path) == ".json":
		return json.Read(file)
	}
	return yaml.Read(file, yaml.Options{})
}

// Template reads the ERB template at path, once.
func (d *Documents) Template(path string) *erb.Template {
	return d.templates.Get(d.tree.inputs.task, d.named(path))
}

// parseTemplate reads the ERB template at an absolute path.
func (d *Documents) parseTemplate(path string) *erb.Template {
	file, problem := d.readBounded(d.name(path))
	template := erb.ReadWith(d.tree.Plugins.ruby, file)
	if problem != nil {
		template.Open = true
	}
	return template
}

// readBounded reads a file. The error is that of a document that cannot be read.
func (d *Documents) readBounded(path string) (*source.File, *document.Error) {
	file, err := d.tree.Files.Read(path)
	if errors.Is(err, source.ErrTooLarge) {
		return source.NewFile(path, ""), &document.Error{
			Code: document.TooLarge, Message: fmt.Sprintf("the file is larger than %d MiB", yaml.MaxSize>>20),
		}
	}
	if err != nil {
		return source.NewFile(path, ""), &document.Error{Message: source.Explain(err)}
	}
	return file, nil
}

// Hiera returns the environment's hiera.yaml, or nil if there is none.
func (d *Documents) Hiera() *hiera.Config { return d.hieraOf(nil) }

// GlobalHiera returns the server's own hiera.yaml, or nil if it is not known.
func (d *Documents) GlobalHiera() *hiera.Config { return d.global.get(d.tree) }

// metadataOf returns the metadata.json of a module, or nil if there is none.
func (d *Documents) metadataOf(module *Module) *Metadata {
	if module == d.tree.project {
		return nil
	}
	return d.metadata.Get(d.tree.inputs.task, module)
}

func (d *Documents) readMetadataOf(module *Module) *Metadata {
	return d.tree.missing.overrides.requires(readMetadata(d.tree.Files, module.Path("metadata.json")))
}

// hieraOf returns the hiera.yaml of a module, or that of the environment if module is nil.
func (d *Documents) hieraOf(module *Module) *hiera.Config {
	if module != nil && module == d.tree.project {
		return nil
	}
	return d.hiera.Get(d.tree.inputs.task, module)
}

func (d *Documents) readHieraOf(module *Module) *hiera.Config {
	if module == nil {
		return d.readHiera(d.tree.Environment, "")
	}
	return d.readHiera(module.Folder, module.Name)
}

func (d *Documents) readHiera(folder, module string) *hiera.Config {
	if folder == "" {
		return nil
	}
	isMarked := marksEnvironment(d.tree.Files, folder)
	loader := d.loader()
	// Manifests beside modules may belong to an environment, to Puppet 3's own folder, which
	// also contains the server's settings, or to code that is applied with a hiera.yaml given
	// on the command line. The tests of a module may imitate any of these.
	_, err := d.tree.Files.Stat(filepath.Join(folder, "puppet.conf"))
	isServers := err == nil || slices.Contains(testFolders, filepath.Base(absolute(folder)))
	_, err = d.tree.Files.Stat(filepath.Join(folder, EnvironmentConf))
	loader.Older = module == "" && (err != nil || isServers) && filepath.Base(filepath.Dir(absolute(folder))) != environmentsName
	return hiera.Read(loader, folder, module, module != "" && isMarked)
}

// testFolders are the names of folders with a module's tests.
var testFolders = []string{"acceptance", "examples", "spec", "tests"}

// SourcesAt returns the data sources at path in the hierarchies of the tree. There are several
// if more than one level reads the file.
func (d *Documents) SourcesAt(path string) []*hiera.Source {
	return d.sources.get(d.tree)[absolute(path)]
}

// ReadOtherwise reports whether a hierarchy level with an unknown backend may read the file at
// path.
func (d *Documents) ReadOtherwise(path string) bool { return d.others.get(d.tree)[absolute(path)] }

func (d *Documents) indexOthers() map[string]bool {
	index := map[string]bool{}
	for _, config := range d.hierarchies() {
		for _, file := range config.ReadOtherwise() {
			index[absolute(file)] = true
		}
	}
	return index
}

// hierarchies returns the hiera.yaml files of the tree, the server's first.
func (d *Documents) hierarchies() []*hiera.Config {
	configs := []*hiera.Config{d.GlobalHiera(), d.Hiera()}
	for _, module := range d.tree.Modules {
		configs = append(configs, d.hieraOf(module))
	}
	return slices.DeleteFunc(configs, func(config *hiera.Config) bool { return config == nil })
}

func (d *Documents) indexSources() map[string][]*hiera.Source {
	index := map[string][]*hiera.Source{}
	for _, config := range d.hierarchies() {
		for _, source := range config.Sources() {
			key := absolute(source.Path)
			index[key] = append(index[key], source)
		}
	}
	return index
}

// KindOf returns the purpose of the file at path.
func (d *Documents) KindOf(path string) DocumentKind {
	name := filepath.Base(path)
	switch {
	case name == Puppetfile:
		return ModuleList
	case name == EnvironmentConf:
		return EnvironmentSettings
	case !IsDocumentName(name):
		return NoDocument
	}
	module, relative := d.tree.ModuleOf(path)
	switch {
	case filepath.Ext(name) == ".erb":
		return RubyTemplate
	case d.GlobalHiera() != nil && absolute(path) == absolute(d.GlobalHiera().Document.File.Name):
		return HieraConfig
	case name == hiera.FileName && (relative == name || absolute(filepath.Dir(path)) == absoluteOrEmpty(d.tree.Environment)):
		return HieraConfig
	case module != nil && relative == "metadata.json":
		return MetadataFile
	case module != nil && filepath.Ext(name) == ".json" && strings.HasPrefix(relative, "tasks/"):
		return TaskMetadata
	case len(d.SourcesAt(path)) > 0 || name != hiera.FileName && d.amongData(path):
		return HieraData
	}
	return OtherDocument
}

// amongData reports whether a file lies in a folder with a customary name for data. Such a folder
// lies directly in a module or an environment. Only hieradata counts at any depth, unless a module
// contains it. Outside of modules and environments, the content decides, too.
func (d *Documents) amongData(path string) bool {
	folder, own := absoluteOrEmpty(d.tree.Environment), environmentDataFolders
	module, _ := d.tree.ModuleOf(path)
	if module != nil {
		folder, own = absolute(module.Folder), dataFolders
	}
	folders := filepath.Dir(absolute(path))
	if folder != "" {
		relative, err := filepath.Rel(folder, folders)
		if err != nil {
			return false
		}
		folders = relative
	}
	names := strings.Split(filepath.ToSlash(folders), "/")
	if folder != "" && (slices.Contains(own, names[0]) || isHieradata(names[0])) {
		return true
	}
	return module == nil && (slices.ContainsFunc(names, isHieradata) || folder == "" && d.isLooseData(path))
}

// isHieradata reports whether a folder's name says that it holds Hiera data.
func isHieradata(folder string) bool {
	return folder == "hieradata" || strings.HasPrefix(folder, "hieradata_") || strings.HasPrefix(folder, "hieradata-")
}

// dataFolders are the customary names of data folders in modules. In an environment, a folder
// hiera holds data too.
var (
	dataFolders            = []string{"data", "hieradata"}
	environmentDataFolders = append(slices.Clone(dataFolders), "hiera")
)

// valueFolders are the folders that may hold values of keys, and other files as well.
var valueFolders = environmentDataFolders

// HasDataFor reports whether some data file has a value for a key with a module's name. Any file
// in a customary place counts, even if no known hierarchy reads it. A file with a syntax error
// counts if it names the key.
func (d *Documents) HasDataFor(key string) bool {
	var folders []string
	if d.tree.Environment != "" {
		folders = append(folders, d.tree.Environment)
	}
	name, _, _ := strings.Cut(key, "::")
	if owner := d.tree.Module(name); owner != nil && owner.Known == nil {
		folders = append(folders, owner.Folder)
	}
	for _, folder := range folders {
		for _, path := range d.keyWords.Get(d.tree.inputs.task, folder)[key] {
			if read := d.At(path); len(read.Errors) > 0 || read.Root != nil && read.Root.Get(key) != nil {
				return true
			}
		}
	}
	return false
}

// indexKeyWords returns the data files of an environment or module by the words with "::" in them.
func (d *Documents) indexKeyWords(folder string) map[string][]string {
	index := map[string][]string{}
	for _, of := range valueFolders {
		d.tree.folders.walk(filepath.Join(folder, of), func(path string) {
			if !IsDocumentName(path) {
				return
			}
			text, err := d.tree.Manifests.text(path)
			if err != nil {
				return
			}
			for word := range qualifiedWords(text) {
				if known := index[word]; len(known) == 0 || known[len(known)-1] != path {
					index[word] = append(known, path)
				}
			}
		})
	}
	return index
}

// qualifiedWords returns the words of a text that consist of at least two parts with "::" between
// them.
func qualifiedWords(text string) iter.Seq[string] {
	return func(yield func(string) bool) {
		for at := 0; ; {
			next := strings.Index(text[at:], "::")
			if next < 0 {
				return
			}
			start, end := at+next, at+next
			for start > at && isNameByte(text[start-1]) {
				start--
			}
			for strings.HasPrefix(text[end:], "::") {
				for end += len("::"); end < len(text) && isNameByte(text[end]); {
					end++
				}
			}
			if at = end; text[start] != ':' && !yield(text[start:end]) {
				return
			}
		}
	}
}

// DataValue is the value of a key in a data file.
type DataValue struct {
	Document *document.Document
	Node     *document.Node
}

// ValuesOf returns the values that the data files of the hierarchies have for a key, sorted by the
// path of the file.
func (d *Documents) ValuesOf(key string) []DataValue { return d.values.get(d.tree)[key] }

func (d *Documents) indexValues() map[string][]DataValue {
	index, sources := map[string][]DataValue{}, d.sources.get(d.tree)
	for _, path := range slices.Sorted(maps.Keys(sources)) {
		read := d.At(sources[path][0].Path)
		if len(read.Errors) > 0 || read.Root == nil || read.Root.Kind != document.Mapping {
			continue
		}
		for _, pair := range read.Root.Pairs() {
			index[pair.Key.Text] = append(index[pair.Key.Text], DataValue{read, pair.Value})
		}
	}
	return index
}

// TemplatePath returns the path of the template with a name such as module/path. The file need
// not exist. The path is "" if the module does not exist, or if the name leads out of its
// templates.
func (d *Documents) TemplatePath(name string) string {
	first, rest, found := strings.Cut(name, "/")
	if owner := d.tree.Module(first); found && owner != nil && owner.Known == nil && filepath.IsLocal(filepath.FromSlash(rest)) {
		return owner.Path("templates/" + rest)
	}
	return ""
}

// EmbeddedTemplates returns the EPP templates of a module, sorted by path.
func (d *Documents) EmbeddedTemplates(module *Module) []*Manifest {
	var found []*Manifest
	d.tree.folders.walk(module.Path("templates"), func(path string) {
		if strings.HasSuffix(path, ".epp") {
			found = append(found, d.tree.Manifests.At(path))
		}
	})
	return found
}

// RubyTemplates returns the ERB templates of a module, sorted by path.
func (d *Documents) RubyTemplates(module *Module) []*erb.Template {
	var found []*erb.Template
	d.tree.folders.walk(module.Path("templates"), func(path string) {
		if strings.HasSuffix(path, ".erb") {
			found = append(found, d.Template(path))
		}
	})
	return found
}
