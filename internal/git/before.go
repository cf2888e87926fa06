package git

import "slices"

// Before is the earlier content of a file that has changed.
type Before struct {
	// Path is the absolute path. Text is the earlier content.
	Path, Text string
	// Deleted is true if the file no longer exists.
	Deleted bool
}

// Differing returns the files of the compared state that have changed or no longer exist, and
// for which wanted returns true. Their earlier content is read from git's objects; read returns
// their present content. Files of submodules are left out.
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

// Had reports whether a file existed in the compared state.
func (c *Comparison) Had(path string) bool {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	return c.top.base[path] != ""
}

// Top returns the root folder of the work tree.
func (c *Comparison) Top() string { return c.top.folder }
