package module

import (
	"math/bits"
	"slices"
	"strings"
	"sync"
)

// treeWords finds the manifests of a tree that may contain a word.
type treeWords struct {
	tree *Tree
	// folders are the folders of each module that are looked at.
	folders  []string
	ofModule cache[*moduleWords] // by name

	mutex sync.RWMutex
	// rows holds a row for each bit of a module's filter, with a bit for each module of the tree
	// that has it set: to look at a filter for each module would take time for each module and
	// word. It is nil until somebody asks for a word. A bit may be left of what a module has lost.
	rows []uint64
	// changed holds the modules that must be read again, as indexes of the tree's Modules.
	changed []int
}

// of returns the words of a module.
func (w *treeWords) of(module *Module) *moduleWords {
	return w.ofModule.get(module.Name, func() *moduleWords { return w.read(module) })
}

// read reads the words of the manifests of a module.
func (w *treeWords) read(module *Module) *moduleWords {
	found := new(moduleWords)
	for _, folder := range w.folders {
		w.tree.folders.walk(module.Path(folder), func(path string) {
			if !strings.HasSuffix(path, ".pp") {
				return
			}
			if text, err := w.tree.Manifests.text(path); err == nil {
				found.add(path, text)
			}
		})
	}
	found.paths, found.filters = slices.Clip(found.paths), slices.Clip(found.filters)
	return found
}

// forget makes a module be read again. Nobody else may use w meanwhile.
func (w *treeWords) forget(name string) {
	w.ofModule.forget(name)
	if w.rows != nil {
		w.changed = append(w.changed, slices.IndexFunc(w.tree.Modules, func(module *Module) bool { return module.Name == name }))
	}
}

// modulesWith returns the modules that may contain all words, in the order of the tree.
func (w *treeWords) modulesWith(words []wordBits) (found []*Module) {
	w.mutex.RLock()
	for w.rows == nil || len(w.changed) > 0 {
		w.mutex.RUnlock()
		w.update()
		w.mutex.RLock()
	}
	defer w.mutex.RUnlock()
	stride := w.stride()
	for i := range stride {
		left := ^uint64(0)
		for _, word := range words {
			for _, bit := range word {
				left &= w.rows[bit%moduleFilterBits*stride+i]
			}
		}
		for ; left != 0; left &= left - 1 {
			if at := 64*i + bits.TrailingZeros64(left); at < len(w.tree.Modules) {
				found = append(found, w.tree.Modules[at])
			}
		}
	}
	return found
}

// stride returns the length of a row.
func (w *treeWords) stride() int { return (len(w.tree.Modules) + 63) / 64 }

// update reads the modules that have not been read, and those that have changed.
func (w *treeWords) update() {
	w.mutex.Lock()
	defer w.mutex.Unlock()
	if w.rows == nil {
		w.rows = make([]uint64, moduleFilterBits*w.stride())
		for i := range w.tree.Modules {
			w.changed = append(w.changed, i)
		}
	}
	for _, i := range w.changed {
		if i >= 0 {
			w.setColumn(i)
		}
	}
	w.changed = nil
}

// setColumn sets the bits of a module.
func (w *treeWords) setColumn(at int) {
	words := w.of(w.tree.Modules[at])
	if words.all == nil {
		return
	}
	stride := w.stride()
	for i, set := range words.all {
		for ; set != 0; set &= set - 1 {
			w.rows[(64*i+bits.TrailingZeros64(set))*stride+at/64] |= 1 << (at % 64)
		}
	}
	words.all = nil
}
