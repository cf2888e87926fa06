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
	return slices.ContainsFunc(q.leadersTo(d), func(from leader) bool { return from.reached.Classes[class] && search.finds(from.root) })
}

// isAlwaysPreceded reports whether code of the tree declares the body, and all such code also
// declares the class, each by a path outside of the body. Code that only other such code declares
// is a part of that code and does not count.
func (q *Queries) isAlwaysPreceded(class string) bool {
	d := q.Body.Definition
	q.Dependencies.AddLeading(class, d.Name)
	q.Dependencies.Add(deps.AllDeclarations)
	declarers := q.leadersTo(d)
	isAny := false
	for _, from := range declarers {
		if slices.ContainsFunc(declarers, func(whole leader) bool { return whole.declares(from.root) }) {
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
	return len(q.leadersTo(d)) > 0
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
		next := d.leaders().stepOf(d.Declarations, node)
		if next.classes[d.class] {
			return true
		}
		pending = append(pending, next.roots...)
	}
	return false
}

// leader is code at which evaluation may begin, with everything that it declares, directly or
// indirectly.
type leader struct {
	root    syntax.Node
	reached *Closure
}

// declares reports whether the leader's code declares the class or defined type of another root,
// directly or indirectly.
func (l leader) declares(root syntax.Node) bool {
	switch root := root.(type) {
	case *syntax.HostClassDefinition:
		return root != l.root && l.reached.Classes[module.Normalize(root.Name)]
	case *syntax.ResourceTypeDefinition:
		return root != l.root && l.reached.Types[module.Normalize(root.Name)]
	}
	return false
}

// leaders are the leaders of the tree: its initial manifests, and all classes and defined types
// of its modules.
type leaders struct {
	byRoot map[syntax.Node]leader
	// to holds the leaders other than a definition itself that declare it, by its node.
	to    program.Cache[[]leader]
	steps program.Cache[*step]
}

// step holds what code itself declares: the names of classes, and the code of these classes and
// of the defined types and functions that it uses.
type step struct {
	classes map[string]bool
	roots   []syntax.Node
}

func (l *leaders) stepOf(p *Declarations, root syntax.Node) *step {
	return l.steps.Get(root, func() *step {
		found := &Closure{ClassSet: ClassSet{Classes: map[string]bool{}}, Types: map[string]bool{}}
		search := &closureSearch{spanSearch: spanSearch{Declarations: p, found: &found.ClassSet}, closure: found}
		search.addAll(p.LocalOf(root))
		return &step{found.Classes, search.pending}
	})
}

// leadersTo returns the other leaders that declare a class or defined type, directly or
// indirectly, in no order.
func (p *Declarations) leadersTo(d *program.Definition) []leader {
	all := p.leaders()
	return all.to.Get(d.Node, func() (found []leader) {
		add := func(from leader) {
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

// newLeaders returns a function that returns the leaders. The first call computes them.
func (p *Declarations) newLeaders() func() *leaders {
	return sync.OnceValue(func() *leaders {
		found := &leaders{byRoot: map[syntax.Node]leader{}}
		add := func(root syntax.Node) { found.byRoot[root] = leader{root, p.ClosureOf(root)} }
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
