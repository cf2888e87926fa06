package module

import (
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"puppet-lint/internal/document"
	"puppet-lint/internal/document/erb"
	"puppet-lint/internal/document/json"
	"puppet-lint/internal/document/yaml"
	"puppet-lint/internal/hiera"
	"puppet-lint/source"
)

// DocumentKind is the purpose of a file that is not a manifest.
type DocumentKind uint8

// The kinds of documents. OtherDocument is a YAML or JSON file of unknown purpose.
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

// Document reads the data file at path, once. The name decides whether it is JSON or YAML. If
// the file cannot be read, the document holds that error.
func (t *Tree) Document(path string) *document.Document {
	return t.documents.get(absolute(path), func() *document.Document {
		file, problem := t.readBounded(path)
		switch {
		case problem != nil:
			return &document.Document{File: file, Errors: []document.Error{*problem}}
		case filepath.Ext(path) == ".json":
			return json.Read(file)
		}
		return yaml.Read(file, yaml.Options{})
	})
}

// Template reads the ERB template at path, once.
func (t *Tree) Template(path string) *erb.Template {
	return t.templates.get(absolute(path), func() *erb.Template {
		file, problem := t.readBounded(path)
		template := erb.Read(file)
		if problem != nil {
			template.Open = true
		}
		return template
	})
}

