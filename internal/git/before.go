package git

import "slices"

// Before is what a file was, where that differs from what it is.
type Before struct {
	// Path is absolute; Text is what the file held.
	Path, Text string
	// Deleted says that the file is no longer there.
	Deleted bool
}

// Differing are the files of the state that is compared with for which wanted holds, and
// that are another now, or are no longer there: what they were is read from git's
// objects. Read is what a file holds now. The files of submodules are left out.
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
	var found []Before
	for _, path := range paths {
		text, isThere := read(path)
		if isThere && isObject(c.top.base[path], text) {
			continue
		}
		before, err := c.top.blob(c.top.base[path])
		if err != nil {
			return nil, err
		}
		found = append(found, Before{Path: path, Text: before, Deleted: !isThere})
	}
	return found, nil
}

// Had reports whether a file was there in the state that is compared with, and Top is
// the folder of the work tree.
func (c *Comparison) Had(path string) bool {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	return c.top.base[path] != ""
}

// Top is the folder of the work tree.
func (c *Comparison) Top() string { return c.top.folder }
