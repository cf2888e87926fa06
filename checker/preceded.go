package checker

import (
	"slices"
	"sync"

	"puppet-lint/checker/deps"
	"puppet-lint/module"
	"puppet-lint/syntax"
)

// isPreceded reports whether other code of the tree leads to a class and to the body,
// and to the class not only through the body: then the class may have been declared
// when the body is evaluated.
func (q *declarationQueries) isPreceded(class string) bool {
	d := q.body.definition
	q.dependOnLeading(class, d.name)
	q.depend(deps.AllDeclarations) // any module may come to lead to both, or cease to
	search := &detour{program: q.program, class: class, seen: map[syntax.Node]bool{d.node: true}}
	return slices.ContainsFunc(q.leaders().of(class), func(from leader) bool {
		return from.root != d.node && (from.reached.classes[d.name] || from.reached.types[d.name]) && search.finds(from.root)
	})
}

// detour looks for ways to a class that do not go through what is seen already.
type detour struct {
	*program
	class string
	seen  map[syntax.Node]bool
}

// finds reports whether some code leads to the class. What has been looked at in vain
// is not looked at again.
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
		if !d.closureOf(node).classes[d.class] {
			continue
		}
		next := d.leaders().stepOf(d.program, node)
		if next.classes[d.class] {
			return true
		}
		pending = append(pending, next.roots...)
	}
	return false
}

// leader is code that evaluation may begin with, and what it leads to.
type leader struct {
	root    syntax.Node
	reached *declarationClosure
}

// leaders are those of the tree: its initial manifests, and all classes and defined
// types of its modules.
type leaders struct {
	all     []leader
	byClass cache[[]leader]
	steps   cache[*step]
}

// step is what code leads to at once: classes by name, and the code of these, of defined
// types and of functions.
type step struct {
	classes map[string]bool
	roots   []syntax.Node
}

func (l *leaders) stepOf(p *program, root syntax.Node) *step {
	return l.steps.get(root, func() *step {
		found := &declarationClosure{classSet: classSet{classes: map[string]bool{}}, types: map[string]bool{}}
		search := &reachSearch{spanSearch: spanSearch{program: p, found: &found.classSet}, reach: found}
		search.addAll(p.localDeclarationsOf(root))
		return &step{found.classes, search.pending}
	})
}

// of are those that lead to a class.
func (l *leaders) of(class string) []leader {
	return l.byClass.get(class, func() (found []leader) {
		for _, one := range l.all {
			if one.reached.classes[class] {
				found = append(found, one)
			}
		}
		return found
	})
}

// newLeaders returns what finds the leaders when they are asked for.
func (p *program) newLeaders() func() *leaders {
	return sync.OnceValue(func() *leaders {
		found := &leaders{}
		add := func(root syntax.Node) { found.all = append(found.all, leader{root, p.closureOf(root)}) }
		for _, manifest := range p.tree.Initial() {
			add(manifest.Program)
			for _, root := range manifest.Program.Definitions {
				add(root)
			}
		}
		for _, owner := range p.tree.Modules {
			for _, definition := range p.declarable(owner) {
				add(definition.Node)
			}
		}
		return found
	})
}
