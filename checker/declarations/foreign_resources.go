package declarations

import (
	"slices"

	"puppet-lint/checker/deps"
	"puppet-lint/checker/program"
	"puppet-lint/module"
	"puppet-lint/module/builtin"
	"puppet-lint/syntax"
)

// isForeignResource reports whether neither the body nor a class that it inherits from can have
// declared a resource, so that the body cannot override it. The answer names the class that
// declares it, if that is known. A title that the body does not contain may be another name of
// the resource.
func (q *Queries) isForeignResource(typeName, title string) Answer {
	q.Dependencies.Add(deps.Titles(typeName))
	if q.Body.Definition == nil {
		return q.isForeignAtTop(typeName, title)
	}
	d := q.Body.Definition
	for range program.MaxAncestors {
		search := foreignSearch{q, typeName, title, map[syntax.Node]bool{}}
		if q.Dependencies.Add(d.Name); d.IsDamaged || search.mayDeclare(d.Node) {
			return Answer{}
		}
		if d.Parent() == "" {
			return Answer{Yes: true, Meant: q.classWith(typeName, title)}
		}
		if d = q.Class(d.Parent()); d == nil {
			break
		}
	}
	return Answer{} // an ancestor is missing, or the class inherits from itself
}

// isForeignAtTop is isForeignResource for top-scope code and for nodes. Any code at top scope
// may override the resources that other code at top scope declares; a node is separate. A
// manifest that may not be an initial one may be read together with unknown ones, so for such a
// manifest the answer requires that one of its classes declares the resource.
func (q *Queries) isForeignAtTop(typeName, title string) Answer {
	if q.Body.Alone || len(q.Body.Manifest.Errors) > 0 {
		return Answer{}
	}
	roots := []syntax.Node{q.Body.Node}
	isInitial := slices.Contains(q.Tree.Manifests.Initial(), q.Body.Manifest)
	if q.Body.IsTop() && isInitial {
		roots = nil
		for _, manifest := range q.Tree.Manifests.Initial() {
			if len(manifest.Errors) > 0 {
				return Answer{}
			}
			roots = append(roots, manifest.Program)
		}
	}
	for _, root := range roots {
		search := foreignSearch{q, typeName, title, map[syntax.Node]bool{}}
		if search.mayDeclare(root) {
			return Answer{}
		}
	}
	found := Answer{Yes: isInitial || !q.Body.IsTop()}
	for _, definition := range q.Body.Manifest.Definitions {
		if definition.Kind == module.Class && q.LocalOf(definition.Node).declares(typeName, title) {
			return Answer{Yes: true, Meant: definition.Name}
		}
	}
	return found
}

// classWith returns the first class of the body's module that declares a resource, or "".
func (q *Queries) classWith(typeName, title string) string {
	if q.Body.Module == nil {
		return ""
	}
	for _, definition := range q.declarable(q.Body.Module) {
		if definition.Kind == module.Class && q.LocalOf(definition.Node).declares(typeName, title) {
			return definition.Name
		}
	}
	return ""
}

// foreignSearch looks for code that may declare a resource.
type foreignSearch struct {
	*Queries
	typeName, title string
	seen            map[syntax.Node]bool
}

// mayDeclare reports whether a body, or a function that it calls, may declare the resource: it
// declares resources of the type, or it declares or tests for something unknown.
func (s *foreignSearch) mayDeclare(root syntax.Node) bool {
	if s.seen[root] {
		return false
	}
	s.seen[root] = true
	direct := s.LocalOf(root)
	if direct.Vague || direct.TitleIsType || direct.Guarded || direct.collectsExported || len(s.seen) > program.MaxAncestors || direct.usesType(s.typeName) {
		return true
	}
	return slices.ContainsFunc(direct.Functions, func(name string) bool {
		s.Dependencies.Add(name)
		function := s.Find(module.Function, name)
		if function == nil {
			return builtin.FindFunction(name) == nil
		}
		return function.IsDamaged || s.mayDeclare(function.Node)
	})
}
