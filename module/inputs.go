package module

import (
	"errors"
	"io/fs"
	"path/filepath"
	"slices"

	"puppet-lint/internal/incremental"
	"puppet-lint/internal/source"
	"puppet-lint/module/known"
)

// inputs are the files and folders that the answers of a tree depend on, by absolute path.
// Queries read them through the file system of their view (see Tree.ViewFor), which records each
// read.
type inputs struct {
	tree     *Tree
	database *incremental.Database
	// task is the query that a view computes; nil for the tree itself.
	task *incremental.Task
	// texts represents the texts of files. The texts themselves are not kept in memory.
	texts *incremental.Input[string, struct{}]
	// namesIn represents the names that files mention (see NameIndex).
	namesIn *incremental.Input[string, struct{}]
	// names represents how the files of the tree mention a name.
	names    *incremental.Input[string, struct{}]
	kinds    *incremental.Input[string, fileKind]
	listings *incremental.Input[string, listing]
}

// fileKind is the kind of the file at a path.
type fileKind uint8

const (
	nothing fileKind = iota
	aFile
	aFolder
	outside // it cannot be read
)

// listing is what a folder contains. It is empty if the folder cannot be read.
type listing struct {
	isFolder bool
	entries  []listedEntry
}

type listedEntry struct {
	name     string
	isFolder bool
}

func (l listing) equal(other listing) bool {
	return l.isFolder == other.isFolder && slices.Equal(l.entries, other.entries)
}

func (l listing) has(name string) bool {
	return slices.ContainsFunc(l.entries, func(entry listedEntry) bool { return entry.name == name })
}

func newInputs(tree *Tree, database *incremental.Database) *inputs {
	stamp := func(string) struct{} { return struct{}{} }
	i := &inputs{tree: tree, database: database}
	i.texts = incremental.NewInput(database, "text", stamp, nil)
	i.namesIn = incremental.NewInput(database, "names in", stamp, nil)
	i.names = incremental.NewInput(database, "name", stamp, nil)
	i.kinds = incremental.NewInput(database, "kind", i.kindOf, func(a, b fileKind) bool { return a == b })
	i.listings = incremental.NewInput(database, "listing", i.list, listing.equal)
	return i
}

func (i *inputs) kindOf(path string) fileKind {
	switch info, err := i.tree.Files.Stat(path); {
	case errors.Is(err, source.ErrOutside):
		return outside
	case err != nil:
		return nothing
	case info.IsDir():
		return aFolder
	}
	return aFile
}

func (i *inputs) list(path string) listing {
	entries, err := i.tree.Files.ReadDir(path)
	found := listing{isFolder: err == nil, entries: make([]listedEntry, len(entries))}
	for at, entry := range entries {
		found.entries[at] = listedEntry{entry.Name(), entry.IsDir()}
	}
	return found
}

// change records that files or folders were changed, added or deleted.
func (i *inputs) change(files []fileChange) {
	i.database.Change(func(change *incremental.Change) {
		for _, file := range files {
			i.texts.Touch(change, file.path)
			if !mentionsSame(file.content, file.onDisk) {
				i.namesIn.Touch(change, file.path)
			}
			i.kinds.Refresh(change, file.path)
			if i.listings.Refresh(change, file.path) {
				i.changedBelow(change, file.path)
			}
			i.changedAround(change, filepath.Dir(file.path))
		}
	})
}

// changedAround records that a file in a folder was added, changed or deleted. The folder
// itself, and those around it, may have come or gone with the file.
func (i *inputs) changedAround(change *incremental.Change, folder string) {
	i.listings.Refresh(change, folder)
	for around := filepath.Dir(folder); around != folder; folder, around = around, filepath.Dir(around) {
		i.kinds.Refresh(change, folder)
		before, isRead := i.listings.Known(around)
		if isRead && before.has(filepath.Base(folder)) == (i.kindOf(folder) != nothing) {
			return // the folder neither came nor went
		}
		i.listings.Refresh(change, around)
	}
}

