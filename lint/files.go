package lint

import (
	"errors"
	"io/fs"
	"path/filepath"
	"runtime"
	"slices"
	"strings"

	"golang.org/x/sync/errgroup"

	"puppet-lint/config"
	"puppet-lint/internal/glob"
	"puppet-lint/module"
	"puppet-lint/source"
)

// finder turns the paths of a command line into files.
type finder struct {
	fs       source.FileSystem
	folder   string
	resolver *config.Resolver
	failures []Failure
	files    []string
	seen     map[string]bool
	// links are the files found that may be other names of others: symbolic links, and
	// what the user has named.
	links map[string]bool
	// ignores caches what .gitignore files say, by absolute folder.
	ignores map[string]*ignoreFile
	// asRuby looks for files as puppet-lint (Ruby) does: in a folder, all manifests
	// but those in hidden folders; and the first path that is not there ends
	// the search. Without a path, which puppet-lint (Ruby) does not take, the current
	// folder is walked as in the default profile, for puppet-lint (Ruby)'s files.
	asRuby bool
	// documents has data files and ERB templates looked for, too; walked are
	// those that were found in a folder, of which it is not known yet what they
	// are for.
	documents bool
	walked    map[string]bool
	// roots are the folders that were walked, by the path that the user gave;
	// stale are those within, absolute, whose listings are no longer what they were.
	roots map[string]*folder
	stale map[string]bool
	// forceExclude treats named files as if they were found in folders.
	forceExclude bool
	// given is how many files puppet-lint (Ruby) would think it was given.
	given int
	// once takes of several names of one file only one.
	once bool
	// skipped is how many modules of Puppetfiles are not looked at.
	skipped int
}

// withoutSlash is the path of a folder as it begins those of files within; only a
// root ends with a slash.
func withoutSlash(folder string) string {
	native := filepath.FromSlash(folder)
	if trimmed := strings.TrimSuffix(native, string(filepath.Separator)); trimmed != filepath.VolumeName(native) {
		return trimmed
	}
	return native
}

// isPuppet reports whether a file of that name holds Puppet code or a
// template of it.
func isPuppet(name string) bool {
	return strings.HasSuffix(name, ".pp") || strings.HasSuffix(name, ".epp")
}

// find lists the files that paths mean: files as they are, folders with all
// manifests and templates within, patterns with what they match. The order is
// that of paths and, within a folder, of names; no file comes twice.
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
			if len(paths) > 1 && leadsElsewhere(f.absolute(path)) {
				f.links[path] = true
			}
		case err == nil && f.forceExclude && !f.isFound(path):
		case err == nil && !f.asRuby && f.isForeign(path):
			f.failures = append(f.failures, Failure{Path: path, Notice: true, Message: path + ": does not have the name of a Puppet file and was skipped"})
		case err == nil:
			f.add(path)
			f.links[path] = true
		case glob.IsPattern(path) && !errors.Is(err, fs.ErrPermission):
			// Windows says that such a name is invalid, not that it is missing.
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

// isYAMLName reports whether puppet-lint (Ruby) looks for files of that name in
// folders.
func isYAMLName(name string) bool {
	return strings.HasSuffix(name, ".yaml") || strings.HasSuffix(name, ".yml")
}

// walkAsRuby adds the files in a folder that are wanted, named as puppet-lint (Ruby)
// names them: the folder as it was given, a slash, and the rest.
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

func (f *finder) fail(path, message string) {
	f.failures = append(f.failures, Failure{Path: path, Message: path + ": " + message})
}

func (f *finder) absolute(path string) string {
	return source.Absolute(f.folder, path)
}

// isFound reports whether a walk from the current folder finds the file at path, but
// for what .gitignore says: it was named by something that knows what git tracks.
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
		// What is wrong with the configuration is reported when the file is read.
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

// folder is one folder of a walk: what is in it, in the order of names. A name
// is either a file or a folder of its own.
type folder struct {
	// path is as the user would name it, absolute elsewhere.
	path, absolute string
	// ignore and above are what .gitignore files and the settings of the folders
	// around it say; of the first one, above is its own.
	ignore   *ignoreFile
	above    *config.Settings
	entries  []folderEntry
	failures []Failure
	// templates says that it lies in a module's folder of templates: a manifest there
	// is the text that a template makes.
	templates bool
	// around is the folder around it in the walk, nil for the first one; installed are
	// the modules that its Puppetfile puts somewhere, and skipped is how many of these
	// lie in this folder and are not looked at.
	around    *folder
	installed map[string]bool
	skipped   int
}

type folderEntry struct {
	file   string
	isLink bool
	folder *folder
}

// walk adds the manifests and templates in the folder at path, which is
// absolute elsewhere, as the user would name them. Symbolic links to folders
// are not followed, so that no loop can trap it; hidden folders are left out.
// Folders are listed side by side and put in order afterwards; those that have
// been listed before and are not stale are not listed again.
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
	_ = w.group.Wait() // what fails is a failure of the folder
	f.take(root)
}

