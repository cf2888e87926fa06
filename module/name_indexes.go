package module

import (
	"maps"
	"path/filepath"

	"puppet-lint/internal/incremental"
)

// NameIndexes are the name indexes of the modules of a tree, and of its environment.
type NameIndexes struct {
	tree    *Tree
	indexes *incremental.Query[*Module, *NameIndex]
	// attributes holds all attributes mentioned anywhere, roots the modules by the first segments of
	// the names in their indexes.
	attributes treeValue[map[string]bool]
	roots      treeValue[map[string][]*Module]
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
func (n *NameIndexes) MentionAttribute(name string) bool {
	return n.attributes.query.Get(n.about(name), struct{}{})[name]
}

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
func (n *NameIndexes) ModulesNaming(root string) []*Module {
	return n.roots.query.Get(n.about(root), struct{}{})[root]
}

// Mention tells which parts of a NameIndex contain a name.
type Mention struct{ Qualified, Word, Parent, Open bool }

// Mention returns how the files of a module mention a name, or those of the environment if module is
// nil.
func (n *NameIndexes) Mention(module *Module, name string) Mention {
	return n.indexes.Get(n.about(name), module).mention(name)
}

// about returns the task to read the indexes with for an answer about one name. The query that the view
// computes depends on how files mention that name, and not on all names.
func (n *NameIndexes) about(name string) *incremental.Task {
	task := n.tree.inputs.task
	if task != nil {
		n.tree.inputs.names.Get(task, name)
	}
	return task.Apart()
}

func (m *NameIndex) mention(name string) Mention {
	return Mention{Qualified: m.Qualified[name], Word: m.Words[name], Parent: m.Parents[name], Open: m.Open[name]}
}

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

// mentionsSame reports whether a changed file certainly mentions the same names as before.
func mentionsSame(before, after content) bool {
	return before.known && after.known && indexText(before.path, before.text).equal(indexText(after.path, after.text))
}

// renew records which names the changed files mention differently. The indexes were used before the
// change if it has them.
func (n *NameIndexes) renew(changes []fileChange) {
	names := map[string]bool{}
	for _, file := range changes {
		if before, after := file.content, file.onDisk; before.known && after.known {
			indexText(before.path, before.text).addDiffering(names, indexText(after.path, after.text))
		} else if file.index != nil {
			file.index.addDiffering(names, n.Of(file.module))
		}
	}
	if len(names) > 0 {
		n.tree.inputs.database.Change(func(change *incremental.Change) {
			for name := range names {
				n.tree.inputs.names.Touch(change, name)
			}
		})
	}
}

// addDiffering adds the names, and the first segments of names, that only one of two indexes contains.
func (m *NameIndex) addDiffering(names map[string]bool, other *NameIndex) {
	if m == other {
		return
	}
	for _, both := range [][2]map[string]bool{
		{m.Qualified, other.Qualified}, {m.Words, other.Words}, {m.Parents, other.Parents}, {m.Open, other.Open}, {m.Attributes, other.Attributes}, {m.roots, other.roots},
	} {
		for _, pair := range [][2]map[string]bool{both, {both[1], both[0]}} {
			for name := range pair[0] {
				if !pair[1][name] {
					names[name] = true
				}
			}
		}
	}
}
