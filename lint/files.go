package lint

import (
	"errors"
	"io/fs"
	"path/filepath"
	"runtime"
	"slices"
	"strings"

	"puppet-lint/config"
	"puppet-lint/internal/glob"
	"puppet-lint/internal/parallel"
	"puppet-lint/internal/source"
	"puppet-lint/module"
)

// finder expands the paths of a command line to files.
type finder struct {
	fs       source.FileSystem
	folder   string
	resolver *config.Resolver
	failures []Failure
	files    []string
	seen     map[string]bool
	// links holds the files found that may be other names of the same files: symbolic links,
	// and files that the user named.
	links map[string]bool
	// ignores caches the .gitignore rules by absolute folder.
	ignores map[string]*ignoreFile
	// asRuby finds files as puppet-lint (Ruby) does: in a folder, all manifests except those in
	// hidden folders. The first path that does not exist ends the search. Without a path, which
	// puppet-lint (Ruby) does not accept, it walks the current folder as the default profile
	// does, for the files of puppet-lint (Ruby).
	asRuby bool
	// documents includes data files and ERB templates. walked holds those found in a folder,
	// whose kind is not known yet.
	documents bool
	walked    map[string]bool
	// roots holds the walked folders by the path that the user gave. stale holds the absolute
	// paths of folders in them whose listings have changed.
	roots map[string]*folder
	stale map[string]bool
	// forceExclude treats named files as if a walk had found them.
	forceExclude bool
	// given counts the files as puppet-lint (Ruby) counts its arguments.
	given int
	// once keeps only one of several names of a file.
	once bool
	// skipped counts the modules that a Puppetfile installs and that the walk skips.
	skipped int
}

// withoutSlash returns the path of a folder as a prefix of the paths in it. Only a root ends
// with a slash.
func withoutSlash(folder string) string {
	native := filepath.FromSlash(folder)
	if trimmed := strings.TrimSuffix(native, string(filepath.Separator)); trimmed != filepath.VolumeName(native) {
		return trimmed
	}
	return native
}

// isPuppet reports whether the name is that of a manifest or an EPP template.
func isPuppet(name string) bool {
	return strings.HasSuffix(name, ".pp") || strings.HasSuffix(name, ".epp")
}

// find adds the files that paths denote: files themselves, all manifests and templates in
// folders, and the matches of patterns. They are in the order of the paths and, within a
// folder, of names. No file occurs twice.
func (f *finder) find(paths []string) {
	f.seen, f.ignores, f.walked = map[string]bool{}, map[string]*ignoreFile{}, map[string]bool{}
	f.links = map[string]bool{}
	defer f.withoutOtherNames()
	f.given = len(paths)
	if f.asRuby && len(paths) == 0 {
		f.walk(".", f.folder, f.ignoreAbove(f.folder))
		f.given = len(f.files)
	}
	for i, path := range paths {
		info, err := f.fs.Stat(path)
		if f.asRuby && i == 0 && err == nil && info.IsDir() {
			f.walkAsRuby(path, isManifestName)
			f.walkAsRuby(path, isYAMLName)
			f.given = len(f.files)
			continue
		}
		switch {
		case err == nil && info.IsDir():
			if f.asRuby {
				f.walkAsRuby(path, isManifestName)
				f.walkAsRuby(path, isYAMLName)
				continue
			}
			f.walk(withoutSlash(path), f.absolute(path), f.ignoreAbove(f.absolute(path)))
			if len(paths) > 1 && isLinkElsewhere(f.absolute(path)) {
				f.links[path] = true
			}
		case err == nil && f.forceExclude && !f.isFound(path):
		case err == nil && !f.asRuby && f.isForeign(path):
			f.failures = append(f.failures, Failure{Path: path, Notice: true, Message: path + ": does not have the name of a Puppet file and was skipped"})
		case err == nil:
			f.add(path)
			f.links[path] = true
		case glob.IsPattern(path) && !errors.Is(err, fs.ErrPermission):
			// Windows reports such a name as invalid, not as missing.
			f.expand(path)
		default:
			f.failures = append(f.failures, Failure{Path: path, Message: source.Explain(err), Missing: errors.Is(err, fs.ErrNotExist)})
			if f.asRuby {
				return
			}
		}
	}
}

