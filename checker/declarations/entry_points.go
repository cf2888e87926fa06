package declarations

import (
	"iter"
	"sync"
	"sync/atomic"

	"puppet-lint/checker/program"
	"puppet-lint/module"
	"puppet-lint/syntax"
)

// entryPoint is code at which evaluation may begin, with everything that it declares, directly or
// indirectly.
type entryPoint struct {
	root    syntax.Node
	reached *Closure
}

// declares reports whether the entry point declares the class or defined type of another root,
// directly or indirectly.
func (l entryPoint) declares(root syntax.Node) bool {
	switch root := root.(type) {
	case *syntax.HostClassDefinition:
		return root != l.root && l.reached.Classes[module.Normalize(root.Name)]
	case *syntax.ResourceTypeDefinition:
		return root != l.root && l.reached.Types[module.Normalize(root.Name)]
	}
	return false
}

// entryPoints are the entry points of the tree: its initial manifests, and all classes and defined types
// of its modules.
type entryPoints struct {
	initial   map[syntax.Node]bool
	ofModules *moduleRoots
	// to holds the entry points other than a definition itself that declare it, by its node.
	to program.Cache[syntax.Node, []entryPoint]
	// searches counts the definitions whose entry points were searched for. A check of a few files asks
	// about few; a check of all asks about most, and then declaring is made once.
	searches  atomic.Int32
	declaring func() *declaring
	steps     program.Cache[syntax.Node, *step]
}

// manySearches is the number of searches above which all entry points are looked at once, rather than
// those of each definition by themselves.
const manySearches = 64

// declaring holds the entry points that declare a class or defined type, directly or indirectly, as
// positions in roots.
type declaring struct {
	roots   []syntax.Node
	classes map[string][]int32
	types   map[string][]int32
}

// newDeclaring looks at what each entry point declares.
func (l *entryPoints) newDeclaring(p *Declarations) *declaring {
	found := &declaring{roots: l.ofModules.all(), classes: map[string][]int32{}, types: map[string][]int32{}}
	for root := range l.initial {
		if !l.ofModules.has(root) {
			found.roots = append(found.roots, root)
		}
	}
	for i, root := range found.roots {
		reached := p.ClosureOf(root)
		for name := range reached.Classes {
			found.classes[name] = append(found.classes[name], int32(i))
		}
		for name := range reached.Types {
			found.types[name] = append(found.types[name], int32(i))
		}
	}
	return found
}

// of returns the code that declares a definition.
func (d *declaring) of(definition *program.Definition) iter.Seq[syntax.Node] {
	return func(yield func(syntax.Node) bool) {
		for _, positions := range [][]int32{d.classes[definition.Name], d.types[definition.Name]} {
			for _, i := range positions {
				if !yield(d.roots[i]) {
					return
				}
			}
		}
	}
}

// step holds what code itself declares: the names of classes, and the code of these classes and
// of the defined types and functions that it uses.
type step struct {
	classes map[string]bool
	roots   []syntax.Node
}

func (l *entryPoints) stepOf(p *Declarations, root syntax.Node) *step {
	return l.steps.Get(root, func() *step {
		found := &Closure{ClassSet: ClassSet{Classes: map[string]bool{}}, Types: map[string]bool{}}
		search := &closureSearch{classSetSearch: classSetSearch{Declarations: p, found: &found.ClassSet}, closure: found}
		search.addAll(p.LocalOf(root))
		return &step{found.Classes, search.pending}
	})
}

// entryPointsTo returns the other entry points that declare a class or defined type, directly or
// indirectly, in no order.
func (p *Declarations) entryPointsTo(d *program.Definition) []entryPoint {
	all := p.entryPoints()
	return all.to.Get(d.Node, func() (found []entryPoint) {
		for root := range all.candidates(p, d) {
			from := entryPoint{root, p.ClosureOf(root)}
			if root != d.Node && (from.reached.Classes[d.Name] || from.reached.Types[d.Name]) {
				found = append(found, from)
			}
		}
		return found
	})
}

// candidates returns the entry points that may declare a class or defined type.
func (l *entryPoints) candidates(p *Declarations, d *program.Definition) iter.Seq[syntax.Node] {
	if l.searches.Add(1) > manySearches {
		return l.declaring().of(d)
	}
	roots, isKnown := p.declarers.leadingTo(program.DefinitionKey{Kind: module.Class, Name: d.Name}, program.DefinitionKey{Kind: module.DefinedType, Name: d.Name})
	if !isKnown {
		return l.declaring().of(d)
	}
	return func(yield func(syntax.Node) bool) {
		for root := range roots {
			if (l.initial[root] || l.ofModules.has(root)) && !yield(root) {
				return
			}
		}
	}
}

