package hiera

import (
	"cmp"
	"path/filepath"
	"strings"
	"sync"

	"puppet-lint/internal/diag"
	"puppet-lint/internal/document"
	"puppet-lint/internal/source"
)

// Config is a hiera.yaml.
type Config struct {
	// Document is the parsed file.
	Document *document.Document
	// Folder is the folder of the file.
	Folder string
	// Module is the name of the module that the file belongs to; empty for the environment.
	Module string
	// Shared is true if the module's folder is also an environment or a Bolt project, which may
	// read the same hierarchy.
	Shared bool
	// Global is true for the server's own hiera.yaml, which has priority over the others.
	Global bool
	// Version is 3, 4 or 5, or another number that Puppet does not support.
	Version int
	// Levels are the hierarchy, highest priority first. Defaults are the levels of
	// default_hierarchy.
	Levels, Defaults []*Level
	// Problems are the errors for which Puppet rejects the file, in text order. If there are
	// any, Puppet looks up nothing.
	Problems []*diag.Diagnostic

	sources []*Source
	// keys holds the keys of each file, which several levels may read.
	keys struct {
		sync.Mutex
		byPath map[string]*fileKeys
	}
}

// Level is an entry of a hierarchy.
type Level struct {
	// Name is the entry's name, and Node the entry.
	Name string
	Node *document.Node
	// Opaque is true if the data of the level cannot be known: its backend is not YAML, JSON or
	// eyaml, its files are outside the tree, or there are too many paths to files.
	Opaque bool
	// Locations are the paths of the level, in order.
	Locations []*Location

	format format
}

// Paths returns the number of paths at which Puppet looks for files of the level, whether or not
// they exist. known is false if the number depends on the node or on the existing files.
func (l *Level) Paths() (count int, known bool) {
	for _, location := range l.Locations {
		if location.isGlob || location.mapped != nil {
			return 0, false
		}
	}
	return len(l.Locations), true
}

// format is the format of the files of a level.
type format uint8

const (
	formatUnknown format = iota
	formatYAML
	formatJSON
	formatEncrypted
)

// Location is a path of a level.
type Location struct {
	// Node is where the path is written; nil for a default path of Hiera.
	Node *document.Node
	// Text is the path as written.
	Text string
	// Always is true if the path is the same file on every node.
	Always bool
	// Files are the paths of the existing files that the path may refer to, sorted.
	Files []string

	// pattern is the whole path as written, with slashes. isGlob and mapped determine how it is
	// interpreted.
	pattern string
	isGlob  bool
	mapped  *mapping
}

// mapping is the beginning of mapped_paths: a variable, and the name by which the path refers to
// each of its elements.
type mapping struct{ variable, name string }

// IsMapped reports whether the path is that of mapped_paths. It is a path for each element of the
// variable.
func (l *Location) IsMapped() (variable string, isMapped bool) {
	if l.mapped == nil {
		return "", false
	}
	return l.mapped.variable, true
}

// Source is a data file, as one level reads it.
type Source struct {
	// Path is the path of the file.
	Path   string
	Config *Config
	Level  *Level
	// Location is the path of the level through which the file is read.
	Location *Location
	// Always is true if every node reads the file.
	Always bool
	// Default is true if the level belongs to default_hierarchy.
	Default bool
	// Encrypted is true if eyaml may encrypt strings in the file.
	Encrypted bool

	document func() *document.Document
}

// Document returns the parsed file.
func (s *Source) Document() *document.Document { return s.document() }

// Sources returns the data files of the hierarchies, in order of priority. A file that several
// levels read occurs once for each.
func (c *Config) Sources() []*Source { return c.sources }

// Opaque reports whether the data of any level cannot be known.
func (c *Config) Opaque() bool {
	for _, level := range append(c.Levels[:len(c.Levels):len(c.Levels)], c.Defaults...) {
		if level.Opaque {
			return true
		}
	}
	return false
}

// Loader reads the files of a Config.
type Loader struct {
	// Older is true if the environment may be the server's configuration folder, whose
	// hiera.yaml may have version 3.
	Older bool
	Files source.FileSystem
	// Document parses a hiera.yaml.
	Document func(path string) *document.Document
	// Data parses a data file. It may return an earlier result if the file has not changed. It is
	// called when a lookup reads the file.
	Data func(path string) *document.Document
}

// Read reads the hiera.yaml in folder. It returns nil if there is none. module is the name of
// the module that it belongs to, or empty. shared is true if the module is also an environment.
func Read(loader Loader, folder, module string, shared bool) *Config {
	config := &Config{Folder: folder, Module: module, Shared: shared}
	return read(loader, filepath.Join(folder, FileName), config)
}

// ReadGlobal reads the server's own hiera.yaml at path. It returns nil if there is none.
func ReadGlobal(loader Loader, path string) *Config {
	return read(loader, path, &Config{Folder: filepath.Dir(path), Global: true})
}

func read(loader Loader, path string, config *Config) *Config {
	if info, err := loader.Files.Stat(path); err != nil || info.IsDir() {
		return nil
	}
	config.Document = loader.Document(path)
	r := &configReader{Config: config, loader: loader, listings: map[string][]string{}, readers: map[string]int{}}
	if len(config.Document.Errors) == 0 {
		r.read()
	}
	return config
}

// FileName is the name of the file that Read reads.
const FileName = "hiera.yaml"

// configReader fills a Config.
type configReader struct {
	*Config
	loader   Loader
	listings map[string][]string
	// readers counts the paths that may refer to each file. matched counts the files that were listed
	// or compared with a path, and longest is the number of files in the longest listing.
	readers          map[string]int
	matched, longest int
	names            map[string]bool
	// function and datadir are the defaults in the file.
	function, functionKind string
	datadir                string
	// options are the options in the defaults, or nil if there are none.
	options *document.Node
}

func (r *configReader) read() {
	root := r.Document.Root
	if root == nil || root.Resolve().Kind != document.Mapping {
		r.Version = 3
		if r.Global || r.loader.Older { // Hiera 3 has a hierarchy of its own for such a file
			r.Levels = []*Level{{Name: "Hiera 3", Node: cmp.Or(root, &document.Node{}), Opaque: true}}
			return
		}
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

// firstKey returns the span of the first key of a mapping.
func firstKey(node *document.Node) source.Span {
	if len(node.Entries) > 0 {
		return node.Entries[0].Key.Span
	}
	return node.Span
}

// versionOf returns a version as Ruby's to_i converts it.
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

// field returns the value of a key that is a String or a Symbol, or nil.
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
	return r.Problems[len(r.Problems)-1]
}

// finding returns a finding at a span.
func finding(rule *diag.Rule, file *source.File, span source.Span, message string) *diag.Diagnostic {
	return &diag.Diagnostic{Rule: rule, Severity: rule.Severity, File: file, Span: span, At: span.Start, Message: message}
}
