package module

import (
	"maps"
	"path/filepath"
	"slices"
	"strings"
)

// NameIndexes are the name indexes of the modules of a tree, and of its environment.
type NameIndexes struct {
	tree    *Tree
	indexes cache[*NameIndex] // by folder
	// attributes holds one value: all attributes mentioned anywhere; roots one, too: the modules
	// that ModulesNaming returns.
	attributes    cache[map[string]bool]
	roots         cache[map[string][]*Module]
	invalidations []*invalidation // see Generation
}

// MentionAttribute reports whether name is among the Attributes of a module or of the
// environment.
func (n *NameIndexes) MentionAttribute(name string) bool {
	return n.attributes.get("", func() map[string]bool {
		all := maps.Clone(n.Of(nil).Attributes)
		for _, module := range n.tree.Modules {
			maps.Copy(all, n.Of(module).Attributes)
		}
		return all
	})[name]
}

// ModulesNaming returns the modules whose name indexes contain, outside of Words and Attributes,
// a name with the first segment root. With "" they are those whose Open contains "".
func (n *NameIndexes) ModulesNaming(root string) []*Module {
	return n.roots.get("", func() map[string][]*Module {
		all := map[string][]*Module{}
		for _, module := range n.tree.Modules {
			for root := range n.Of(module).roots {
				all[root] = append(all[root], module)
			}
		}
		return all
	})[root]
}

// Of returns the name index of a module, or of the environment if module is nil. It
// reads the files once.
func (n *NameIndexes) Of(module *Module) *NameIndex {
	folder := n.tree.Environment
	if module != nil {
		folder = module.Folder
	}
	return n.indexes.get(folder, func() *NameIndex {
		found := newNameIndex()
		if folder == "" {
			return found
		}
		top, err := n.tree.Files.ReadDir(folder)
		if err != nil {
			return found
		}
		for _, entry := range top {
			path := filepath.Join(folder, entry.Name())
			switch entry.Name() {
			case "manifests", "functions", "plans", "types", "templates", "lib", "data", "hieradata", "hiera":
				n.tree.folders.walk(path, func(path string) { n.add(found, path) })
			case "hiera.yaml":
				n.add(found, path)
			}
		}
		return found
	})
}

func (n *NameIndexes) add(found *NameIndex, path string) {
	if text, err := n.tree.Manifests.text(path); err == nil {
		found.add(path, text)
	}
}

// Generation returns a number that grows when Renew finds that a name index may have changed,
// or the variables that classes read from their parents.
func (n *NameIndexes) Generation() int { return len(n.invalidations) }

// MayHaveChanged reports whether the mentions of a class or variable, by its unqualified
// name, or the behavior of a function or template, may have changed since an earlier
// generation.
func (n *NameIndexes) MayHaveChanged(since int, names ...string) bool {
	return slices.ContainsFunc(n.invalidations[since:], func(r *invalidation) bool {
		return r.all || slices.ContainsFunc(names, func(name string) bool { return r.names[name] })
	})
}

// invalidate makes the name index of a module be built again and notes the differences. It
// does nothing to the index if the changed file mentions the same names as before.
func (n *NameIndexes) invalidate(module *Module, before, after content) {
	heirs := &invalidation{names: map[string]bool{}}
	heirs.addParents(before, after)
	n.note(heirs)
	n.noteNames(before.functions...)
	n.noteNames(after.functions...)
	first, now := indexText(before.path, before.text), indexText(after.path, after.text)
	bothKnown := before.known && after.known
	if bothKnown && first.equal(now) {
		return
	}
	folder := n.tree.Environment
	if module != nil {
		folder = module.Folder
	}
	known, asked := n.indexes.known(folder)
	n.indexes.forget(folder)
	found := &invalidation{all: true}
	switch {
	case bothKnown:
		found = first.differing(now)
	case asked:
		found = known.differing(n.Of(module))
	}
	if !bothKnown || !maps.Equal(first.roots, now.roots) {
		n.roots.forget("")
	}
	if found.all || len(found.names) > 0 {
		n.attributes.forget("")
		n.note(found)
	}
}

func (n *NameIndexes) note(found *invalidation) {
	if found.all || len(found.names) > 0 {
		n.invalidations = append(n.invalidations, found)
	}
}

// noteNames notes that definitions of these names may have changed.
func (n *NameIndexes) noteNames(names ...string) {
	found := &invalidation{names: map[string]bool{}}
	for _, name := range names {
		found.names[name] = true
	}
	n.note(found)
}

// invalidation holds the names whose mentions may have changed when files were read again:
// variables and attributes, parent classes, functions, and templates as code names them. all
// means every name.
type invalidation struct {
	names map[string]bool
	all   bool
}

// addParents adds the parent classes in the old and new content of a file. The name index does
// not contain the variables that a class reads from its parent.
func (r *invalidation) addParents(contents ...content) {
	for _, content := range contents {
		for _, parent := range content.parents {
			r.names[parent] = true
		}
	}
}

// differing returns the names that only one of two indexes contains, both qualified and
// unqualified.
func (m *NameIndex) differing(other *NameIndex) *invalidation {
	found := &invalidation{names: map[string]bool{}, all: m.Open[""] != other.Open[""] || !maps.Equal(m.Parents, other.Parents)}
	for _, both := range [][2]map[string]bool{{m.Qualified, other.Qualified}, {m.Words, other.Words}, {m.Open, other.Open}, {m.Attributes, other.Attributes}} {
		for _, pair := range [][2]map[string]bool{both, {both[1], both[0]}} {
			for name := range pair[0] {
				if !pair[1][name] {
					found.names[name], found.names[name[strings.LastIndexByte(name, ':')+1:]] = true, true
				}
			}
		}
	}
	return found
}
