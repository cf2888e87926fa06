package source

import (
	"os"
	"path/filepath"
)

// Absolute returns the cleaned absolute path of path, which is relative to the absolute folder.
// On Windows, a path that begins with a slash is on the folder's drive.
func Absolute(folder, path string) string {
	switch {
	case filepath.IsAbs(path):
		return filepath.Clean(path)
	case path != "" && os.IsPathSeparator(path[0]):
		return filepath.Clean(filepath.VolumeName(folder) + path)
	}
	return filepath.Join(folder, path)
}

// IsAbsolute reports whether path is absolute on any system. Paths in code and data may be for
// a different system than this one.
func IsAbsolute(path string) bool {
	if filepath.IsAbs(path) || path != "" && (path[0] == '/' || path[0] == '\\') {
		return true
	}
	return len(path) > 2 && path[1] == ':' && (path[2] == '/' || path[2] == '\\') && 'a' <= path[0]|0x20 && path[0]|0x20 <= 'z'
}
