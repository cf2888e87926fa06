package known

import (
	"strings"

	"puppet-lint/types"
)

// ownPath returns the path, without a folder and an extension, of the file for a qualified
// name.
func ownPath(name string) string {
	_, own, isQualified := strings.Cut(name, "::")
	if !isQualified {
		return "init"
	}
	return strings.ReplaceAll(own, "::", "/")
}

// FunctionFiles returns the files, relative to its module's folder, one of which defines a function.
func FunctionFiles(name string) []string {
	whole := strings.ReplaceAll(name, "::", "/")
	return []string{"functions/" + ownPath(name) + ".pp", functionFolder + whole + ".rb", legacyFunctionFolder + whole + ".rb"}
}

// TypeFile returns the file, relative to its module's folder, that defines a type alias.
func TypeFile(name string) string { return "types/" + ownPath(name) + ".pp" }

// ManifestFile returns the file, relative to its module's folder, that defines a class or defined
// type.
func ManifestFile(name string) string { return "manifests/" + ownPath(name) + ".pp" }

// Elsewhere returns a known version that has one of the files but is not allowed: the first one
// after the allowed versions, otherwise the last one before them. It returns nil if there is
// none, or if an allowed version has one of the files.
func (v *View) Elsewhere(files ...string) *types.Version {
	var having Versions
	for _, file := range files {
		for _, form := range v.listing().forms[file] {
			having |= form.in
		}
	}
	if having&v.Allowed != 0 {
		return nil
	}
	var found *types.Version
	for i, version := range v.Versions {
		if having&(1<<i) == 0 {
			continue
		}
		if found = version; v.Allowed>>i == 0 {
			return found // all allowed versions are older
		}
	}
	return found
}
