package lint

import (
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"

	"puppet-lint/config"
	"puppet-lint/internal/glob"
	"puppet-lint/module"
	"puppet-lint/source"
)

// Confine is the disk as far as it may be looked at for paths of a command line, given
// in folder, which is absolute: the working trees in which they lie, which may be a
// stranger's, and what is around these by where they lie.
func Confine(folder string, paths []string) *source.Confined {
	if foldsCase {
		paths = spelledPaths(source.Disk{}, paths)
	}
	c := source.Confine(folder, config.FileName, ".git", ".puppet-lint.rc")
	disk := newMemo(source.Disk{}, folder)
	s := surroundings{c, disk, module.NewWorkspace(disk, paths, nil), folder, map[string]bool{}}
	if top, inside := workTree(disk, folder); inside {
		c.AddTree(top)
	}
	// What is in the current folder may be a stranger's, too, if it is looked at.
	if len(paths) == 0 {
		paths = []string{"."}
	}
	for _, path := range paths {
		s.add(path)
	}
	for _, file := range config.RCFiles() {
		if filepath.IsAbs(file) {
			c.Trust(file)
		}
	}
	return c
}

// ConfineFolder is Confine for a folder that the user works in: it is looked at wherever
// it really lies, and even if it is not there yet.
func ConfineFolder(folder string) *source.Confined {
	c := Confine(folder, []string{folder})
	c.AddTree(folder)
	return c
}

// surroundings finds the modules and repositories around the paths of a command line. They
// are often a thousand files of one tree, so it remembers what it has read from disk.
type surroundings struct {
	confined  *source.Confined
	disk      *memo
	workspace *module.Workspace
	folder    string // the current one, absolute
	seen      map[string]bool
}

// add adds what there is around one path.
func (s *surroundings) add(path string) {
	path = source.Absolute(s.folder, path)
	info, err := s.disk.Stat(path)
	for err != nil && glob.IsPattern(path) && filepath.Dir(path) != path {
		path = filepath.Dir(path)
		info, err = s.disk.Stat(path)
	}
	if err != nil {
		return
	}
	start := path
	if !info.IsDir() {
		start = filepath.Dir(path)
		// A second file of a folder has the same surroundings.
		if s.seen[start] && info.Mode().IsRegular() && s.confined.IsStranger(path) {
			return
		}
		s.seen[start] = true
	}
	around := s.workspace.Around(start)
	// A link in a working tree may lead anywhere; elsewhere, it is the user's.
	top, inside := workTree(s.disk, filepath.Dir(path))
	if info.IsDir() && !inside {
		top, inside = workTree(s.disk, path)
	}
	switch {
	case inside:
		s.confined.AddTree(top)
		for _, outer := range around {
			if !s.confined.IsStranger(outer) {
				s.confined.Trust(outer)
			}
		}
		return
	case info.IsDir():
		s.confined.AddTree(path)
		if real, err := filepath.EvalSymlinks(path); err == nil && real != path {
			if top, inside := workTree(s.disk, real); inside {
				s.confined.AddTree(top)
			}
		}
	}
	slices.SortFunc(around, func(a, b string) int { return len(a) - len(b) })
	for _, outer := range around {
		s.confined.AddTree(outer)
	}
	if info.IsDir() || len(around) > 0 {
		return
	}
	if !info.Mode().IsRegular() {
		s.confined.AddLoose(path) // a pipe that the user has named, unless it lies in a tree
		return
	}
	s.confined.AddTree(start)
	if relative, err := filepath.Rel(s.folder, path); err != nil || !filepath.IsLocal(relative) {
		if real, err := filepath.EvalSymlinks(path); err == nil {
			s.confined.AddTree(filepath.Dir(real))
		}
	}
}

// writeBaseline writes the known findings. A configuration in the tree names no place
// for them outside of it.
func (r *run) writeBaseline(known *baseline, path string) error {
	if r.confined != nil && (r.settings.StrangeBaseline || leadsOut(r.confined, path)) {
		if err := r.confined.MayWrite(path); err != nil {
			return errors.New(source.Explain(err))
		}
	}
	return known.write(r.options.Writer, r.shown(path))
}

// MayReplace says what forbids to write a file of our own at a path that the user has
// named: it is a link, in a tree that may be a stranger's, to what lies outside.
func MayReplace(files source.FileSystem, path string) error {
	if confined := source.ConfinedBy(files); confined != nil && leadsOut(confined, path) {
		return confined.MayWrite(path)
	}
	return nil
}

// leadsOut reports whether the file at path is a link in a tree to what must not be
// written for the tree's sake.
func leadsOut(confined *source.Confined, path string) bool {
	info, err := os.Lstat(path)
	return err == nil && info.Mode()&os.ModeSymlink != 0 && confined.IsStranger(path) && confined.MayWrite(path) != nil
}

// tellRefused says which links were not followed: what they lead to was looked for, and
// may be missed.
func (r *run) tellRefused() {
	if r.confined == nil {
		return
	}
	refused := r.confined.Refused()
	for _, link := range slices.Sorted(maps.Keys(refused)) {
		r.notice(link, fmt.Sprintf("%s: leads to %s, which %v, and was skipped; to read it, name its folder in --modulepath", r.shown(link), refused[link], source.ErrOutside))
	}
}
