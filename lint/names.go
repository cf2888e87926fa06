package lint

import (
	"os"
	"path/filepath"
	"slices"
)

// withoutOtherNames keeps one name of each file that has several because of symbolic links: the
// real name, or else the first one.
func (f *finder) withoutOtherNames() {
	if !f.once || len(f.links) == 0 || len(f.files) < 2 {
		return
	}
	folders := map[string]string{}
	// real returns the path of a file with the links to its folder resolved.
	real := func(path string) string {
		folder, name := filepath.Split(f.absolute(path))
		known, found := folders[folder]
		if !found {
			known = folder
			if resolved, err := filepath.EvalSymlinks(folder); err == nil {
				known = resolved
			}
			folders[folder] = known
		}
		return filepath.Join(known, name)
	}
	taken := make(map[string]bool, len(f.files))
	targets := map[string]string{}
	for _, path := range f.files {
		at := real(path)
		if info, err := os.Lstat(at); f.links[path] && err == nil && info.Mode()&os.ModeSymlink != 0 {
			if target, err := filepath.EvalSymlinks(at); err == nil {
				targets[path] = target
				continue
			}
		}
		targets[path] = at
		// If links to folders give a file several names, the first one counts.
		if taken[at] {
			targets[path] = ""
		}
		taken[at] = true
	}
	f.files = slices.DeleteFunc(f.files, func(path string) bool {
		at := targets[path]
		if at == "" {
			return true
		}
		if at == real(path) {
			return false
		}
		if taken[at] {
			return true
		}
		taken[at] = true
		return false
	})
}

// isLinkElsewhere reports whether an absolute path is a link, or goes through one.
func isLinkElsewhere(path string) bool {
	real, err := filepath.EvalSymlinks(path)
	return err == nil && real != path
}
