package module

import (
	"path/filepath"
	"slices"
	"strings"

	"puppet-lint/internal/document"
	"puppet-lint/internal/hiera"
)

// isLooseData reports whether a YAML file outside of modules and environments holds Hiera data, as
// in a repository that holds only data. The suffix of eyaml, the keys, or a hiera.yaml above the
// file identify such a file. Other YAML, such as that of CI systems, has none of these.
func (d *Documents) isLooseData(path string) bool {
	switch filepath.Ext(path) {
	case ".eyaml":
		return true
	case ".yaml", ".yml":
		return d.hasHieraKeys(path) || d.isBelowHiera(path)
	}
	return false
}

// hasHieraKeys reports whether a file has a key with the name of a class in it, lists classes, or
// holds values that eyaml has encrypted.
func (d *Documents) hasHieraKeys(path string) bool {
	text, err := d.tree.Manifests.text(path)
	if err != nil {
		return false
	}
	if strings.Contains(text, "ENC[PKCS7,") || strings.Contains(text, "ENC[GPG,") {
		return true
	}
	if !strings.Contains(text, "::") {
		return false
	}
	root := d.At(path).Root
	if root == nil || root.Resolve().Kind != document.Mapping {
		return false
	}
	for _, pair := range root.Resolve().Pairs() {
		if isQualifiedName(pair.Key.Text) {
			return true
		}
		if pair.Key.Text == "classes" && slices.ContainsFunc(itemsOf(pair.Value.Resolve()), func(item *document.Node) bool {
			return isQualifiedName(strings.TrimLeft(item.Resolve().Text, ":"))
		}) {
			return true
		}
	}
	return false
}

// isQualifiedName reports whether a text consists of at least two names with "::" between them, as
// Puppet writes them.
func isQualifiedName(text string) bool {
	parts := strings.Split(text, "::")
	return len(parts) > 1 && !slices.ContainsFunc(parts, func(part string) bool { return !validModuleName(part) })
}

// isBelowHiera reports whether a hiera.yaml lies above a file, and the file in one of its folders
// for data.
func (d *Documents) isBelowHiera(path string) bool {
	inner := absolute(path)
	folder := filepath.Dir(inner)
	for range maxFolders {
		if folders := d.dataFoldersOf(filepath.Join(folder, hiera.FileName)); folders != nil {
			relative, err := filepath.Rel(folder, inner)
			if err != nil {
				return false
			}
			first, _, isInFolder := strings.Cut(filepath.ToSlash(relative), "/")
			return isInFolder && slices.Contains(folders, first)
		}
		above := filepath.Dir(folder)
		if above == folder {
			break
		}
		folder = above
	}
	return false
}

// dataFoldersOf returns the names of the folders beside a hiera.yaml that hold data, or nil if the
// file is not one.
func (d *Documents) dataFoldersOf(path string) []string {
	if info, err := d.tree.Files.Stat(path); err != nil || info.IsDir() {
		return nil
	}
	root := d.At(path).Root
	if root == nil || root.Kind != document.Mapping || !slices.ContainsFunc(root.Pairs(), func(pair document.Entry) bool { return pair.Key.Text == "hierarchy" }) {
		return nil
	}
	folders := slices.Clone(environmentDataFolders)
	add := func(settings *document.Node) {
		if settings != nil {
			if first, _, _ := strings.Cut(textOf(settings.Get("datadir")), "/"); first != "" && first != "." && first != ".." {
				folders = append(folders, first)
			}
		}
	}
	add(root.Get("defaults"))
	for _, level := range itemsOf(root.Get("hierarchy")) {
		add(level.Resolve())
	}
	return folders
}
