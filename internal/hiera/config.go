package hiera

import (
	"path/filepath"
	"strings"

	"puppet-lint/diag"
	"puppet-lint/internal/document"
	"puppet-lint/source"
)

// Config is a hiera.yaml.
type Config struct {
	// Document is the file as it was read.
	Document *document.Document
	// Folder is where it lies.
	Folder string
	// Module is the module that it belongs to; empty for the environment's.
	Module string
	// Shared says that the module's folder is an environment or a project of Bolt,
	// too, which may read the same hierarchy.
	Shared bool
	// Global says that it is the server's own, which comes before the others.
	Global bool
	// Version is 3, 4 or 5, or another number that Puppet does not know.
	Version int
	// Levels are the hierarchy, highest priority first; Defaults are those of
	// default_hierarchy.
	Levels, Defaults []*Level
	// Problems are what Puppet refuses in the file, in the order of the text.
	// Where there are some, Puppet looks nothing up.
	Problems []diag.Diagnostic

	sources []*Source
}

// Level is an entry of a hierarchy.
type Level struct {
	// Name is the entry's name, and Node the entry.
	Name string
	Node *document.Node
	// Opaque says that what the level holds cannot be known: its backend is
	// another than YAML, JSON or eyaml, or its files lie outside of the tree.
	Opaque bool
	// Locations are its paths, in order.
	Locations []*Location

	format format
}

// Paths is how many paths Puppet looks at for the level, whether files are there or not;
// known is false where that depends on the node or on which files there are.
func (l *Level) Paths() (count int, known bool) {
	for _, location := range l.Locations {
		if location.isGlob || location.isMapped {
			return 0, false
		}
	}
	return len(l.Locations), true
}

// format is how the files of a level are read.
type format uint8

const (
	formatUnknown format = iota
	formatYAML
	formatJSON
	formatEncrypted
)

// Location is a path of a level.
type Location struct {
	// Node is where the path is written; nil for one that Hiera supplies.
	Node *document.Node
	// Text is the path as it is written.
	Text string
	// Always says that the path means one file on every node.
	Always bool
	// Files are the paths of the existing files that it may mean, sorted.
	Files []string

	// pattern is the whole path as it is written, with slashes; isGlob and isMapped
	// say how it is meant.
	pattern          string
	isGlob, isMapped bool
}

// Source is a data file as one level reads it.
type Source struct {
	// Path is that of the file.
	Path   string
	Config *Config
	Level  *Level
	// Location is the path of the level that reaches the file.
	Location *Location
	// Always says that every node reads the file.
	Always bool
	// Default says that the level is one of default_hierarchy.
	Default bool
	// Encrypted says that strings may be encrypted by eyaml.
	Encrypted bool

	document func() *document.Document
}

// Document is the file as it was read.
func (s *Source) Document() *document.Document { return s.document() }

// Sources are the data files that the hierarchies reach, in the order of
// priority; a file that several levels reach comes once for each.
func (c *Config) Sources() []*Source { return c.sources }

// Opaque reports whether some level holds what cannot be known.
func (c *Config) Opaque() bool {
	for _, level := range append(c.Levels[:len(c.Levels):len(c.Levels)], c.Defaults...) {
		if level.Opaque {
			return true
		}
	}
	return false
}

// Loader reads what a Config needs.
type Loader struct {
	// Older says that the environment may be the server's configuration folder, whose
	// hiera.yaml may be of version 3.
	Older bool
	Files source.FileSystem
	// Document reads a data file; it is called for each file once it is needed.
	Document func(path string) *document.Document
}

// Read reads the hiera.yaml in folder; it is nil when there is none. module is
// the name of the module that it belongs to, or empty; shared says that the module
// is an environment, too.
func Read(loader Loader, folder, module string, shared bool) *Config {
	config := &Config{Folder: folder, Module: module, Shared: shared}
	return read(loader, filepath.Join(folder, FileName), config)
}

// ReadGlobal reads the server's own hiera.yaml at path; it is nil when there is
// none.
func ReadGlobal(loader Loader, path string) *Config {
	return read(loader, path, &Config{Folder: filepath.Dir(path), Global: true})
}

func read(loader Loader, path string, config *Config) *Config {
	if info, err := loader.Files.Stat(path); err != nil || info.IsDir() {
		return nil
	}
	config.Document = loader.Document(path)
	r := &configReader{Config: config, loader: loader, listings: map[string][]string{}}
	if len(config.Document.Errors) == 0 {
		r.read()
	}
	return config
}

// FileName is the name of the files that Read reads.
const FileName = "hiera.yaml"

// configReader fills a Config.
type configReader struct {
	*Config
	loader   Loader
	listings map[string][]string
	names    map[string]bool
	// function and datadir are the defaults of the file.
	function, functionKind string
	datadir                string
	// options are those of defaults; nil when there are none.
	options *document.Node
}

func (r *configReader) read() {
	root := r.Document.Root
	if root == nil || root.Resolve().Kind != document.Mapping {
		r.Version = 3
		span := source.Span{}
		if root != nil {
			span = root.Span
		}
		r.problem(span, "this is not a hash, so Hiera reads the file as version 3, which is not supported in "+r.owner())
		return
	}
	root = root.Resolve()
	version := field(root, "version")
	r.Version = 3
	if version != nil {
		r.Version = versionOf(version)
	}
	if (r.Global || r.loader.Older) && r.Version == 3 {
		r.Levels = []*Level{{Name: "Hiera 3", Node: root, Opaque: true}}
		return
	}
	switch r.Version {
	case 5:
		r.readVersion5(root, version)
	case 4:
		r.readVersion4(root)
	case 3:
		span := firstKey(root)
		if version != nil {
			span = version.Span
		}
		r.problem(span, "this hiera.yaml has version 3, which is not supported in "+r.owner()).Help =
			"write version: 5 and convert the hierarchy, or move the file to the server's configuration folder"
	default:
		r.problem(version.Span, "hiera.yaml has no version "+version.Text+"; use version 5")
	}
}

func (r *configReader) owner() string {
	if r.Module != "" {
		return "a module"
	}
	return "an environment"
}

// firstKey is where the first key of a mapping stands.
func firstKey(node *document.Node) source.Span {
	if len(node.Entries) > 0 {
		return node.Entries[0].Key.Span
	}
	return node.Span
}

// versionOf is what Ruby's to_i makes of a version.
func versionOf(node *document.Node) int {
	switch node.Kind {
	case document.Integer:
		return int(node.Integer)
	case document.Float:
		return int(node.Float)
	case document.String:
		number := 0
		for _, char := range strings.TrimSpace(node.Text) {
			if char < '0' || char > '9' || number > 1<<20 {
				break
			}
			number = number*10 + int(char-'0')
		}
		return number
	}
	return 0
}

// field is the value of a key that is a String or a Symbol, or nil.
func field(node *document.Node, name string) *document.Node {
	for _, pair := range node.Pairs() {
		if key := pair.Key.Resolve(); (key.Kind == document.String || key.Kind == document.Symbol) && key.Text == name {
			return pair.Value.Resolve()
		}
	}
	return nil
}

func (r *configReader) problem(span source.Span, message string) *diag.Diagnostic {
	r.Problems = append(r.Problems, finding(&hieraConfig, r.Document.File, span, message))
	return &r.Problems[len(r.Problems)-1]
}

// finding makes a finding at a span.
func finding(rule *diag.Rule, file *source.File, span source.Span, message string) diag.Diagnostic {
	return diag.Diagnostic{Rule: rule, Severity: rule.Severity, File: file, Span: span, At: span.Start, Message: message}
}