func isManifestName(name string) bool { return strings.HasSuffix(name, ".pp") }

// isYAMLName reports whether puppet-lint (Ruby) examines files of that name in folders.
func isYAMLName(name string) bool {
	return strings.HasSuffix(name, ".yaml") || strings.HasSuffix(name, ".yml")
}

// walkAsRuby adds the wanted files in a folder. It names them as puppet-lint (Ruby) does: the
// folder as it was given, a slash, and the rest.
func (f *finder) walkAsRuby(path string, isWanted func(name string) bool) {
	entries, err := f.fs.ReadDir(path)
	if err != nil {
		f.failures = append(f.failures, Failure{Path: path, Message: source.Explain(err)})
		return
	}
	for _, entry := range entries {
		name := entry.Name()
		switch {
		case entry.IsDir() && !strings.HasPrefix(name, "."):
			f.walkAsRuby(path+"/"+name, isWanted)
		case !entry.IsDir() && isWanted(name) && !strings.HasPrefix(name, "."):
			f.add(path + "/" + name)
		}
	}
}

func (f *finder) absolute(path string) string {
	return source.Absolute(f.folder, path)
}

// isFound reports whether a walk from the current folder would find the file at path, ignoring
// .gitignore: the tool that named the file knows what git tracks.
func (f *finder) isFound(path string) bool {
	absolute := f.absolute(path)
	name := filepath.Base(absolute)
	if !isPuppet(name) {
		if !f.documents || !module.IsDocumentName(name) && !module.IsSettingsName(name) || strings.HasPrefix(name, ".") {
			return false
		}
		f.walked[path] = true
	}
	isFolder := false
	for absolute != f.folder && absolute != filepath.Dir(absolute) {
		above := filepath.Dir(absolute)
		if isFolder && strings.HasPrefix(filepath.Base(absolute), ".") {
			return false
		}
		// A mistake in the configuration is reported when the file is read.
		settings, err := f.resolver.Folder(above)
		if err == nil && settings.Excluded(absolute, isFolder) {
			return false
		}
		if isFolder && err == nil && settings.SkipsInstalled() && f.isInstalledAbove(absolute) {
			return false
		}
		absolute, isFolder = above, true
	}
	return true
}

func (f *finder) add(path string) {
	if absolute := f.absolute(path); !f.seen[absolute] {
		f.seen[absolute] = true
		f.files = append(f.files, path)
	}
}

// folder is one folder of a walk. Its entries are sorted by name; each is either a file or a
// folder.
type folder struct {
	// path is the path as the user would write it; absolute is the absolute one.
	path, absolute string
	// ignore holds the .gitignore rules of the enclosing folders, and above their settings. For
	// the first folder of a walk, above holds its own settings.
	ignore   *ignoreFile
	above    *config.Settings
	entries  []folderEntry
	failures []Failure
	// templates is set for a folder of a module's templates. A manifest there is the output of
	// a template.
	templates bool
	// around is the enclosing folder of the walk, nil for the first one. installed holds the
	// modules that its Puppetfile installs. skipped counts those of them that lie in this
	// folder and are skipped.
	around    *folder
	installed map[string]bool
	skipped   int
}

type folderEntry struct {
	file   string
	isLink bool
	folder *folder
}

