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
		manifest := tree.Manifest(path)
		if manifest.Err != nil {
			return nil
		}
		return OfManifest(manifest.File, place)
	case ".rb":
		return OfRuby(tree.Ruby(path), place)
	}
	switch tree.DocumentKind(path) {
	case module.HieraData:
		return OfData(tree.Document(path), place)
	case module.HieraConfig:
		return OfHieraConfig(tree.Document(path), place)
	case module.TaskMetadata:
		return OfTask(tree.Document(path), place)
	case module.RubyTemplate:
		return OfTemplate(tree.Template(path), place)
	}
	return nil
}
