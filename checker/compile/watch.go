package compile

import (
	"strings"

	"puppet-lint/checker/catalog"
	"puppet-lint/checker/documents"
	"puppet-lint/checker/lattice"
	"puppet-lint/internal/hiera"
	"puppet-lint/internal/source"
	"puppet-lint/module"
	"puppet-lint/syntax"
	"puppet-lint/types"
)

// Watch is a set of code and data. A compilation records which of them it uses. If two versions
// of the code only differ in code and data that a compilation does not use, both versions have
// the same catalog, even where values are unknown.
type Watch struct {
	nodes map[syntax.Node]bool
	// parsed holds the manifests that have a syntax error in one of two versions.
	parsed map[*source.File]bool
	// attributes holds the resource bodies of which only some attributes differ.
	attributes map[*syntax.ResourceBody]*attributeVersion
	// included holds calls of include that are added to bodies, with the names of their classes.
	included map[syntax.Node][]string
	keys     map[string]bool
	all      bool
}

// NewWatch returns an empty Watch.
func NewWatch() *Watch {
	return &Watch{nodes: map[syntax.Node]bool{}, parsed: map[*source.File]bool{}, attributes: map[*syntax.ResourceBody]*attributeVersion{}, included: map[syntax.Node][]string{}, keys: map[string]bool{}}
}

// Definitions watches all code of a manifest.
func (w *Watch) Definitions(manifest *module.Manifest) { w.path([]syntax.Node{manifest.Program}) }

// Key watches the data for a key.
func (w *Watch) Key(name string) { w.keys[name] = true }

// AllKeys watches all data.
func (w *Watch) AllKeys() { w.all = true }

// HasCode reports whether w watches code, besides attributes of resources and calls of include.
func (w *Watch) HasCode() bool { return len(w.nodes) > 0 }

// path watches the innermost node on a path that is evaluated as a whole: a statement, a
// branch, a default value, or a definition.
func (w *Watch) path(path []syntax.Node) {
	for at := len(path) - 1; at > 0; at-- {
		if isEvaluatedWhole(path[at], path[at-1]) {
			w.nodes[path[at]] = true
			return
		}
	}
	program := path[0].(*syntax.Program)
	w.nodes[program] = true
	for _, definition := range program.Definitions {
		w.nodes[definition] = true
	}
}

// isEvaluatedWhole reports whether a node is a part of its parent that is evaluated as a whole
// or not at all.
func isEvaluatedWhole(node, parent syntax.Node) bool {
	switch node.(type) {
	case *syntax.HostClassDefinition, *syntax.ResourceTypeDefinition, *syntax.NodeDefinition:
		return true
	}
	switch parent := parent.(type) {
	case *syntax.BlockExpression:
		return true
	case *syntax.IfExpression:
		return node != parent.Test
	case *syntax.UnlessExpression:
		return node != parent.Test
	case *syntax.CaseOption:
		return parent.Then != nil && node == syntax.Node(parent.Then)
	case *syntax.SelectorEntry:
		return node == parent.Value
	case *syntax.Parameter:
		return node == parent.Value
	}
	return false
}

// UsedChanges is the part of a Watch that a compilation has used.
type UsedChanges struct {
	// Code reports whether the compilation used watched code, or data that are not fully known.
	Code bool
	// Data holds the values found for watched keys, as text.
	Data map[string]bool
	// Declared are the resources that are declared with watched attributes, in the order of
	// their declarations.
	Declared []catalog.Declared
	// Past are the same resources with the attributes that the earlier version declares. Those
	// for which these do not follow from its code alone are missing.
	Past []catalog.Declared
	// Repeatable reports whether a declaration among them may be evaluated several times: it is
	// in a defined type or a function.
	Repeatable bool
	// HidesCode reports whether code may be evaluated that is not known, so that it may use more.
	HidesCode bool
	// Complete reports whether the compilation used all that is watched.
	Complete bool
	// Settled reports whether all that is watched are added calls of include that the compilation
	// has come upon and that change nothing. Code that is not known cannot evaluate them again.
	Settled bool
	// Work counts what the compilation evaluated and compared. It does not depend on the machine.
	Work int
	// uncertain is that of the compilation.
	uncertain map[string]bool
}

// Nothing reports whether the compilation used nothing of the watch.
func (m *UsedChanges) Nothing() bool { return !m.Code && len(m.Data) == 0 && len(m.Declared) == 0 }

// ClassWatching is like Class, and also returns which part of a watch the compilation uses.
func (c *Compiler) ClassWatching(name string, watch *Watch) (*catalog.Catalog, *UsedChanges) {
	watching := c.watching(watch)
	return watching.Class(name), watching.used
}

func (c *Compiler) watching(watch *Watch) *Compiler {
	watching := *c
	watching.watch, watching.used = watch, &UsedChanges{Data: map[string]bool{}}
	return &watching
}

// Like returns a Compiler that expects a catalog to need the same repetitions as that of another
// version of the code, which used used. Its catalogs are those of c if both versions evaluate the same
// code.
func (c *Compiler) Like(used *UsedChanges) *Compiler {
	like := *c
	like.likely = used.uncertain
	return &like
}

// NodeDefinitionWatching is like NodeDefinition, and also returns which part of a watch the
// compilation uses.
func (c *Compiler) NodeDefinitionWatching(name string, watch *Watch) (*catalog.Catalog, *UsedChanges) {
	watching := c.watching(watch)
	return watching.NodeDefinition(name), watching.used
}

// recordEvaluated records that a node is evaluated.
func (k *compilation) recordEvaluated(node syntax.Node) {
	if k.watch == nil {
		return
	}
	isWatched, reads := k.watch.finds(node)
	k.used.Code = k.used.Code || isWatched
	k.readsAttributes = k.readsAttributes || reads
}

// finds reports whether an evaluated node is watched code, and whether it is a call that reads
// attributes of resources.
func (w *Watch) finds(node syntax.Node) (isWatched, readsAttribute bool) {
	if call, ok := node.(*syntax.CallNamedFunctionExpression); ok {
		name, ok := call.Functor.(*syntax.QualifiedName)
		readsAttribute = ok && readsAttributes(name.Value)
	}
	return w.nodes[node], readsAttribute
}

// readsAttributes reports whether a function returns attributes of resources, or depends on them.
func readsAttributes(function string) bool {
	return function == "getparam" || function == "defined_with_params"
}

// looksUp records the value found for a watched key. way is the merge that the lookup requests.
func (k *compilation) looksUp(key string, way *documents.LookupWay, value types.Type, t lattice.Truth) {
	if k.watch == nil {
		return
	}
	segments, ok := hiera.SplitKey(key)
	if ok && len(segments) > 0 && !k.watch.keys[segments[0]] && !k.watch.all {
		return
	}
	if !ok || t == lattice.Maybe {
		k.used.Code = k.used.Code || len(k.watch.keys) > 0 || k.watch.all
		return
	}
	text := "none"
	if t == lattice.Always {
		constant, known := k.mainEvaluator(nil).catalogValue(value)
		if !known {
			k.used.Code = true
			return
		}
		text = catalog.ExactText(constant)
	}
	how := ""
	if way != nil {
		how = way.Merge + way.Knockout
	}
	k.used.Data[strings.Join([]string{key, how, text}, "\x00")] = true
}

// looksUpAny records a lookup of an unknown key.
func (k *compilation) looksUpAny() {
	if k.watch != nil && (len(k.watch.keys) > 0 || k.watch.all) {
		k.used.Code = true
	}
}
