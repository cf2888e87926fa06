package module

import (
	"math/bits"
	"slices"
	"strings"
	"sync"

	"puppet-lint/internal/incremental"
)

// treeWords finds the manifests of a tree that may contain a word.
type treeWords struct {
	// folders are the folders of each module that are looked at.
	folders  []string
	ofModule *incremental.Query[*Module, *moduleWords]
	// latest is computed when rows hold the current words of all modules. Its value has no
	// meaning.
	latest treeValue[struct{}]

	mutex sync.RWMutex
	// rows has a row for each bit of the modules' filters. A row has a bit for each module of
	// the tree, set if the bit is set in the module's filter. Looking at a filter of each
	// module would take time for each module and word. A row may keep a bit of a word that a
	// module has lost.
	rows []uint64
	// inRows are the words that rows contain, by the index of the module.
	inRows []*moduleWords
}

func newTreeWords(tree *Tree, name string, folders ...string) *treeWords {
	words := &treeWords{folders: folders}
	words.ofModule = query(tree, name, words.read, (*moduleWords).equal)
	words.latest = newTreeValue(tree, name, words.update, nil)
	return words
}

// read reads the words of the manifests of a module.
func (w *treeWords) read(view *Tree, module *Module) *moduleWords {
	found := new(moduleWords)
	for _, folder := range w.folders {
		view.folders.walk(module.Path(folder), func(path string) {
			if !strings.HasSuffix(path, ".pp") {
				return
			}
			if text, err := view.Manifests.text(path); err == nil {
				found.add(path, text)
			}
		})
	}
	found.paths, found.filters = slices.Clip(found.paths), slices.Clip(found.filters)
	return found
}

// modulesWith returns the modules that may contain all words, in the order of the tree.
func (w *treeWords) modulesWith(view *Tree, words []wordBits) (found []*Module) {
	w.latest.get(view)
	w.mutex.RLock()
	defer w.mutex.RUnlock()
	stride := stride(view)
	for i := range stride {
		left := ^uint64(0)
		for _, word := range words {
			for _, bit := range word {
				left &= w.rows[bit%moduleFilterBits*stride+i]
			}
		}
		for ; left != 0; left &= left - 1 {
			if at := 64*i + bits.TrailingZeros64(left); at < len(view.Modules) {
				found = append(found, view.Modules[at])
			}
		}
	}
	return found
}

// stride returns the length of a row.
func stride(view *Tree) int { return (len(view.Modules) + 63) / 64 }

// update adds the modules to the rows whose current words are not in them.
func (w *treeWords) update(view *Tree) (_ struct{}) {
	for i, module := range view.Modules {
		words := w.ofModule.Get(view.inputs.task, module)
		w.mutex.Lock()
		if w.rows == nil {
			w.rows, w.inRows = make([]uint64, moduleFilterBits*stride(view)), make([]*moduleWords, len(view.Modules))
		}
		if w.inRows[i] != words {
			w.inRows[i] = words
			w.setColumn(i, words, stride(view))
		}
		w.mutex.Unlock()
	}
	return struct{}{}
}

// setColumn sets the bits of a module.
func (w *treeWords) setColumn(at int, words *moduleWords, stride int) {
	if words.all == nil {
		return
	}
	for i, set := range words.all {
		for ; set != 0; set &= set - 1 {
			w.rows[(64*i+bits.TrailingZeros64(set))*stride+at/64] |= 1 << (at % 64)
		}
	}
	words.all = nil
}
