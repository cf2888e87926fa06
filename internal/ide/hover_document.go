package ide

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"puppet-lint/internal/document"
	"puppet-lint/internal/hiera"
	"puppet-lint/internal/source"
	"puppet-lint/module"
)

// documentPath returns the keys of the mappings around an offset of a parsed file, as in
// documentPosition. key is the span of the last key if the offset is in it.
func documentPath(node *document.Node, offset int32) (path []string, key, value source.Span) {
	for node != nil {
		next := (*document.Node)(nil)
		switch node.Kind {
		case document.Mapping:
			for i, entry := range node.Entries {
				if entry.Key == nil {
					continue
				}
				if touches(entry.Key.Span, offset) {
					return append(path, entry.Key.Text), entry.Key.Span, value
				}
				isLast := i+1 == len(node.Entries) || node.Entries[i+1].Key != nil && node.Entries[i+1].Key.Span.Start > offset
				if entry.Key.Span.End <= offset && isLast {
					path, next = append(path, entry.Key.Text), entry.Value
				}
			}
		case document.Sequence:
			for _, item := range node.Items {
				if touches(item.Span, offset) {
					path, next = append(path, ""), item
					break
				}
			}
		default:
			if touches(node.Span, offset) {
				value = node.Span
			}
			return path, key, value
		}
		node = next
	}
	return path, key, value
}

// brokenPath returns the keys up to the key at an offset of a YAML file that does not parse.
func brokenPath(text string, offset int32) (path []string, key source.Span) {
	start, end := strings.LastIndexByte(text[:offset], '\n')+1, lineEnd(text, int(offset))
	line, ok := readYAMLLine(text[start:end])
	if !ok || !line.hasKey {
		return nil, key
	}
	key = source.Span{Start: int32(start + line.column), End: int32(start + line.column + len(line.key))}
	if !touches(key, offset) {
		return nil, source.Span{}
	}
	return blockPosition(text, end).path, key
}

// document describes the key or the path at an offset of a YAML or JSON file.
func (d describer) document(offset int32) (string, source.Span) {
	if d.tree == nil || !module.IsDocumentName(d.Path) || filepath.Ext(d.Path) == ".erb" {
		return "", source.Span{}
	}
	read := d.tree.Documents.At(d.Path)
	var path []string
	var key, value source.Span
	if read != nil && read.Root != nil {
		path, key, value = documentPath(read.Root, offset)
	} else if filepath.Ext(d.Path) != ".json" {
		path, key = brokenPath(d.File.Text, offset)
	}
	if len(path) == 0 {
		return "", source.Span{}
	}
	switch d.tree.Documents.KindOf(d.Path) {
	case module.HieraConfig:
		if location := d.levelPathAt(offset); location != nil {
			return d.levelPath(location), value
		}
		return describeSchema(hieraSchema().at(path), path, key)
	case module.MetadataFile:
		return describeSchema(metadataSchema().at(path), path, key)
	case module.TaskMetadata:
		return describeSchema(taskSchema().at(path), path, key)
	case module.HieraData:
		if path[0] == hiera.OptionsKey {
			return describeSchema(lookupOptionsSchema().at(path[1:]), path, key)
		}
		if key.Len() == 0 || len(path) < 2 {
			return "", source.Span{}
		}
		var texts []string
		for _, t := range (writtenTypes{d.View}).typesOfData(path) {
			texts = append(texts, t.String())
		}
		if len(texts) > 0 {
			at := strings.LastIndex(path[0], "::")
			return code(path[len(path)-1]+": "+strings.Join(texts, " or ")) + fmt.Sprintf("\n\nin parameter `$%s` of class `%s`", path[0][at+2:], path[0][:at]), key
		}
	}
	return "", source.Span{}
}

func describeSchema(s *documentSchema, path []string, key source.Span) (string, source.Span) {
	if s == nil || s.doc == "" || key.Len() == 0 {
		return "", source.Span{}
	}
	text := fmt.Sprintf("`%s`\n\n%s", path[len(path)-1], s.doc)
	if len(s.values) > 0 {
		text += "\n\nvalues: `" + strings.Join(s.values, "`, `") + "`"
	}
	return text, key
}

// levelPathAt returns the path of a level that is written at an offset of a hiera.yaml, or nil.
func (v *View) levelPathAt(offset int32) *hiera.Location {
	for _, location := range v.levelPaths() {
		if touches(location.Node.Span, offset) {
			return location
		}
	}
	return nil
}

// levelPaths returns the paths that a hiera.yaml names.
func (v *View) levelPaths() (found []*hiera.Location) {
	if v.tree == nil || filepath.Base(v.Path) != hiera.FileName {
		return nil
	}
	configs := []*hiera.Config{v.tree.Documents.GlobalHiera(), v.tree.Documents.Hiera()}
	if owner := v.moduleOf(); owner != nil {
		configs = append(configs, owner.Hiera())
	}
	for _, config := range configs {
		if config == nil || config.Document == nil || config.Document.File.Name != v.Path {
			continue
		}
		for _, level := range slices.Concat(config.Levels, config.Defaults) {
			for _, location := range level.Locations {
				if location.Node != nil {
					found = append(found, location)
				}
			}
		}
	}
	return found
}

func (d describer) levelPath(location *hiera.Location) string {
	switch count := len(location.Files); count {
	case 0:
		return "There is no such data file."
	case 1:
		return "The data file:\n- `" + d.shownPath(location.Files[0]) + "`"
	default:
		text := fmt.Sprintf("%d data files:", count)
		for i, path := range location.Files {
			if i == maxValues {
				return text + fmt.Sprintf("\n- and %d more", count-maxValues)
			}
			text += "\n- `" + d.shownPath(path) + "`"
		}
		return text
	}
}

func (v *View) shownPath(path string) string { return v.FileOf(source.NewFile(path, "")) }

// levelFiles returns the data files of the path at an offset of a hiera.yaml.
func (v *View) levelFiles(offset int32) (places []Location, from source.Span) {
	location := v.levelPathAt(offset)
	if location == nil {
		return nil, from
	}
	for _, path := range location.Files {
		if file, err := v.Read(path); err == nil {
			places = append(places, Location{File: file})
		}
	}
	return places, location.Node.Span
}

// documentLinks returns the files that a hiera.yaml names on every node, and the pages or
// folders of the modules that a metadata.json depends on.
func (v *View) documentLinks() (links []Link) {
	for _, location := range v.levelPaths() {
		if len(location.Files) == 1 && location.Always {
			links = append(links, Link{Span: location.Node.Span, Path: location.Files[0]})
		}
	}
	if v.tree == nil || v.tree.Documents.KindOf(v.Path) != module.MetadataFile {
		return links
	}
	read := v.tree.Documents.At(v.Path)
	if read == nil || read.Root == nil {
		return links
	}
	dependencies := read.Root.Get("dependencies")
	if dependencies == nil {
		return links
	}
	for _, item := range dependencies.Items {
		name := item.Get("name")
		if name == nil || name.Text == "" {
			continue
		}
		owner, short, ok := strings.Cut(strings.Replace(name.Text, "-", "/", 1), "/")
		if !ok {
			continue
		}
		if path := v.metadataPath(short); path != "" {
			links = append(links, Link{Span: name.Span, Path: path})
		} else if isForgeWord(owner) && isForgeWord(short) {
			links = append(links, Link{Span: name.Span, URL: "https://forge.puppet.com/modules/" + owner + "/" + short})
		}
	}
	return links
}

// isForgeWord reports whether a text can be an owner or name of the Forge.
func isForgeWord(text string) bool {
	return text != "" && strings.Trim(text, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_") == ""
}
