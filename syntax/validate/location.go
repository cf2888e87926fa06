package validate

import (
	"path"
	"strings"
)

// Location is a file's location in a module, as autoloading sees it. The zero value is a file
// of which nothing is known or that belongs to no module: the main manifest, a test, standard
// input. No location rule applies to it.
type Location struct {
	// Module is the name of the module's folder.
	Module string
	// Path is the file's path in the module, with slashes: "manifests/init.pp".
	Path string
}

// Autoloaded reports whether Puppet would load anything from the file. Puppet refuses other
// files of a module (examples, tests) only if something loads them as part of the module. When
// a whole module is checked, their Location is left empty.
func (l Location) Autoloaded() bool {
	_, ok := l.namespace()
	return ok
}

// Locate returns the location of the manifest at file in the folders of modulepath; the first
// match counts. It returns no location for the main manifest, for files whose path starts with
// mainManifest, and for files that do not end in ".pp". Paths are absolute, with slashes.
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

// namespace returns the required start, in lower case, of the names of a file's definitions. ok
// is false if the file must not contain definitions. The result has no meaning for the zero
// Location.
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
