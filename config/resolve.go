package config

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"puppet-lint/internal/lazyregexp"
	"puppet-lint/internal/source"
)

// FileName is the name of the configuration file.
const FileName = "puppet-lint.toml"

// Resolver finds the settings of each folder. They come from the nearest puppet-lint.toml, in
// the folder or above it, overlaid with the flags. It reads each configuration file once and is
// safe for concurrent use.
type Resolver struct {
	fs        source.FileSystem
	folder    string
	catalogue *Catalogue
	formats   []string
	flags     *Flags

	mutex   sync.Mutex
	folders map[string]result
	files   map[string]result
}

type result struct {
	settings *Settings
	err      error
}

// NewResolver returns a Resolver. folder is the absolute path of the current folder, formats
// are the names of the report formats.
func NewResolver(fileSystem source.FileSystem, folder string, catalogue *Catalogue, formats []string, flags *Flags) *Resolver {
	for _, layer := range flags.Layers {
		layer.Base = folder
	}
	return &Resolver{fs: fileSystem, folder: folder, catalogue: catalogue, formats: formats, flags: flags,
		folders: map[string]result{}, files: map[string]result{}}
}

// Catalogue returns the rules, except for rules that configuration files define.
func (r *Resolver) Catalogue() *Catalogue { return r.catalogue }

// Flags returns the flags that override all configuration files.
func (r *Resolver) Flags() *Flags { return r.flags }

// Folder returns the settings for the files of a folder, given by its absolute path. The error
// holds an *Error for each mistake in the configuration file.
func (r *Resolver) Folder(folder string) (*Settings, error) {
	r.mutex.Lock()
	defer r.mutex.Unlock()
	found := r.lookup(folder)
	return found.settings, found.err
}

// Listed is like Folder, for a folder whose content is known. above are the settings of the
// parent folder (or of the folder itself); hasFile is true if the folder contains a
// configuration file. This saves looking for one.
func (r *Resolver) Listed(folder string, above *Settings, hasFile bool) (*Settings, error) {
	if hasFile {
		return r.Folder(folder)
	}
	r.mutex.Lock()
	defer r.mutex.Unlock()
	if found, ok := r.folders[folder]; ok {
		return found.settings, found.err
	}
	r.folders[folder] = result{settings: above}
	return above, nil
}

// Run returns the settings of a run as a whole (its output, its baseline, its exit status).
// They are the settings of the current folder or, if no configuration file applies there, of
// the first path that exists.
func (r *Resolver) Run(paths []string) (*Settings, error) {
	settings, err := r.Folder(r.folder)
	if err != nil || settings.Root != "" {
		return settings, err
	}
	for _, folder := range firstFolder(r.fs, r.folder, paths) {
		return r.Folder(folder)
	}
	return settings, nil
}

func (r *Resolver) lookup(folder string) result {
	if found, ok := r.folders[folder]; ok {
		return found
	}
	var found result
	explicit := r.explicitFile()
	path := filepath.Join(folder, FileName)
	parent := filepath.Dir(folder)
	switch {
	case explicit != "":
		found = r.file(explicit)
	case r.readsNoFile():
		found = r.file("")
	case r.isFile(path):
		found = r.file(path)
	case parent == folder:
		found = r.file("")
	default:
		found = r.lookup(parent)
	}
	r.folders[folder] = found
	return found
}

func (r *Resolver) isFile(path string) bool {
	info, err := r.fs.Stat(path)
	return err == nil && !info.IsDir()
}

// explicitFile returns the TOML file that --config names, or "".
func (r *Resolver) explicitFile() string {
	for _, file := range slices.Backward(r.flags.ConfigFiles) {
		if strings.HasSuffix(file, ".toml") {
			return resolvePath(r.folder, file)
		}
	}
	return ""
}

func (r *Resolver) readsNoFile() bool { return r.flags.NoConfig }