// changedBelow records that everything in a folder may have changed.
func (i *inputs) changedBelow(change *incremental.Change, folder string) {
	var texts, kinds, listings []string
	incremental.EachInput(i.texts, func(path string, _ struct{}) bool { texts = append(texts, path); return true })
	incremental.EachInput(i.kinds, func(path string, _ fileKind) bool { kinds = append(kinds, path); return true })
	incremental.EachInput(i.listings, func(path string, _ listing) bool { listings = append(listings, path); return true })
	for _, path := range texts {
		if isAround(folder, path) {
			i.texts.Touch(change, path)
			i.namesIn.Touch(change, path)
		}
	}
	for _, path := range kinds {
		if isAround(folder, path) {
			i.kinds.Refresh(change, path)
		}
	}
	for _, path := range listings {
		if isAround(folder, path) {
			i.listings.Refresh(change, path)
		}
	}
}

// recordedFiles is the file system of a view. Everything read through it becomes a dependency
// of the query that the task computes.
type recordedFiles struct {
	source.FileSystem
	inputs *inputs
	task   *incremental.Task
}

// Read returns the file at path.
func (r recordedFiles) Read(path string) (*source.File, error) {
	if key := r.inputs.tree.absolute(path); !known.IsKnown(key) {
		r.inputs.texts.Get(r.task, key)
	}
	return r.FileSystem.Read(path)
}

// Stat describes the file at path, following symbolic links.
func (r recordedFiles) Stat(path string) (fs.FileInfo, error) {
	if key := r.inputs.tree.absolute(path); !known.IsKnown(key) {
		r.inputs.kinds.Get(r.task, key)
	}
	return r.FileSystem.Stat(path)
}

// ReadDir lists a folder, sorted by name.
func (r recordedFiles) ReadDir(path string) ([]fs.DirEntry, error) {
	if key := r.inputs.tree.absolute(path); !known.IsKnown(key) {
		r.inputs.listings.Get(r.task, key)
	}
	return r.FileSystem.ReadDir(path)
}

// query returns a query of a tree. compute gets a view of the tree; everything read through the
// view becomes a dependency of the value.
func query[K comparable, V any](tree *Tree, name string, compute func(view *Tree, key K) V, equal func(a, b V) bool) *incremental.Query[K, V] {
	return observed(tree, name, compute, incremental.Options[K, V]{Equal: equal})
}

// observed is query with other options.
func observed[K comparable, V any](tree *Tree, name string, compute func(view *Tree, key K) V, options incremental.Options[K, V]) *incremental.Query[K, V] {
	return incremental.NewQuery(tree.inputs.database, name, func(task *incremental.Task, key K) V { return compute(tree.ViewFor(task), key) }, options)
}

// treeValue is a query with one value for a whole tree.
type treeValue[V any] struct {
	query *incremental.Query[struct{}, V]
}

func newTreeValue[V any](tree *Tree, name string, compute func(view *Tree) V, equal func(a, b V) bool) treeValue[V] {
	return treeValue[V]{query(tree, name, func(view *Tree, _ struct{}) V { return compute(view) }, equal)}
}

// get returns the value. The query that the view computes depends on it.
func (f treeValue[V]) get(view *Tree) V { return f.query.Get(view.inputs.task, struct{}{}) }

// last returns the value that was computed last.
func (f treeValue[V]) last() (value V, ok bool) { return incremental.Last(f.query, struct{}{}) }

// DatabaseOf returns the database of a tree's values. Another package may add queries that derive
// values from the tree.
func DatabaseOf(tree *Tree) *incremental.Database { return tree.inputs.database }

// ViewFor returns a view of the tree for the queries that a task computes, or the tree itself if task
// is nil. The view shares everything with the tree, but what is read through it becomes a dependency
// of these queries. It is valid until the task ends.
func (t *Tree) ViewFor(task *incremental.Task) *Tree {
	if task == nil {
		return t
	}
	return task.Local(func() any {
		view := *t
		recorded := *t.inputs
		recorded.task, view.inputs = task, &recorded
		view.Files = recordedFiles{t.Files, t.inputs, task}
		manifests, plugins, documents, facts, names := *t.Manifests, *t.Plugins, *t.Documents, *t.Facts, *t.Names
		manifests.tree, plugins.tree, documents.tree, facts.tree, names.tree = &view, &view, &view, &view, &view
		view.Manifests, view.Plugins, view.Documents, view.Facts, view.Names = &manifests, &plugins, &documents, &facts, &names
		completeness, surroundings, untracked, folders := *t.completeness, *t.surroundings, *t.untracked, *t.folders
		completeness.tree, surroundings.tree, untracked.tree, folders.tree = &view, &view, &view, &view
		view.completeness, view.surroundings, view.untracked, view.folders = &completeness, &surroundings, &untracked, &folders
		return &view
	}).(*Tree)
}
