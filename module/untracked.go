package module

import (
	"path/filepath"
	"slices"
	"strings"

	"puppet-lint/internal/glob"
	"puppet-lint/internal/incremental"
	"puppet-lint/internal/lazyregexp"
)

// A repository may show that files exist for its users that it does not contain: files that its
// .gitignore names, because they hold passwords or a program makes them, and the files of other
// repositories.

// untracked determines which files git does not track in the repository of a tree.
type untracked struct {
	tree    *Tree
	outside *incremental.Query[string, glob.List] // by folder
}

func newUntracked(tree *Tree) *untracked {
	return &untracked{tree: tree, outside: query(tree, "outside", func(view *Tree, folder string) glob.List { return view.untracked.readOutside(folder) }, nil)}
}

const (
	gitIgnore  = ".gitignore"
	gitModules = ".gitmodules"
)

// maxRepositoryDepth is the number of folders around a file that are searched for files of git.
const maxRepositoryDepth = 16

// MaxNameDepth is the number of separators in a name above which no definition can be meant: no real
// name has as many.
const MaxNameDepth = 64

// submodulePath and submoduleURL match the folder and the URL of another repository in .gitmodules.
var (
	submodulePath = lazyregexp.New(`(?m)^\s*path\s*=\s*(\S+)\s*$`)
	submoduleURL  = lazyregexp.New(`(?m)^\s*url\s*=\s*(\S+)\s*$`)
)

// holds reports whether git ignores the file at a path in a module. It returns false if git
// ignores the whole module, as it does in a folder of modules that a Puppetfile installs.
func (u *untracked) holds(module *Module, relative string) bool {
	path, folder := absolute(module.Path(relative)), absolute(module.Folder)
	return u.holdsPath(path) && !u.holdsPath(folder)
}

// holdsName reports whether git ignores a file of a module in which Puppet would look for a
// name.
func (u *untracked) holdsName(module *Module, kind Kind, name string) bool {
	if strings.Count(name, "::") > MaxNameDepth {
		return false
	}
	places := candidatesIn(kind, name, func(string) bool { return true }) // the folder of the file may be missing as well
	return slices.ContainsFunc(places, func(relative string) bool { return u.holds(module, relative) })
}

// holdsPath reports whether a .gitignore in a folder around a path ignores the path, or whether
// it lies in the folder of another repository.
func (u *untracked) holdsPath(path string) bool {
	folder := parentOfClean(path)
	for range maxRepositoryDepth {
		outside := u.outside.Get(u.tree.inputs.task, folder)
		if relative, err := filepath.Rel(folder, path); err == nil && len(outside) > 0 && outside.MatchUnder(filepath.ToSlash(relative)) {
			return true
		}
		above := parentOfClean(folder)
		if above == folder || u.tree.folders.exists(&Module{Folder: folder}, ".git") {
			return false
		}
		folder = above
	}
	return false
}

// IsUntracked reports whether the repository of an environment does not hold a module: a .gitignore
// ignores its folder, or it is the folder of another repository.
func IsUntracked(t *Tree, module *Module) bool {
	return t.Environment != "" && t.untracked.holdsPath(absolute(module.Folder)) && !t.untracked.holdsPath(absolute(t.Environment))
}

// readOutside returns the patterns of the files that git does not track in a folder.
func (u *untracked) readOutside(folder string) glob.List {
	var outside glob.List
	holder := &Module{Folder: folder}
	if u.tree.folders.exists(holder, gitModules) {
		if text, err := u.tree.Manifests.text(filepath.Join(folder, gitModules)); err == nil {
			for _, match := range submodulePath.FindAllStringSubmatch(text, -1) {
				outside = append(outside, glob.Compile("/"+strings.Trim(match[1], "/")))
			}
		}
	}
	if u.tree.folders.exists(holder, gitIgnore) {
		if text, err := u.tree.Manifests.text(filepath.Join(folder, gitIgnore)); err == nil {
			outside = append(outside, glob.ParseIgnoreFile(text)...)
		}
	}
	return outside
}

// Submodule is a git submodule at the location of a module, or of a folder of modules.
type Submodule struct {
	// Name is the name of its folder. URL is that of its repository, or empty.
	Name, URL string
}

// MissingSubmodules returns the submodules of a tree that .gitmodules lists for its modules, and that
// are not checked out.
func MissingSubmodules(t *Tree) []Submodule {
	folder := absolute(t.Environment)
	for range maxRepositoryDepth {
		if t.Environment == "" {
			return nil
		}
		holder := &Module{Folder: folder}
		if t.folders.exists(holder, gitModules) {
			text, err := t.Manifests.text(filepath.Join(folder, gitModules))
			if err != nil {
				return nil
			}
			if missing := missingSubmodulesIn(t, folder, text); len(missing) > 0 {
				return missing
			}
		}
		above := parentOfClean(folder)
		if above == folder || t.folders.exists(holder, ".git") {
			return nil
		}
		folder = above
	}
	return nil
}

// missingSubmodulesIn returns the missing ones of the submodules that the text of the .gitmodules of a
// folder lists.
func missingSubmodulesIn(t *Tree, folder, text string) (missing []Submodule) {
	for section := range strings.SplitSeq(text, "[submodule ") {
		match := submodulePath.FindStringSubmatch(section)
		if match == nil {
			continue
		}
		path := filepath.Join(folder, filepath.FromSlash(match[1]))
		if !isForModules(t, path) || !isUnfilled(t, path) {
			continue
		}
		one := Submodule{Name: filepath.Base(path)}
		if url := submoduleURL.FindStringSubmatch(section); url != nil {
			one.URL = url[1]
		}
		missing = append(missing, one)
	}
	return missing
}

// isForModules reports whether a path is that of a module or of a folder of modules.
func isForModules(t *Tree, path string) bool {
	return slices.ContainsFunc(t.Modulepath, func(folder string) bool {
		folder = absolute(folder)
		return path == folder || filepath.Dir(path) == folder
	})
}

// isUnfilled reports whether a folder is missing or has no files.
func isUnfilled(t *Tree, folder string) bool {
	entries, err := t.Files.ReadDir(folder)
	return err != nil || len(entries) == 0
}
