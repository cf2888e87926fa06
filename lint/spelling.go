package lint

import (
	"cmp"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"

	"puppet-lint/internal/source"
)

// foldsCase reports whether file systems usually ignore the case of names.
const foldsCase = runtime.GOOS == "windows" || runtime.GOOS == "darwin"

// spelled returns a path with the upper and lower case that the folders list. On a system that
// ignores case, a user who types MANIFESTS\init.pp means manifests\init.pp. Only under the
// listed name is the file a part of its module, matches the configuration, and equals the file
// that a walk finds.
func spelled(files source.FileSystem, path string) string {
	volume := filepath.VolumeName(path)
	done := volume
	if len(volume) == len("C:") {
		done = strings.ToUpper(volume)
	}
	for rest := path[len(volume):]; rest != ""; {
		end := 0
		for end < len(rest) && !os.IsPathSeparator(rest[end]) {
			end++
		}
		name := rest[:end]
		if name != "" && name != "." && name != ".." {
			name = listed(files, cmp.Or(done, "."), name)
		}
		done += name
		if rest = rest[end:]; rest != "" {
			done, rest = done+rest[:1], rest[1:]
		}
	}
	return done
}

// listed returns the entry of a folder that matches name in any case, or name itself if there
// is none.
func listed(files source.FileSystem, folder, name string) string {
	entries, err := files.ReadDir(folder)
	if err != nil || findEntry(entries, name) != nil {
		return name
	}
	for _, entry := range entries {
		if strings.EqualFold(entry.Name(), name) {
			return entry.Name()
		}
	}
	return name
}

// caseCorrectedOptions returns the options with paths spelled as on disk.
func caseCorrectedOptions(options Options) Options {
	if !foldsCase {
		return options
	}
	names := namesOf(options.Files)
	options.Paths = caseCorrectedPaths(names, options.Paths)
	options.Stdin.Name = spelled(names, options.Stdin.Name)
	return options
}

// caseCorrectedPaths returns the paths of the command line spelled as on disk.
func caseCorrectedPaths(files source.FileSystem, paths []string) []string {
	paths = slices.Clone(paths)
	for i, path := range paths {
		if path != "-" {
			paths[i] = spelled(files, path)
		}
	}
	return paths
}

// namesOf returns the file system in which the user's paths are spelled. That is the whole
// disk, since the path to a tree lies outside of the tree.
func namesOf(files source.FileSystem) source.FileSystem {
	if source.ConfinedBy(files) != nil {
		return source.Disk{}
	}
	return files
}
