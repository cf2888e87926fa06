package symbols

import (
	"errors"
	"io/fs"
	"path"
	"path/filepath"
	"strings"

	"puppet-lint/internal/hiera"
	"puppet-lint/module"
	"puppet-lint/rules/flow"
	"puppet-lint/syntax"
)

// OfFile returns the table of a file of a tree. It returns nil if the file is gone, cannot be
// read, or defines and uses no names. variables is the analysis that the table of a manifest or
// EPP template was made with; it is nil for other files. known, unless it is nil, returns the analysis
// of a manifest if the caller has it, otherwise nil.
func OfFile(tree *module.Tree, path string, known func(*syntax.File) *flow.Analysis) (table *Table, variables *flow.Analysis) {
	if _, err := tree.Files.Stat(path); errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	place := FileLocation{Path: path, Initial: tree.IsInitial(path)}
	if owner, relative := tree.ModuleOf(path); owner != nil {
		place.Module, place.Relative = owner.Name, relative
	}
	switch filepath.Ext(path) {
	case ".pp", ".epp":
		manifest := tree.Manifests.At(path)
		if manifest.Err != nil {
			return nil, nil
		}
		if known != nil {
			variables = known(manifest.File)
		}
		if variables == nil {
			variables = flow.Of(manifest.File)
		}
		return ofManifest(manifest.File, place, variables), variables
	case ".rb":
		return OfRuby(tree.Plugins.Declarations(path), place), nil
	}
	if IsServedHierarchy(place.Relative) {
		return OfHieraConfig(tree.Documents.At(path), place), nil
	}
	switch tree.Documents.KindOf(path) {
	case module.HieraData:
		return OfData(tree.Documents.At(path), place), nil
	case module.HieraConfig:
		return OfHieraConfig(tree.Documents.At(path), place), nil
	case module.TaskMetadata:
		return OfTask(tree.Documents.At(path), place), nil
	case module.RubyTemplate:
		return OfTemplate(tree.Documents.Template(path), place), nil
	}
	return nil, nil
}

// IsServedHierarchy reports whether a file of a module, given its path in it, is a hiera.yaml that the
// module serves. Its levels are not those of the tree, but agents or servers that get the file call its
// functions.
func IsServedHierarchy(relative string) bool {
	return strings.HasPrefix(relative, "files/") && path.Base(relative) == hiera.FileName
}