// walk adds the manifests and templates in a folder, by the names that the user would give
// them. absolute is the absolute form of path. walk does not follow symbolic links to folders,
// so no loop can trap it, and skips hidden folders. It lists folders in parallel and sorts them
// afterwards. It does not list a folder again unless the folder is stale.
func (f *finder) walk(path, absolute string, ignore *ignoreFile) {
	w := walk{finder: f}
	w.group.SetLimit(2 * runtime.GOMAXPROCS(0))
	root := f.roots[path]
	if root != nil {
		w.renew(root)
	} else {
		settings, err := f.resolver.Folder(absolute)
		if err != nil {
			f.failures = append(f.failures, Failure{Path: path, Message: err.Error(), Cause: err})
			return
		}
		root = &folder{path: path, absolute: absolute, ignore: ignore, above: settings}
		f.roots[path] = root
		w.list(root)
	}
	_ = w.group.Wait() // errors are failures of the folder
	f.take(root)
}

// renew lists the stale folders below root again.
func (w *walk) renew(root *folder) {
	for path := range w.stale {
		if isBelow := strings.HasPrefix(path, root.absolute+string(filepath.Separator)); !isBelow && path != root.absolute {
			continue
		}
		at := w.innermost(root, path)
		at.entries, at.failures, at.skipped = nil, nil, 0
		w.list(at)
		_ = w.group.Wait() // the next one may be in a folder that is listed only now
	}
}

// innermost returns the innermost known folder in root that contains a path or is at the path.
// New folders are not known yet, and deleted ones do not count.
func (w *walk) innermost(root *folder, path string) *folder {
	for at := root; ; {
		index := slices.IndexFunc(at.entries, func(entry folderEntry) bool {
			return entry.folder != nil && (entry.folder.absolute == path || strings.HasPrefix(path, entry.folder.absolute+string(filepath.Separator)))
		})
		if index < 0 {
			return at
		}
		inner := at.entries[index].folder
		if info, err := w.fs.Stat(inner.absolute); err != nil || !info.IsDir() {
			return at
		}
		at = inner
	}
}

// take adds the files and failures that a walk found.
func (f *finder) take(from *folder) {
	f.failures = append(f.failures, from.failures...)
	f.skipped += from.skipped
	for _, entry := range from.entries {
		if entry.folder != nil {
			f.take(entry.folder)
			continue
		}
		if entry.isLink {
			f.links[entry.file] = true
		}
		if known := len(f.files); !isPuppet(entry.file) {
			if f.add(entry.file); len(f.files) > known {
				f.walked[entry.file] = true
			}
			continue
		}
		f.add(entry.file)
	}
}

// walk is one walk through a folder.
type walk struct {
	*finder
	group parallel.Group
}

// list reads the entries of a folder.
func (w *walk) list(into *folder) {
	entries, err := w.fs.ReadDir(cmpPath(into.path))
	if err != nil {
		into.failures = append(into.failures, Failure{Path: into.path, Message: source.Explain(err)})
		return
	}
	settings, err := w.resolver.Listed(into.absolute, into.above, findEntry(entries, config.FileName) != nil)
	if err != nil {
		into.failures = append(into.failures, Failure{Path: into.path, Message: err.Error(), Cause: err})
		return
	}
	ignore := into.ignore
	if !settings.RespectGitignore {
		ignore = nil
	} else if findEntry(entries, ".gitignore") != nil {
		ignore = w.readIgnore(filepath.Join(into.absolute, ".gitignore"), into.absolute, ignore)
	}
	into.installed = nil
	if settings.SkipsInstalled() && findEntry(entries, module.Puppetfile) != nil {
		into.installed = w.installedBy(into.absolute)
	}
	listsAll := w.documents && listsAll(into.absolute, settings)
	for _, entry := range entries {
		name, isFolder := entry.Name(), entry.IsDir()
		if module.IsAppleDouble(name) || isFolder && strings.HasPrefix(name, ".") || !isFolder && !w.isListed(name) && !(listsAll && isListedServed(name)) {
			continue
		}
		child, absolute := joinShown(into.path, name), filepath.Join(into.absolute, name)
		switch {
		case settings.Excluded(absolute, isFolder) || ignore.ignored(absolute, isFolder):
		case !isFolder:
			if w.isChecked(into, entry, child) {
				into.entries = append(into.entries, folderEntry{file: child, isLink: entry.Type()&fs.ModeSymlink != 0})
			}
		case into.isInstalled(absolute):
			into.skipped++
		default:
			inner := &folder{path: child, absolute: absolute, ignore: ignore, above: settings, around: into}
			inner.templates = into.templates || name == "templates" && findEntry(entries, "manifests") != nil
			into.entries = append(into.entries, folderEntry{folder: inner})
			w.enter(inner)
		}
	}
}