// renew lists those of the folders again that are stale.
func (w *walk) renew(root *folder) {
	for path := range w.stale {
		if isBelow := strings.HasPrefix(path, root.absolute+string(filepath.Separator)); !isBelow && path != root.absolute {
			continue
		}
		at := w.innermost(root, path)
		at.entries, at.failures, at.skipped = nil, nil, 0
		w.list(at)
		_ = w.group.Wait() // the next one may lie in a folder that is listed only now
	}
}

// innermost is the folder in root, as far as they are known, that a path lies in, or
// that it is. One that has come is none of them, and one that is gone no longer.
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

// take adds what a walk found.
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
	group errgroup.Group
}

// list fills in what is in a folder.
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
	for _, entry := range entries {
		name := entry.Name()
		isFolder := entry.IsDir()
		if !isFolder && (!w.isWanted(name) || !isPuppet(name) && strings.HasPrefix(name, ".")) || isFolder && strings.HasPrefix(name, ".") {
			continue
		}
		child, absolute := joinShown(into.path, name), filepath.Join(into.absolute, name)
		if settings.Excluded(absolute, isFolder) || ignore.ignored(absolute, isFolder) {
			continue
		}
		if isFolder && into.isInstalled(absolute) {
			into.skipped++
			continue
		}
		if !isFolder {
			if into.templates && !w.asRuby && isManifestName(name) {
				continue
			}
			kind := entry.Type()
			if kind&fs.ModeSymlink != 0 {
				info, err := w.fs.Stat(child)
				if err == nil {
					kind = info.Mode()
				} else if !isPuppet(name) && errors.Is(err, fs.ErrNotExist) {
					continue // it is there where Puppet reads it, or does without it
				}
			}
			if kind&(fs.ModeDir|fs.ModeNamedPipe|fs.ModeSocket|fs.ModeDevice) != 0 {
				continue // of a pipe, nobody may ever write the end; whoever means it names it
			}
			into.entries = append(into.entries, folderEntry{file: child, isLink: entry.Type()&fs.ModeSymlink != 0})
			continue
		}
		inner := &folder{path: child, absolute: absolute, ignore: ignore, above: settings, around: into}
		inner.templates = into.templates || name == "templates" && findEntry(entries, "manifests") != nil
		into.entries = append(into.entries, folderEntry{folder: inner})
		if !w.group.TryGo(func() error {
			w.list(inner)
			return nil
		}) {
			w.list(inner)
		}
	}
}

// isWanted reports whether a walk takes files of that name.
func (f *finder) isWanted(name string) bool {
	if f.asRuby {
		return isManifestName(name) || isYAMLName(name)
	}
	return isPuppet(name) || f.documents && (module.IsDocumentName(name) || module.IsSettingsName(name))
}

// findEntry is the entry called name of a sorted listing, or nil.
func findEntry(entries []fs.DirEntry, name string) fs.DirEntry {
	index, found := slices.BinarySearchFunc(entries, name, func(entry fs.DirEntry, name string) int {
		return strings.Compare(entry.Name(), name)
	})
	if !found {
		return nil
	}
	return entries[index]
}

// cmpPath is path, or the current folder for an empty one.
func cmpPath(path string) string {
	if path == "" {
		return "."
	}
	return path
}

// joinShown puts a name behind a folder as people write it: "a/b", and "b" in
// the current folder.
func joinShown(folder, name string) string {
	if folder == "." || folder == "" {
		return name
	}
	if strings.HasSuffix(folder, string(filepath.Separator)) {
		return folder + name
	}
	return folder + string(filepath.Separator) + name
}

// expand adds what a pattern matches: files that it names and, of folders that
// it names, what is within.
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

// splitPattern splits a pattern into the folder without wildcards in front of
// it and the rest.
func splitPattern(pattern string) (root string, rest []string) {
	segments := strings.Split(pattern, "/")
	plain := slices.IndexFunc(segments, glob.IsPattern)
	root = strings.Join(segments[:plain], "/")
	if plain == 1 && segments[0] == "" {
		root = "/"
	}
	return filepath.FromSlash(root), segments[plain:]
}

// match collects the paths under folder that the segments of a pattern match.
// "**" stands for any number of folders, hidden ones aside.
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

// ignoreFile is what the .gitignore file of a folder says, on top of those of
// the folders above; nil says nothing.
type ignoreFile struct {
	above    *ignoreFile
	base     string
	patterns glob.List
}

// ignored reports whether git leaves out the absolute path.
func (i *ignoreFile) ignored(path string, isFolder bool) bool {
	for ; i != nil; i = i.above {
		relative := filepath.ToSlash(strings.TrimPrefix(path[len(i.base):], string(filepath.Separator)))
		if matched, decided := i.patterns.Match(relative, isFolder); decided {
			return matched
		}
	}
	return false
}

// readIgnore adds what a file of patterns says.
func (f *finder) readIgnore(path, base string, above *ignoreFile) *ignoreFile {
	file, err := f.fs.Read(path)
	if err != nil {
		return above
	}
	return &ignoreFile{above, base, glob.ParseIgnoreFile(file.Text)}
}

// ignoreAbove is what the .gitignore files above folder say, up to the top of
// the git work tree; outside of one, nothing. A folder that is ignored itself
// was named by the user, who wants it all the same: then nothing is said, too.
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

// workTree is the top of the git work tree that folder lies in, or folder itself
// if it lies in none.
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
