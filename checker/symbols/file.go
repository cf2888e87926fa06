package symbols

import (
	"errors"
	"io/fs"
	"path/filepath"

	"puppet-lint/module"
)

// OfFile returns the table of a file of a tree. It returns nil if the file is gone, cannot be
// read, or defines and uses no names.
func OfFile(tree *module.Tree, path string) *Table {
	if _, err := tree.Files.Stat(path); errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	place := FileLocation{Path: path, Initial: tree.IsInitial(path)}
	if owner, relative := tree.ModuleOf(path); owner != nil {
		place.Module, place.Relative = owner.Name, relative
	}
	switch filepath.Ext(path) {
	case ".pp", ".epp":
		manifest := tree.Manifests.At(path)
		if manifest.Err != nil {
			return nil
		}
		return OfManifest(manifest.File, place)
	case ".rb":
		return OfRuby(tree.Plugins.Declarations(path), place)
	}
	switch tree.Documents.KindOf(path) {
	case module.HieraData:
		return OfData(tree.Documents.At(path), place)
	case module.HieraConfig:
		return OfHieraConfig(tree.Documents.At(path), place)
	case module.TaskMetadata:
		return OfTask(tree.Documents.At(path), place)
	case module.RubyTemplate:
		return OfTemplate(tree.Documents.Template(path), place)
	}
	return nil
}
