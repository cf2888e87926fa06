package declarations

import (
	"slices"
	"strings"

	"puppet-lint/checker/program"
	"puppet-lint/module"
	"puppet-lint/syntax"
)

// Closure is everything that evaluating a class, defined type or node may declare,
// directly or indirectly.
type Closure struct {
	ClassSet
	// Types holds the types of the resources.
	Types map[string]bool
	// bodies holds the local declarations of every body evaluated for this, including the
	// first.
	bodies []*Local
	// Vague reports whether there may be other classes and types.
	Vague bool
}

// ClassSet is a set of classes that code declares, directly or indirectly.
type ClassSet struct {
	// Classes holds the names of the classes; for a class, that includes its own name.
	Classes map[string]bool
	// Incomplete reports whether some of the classes belong to missing modules, so that they
	// may declare further classes.
	Incomplete bool
	// unresolved holds the modules with bodies that declare unknown classes. AnyUnresolved
	// means that there may be further modules.
	unresolved    []string
	AnyUnresolved bool
}

// mayBeUnresolved reports whether an unknown declaration may declare one of the classes. Code
// that declares classes named by its user is assumed to know no other modules, so that it only
// declares classes of its own module.
func (s *ClassSet) mayBeUnresolved(classes ...string) bool {
	return s.AnyUnresolved || slices.ContainsFunc(classes, func(class string) bool {
		first, _, _ := strings.Cut(class, "::")
		return slices.Contains(s.unresolved, first)
	})
}

// AddUnresolved records a body whose declarations cannot all be determined.
func (s *ClassSet) AddUnresolved(from *Local) {
	if from.owner == "" {
		s.AnyUnresolved = true
	} else if !slices.Contains(s.unresolved, from.owner) {
		s.unresolved = append(s.unresolved, from.owner)
	}
}

// MayDeclare reports whether the resource is declared, or may be declared because some titles
// are unknown.
func (r *Closure) MayDeclare(typeName, title string) bool {
	return slices.ContainsFunc(r.bodies, func(body *Local) bool { return body.mayDeclare(typeName, title) })
}

// manyUses is the number of resources above which a body gets an index.
const manyUses = 32

// ClosureOf returns what evaluating the code at root declares, directly or indirectly.
func (p *Declarations) ClosureOf(root syntax.Node) *Closure {
	return p.Closures.Get(root, func() *Closure {
		found := &Closure{ClassSet: ClassSet{Classes: map[string]bool{}}, Types: map[string]bool{}}
		found.AnyUnresolved = p.LocalOf(root).TitleIsType // its title may be anything
		if class, ok := root.(*syntax.HostClassDefinition); ok {
			found.Classes[module.Normalize(class.Name)] = true
		}
		search := &closureSearch{
			classSetSearch: classSetSearch{Declarations: p, seen: map[syntax.Node]bool{}, pending: []syntax.Node{root}, found: &found.ClassSet},
			closure:        found,
		}
		search.addPending(search.addAll)
		found.Vague = found.Vague || found.Incomplete || found.AnyUnresolved || len(found.unresolved) > 0
		return found
	})
}

// classSetSearch finds the classes that code declares, directly or indirectly. It leaves out the
// resources of defined types, which are evaluated later.
type classSetSearch struct {
	*Declarations
	seen    map[syntax.Node]bool
	pending []syntax.Node
	found   *ClassSet
}

// addPending calls add for each pending body until there are no more. add may add pending
// bodies.
func (s *classSetSearch) addPending(add func(*Local)) {
	for len(s.pending) > 0 {
		node := s.pending[len(s.pending)-1]
		s.pending = s.pending[:len(s.pending)-1]
		if s.seen[node] {
			continue
		}
		if len(s.seen) == program.MaxClosure {
			s.found.AnyUnresolved = true
			return
		}
		s.seen[node] = true
		add(s.LocalOf(node))
	}
}

// add adds the classes that a body declares and the functions that it calls.
func (s *classSetSearch) add(from *Local) {
	if from.Vague {
		s.found.AddUnresolved(from)
	}
	for _, prefix := range from.Prefixes {
		s.addPrefix(prefix)
	}
	for _, name := range from.Classes {
		s.found.Classes[name] = true
		class := s.Class(name)
		if class != nil && !s.seen[class.Node] {
			s.pending = append(s.pending, class.Node)
		}
		if class == nil || class.IsDamaged {
			s.found.Incomplete = true
		}
	}
	for _, name := range from.Functions {
		if function := s.Find(module.Function, name); function != nil {
			s.pending = append(s.pending, function.Node)
			s.found.Incomplete = s.found.Incomplete || function.IsDamaged
		}
	}
}

// addPrefix adds every class of the prefix's module whose name begins with the prefix.
func (s *classSetSearch) addPrefix(prefix string) {
	first, _, _ := strings.Cut(prefix, "::")
	owner := s.Tree.Module(first)
	if owner == nil {
		s.found.Incomplete = true
		return
	}
	for _, definition := range s.declarable(owner) {
		if definition.Kind == module.Class && strings.HasPrefix(definition.Name, prefix) {
			s.found.Classes[definition.Name] = true
			s.pending = append(s.pending, definition.Node)
		}
	}
}

// closureSearch finds everything that code declares, directly or indirectly.
type closureSearch struct {
	classSetSearch
	closure *Closure
}

func (s *closureSearch) addAll(from *Local) {
	s.closure.bodies = append(s.closure.bodies, from)
	s.add(from)
	for _, use := range from.Uses {
		s.use(use)
	}
}

func (s *closureSearch) use(use ResourceUse) {
	s.closure.Types[use.TypeName] = true
	define := s.DefinedType(use.TypeName)
	if define == nil {
		s.found.Incomplete = s.found.Incomplete || strings.Contains(use.TypeName, "::")
		return
	}
	if !s.seen[define.Node] {
		s.pending = append(s.pending, define.Node)
	}
	if s.LocalOf(define.Node).TitleIsType {
		s.found.AnyUnresolved = s.found.AnyUnresolved || use.Open
		for _, title := range use.Titles {
			s.use(ResourceUse{TypeName: module.Normalize(title), Open: true})
		}
	}
}

// HasMet reports whether the closure depends on a definition. The definition need not exist.
func (r *Closure) HasMet(definition program.DefinitionKey) bool {
	switch definition.Kind {
	case module.Class:
		return r.Classes[definition.Name] || slices.ContainsFunc(r.bodies, func(body *Local) bool {
			return slices.ContainsFunc(body.Prefixes, func(prefix string) bool { return strings.HasPrefix(definition.Name, prefix) })
		})
	case module.DefinedType:
		return r.Types[definition.Name]
	case module.Function:
		return slices.ContainsFunc(r.bodies, func(body *Local) bool { return slices.Contains(body.Functions, definition.Name) })
	}
	return false
}

// AddUnknown adds the unknown part of another class set.
func (s *ClassSet) AddUnknown(other *ClassSet) {
	s.Incomplete, s.AnyUnresolved = s.Incomplete || other.Incomplete, s.AnyUnresolved || other.AnyUnresolved
	s.unresolved = append(s.unresolved, other.unresolved...)
}

// HoldsUnknown reports whether addUnknown(other) would change nothing.
func (s *ClassSet) HoldsUnknown(other *ClassSet) bool {
	return (s.Incomplete || !other.Incomplete) && (s.AnyUnresolved || !other.AnyUnresolved) &&
		!slices.ContainsFunc(other.unresolved, func(stray string) bool { return !slices.Contains(s.unresolved, stray) })
}
