package source

import (
	"os"
	"path/filepath"
	"runtime"
	"strings"
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

// IsWithin reports whether a path is a folder or lies in it. Both are clean and absolute. On
// Windows and macOS, case does not matter.
func IsWithin(path, folder string) bool {
	if runtime.GOOS == "windows" || runtime.GOOS == "darwin" {
		path, folder = strings.ToLower(path), strings.ToLower(folder)
	}
	rest, within := strings.CutPrefix(path, folder)
	return within && (rest == "" || rest[0] == filepath.Separator || strings.HasSuffix(folder, string(filepath.Separator)))
}
