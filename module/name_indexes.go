package module

import (
	"maps"
	"path/filepath"
	"slices"
	"strings"

	"puppet-lint/internal/incremental"
)

// NameIndexes are the name indexes of the modules of a tree, and of its environment.
type NameIndexes struct {
	tree    *Tree
	indexes *incremental.Query[*Module, *NameIndex]
	// attributes holds all attributes mentioned anywhere. roots caches the results of
	// ModulesNaming.
	attributes treeValue[map[string]bool]
	roots      treeValue[map[string][]*Module]
	// invalidations are those of the tree itself; see Generation.
	invalidations []*invalidation
}

func newNameIndexes(tree *Tree) *NameIndexes {
	return &NameIndexes{
		tree:       tree,
		indexes:    query(tree, "name index", func(view *Tree, module *Module) *NameIndex { return view.Names.read(module) }, (*NameIndex).equal),
		attributes: newTreeValue(tree, "attributes", func(view *Tree) map[string]bool { return view.Names.listAttributes() }, maps.Equal),
		roots:      newTreeValue(tree, "roots", func(view *Tree) map[string][]*Module { return view.Names.listRoots() }, nil),
	}
}

// MentionAttribute reports whether name is among the Attributes of a module or of the
// environment.
func (n *NameIndexes) MentionAttribute(name string) bool { return n.attributes.get(n.tree)[name] }

func (n *NameIndexes) listAttributes() map[string]bool {
	all := maps.Clone(n.Of(nil).Attributes)
	for _, module := range n.tree.Modules {
		maps.Copy(all, n.Of(module).Attributes)
	}
	return all
}

// ModulesNaming returns the modules whose name indexes contain a name with the first segment
// root. Words and Attributes do not count. For "", it returns the modules whose Open contains
// "".
func (n *NameIndexes) ModulesNaming(root string) []*Module { return n.roots.get(n.tree)[root] }

func (n *NameIndexes) listRoots() map[string][]*Module {
	all := map[string][]*Module{}
	for _, module := range n.tree.Modules {
		for root := range n.Of(module).roots {
			all[root] = append(all[root], module)
		}
	}
	return all
}

// Of returns the name index of a module, or of the environment if module is nil. It
// reads the files once.
func (n *NameIndexes) Of(module *Module) *NameIndex { return n.indexes.Get(n.tree.inputs.task, module) }

func (n *NameIndexes) read(module *Module) *NameIndex {
	folder := n.tree.Environment
	if module != nil {
		folder = module.Folder
	}
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
}

// add adds the names that a file mentions. The index depends on these names, not on the whole
// text.
func (n *NameIndexes) add(found *NameIndex, path string) {
	all := n.tree.inputs
	if n.tree.inputs.task != nil {
		all.namesIn.Get(n.tree.inputs.task, n.tree.absolute(path))
	}
	if text, err := all.tree.Manifests.text(path); err == nil {
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

// ChangedSince returns the names for which MayHaveChanged is true since an earlier generation.
// all means that this holds for every name.
func (n *NameIndexes) ChangedSince(generation int) (names map[string]bool, all bool) {
	names = map[string]bool{}
	for _, one := range n.invalidations[generation:] {
		if one.all {
			return nil, true
		}
		maps.Copy(names, one.names)
	}
	return names, false
}

// mentionsSame reports whether a changed file certainly mentions the same names as before.
func mentionsSame(before, after content) bool {
	return before.known && after.known && indexText(before.path, before.text).equal(indexText(after.path, after.text))
}

// invalidate records how a changed file changes the name index of its module. index is the
// index before the change, or nil if it was never used.
func (n *NameIndexes) invalidate(module *Module, before, after content, index *NameIndex) {
	heirs := &invalidation{names: map[string]bool{}}
	heirs.addParents(before, after)
	n.note(heirs)
	n.noteNames(before.functions...)
	n.noteNames(after.functions...)
	switch {
	case before.known && after.known:
		n.note(indexText(before.path, before.text).differing(indexText(after.path, after.text)))
	case index != nil:
		n.note(index.differing(n.Of(module)))
	default:
		n.note(&invalidation{all: true})
	}
}

func (n *NameIndexes) note(found *invalidation) {
	if found.all || len(found.names) > 0 {
		n.invalidations = append(n.invalidations, found)
	}
}

// noteNames records that definitions of these names may have changed.
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
