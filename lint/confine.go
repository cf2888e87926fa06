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
	c := source.Confine(folder, config.FileName, ".git", ".puppet-lint.rc")
	workspace := module.NewWorkspace(source.Disk{}, paths, nil)
	if top, inside := workTree(source.Disk{}, folder); inside {
		c.AddTree(top)
	}
	// What is in the current folder may be a stranger's, too, if it is looked at.
	if len(paths) == 0 {
		paths = []string{"."}
	}
	for _, path := range paths {
		confineTo(c, workspace, folder, path)
	}
	for _, file := range config.RCFiles() {
		if filepath.IsAbs(file) {
			c.Trust(file)
		}
	}
	return c
}

// confineTo adds what there is around one path.
func confineTo(c *source.Confined, workspace *module.Workspace, folder, path string) {
	path = source.Absolute(folder, path)
	info, err := os.Stat(path)
	for err != nil && glob.IsPattern(path) && filepath.Dir(path) != path {
		path = filepath.Dir(path)
		info, err = os.Stat(path)
	}
	if err != nil {
		return
	}
	start := path
	if !info.IsDir() {
		start = filepath.Dir(path)
	}
	around := workspace.Around(start)
	// A link in a working tree may lead anywhere; elsewhere, it is the user's.
	top, inside := workTree(source.Disk{}, filepath.Dir(path))
	if info.IsDir() && !inside {
		top, inside = workTree(source.Disk{}, path)
	}
	switch {
	case inside:
		c.AddTree(top)
		for _, outer := range around {
			if !c.IsStranger(outer) {
				c.Trust(outer)
			}
		}
		return
	case info.IsDir():
		c.AddTree(path)
		if real, err := filepath.EvalSymlinks(path); err == nil && real != path {
			if top, inside := workTree(source.Disk{}, real); inside {
				c.AddTree(top)
			}
		}
	}
	slices.SortFunc(around, func(a, b string) int { return len(a) - len(b) })
	for _, outer := range around {
		c.AddTree(outer)
	}
	if info.IsDir() || len(around) > 0 {
		return
	}
	if !info.Mode().IsRegular() {
		c.AddLoose(path) // a pipe that the user has named, unless it lies in a tree
		return
	}
	c.AddTree(start)
	if relative, err := filepath.Rel(folder, path); err != nil || !filepath.IsLocal(relative) {
		if real, err := filepath.EvalSymlinks(path); err == nil {
			c.AddTree(filepath.Dir(real))
		}
	}
}

// writeBaseline writes the known findings. A configuration in the tree names no place
// for them outside of it.
func (r *run) writeBaseline(known *baseline, path string) error {
	if r.confined != nil && r.settings.StrangeBaseline {
		if err := r.confined.MayWrite(path); err != nil {
			return errors.New(source.Explain(err))
		}
	}
	return known.write(r.shown(path))
}

// tellRefused says which links were not followed: what they lead to was looked for, and
// may be missed.
func (r *run) tellRefused() {
	if r.confined == nil {
		return
	}
	refused := r.confined.Refused()
	for _, link := range slices.Sorted(maps.Keys(refused)) {
		r.notice(link, fmt.Sprintf("%s: leads to %s, which %v, and was left out; if it is to be read, name the folder in --modulepath", r.shown(link), refused[link], source.ErrOutside))
	}
}
