package declarations

import (
	"slices"
	"sync"

	"puppet-lint/checker/deps"
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