// enter lists a folder, beside others if there is room for that.
func (w *walk) enter(inner *folder) {
	if !w.group.TryGo(func() error {
		w.list(inner)
		return nil
	}) {
		w.list(inner)
	}
}

// isListed reports whether a walk adds files of that name, which is no hidden one.
func (f *finder) isListed(name string) bool {
	return f.isWanted(name) && (isPuppet(name) || !strings.HasPrefix(name, "."))
}

// isChecked reports whether a file of a folder is one that can be read and checked.
func (w *walk) isChecked(into *folder, entry fs.DirEntry, path string) bool {
	if into.templates && !w.asRuby && isManifestName(entry.Name()) {
		return false
	}
	kind := entry.Type()
	if kind&fs.ModeSymlink != 0 {
		info, err := w.fs.Stat(path)
		if err == nil {
			kind = info.Mode()
		} else if !isPuppet(entry.Name()) && errors.Is(err, fs.ErrNotExist) {
			return false // it exists where Puppet reads it, or Puppet does not need it
		}
	}
	// A pipe may never end; users who want it name it.
	return kind&(fs.ModeDir|fs.ModeNamedPipe|fs.ModeSocket|fs.ModeDevice) == 0
}

// isWanted reports whether a walk adds files of that name.
func (f *finder) isWanted(name string) bool {
	if f.asRuby {
		return isManifestName(name) || isYAMLName(name)
	}
	return isPuppet(name) || f.documents && (module.IsDocumentName(name) || module.IsSettingsName(name))
}

// findEntry returns the entry called name of a sorted listing, or nil.
func findEntry(entries []fs.DirEntry, name string) fs.DirEntry {
	index, found := slices.BinarySearchFunc(entries, name, func(entry fs.DirEntry, name string) int {
		return strings.Compare(entry.Name(), name)
	})
	if !found {
		return nil
	}
	return entries[index]
}

// cmpPath returns path, or "." if it is empty.
func cmpPath(path string) string {
	if path == "" {
		return "."
	}
	return path
}

// joinShown joins a folder and a name as people write them: "a/b", and just "b" in the current
// folder.
func joinShown(folder, name string) string {
	if folder == "." || folder == "" {
		return name
	}
	if strings.HasSuffix(folder, string(filepath.Separator)) {
		return folder + name
	}
	return folder + string(filepath.Separator) + name
}

// expand adds the files that a pattern matches, and the contents of the folders that it
// matches.
func (f *finder) expand(pattern string) {
	clean := filepath.ToSlash(filepath.Clean(pattern))
	root, rest := splitPattern(clean)
	var matches []string
	f.match(root, rest, &matches)
	if len(matches) == 0 {
		f.failures = append(f.failures, Failure{Path: pattern, Message: pattern + ": nothing matches this pattern"})
		return
	}
	for _, match := range matches {
		if info, err := f.fs.Stat(match); err == nil && info.IsDir() {
			f.walk(match, f.absolute(match), f.ignoreAbove(f.absolute(match)))
		} else if f.asRuby || !f.isForeign(match) {
			f.add(match)
		}
	}
}

// splitPattern splits a pattern into its leading folder without wildcards and the remaining
// segments.
func splitPattern(pattern string) (root string, rest []string) {
	segments := strings.Split(pattern, "/")
	plain := slices.IndexFunc(segments, glob.IsPattern)
	root = strings.Join(segments[:plain], "/")
	if plain == 1 && segments[0] == "" {
		root = "/"
	}
	return filepath.FromSlash(root), segments[plain:]
}

