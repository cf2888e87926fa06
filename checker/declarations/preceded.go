package declarations

import (
	"slices"
	"sync"

	"puppet-lint/checker/deps"
	"puppet-lint/checker/program"
	"puppet-lint/module"
	"puppet-lint/syntax"
)

// isPreceded reports whether the class may have been declared before the body is evaluated.
// That is so if some other code of the tree declares both the class and the body, directly or
// indirectly, and reaches the class by a path outside of the body.
func (q *Queries) isPreceded(class string) bool {
	d := q.Body.Definition
	q.Dependencies.AddLeading(class, d.Name)
	q.Dependencies.Add(deps.AllDeclarations) // a change of any module may add a path to both
	search := &detour{Declarations: q.Declarations, class: class, seen: map[syntax.Node]bool{d.Node: true}}
	return slices.ContainsFunc(q.entryPointsTo(d), func(from entryPoint) bool { return from.reached.Classes[class] && search.finds(from.root) })
}

// isAlwaysPreceded reports whether code of the tree declares the body, and all such code also
// declares the class, each by a path outside of the body. Code that only other such code declares
// is a part of that code and does not count.
func (q *Queries) isAlwaysPreceded(class string) bool {
	d := q.Body.Definition
	q.Dependencies.AddLeading(class, d.Name)
	q.Dependencies.Add(deps.AllDeclarations)
	declarers := q.entryPointsTo(d)
	isAny := false
	for _, from := range declarers {
		if slices.ContainsFunc(declarers, func(whole entryPoint) bool { return whole.declares(from.root) }) {
			continue
		}
		isAny = true
		search := &detour{Declarations: q.Declarations, class: class, seen: map[syntax.Node]bool{d.Node: true}}
		if !from.reached.Classes[class] || !search.finds(from.root) {
			return false
		}
	}
	return isAny
}

// isDeclared reports whether any code of the tree declares the body, directly or indirectly. If
// not, the tree does not show in which order users declare the body and the classes it needs.
func (q *Queries) isDeclared() bool {
	d := q.Body.Definition
	q.Dependencies.AddLeading(d.Name)
	q.Dependencies.Add(deps.AllDeclarations)
	return len(q.entryPointsTo(d)) > 0
}

// detour searches for paths to a class that avoid the nodes in seen.
type detour struct {
	*Declarations
	class string
	seen  map[syntax.Node]bool
}

// finds reports whether root declares the class on such a path. It adds the nodes that it
// visits to seen, so that later searches skip them.
func (d *detour) finds(root syntax.Node) bool {
	if class, ok := root.(*syntax.HostClassDefinition); ok && module.Normalize(class.Name) == d.class {
		return true
	}
	pending := []syntax.Node{root}
	for len(pending) > 0 {
		node := pending[len(pending)-1]
		pending = pending[:len(pending)-1]
		if d.seen[node] {
			continue
		}
		d.seen[node] = true
		if !d.ClosureOf(node).Classes[d.class] {
			continue
		}
		next := d.entryPoints().stepOf(d.Declarations, node)
		if next.classes[d.class] {
			return true
		}
		pending = append(pending, next.roots...)
	}
	return false
}

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
	byRoot map[syntax.Node]entryPoint
	// to holds the entry points other than a definition itself that declare it, by its node.
	to    program.Cache[[]entryPoint]
	steps program.Cache[*step]
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
		add := func(from entryPoint) {
			if from.root != d.Node && (from.reached.Classes[d.Name] || from.reached.Types[d.Name]) {
				found = append(found, from)
			}
		}
		roots, isKnown := p.declarers.leadingTo(program.DefinitionKey{Kind: module.Class, Name: d.Name}, program.DefinitionKey{Kind: module.DefinedType, Name: d.Name})
		if !isKnown {
			for _, from := range all.byRoot {
				add(from)
			}
		}
		for root := range roots {
			if from, isLeader := all.byRoot[root]; isLeader {
				add(from)
			}
		}
		return found
	})
}

// newLooseClosures returns a function that returns the closures of the manifests that lie beside
// a folder of modules, and of their nodes. The first call computes them.
func (p *Declarations) newLooseClosures() func() []*Closure {
	return sync.OnceValue(func() (found []*Closure) {
		for _, folder := range p.Tree.Modulepath {
			for _, manifest := range p.Tree.Manifests.LooseBeside(folder) {
				if p.Tree.IsInitial(manifest.Source.Name) {
					continue
				}
				found = append(found, p.ClosureOf(manifest.Program))
				for _, node := range manifest.Program.Definitions {
					found = append(found, p.ClosureOf(node))
				}
			}
		}
		return found
	})
}

// newEntryPoints returns a function that returns the entry points. The first call computes them.
func (p *Declarations) newEntryPoints() func() *entryPoints {
	return sync.OnceValue(func() *entryPoints {
		found := &entryPoints{byRoot: map[syntax.Node]entryPoint{}}
		add := func(root syntax.Node) { found.byRoot[root] = entryPoint{root, p.ClosureOf(root)} }
		for _, manifest := range p.Tree.Manifests.Initial() {
			add(manifest.Program)
			for _, root := range manifest.Program.Definitions {
				add(root)
			}
		}
		for _, owner := range p.Tree.Modules {
			for _, definition := range p.declarable(owner) {
				add(definition.Node)
			}
		}
		return found
	})
}
