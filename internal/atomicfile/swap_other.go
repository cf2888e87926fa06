//go:build !linux

package atomicfile

import "io/fs"

// exchange gives the temporary file the name target, if the file there still is the one
// of info with the content before.
func exchange(temporary, target string, info fs.FileInfo, before, _ string) error {
	return comparedRename(temporary, target, info, before)
}