// match collects the paths under folder that the segments of a pattern match. "**" matches any
// number of folders, except hidden ones.
func (f *finder) match(folder string, segments []string, matches *[]string) {
	entries, err := f.fs.ReadDir(cmpPath(folder))
	if err != nil {
		return
	}
	segment, rest := segments[0], segments[1:]
	if segment == "**" {
		if len(rest) > 0 {
			f.match(folder, rest, matches)
		}
		for _, entry := range entries {
			hidden := strings.HasPrefix(entry.Name(), ".")
			if entry.IsDir() && !hidden {
				f.match(joinShown(folder, entry.Name()), segments, matches)
			} else if len(rest) == 0 && !hidden && isPuppet(entry.Name()) {
				*matches = append(*matches, joinShown(folder, entry.Name()))
			}
		}
		return
	}
	for _, entry := range entries {
		name := entry.Name()
		if strings.HasPrefix(name, ".") && !strings.HasPrefix(segment, ".") || !glob.Name(segment, name) {
			continue
		}
		path := joinShown(folder, name)
		info, err := f.fs.Stat(path)
		switch {
		case len(rest) == 0:
			*matches = append(*matches, path)
		case err == nil && info.IsDir():
			f.match(path, rest, matches)
		}
	}
}

// ignoreFile holds the rules of a folder's .gitignore file, in addition to those of the folders
// above. nil has no rules.
type ignoreFile struct {
	above    *ignoreFile
	base     string
	patterns glob.List
}

// ignored reports whether git ignores the absolute path.
func (i *ignoreFile) ignored(path string, isFolder bool) bool {
	for ; i != nil; i = i.above {
		relative := filepath.ToSlash(strings.TrimPrefix(path[len(i.base):], string(filepath.Separator)))
		if matched, decided := i.patterns.Match(relative, isFolder); decided {
			return matched
		}
	}
	return false
}

// readIgnore adds the rules of a file of patterns to those above. A file that cannot be read
// adds none.
func (f *finder) readIgnore(path, base string, above *ignoreFile) *ignoreFile {
	file, err := f.fs.Read(path)
	if err != nil {
		return above
	}
	return &ignoreFile{above, base, glob.ParseIgnoreFile(file.Text)}
}

// ignoreAbove returns the rules of the .gitignore files above folder, up to the top of the git
// work tree. It returns nil outside a work tree, and for a folder that is itself ignored: the
// user named that folder and wants it examined.
func (f *finder) ignoreAbove(folder string) *ignoreFile {
	parent := filepath.Dir(folder)
	if cached, ok := f.ignores[folder]; ok {
		return cached
	}
	var above *ignoreFile
	if _, err := f.fs.Stat(filepath.Join(folder, ".git")); err == nil {
		above = f.readIgnore(filepath.Join(folder, ".git", "info", "exclude"), folder, nil)
	} else if parent != folder {
		above = f.ignoreAbove(parent)
		if f.insideGit(parent) {
			above = f.readIgnore(filepath.Join(parent, ".gitignore"), parent, above)
		}
		if above.ignored(folder, true) {
			above = nil
		}
	}
	f.ignores[folder] = above
	return above
}

// insideGit reports whether folder lies in a git work tree.
func (f *finder) insideGit(folder string) bool {
	_, inside := workTree(f.fs, folder)
	return inside
}

// workTree returns the top of the git work tree that contains folder. If there is none, it
// returns folder and false.
func workTree(files source.FileSystem, folder string) (top string, inside bool) {
	for top = folder; ; {
		if _, err := files.Stat(filepath.Join(top, ".git")); err == nil {
			return top, true
		}
		parent := filepath.Dir(top)
		if parent == top {
			return folder, false
		}
		top = parent
	}
}