// newEntryPoints returns a function that returns the entry points, whose closures are known. The first
// call computes them.
func (p *Declarations) newEntryPoints() func() *entryPoints {
	return sync.OnceValue(func() *entryPoints {
		found := &entryPoints{initial: map[syntax.Node]bool{}, ofModules: &p.moduleRoots}
		found.declaring = sync.OnceValue(func() *declaring { return found.newDeclaring(p) })
		for _, manifest := range p.Tree.Manifests.Initial() {
			found.initial[manifest.Program] = true
			for _, root := range manifest.Program.Definitions {
				found.initial[root] = true
			}
		}
		for root := range found.initial {
			p.ClosureOf(root)
		}
		for _, root := range found.ofModules.update(p.Tree) {
			p.ClosureOf(root)
		}
		return found
	})
}

// moduleRoots are the classes and defined types of all modules. They are kept from one check of a tree
// to the next, since there may be tens of thousands, of which an edit changes a few.
type moduleRoots struct {
	mutex sync.RWMutex
	roots map[syntax.Node]bool
	// read holds the manifests whose definitions are in roots, by module.
	read map[*module.Module][]*module.Manifest
	// forgotten are those of the roots whose closures have been forgotten.
	forgotten map[syntax.Node]bool
}

// has reports whether a class or defined type is that of a module.
func (r *moduleRoots) has(root syntax.Node) bool {
	r.mutex.RLock()
	defer r.mutex.RUnlock()
	return r.roots[root]
}

// all returns all classes and defined types, in no order.
func (r *moduleRoots) all() (found []syntax.Node) {
	r.mutex.RLock()
	defer r.mutex.RUnlock()
	for root := range r.roots {
		found = append(found, root)
	}
	return found
}

// forget notes that the closure of some code is no longer known.
func (r *moduleRoots) forget(root syntax.Node) {
	r.mutex.Lock()
	defer r.mutex.Unlock()
	if r.roots[root] {
		r.forgotten[root] = true
	}
}

// update reads the modules that have changed. It returns the roots whose closures are not known, or may
// not be.
func (r *moduleRoots) update(tree *module.Tree) (unknown []syntax.Node) {
	r.mutex.Lock()
	defer r.mutex.Unlock()
	if r.roots == nil {
		r.roots, r.read = map[syntax.Node]bool{}, map[*module.Module][]*module.Manifest{}
	}
	for root := range r.forgotten {
		unknown = append(unknown, root)
	}
	r.forgotten = map[syntax.Node]bool{}
	for _, owner := range tree.Modules {
		now := tree.Manifests.Of(owner)
		if last, isKnown := r.read[owner]; isKnown && isSameSlice(last, now) {
			continue
		}
		r.remove(owner)
		r.read[owner] = now
		for root := range rootsIn(now) {
			r.roots[root] = true
			unknown = append(unknown, root)
		}
	}
	if len(r.read) != len(tree.Modules) {
		isThere := map[*module.Module]bool{}
		for _, owner := range tree.Modules {
			isThere[owner] = true
		}
		for owner := range r.read {
			if !isThere[owner] {
				r.remove(owner)
			}
		}
	}
	return unknown
}

// remove removes the classes and defined types of a module.
func (r *moduleRoots) remove(owner *module.Module) {
	for root := range rootsIn(r.read[owner]) {
		delete(r.roots, root)
	}
	delete(r.read, owner)
}

// isSameSlice reports whether two slices share their elements.
func isSameSlice(a, b []*module.Manifest) bool {
	return len(a) == len(b) && (len(a) == 0 || &a[0] == &b[0])
}

// rootsIn returns the classes and defined types in some manifests.
func rootsIn(manifests []*module.Manifest) iter.Seq[syntax.Node] {
	return func(yield func(syntax.Node) bool) {
		for _, manifest := range manifests {
			for _, definition := range manifest.Definitions {
				if (definition.Kind == module.Class || definition.Kind == module.DefinedType) && !yield(definition.Node) {
					return
				}
			}
		}
	}
}