// file returns the settings for a configuration file. If path is empty, these are the defaults
// and the flags.
func (r *Resolver) file(path string) result {
	if found, ok := r.files[path]; ok {
		return found
	}
	var layers []*Layer
	var read []string
	var err error
	catalogue := r.catalogue
	if path != "" {
		layers, read, err = r.load(path, r.catalogue)
	}
	if len(layers) > 0 {
		catalogue = layers[len(layers)-1].catalogue
	}
	var found result
	if err != nil {
		found.err = err
	} else {
		found.settings = newSettings(catalogue, append(layers, r.flags.Layers...))
		found.settings.Notices = r.open(found.settings.layers)
		found.settings.Files = read
		if path != "" {
			found.settings.Root = filepath.Dir(path)
		}
	}
	r.files[path] = found
	return found
}

// open makes the paths readable that the user's own layers name. It returns a notice for each
// path that a file in the tree names and that lies outside the tree, since such paths are not
// read.
func (r *Resolver) open(layers []*Layer) (notices []string) {
	confined := source.ConfinedBy(r.fs)
	if confined == nil {
		return nil
	}
	for _, layer := range layers {
		for _, entry := range layer.Entries {
			for _, path := range resolvePaths(cmp.Or(layer.Base, r.folder), pathsIn(entry)) {
				if !layer.Untrusted {
					trust(confined, entry, path)
				} else if _, err := confined.Resolve(path); errors.Is(err, fs.ErrNotExist) {
					notices = append(notices, fmt.Sprintf("%s: %s: %s %v; a configuration in the tree cannot name that, a flag can", entry.Origin, entry.Key[0], r.show(path), source.ErrOutside))
				}
			}
		}
	}
	return notices
}

// pathsIn returns the paths that a setting names.
func pathsIn(entry Entry) []string {
	switch entry.Key[0] {
	case "modulepath":
		return entry.Value.([]string)
	case "hiera-config", "baseline":
		return []string{entry.Value.(string)}
	}
	return nil
}

// trust makes a path readable, and for a hiera.yaml also the data files that it names.
func trust(confined *source.Confined, entry Entry, path string) {
	confined.Trust(path)
	if entry.Key[0] == "hiera-config" {
		trustData(confined, path)
	}
}

// absolutePath matches what may be an absolute path in a hiera.yaml, up to the first
// interpolation or wildcard.
var absolutePath = lazyregexp.New(`(?m)(?:^|[\s"'\[,])((?:[A-Za-z]:)?[/\\][^\s"'#%*?\[\]{},]+)`)

// trustData makes the folders readable that hold the data of the user's own hiera.yaml.
func trustData(confined *source.Confined, path string) {
	confined.Trust(filepath.Dir(path))
	file, err := confined.Read(path)
	if err != nil {
		return
	}
	for _, found := range absolutePath.FindAllStringSubmatch(file.Text, -1) {
		if folder := filepath.Clean(found[1]); filepath.Dir(folder) != folder {
			confined.Trust(folder)
		}
	}
}

// isUntrusted reports whether the file at path belongs to the checked tree, so that its author
// may not be the user.
func isUntrusted(files source.FileSystem, path string) bool {
	confined := source.ConfinedBy(files)
	return confined != nil && confined.IsUntrusted(path)
}

// mostFiles bounds how many files may extend each other, and how long a chain of them may be.
const mostFiles = 64

// load reads the file at path and the files that it extends.
func (r *Resolver) load(path string, catalogue *Catalogue) (layers []*Layer, read []string, err error) {
	loading := &loading{Resolver: r, catalogue: catalogue}
	if err := loading.file(path, nil); err != nil {
		return nil, nil, err
	}
	return loading.layers, loading.read, nil
}

// loading is the state of reading a file with the files that it extends. The extended files
// come first, so that the file can use their rules. A file that is named twice is read only
// once, at its first mention.
type loading struct {
	*Resolver
	catalogue *Catalogue
	layers    []*Layer
	read      []string
}

