package lint

import (
	"cmp"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"

	"puppet-lint/source"
)

// foldsCase reports whether file systems usually take a name in another case for
// the same name.
const foldsCase = runtime.GOOS == "windows" || runtime.GOOS == "darwin"

// spelled is a path as the folders on its way list it. Where case does not count,
// who types MANIFESTS\init.pp means manifests\init.pp, and only by that name it is
// part of a module, matches what the configuration says, and is one file with what
// a walk finds.
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

// listed is the entry of a folder that name names in any case; name itself if there
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

// spelledOptions are options whose paths are spelled as on disk.
func spelledOptions(options Options) Options {
	if !foldsCase {
		return options
	}
	names := namesOf(options.Files)
	options.Paths = spelledPaths(names, options.Paths)
	options.StdinName = spelled(names, options.StdinName)
	return options
}

// spelledPaths are paths of the command line as the folders on their way list them.
func spelledPaths(files source.FileSystem, paths []string) []string {
	paths = slices.Clone(paths)
	for i, path := range paths {
		if path != "-" {
			paths[i] = spelled(files, path)
		}
	}
	return paths
}

// namesOf are the files among which the names on the way of a path are looked for that
// the user has given: on the disk, all of them, since the way to a tree lies outside.
func namesOf(files source.FileSystem) source.FileSystem {
	if source.ConfinedBy(files) != nil {
		return source.Disk{}
	}
	return files
}
