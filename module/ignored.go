package module

import (
	"path/filepath"
	"slices"
	"strings"

	"puppet-lint/internal/glob"
	"puppet-lint/internal/lazyregexp"
)

// What a repository says to be in the folders of its users, but not in itself: files that its
// .gitignore names, for they hold passwords or a program makes them, and other repositories.

const (
	gitIgnore  = ".gitignore"
	gitModules = ".gitmodules"
)

// maxRepositoryDepth is how many folders around a file are examined for files of git.
const maxRepositoryDepth = 16

// submodulePath matches the folder of another repository in .gitmodules.
var submodulePath = lazyregexp.New(`(?m)^\s*path\s*=\s*(\S+)\s*$`)

// isIgnored reports whether git ignores the file at a path in a module, but not the whole module: a
// folder of modules that a Puppetfile installs is ignored as well.
func (t *Tree) isIgnored(module *Module, relative string) bool {
	path, folder := absolute(module.Path(relative)), absolute(module.Folder)
	return t.gitIgnores(path) && !t.gitIgnores(folder)
}

// isIgnoredName reports whether git ignores a file of a module in which Puppet looks for a name.
func (t *Tree) isIgnoredName(module *Module, kind Kind, name string) bool {
	places := candidatesIn(kind, name, func(string) bool { return true }) // its folder may not be there either
	return slices.ContainsFunc(places, func(relative string) bool { return t.isIgnored(module, relative) })
}

// gitIgnores reports whether a .gitignore in a folder around a file or folder ignores it, or whether it
// lies in the folder of another repository.
func (t *Tree) gitIgnores(path string) bool {
	folder := parentOfClean(path)
	for range maxRepositoryDepth {
		outside := t.keptOutside.get(folder, func() glob.List { return t.readKeptOutside(folder) })
		if relative, err := filepath.Rel(folder, path); err == nil && len(outside) > 0 && outside.MatchUnder(filepath.ToSlash(relative)) {
			return true
		}
		above := parentOfClean(folder)
		if above == folder || t.exists(&Module{Folder: folder}, ".git") {
			return false
		}
		folder = above
	}
	return false
}

// readKeptOutside returns the patterns of what git does not track in a folder.
func (t *Tree) readKeptOutside(folder string) glob.List {
	var outside glob.List
	holder := &Module{Folder: folder}
	if t.exists(holder, gitModules) {
		if text, err := t.text(filepath.Join(folder, gitModules)); err == nil {
			for _, match := range submodulePath.FindAllStringSubmatch(text, -1) {
				outside = append(outside, glob.Compile("/"+strings.Trim(match[1], "/")))
			}
		}
	}
	if t.exists(holder, gitIgnore) {
		if text, err := t.text(filepath.Join(folder, gitIgnore)); err == nil {
			outside = append(outside, glob.ParseIgnoreFile(text)...)
		}
	}
	return outside
}

// MayHaveFile reports whether a module has the file at a path relative to its folder, with slashes, or
// may have it where it is used.
func (t *Tree) MayHaveFile(module *Module, relative string) bool {
	return t.HasFile(module, relative) || t.isIgnored(module, relative)
}