// readBounded reads a file. The error is that of a document that cannot be read.
func (t *Tree) readBounded(path string) (*source.File, *document.Error) {
	file, err := t.Files.Read(path)
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
func (t *Tree) Hiera() *hiera.Config { return t.hiera() }

// GlobalHiera returns the server's own hiera.yaml, or nil if it is not known.
func (t *Tree) GlobalHiera() *hiera.Config { return t.global() }

// Hiera returns the module's hiera.yaml, or nil if there is none.
func (m *Module) Hiera() *hiera.Config { return m.hiera() }

func (t *Tree) readHiera(folder, module string) *hiera.Config {
	if folder == "" {
		return nil
	}
	isMarked := marksEnvironment(t.Files, folder)
	loader := hiera.Loader{Files: t.Files, Document: t.Document}
	// Manifests beside modules are an environment's, or Puppet 3's own folder, which
	// has the server's settings, too, or what is applied without a server and with a
	// hiera.yaml that the command names. What tests a module stands for any of them.
	_, err := t.Files.Stat(filepath.Join(folder, "puppet.conf"))
	isServers := err == nil || slices.Contains(testFolders, filepath.Base(absolute(folder)))
	_, err = t.Files.Stat(filepath.Join(folder, EnvironmentConf))
	loader.Older = module == "" && (err != nil || isServers) && filepath.Base(filepath.Dir(absolute(folder))) != environmentsName
	return hiera.Read(loader, folder, module, module != "" && isMarked)
}

// testFolders are the names of folders with a module's tests.
var testFolders = []string{"acceptance", "examples", "spec", "tests"}

// SourcesAt returns the data sources at path in the hierarchies of the tree. There are several
// if more than one level reads the file.
func (t *Tree) SourcesAt(path string) []*hiera.Source {
	return t.sources()[absolute(path)]
}

// ReadOtherwise reports whether a hierarchy level with an unknown backend may read the file at
// path.
func (t *Tree) ReadOtherwise(path string) bool { return t.others()[absolute(path)] }

func (t *Tree) indexOthers() map[string]bool {
	index := map[string]bool{}
	for _, config := range t.hierarchies() {
		for _, file := range config.ReadOtherwise() {
			index[absolute(file)] = true
		}
	}
	return index
}

// hierarchies returns the hiera.yaml files of the tree, the server's first.
func (t *Tree) hierarchies() []*hiera.Config {
	configs := []*hiera.Config{t.GlobalHiera(), t.Hiera()}
	for _, module := range t.Modules {
		configs = append(configs, module.Hiera())
	}
	return slices.DeleteFunc(configs, func(config *hiera.Config) bool { return config == nil })
}

func (t *Tree) indexSources() map[string][]*hiera.Source {
	index := map[string][]*hiera.Source{}
	for _, config := range t.hierarchies() {
		for _, source := range config.Sources() {
			key := absolute(source.Path)
			index[key] = append(index[key], source)
		}
	}
	return index
}

// DocumentKind returns the purpose of the file at path.
func (t *Tree) DocumentKind(path string) DocumentKind {
	name := filepath.Base(path)
	switch {
	case name == Puppetfile:
		return ModuleList
	case name == EnvironmentConf:
		return EnvironmentSettings
	case !IsDocumentName(name):
		return NoDocument
	}
	module, relative := t.ModuleOf(path)
	switch {
	case filepath.Ext(name) == ".erb":
		return RubyTemplate
	case t.GlobalHiera() != nil && absolute(path) == absolute(t.GlobalHiera().Document.File.Name):
		return HieraConfig
	case name == hiera.FileName && (relative == name || absolute(filepath.Dir(path)) == absoluteOrEmpty(t.Environment)):
		return HieraConfig
	case module != nil && relative == "metadata.json":
		return MetadataFile
	case module != nil && filepath.Ext(name) == ".json" && strings.HasPrefix(relative, "tasks/"):
		return TaskMetadata
	case len(t.SourcesAt(path)) > 0 || t.amongData(path):
		return HieraData
	}
	return OtherDocument
}

// amongData reports whether a file lies in a customary data folder.
func (t *Tree) amongData(path string) bool {
	folder := absoluteOrEmpty(t.Environment)
	if module, _ := t.ModuleOf(path); module != nil {
		folder = absolute(module.Folder)
	}
	if folder == "" {
		return false
	}
	relative, err := filepath.Rel(folder, absolute(path))
	if err != nil {
		return false
	}
	first, rest, _ := strings.Cut(filepath.ToSlash(relative), "/")
	return rest != "" && slices.Contains(dataFolders, first)
}

// dataFolders are the customary names of data folders.
var dataFolders = []string{"data", "hieradata"}

// valueFolders are those that may hold values of keys, and more beside them.
var valueFolders = append(slices.Clone(dataFolders), "hiera")

// HasDataFor reports whether a file that lies where data customarily lie has a value for a
// key, whether or not a hierarchy is known to read the file. One with a syntax error that
// names the key may have one.
func (t *Tree) HasDataFor(key string) bool {
	found := false
	search := func(path string) {
		if found || !IsDocumentName(path) {
			return
		}
		if text, err := t.text(path); err == nil && strings.Contains(text, key) {
			read := t.Document(path)
			found = len(read.Errors) > 0 || read.Root != nil && read.Root.Get(key) != nil
		}
	}
	for _, folder := range valueFolders {
		if t.Environment != "" {
			t.walk(filepath.Join(t.Environment, folder), search)
		}
		name, _, _ := strings.Cut(key, "::")
		if owner := t.Module(name); owner != nil && owner.Known == nil {
			t.walk(owner.Path(folder), search)
		}
	}
	return found
}

// TemplatePath returns the path of the template with a name such as module/path. The file need
// not exist. The path is "" if the module does not exist, or if the name leads out of its
// templates.
func (t *Tree) TemplatePath(name string) string {
	first, rest, found := strings.Cut(name, "/")
	if owner := t.Module(first); found && owner != nil && owner.Known == nil && filepath.IsLocal(filepath.FromSlash(rest)) {
		return owner.Path("templates/" + rest)
	}
	return ""
}

// EmbeddedTemplates returns the EPP templates of a module, sorted by path.
func (t *Tree) EmbeddedTemplates(module *Module) []*Manifest {
	var found []*Manifest
	t.walk(module.Path("templates"), func(path string) {
		if strings.HasSuffix(path, ".epp") {
			found = append(found, t.Manifest(path))
		}
	})
	return found
}

// RubyTemplates returns the ERB templates of a module, sorted by path.
func (t *Tree) RubyTemplates(module *Module) []*erb.Template {
	var found []*erb.Template
	t.walk(module.Path("templates"), func(path string) {
		if strings.HasSuffix(path, ".erb") {
			found = append(found, t.Template(path))
		}
	})
	return found
}

// RubyStrings returns the quoted words in a module's Ruby files that may be data keys: letters,
// digits and the punctuation of names.
func (t *Tree) RubyStrings(module *Module) []string {
	return t.strings.get(module.Folder, func() []string {
		var found []string
		t.walk(module.Path("lib"), func(path string) {
			if !strings.HasSuffix(path, ".rb") {
				return
			}
			if file, err := t.Files.Read(path); err == nil {
				found = appendQuoted(found, file.Text)
			}
		})
		return found
	})
}

// longestKey bounds the length of a data key in bytes.
const longestKey = 128

// appendQuoted appends the quoted words of a text.
func appendQuoted(found []string, text string) []string {
	for at := 0; ; {
		next := strings.IndexAny(text[at:], `'"`)
		if next < 0 {
			return found
		}
		start := at + next + 1
		quote := text[start-1]
		end := start
		for end < len(text) && end-start < longestKey && (isNameByte(text[end]) || strings.IndexByte(":.-", text[end]) >= 0) {
			end++
		}
		if end > start && end < len(text) && text[end] == quote {
			found = append(found, text[start:end])
			end++
		}
		at = end
	}
}