// file reads one file. on are the files that extend it, directly or indirectly, to detect
// cycles.
func (l *loading) file(path string, on []string) error {
	switch {
	case slices.Contains(on, path):
		return &Error{File: l.show(path), Message: "extends itself, by way of " + l.show(on[len(on)-1])}
	case slices.Contains(l.read, path):
		return nil
	case len(l.read)+len(on) >= mostFiles:
		return &Error{File: l.show(path), Message: fmt.Sprintf("at most %d files may extend each other", mostFiles)}
	}
	file, err := l.fs.Read(path)
	switch {
	case err == nil:
	case len(on) > 0 && errors.Is(err, source.ErrOutside):
		return errors.New(source.Explain(err))
	case len(on) == 0 && errors.Is(err, fs.ErrNotExist) && !errors.Is(err, source.ErrOutside):
		return fmt.Errorf("%s: no such configuration file", l.show(path))
	case errors.Is(err, fs.ErrNotExist) && !errors.Is(err, source.ErrOutside):
		return err
	default:
		return errors.New(source.Explain(err))
	}
	file = source.NewFile(l.show(path), file.Text)
	untrusted := isUntrusted(l.fs, path)
	for _, base := range extended(file) {
		extended := resolvePath(filepath.Dir(path), base.path)
		if confined := source.ConfinedBy(l.fs); confined != nil && !untrusted {
			confined.Trust(extended)
		}
		err := l.file(extended, append(on, path))
		if errors.Is(err, fs.ErrNotExist) {
			err = fmt.Errorf("%s:%d: extend: %s: no such file", file.Name, base.line, base.path)
		}
		if err != nil {
			return err
		}
	}
	layer, err := parseTOML(file, filepath.Dir(path), l.catalogue, l.formats)
	if err != nil {
		return err
	}
	for _, entry := range layer.Entries {
		if entry.Key[0] == "required-version" {
			if err := checkRequired(entry, Version); err != nil {
				return err
			}
		}
	}
	layer.Untrusted = untrusted
	l.layers, l.read, l.catalogue = append(l.layers, layer), append(l.read, path), layer.catalogue
	return nil
}

// extension is a file that another one extends, and the line that names it.
type extension struct {
	path string
	line int
}

// extended returns the files that a configuration file extends. It ignores mistakes, which are
// reported when the file is parsed.
func extended(file *source.File) []extension {
	if !strings.Contains(file.Text, "extend") {
		return nil
	}
	var document struct {
		Extend any `toml:"extend"`
	}
	if err := decodeTOML(file, &document); err != nil {
		return nil
	}
	if single, ok := document.Extend.(string); ok {
		document.Extend = []any{single}
	}
	line := locate(file).key([]string{"extend"}).Line
	var all []extension
	list, _ := document.Extend.([]any)
	for _, element := range list {
		if path, ok := element.(string); ok {
			all = append(all, extension{path, line})
		}
	}
	return all
}

// WithCustomRules returns catalogue and the project's custom rules: those of the configuration
// file that applies to the arguments of a command line, since the arguments may name them.
// Mistakes in that file are ignored here and reported when it is parsed.
func WithCustomRules(fileSystem source.FileSystem, folder string, catalogue *Catalogue, formats, arguments []string) *Catalogue {
	path := detect(fileSystem, folder, arguments).toml
	if path == "" {
		return catalogue
	}
	file, err := fileSystem.Read(path)
	if err != nil || !strings.Contains(file.Text, customRulesKey) && !strings.Contains(file.Text, "extend") {
		return catalogue
	}
	resolver := NewResolver(fileSystem, folder, catalogue, formats, &Flags{})
	layers, _, err := resolver.load(path, catalogue)
	if err != nil || len(layers) == 0 {
		return catalogue
	}
	return layers[len(layers)-1].catalogue
}

func checkRequired(entry Entry, version string) error {
	constraint := entry.Value.(string)
	ok, err := satisfies(version, constraint)
	if err != nil {
		return fmt.Errorf("%s: required-version %q: %w", entry.Origin, constraint, err)
	}
	if !ok {
		return fmt.Errorf("%s: this file requires puppet-lint %s, but this is %s; install a matching version", entry.Origin, constraint, version)
	}
	return nil
}

// show returns path for display: relative to the current folder if it lies there.
func (r *Resolver) show(path string) string {
	if relative, ok := relativeTo(r.folder, path); ok {
		return filepath.FromSlash(relative)
	}
	return path
}

