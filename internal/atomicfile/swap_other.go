//go:build !linux

package atomicfile

import "io/fs"

// exchange renames the temporary file to target, if the file there is still the one described
// by info with the content before.
func exchange(temporary, target string, info fs.FileInfo, before, _ string) error {
	return comparedRename(temporary, target, info, before)
}
