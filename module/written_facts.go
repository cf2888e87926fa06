package module

import (
	"maps"
	"slices"
	"strings"

	"puppet-lint/syntax"
)

// writtenFacts holds what is known of the external facts that manifests write to hosts, as in
// file { '/etc/facter/facts.d/role.txt': content => "role=${role}" }.
type writtenFacts struct {
	// words are the words in the texts of these files. They include the names of the facts.
	words map[string]bool
	// defines are the defined types that write such files, by name. The titles and values of
	// their resources count as texts of the files.
	defines map[string]bool
	// open is set if a syntax error may hide some of them.
	open bool
	// paths are the absolute paths of the templates and files that were read, and of missing
	// ones that would be read if they existed.
	paths map[string]bool
}

// equal reports whether two values may hold the same facts and read the same files.
func (w *writtenFacts) equal(other *writtenFacts) bool {
	return w.givesSame(other) && maps.Equal(w.defines, other.defines) && maps.Equal(w.paths, other.paths)
}

// givesSame reports whether two values may hold the same facts.
func (w *writtenFacts) givesSame(other *writtenFacts) bool {
	return w.open == other.open && maps.Equal(w.words, other.words)
}

// mayDependOn reports whether the change of a file may change the facts. Most changes do not, and
// finding out costs less than listing the facts of all modules again for each key that is typed.
func (w *writtenFacts) mayDependOn(change fileChange) bool {
	if !change.content.known || !change.onDisk.known || w.paths[change.path] {
		return true
	}
	for _, text := range []string{change.content.text, change.onDisk.text} {
		if strings.Contains(text, externalFacts) {
			return true
		}
		for name := range w.defines {
			if strings.Contains(text, name) {
				return true
			}
		}
	}
	return false
}

// writtenByManifests returns the external facts that the tree's manifests write to hosts.
func (f *Facts) writtenByManifests() *writtenFacts { return f.written.get(f.tree) }

func (f *Facts) listWritten() *writtenFacts {
	found := &writtenFacts{words: map[string]bool{}, defines: map[string]bool{}, paths: map[string]bool{}}
	for _, manifest := range f.tree.Manifests.With(externalFacts) {
		if !namesExternalFacts(manifest.Source.Text) {
			continue
		}
		f.addTexts(found, manifest, manifest.Program)
		for _, definition := range manifest.Definitions {
			if definition.Kind == DefinedType && namesExternalFacts(manifest.Source.Slice(manifest.Extent(definition.Node))) {
				found.defines[definition.Name] = true
			}
		}
	}
	for _, name := range slices.Sorted(maps.Keys(found.defines)) {
		for _, manifest := range f.tree.Manifests.With(name) {
			found.open = found.open || manifest.Broken()
			syntax.Inspect(manifest.Program, func(node syntax.Node) bool {
				if resource, ok := node.(*syntax.ResourceExpression); ok {
					if written, ok := resource.TypeName.(*syntax.QualifiedName); ok && Normalize(written.Value) == name {
						f.addTexts(found, manifest, resource)
					}
				}
				return true
			})
		}
	}
	return found
}

// namesExternalFacts reports whether a text names a folder of external facts. A call such as
// $facts.dig() does not count.
func namesExternalFacts(text string) bool {
	for {
		_, after, found := strings.Cut(text, externalFacts)
		if !found || after == "" || !isWordByte[after[0]] {
			return found
		}
		text = after
	}
}

// addTexts adds the words of the strings in a part of a manifest, and those of the templates and
// files that the strings name.
func (f *Facts) addTexts(found *writtenFacts, manifest *Manifest, part syntax.Node) {
	found.open = found.open || manifest.Broken()
	add := func(text string) {
		eachWord(text, func(word string) { found.words[word] = true })
		for _, path := range f.servedPaths(text) {
			if found.paths[path] {
				continue
			}
			found.paths[path] = true
			if served, err := f.tree.Manifests.text(path); err == nil {
				eachWord(served, func(word string) { found.words[word] = true })
			}
		}
	}
	syntax.Inspect(part, func(node syntax.Node) bool {
		switch node := node.(type) {
		case *syntax.LiteralString:
			add(node.Value)
		case *syntax.QualifiedName:
			add(node.Value)
		}
		return true
	})
}

// servedPaths returns the absolute paths that a string may denote if it names a template or
// file of a module: 'm/x.erb' or 'puppet:///modules/m/x'. For any other string, it returns
// none.
func (f *Facts) servedPaths(text string) []string {
	rest, isServed := strings.CutPrefix(text, "puppet:///modules/")
	name, relative, found := strings.Cut(rest, "/")
	module := f.tree.byName[name]
	switch {
	case module == nil || !found:
		return nil
	case isServed:
		return []string{absolute(module.Path(deployedFolder + "/" + relative))}
	}
	return []string{absolute(module.Path("templates/" + relative)), absolute(module.Path(deployedFolder + "/" + relative))}
}
