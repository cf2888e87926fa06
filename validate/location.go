package validate

import (
	"path"
	"strings"
)

// Location is a file's place in a module, as autoloading judges it. The zero
// value is a file of which nothing is known or that is no module's: the main
// manifest, a test, standard input. No location rule applies to it.
type Location struct {
	// Module is the name of the module's folder.
	Module string
	// Path is the file's path within the module, with slashes:
	// "manifests/init.pp".
	Path string
}

// Autoloaded reports whether Puppet would load anything from the file. Other
// files of a module (examples, tests) are refused only where something loads
// them as the module's all the same; who checks a whole module leaves their
// Location empty.
func (l Location) Autoloaded() bool {
	_, ok := l.namespace()
	return ok
}

// Locate finds the place of the manifest at file below the folders of
// modulepath, first match first. The main manifest, and every file whose path
// starts with mainManifest, has no place; neither has a file that does not end
// in ".pp". Paths are absolute, with slashes.
func Locate(file string, modulepath []string, mainManifest string) Location {
	file = path.Clean(file)
	base := path.Base(file)
	if path.Ext(base) != ".pp" || base == ".pp" || mainManifest != "" && strings.HasPrefix(file, mainManifest) {
		return Location{}
	}
	for _, folder := range modulepath {
		if inside, found := strings.CutPrefix(file, strings.TrimSuffix(path.Clean(folder), "/")+"/"); found {
			module, rest, _ := strings.Cut(inside, "/")
			return Location{module, rest}
		}
	}
	return Location{}
}

// namespace is what the names of a file's definitions must start with, in lower
// case; ok is false for a file that no definition may stand in. Both have no
// meaning for the zero Location.
func (l Location) namespace() (prefix string, ok bool) {
	folder, rest, _ := strings.Cut(strings.ToLower(l.Path), "/")
	switch folder {
	case "manifests", "functions", "types", "plans":
	default:
		return "", false
	}
	module := strings.ToLower(l.Module)
	if rest == "init.pp" {
		return module, true
	}
	return module + "::" + strings.ReplaceAll(strings.TrimSuffix(rest, ".pp"), "/", "::"), true
}