// Detected is what is known of the configuration before the flags are parsed.
type Detected struct {
	// Profile is the profile that determines how the flags are parsed.
	Profile string
	// Explicit is true if the command line names the profile.
	Explicit bool
	// RCFile is the rc file of puppet-lint (Ruby) that is the only reason for the profile, as
	// the user or the system names it. It is empty if there is another reason.
	RCFile string
}

// DetectProfile determines the profile. It is that of --profile, else that of the nearest
// puppet-lint.toml, else puppet-lint if an rc file of puppet-lint (Ruby) exists or --config
// names one, else the default one.
func DetectProfile(fileSystem source.FileSystem, folder string, arguments []string) Detected {
	found := detect(fileSystem, folder, arguments)
	switch {
	case found.profile != "":
		return Detected{Profile: found.profile, Explicit: true}
	case found.toml != "":
		return Detected{Profile: profileIn(fileSystem, found.toml)}
	case found.rc != "":
		return Detected{Profile: ProfilePuppetLint, RCFile: found.rc}
	}
	return Detected{Profile: ProfileDefault}
}

// detected is what a command line reveals about the configuration before its flags are parsed.
type detected struct {
	// profile is the argument of --profile, toml the path of the configuration file.
	profile, toml string
	// rc is an rc file of puppet-lint (Ruby), as named; empty if there is none.
	rc string
}

func detect(fileSystem source.FileSystem, folder string, arguments []string) detected {
	named, noConfig, rc := "", false, ""
	file := ""
	var paths []string
	for i := 0; i < len(arguments); i++ {
		name, value, hasValue := strings.Cut(arguments[i], "=")
		takesNext := !hasValue && i+1 < len(arguments)
		switch name {
		case "--profile", "--config", "-c":
			if takesNext {
				i++
				value = arguments[i]
			}
			switch {
			case name == "--profile":
				named = value
			case strings.HasSuffix(value, ".toml"):
				file = resolvePath(folder, value)
			default:
				rc = value
			}
		case "--no-config":
			noConfig = true
		default:
			if !strings.HasPrefix(name, "-") {
				paths = append(paths, arguments[i])
			}
		}
	}
	isFile := func(path string) bool {
		info, err := fileSystem.Stat(path)
		return err == nil && !info.IsDir()
	}
	if file == "" && !noConfig {
		file = nearest(isFile, append([]string{folder}, firstFolder(fileSystem, folder, paths)...))
	}
	if file == "" && rc == "" && !noConfig {
		for _, path := range RCFiles() {
			if isFile(resolvePath(folder, path)) {
				rc = path
			}
		}
	}
	return detected{named, file, rc}
}

// firstFolder returns the folder of the first path that exists, or nil.
func firstFolder(fileSystem source.FileSystem, folder string, paths []string) []string {
	for _, path := range paths {
		path = resolvePath(folder, path)
		if info, err := fileSystem.Stat(path); err == nil {
			if !info.IsDir() {
				path = filepath.Dir(path)
			}
			return []string{path}
		}
	}
	return nil
}

func nearest(isFile func(string) bool, folders []string) string {
	for _, folder := range folders {
		for {
			if path := filepath.Join(folder, FileName); isFile(path) {
				return path
			}
			parent := filepath.Dir(folder)
			if parent == folder {
				break
			}
			folder = parent
		}
	}
	return ""
}

// profileIn returns the profile in a configuration file. Mistakes in the file are reported when
// it is parsed.
func profileIn(fileSystem source.FileSystem, path string) string {
	file, err := fileSystem.Read(path)
	if err != nil {
		return ProfileDefault
	}
	return profileLine(file.Text)
}

// profileLine finds the profile by its line, without parsing the text: mistakes in it are
// reported later.
func profileLine(text string) string {
	for line := range strings.Lines(text) {
		if strings.HasPrefix(strings.TrimSpace(line), "[") {
			break
		}
		key, value, ok := strings.Cut(line, "=")
		if ok && strings.TrimSpace(key) == "profile" && strings.Contains(value, ProfilePuppetLint) {
			return ProfilePuppetLint
		}
	}
	return ProfileDefault
}
