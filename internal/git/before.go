package git

import (
	"context"
	"fmt"
	"path/filepath"
	"runtime"
	"slices"

	"puppet-lint/internal/parallel"
)

// Before is the earlier content of a file that has changed.
type Before struct {
	// Path is the absolute path. Text is the earlier content.
	Path, Text string
	// Deleted is true if the file no longer exists.
	Deleted bool
}

// Differing returns the files of the compared state for which wanted returns true and that have
// changed or no longer exist. It reads the earlier content from git's objects, and calls read for
// the present content, in several goroutines. It leaves out files of submodules.
func (c *Comparison) Differing(wanted func(path string) bool, read func(path string) (text string, isThere bool)) ([]Before, error) {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	var paths []string
	for path := range c.top.base {
		if wanted(path) {
			paths = append(paths, path)
		}
	}
	slices.Sort(paths)
	ids := make([]string, len(paths))
	for i, path := range paths {
		var err error
		if ids[i], err = c.top.contentOf(path); err != nil {
			return nil, c.at(path, err)
		}
	}
	isSame, isDeleted := make([]bool, len(paths)), make([]bool, len(paths))
	_ = parallel.Each(context.Background(), runtime.GOMAXPROCS(0), len(paths), func(i int) { // it is never cancelled
		text, isThere := read(paths[i])
		isSame[i], isDeleted[i] = ids[i] == "" || isThere && isObject(ids[i], text), !isThere
	})
	var found []Before
	for i, path := range paths {
		if isSame[i] {
			continue
		}
		before, err := c.top.blob(ids[i])
		if err != nil {
			return nil, c.at(path, err)
		}
		found = append(found, Before{Path: path, Text: before, Deleted: isDeleted[i]})
	}
	return found, nil
}

// at adds the path of a file, relative to the work tree, to an error about it.
func (c *Comparison) at(path string, err error) error {
	if relative, notBelow := filepath.Rel(c.Top(), path); notBelow == nil {
		path = relative
	}
	return fmt.Errorf("%s: %w", path, err)
}

// maxLinks is the number of symbolic links that are followed one after the other.
const maxLinks = 16

// contentOf returns the name of the object with the earlier content of a file. It follows symbolic
// links, and returns "" if a link led to a folder or out of the work tree.
func (r *repository) contentOf(path string) (id string, err error) {
	for range maxLinks {
		if !r.links[path] {
			return r.base[path], nil
		}
		target, err := r.blob(r.base[path])
		if err != nil {
			return "", err
		}
		if target = filepath.FromSlash(target); filepath.IsAbs(target) {
			path = filepath.Clean(target)
		} else {
			path = filepath.Join(filepath.Dir(path), target)
		}
	}
	return "", nil
}

// Had reports whether a file existed in the compared state.
func (c *Comparison) Had(path string) bool {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	return c.top.base[path] != ""
}

// Top returns the root folder of the work tree.
func (c *Comparison) Top() string { return c.top.folder }
