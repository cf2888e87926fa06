package module

import (
	"maps"
	"path/filepath"
	"strings"
	"unicode"

	"puppet-lint/internal/incremental"
)

// Facts are the external facts of a tree, including those that code or scripts write into files
// of external facts.
type Facts struct {
	tree *Tree
	// external returns the words of all external fact files.
	external treeValue[map[string]bool]
	written  treeValue[*writtenFacts]
	// tested holds the facts that the tests of each module set.
	tested *incremental.Query[*Module, map[string]bool]
}

func newFacts(tree *Tree) *Facts {
	return &Facts{
		tree:     tree,
		external: newTreeValue(tree, "external facts", func(view *Tree) map[string]bool { return view.Facts.listExternal() }, maps.Equal),
		written:  newTreeValue(tree, "written facts", func(view *Tree) *writtenFacts { return view.Facts.listWritten() }, (*writtenFacts).equal),
		tested:   query(tree, "tested facts", func(view *Tree, module *Module) map[string]bool { return view.Facts.listTested(module) }, maps.Equal),
	}
}

// externalFacts is the folder of a module with programs and data files that provide facts.
const externalFacts = "facts.d"

// IsExternalFact reports whether a file lies in a folder of external facts. Findings anywhere
// may depend on the words in it.
func IsExternalFact(path string) bool {
	return strings.Contains(filepath.ToSlash(path), "/"+externalFacts+"/")
}

// MayBeExternal reports whether a module's external facts contain a word. The output of a
// program is unknown, but its text most likely contains the names of its facts.
func (f *Facts) MayBeExternal(word string) bool {
	return f.external.get(f.tree)[word] || f.writtenByManifests().open
}

// listExternal returns the words in all texts that may name external facts: files of external
// facts that modules have or copy to hosts, or that lie beside the code; texts that manifests
// write into such files; facts that Vagrant or a script sets; and Ruby files that compute the
// names of facts.
func (f *Facts) listExternal() map[string]bool {
	words := map[string]bool{}
	add := func(path string) {
		text, err := f.tree.Manifests.text(path)
		if err != nil {
			return
		}
		for _, word := range strings.FieldsFunc(text, func(r rune) bool { return r != '_' && !unicode.IsLetter(r) && !unicode.IsDigit(r) }) {
			words[word] = true
		}
	}
	for _, module := range f.tree.Modules {
		f.tree.folders.walk(module.Path(externalFacts), add)
		for _, folder := range []string{"files", "templates"} {
			f.tree.folders.walk(module.Path(folder), func(path string) {
				if IsExternalFact(path) {
					add(path)
				}
			})
		}
	}
	for _, folder := range f.externalFolders() {
		f.tree.folders.walk(folder, add)
	}
	for _, file := range f.tree.Plugins.in(factFiles).files {
		if f.tree.Plugins.Declarations(file.path).HasComputedFacts {
			add(file.path)
		}
	}
	f.tree.surroundings.each(func(path string) { f.addGiven(words, path) })
	maps.Copy(words, f.writtenByManifests().words)
	return words
}

// externalFolders are the folders around the environment and its modules that may contain
// external facts: a repository may hold the whole configuration of a host.
func (f *Facts) externalFolders() []string {
	var found []string
	seen := map[string]bool{}
	for _, folder := range append([]string{f.tree.Environment}, f.tree.Modulepath...) {
		if folder == "" {
			continue
		}
		folder = absolute(folder)
		for range maxAround {
			if seen[folder] {
				break
			}
			seen[folder] = true
			found = append(found, filepath.Join(folder, externalFacts), filepath.Join(folder, "facter", externalFacts))
			folder = filepath.Dir(folder)
		}
	}
	return found
}

// maxAround is the number of folders around the code that are searched.
const maxAround = 4
