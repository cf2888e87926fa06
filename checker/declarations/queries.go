package declarations

import (
	"slices"
	"strings"

	"puppet-lint/checker/deps"
	"puppet-lint/checker/program"
	"puppet-lint/module"
	"puppet-lint/syntax"
)

// Queries answers which classes and resources a body declares, directly or
// through others. It reads only the summaries of declarations (Local, Closure),
// never the state of the evaluation, so that an answer can be recomputed without
// evaluating the body.
type Queries struct {
	*Declarations
	// Dependencies collects what the answers depend on; nil if that is not wanted.
	Dependencies deps.Set
	Body         *program.Body
	// InDefault means that a parameter's default is being evaluated, which happens before the
	// body runs.
	InDefault bool
}

// Class returns the class that a name means in the code of the body, or nil.
func (q *Queries) Class(name string) *program.Definition {
	return q.FindFrom(q.Body.Manifest, module.Class, name)
}

// Answer answers a query.
func (q *Queries) Answer(asked Query) (found Answer) {
	switch asked.Kind {
	case IsUndeclaredClass:
		found = q.isUndeclaredClass(asked.Name, asked.Shared, asked.At)
	case IsUndeclaredResource:
		found = q.isUndeclaredResource(asked.Name, asked.Title)
	case IsForeignResource:
		found = q.isForeignResource(asked.Name, asked.Title)
	case MayComeBefore:
		found.Yes = q.mayComeBefore(asked.Name, asked.At)
		found.IsGuess = !found.Yes && (q.isPreceded(asked.Name) || q.InDefault && !q.isDeclared())
	case MayBeThere:
		found.Yes = q.mayBeThere(asked.Name)
	case MayBeDeclaredEarlier:
		found.Yes = q.mayBeDeclaredEarlier(asked.Name, asked.At)
	case IsDeclaredTwice:
		found.Meant = DescribeTwice(q.DeclaredTwice())
	}
	return found
}

// mayComeBefore reports whether a class may be declared before a point of the body: the body
// tests whether it is declared, or code before the point may declare it.
func (q *Queries) mayComeBefore(class string, at syntax.Node) bool {
	q.Dependencies.AddLeading(class, q.Body.Definition.Name)
	return q.isTestedFor(class) || q.mayLeadTo(class, at)
}

// mayBeThere reports whether a class that is not found may exist. It also returns true if the
// body itself declares the class: then that declaration is reported.
func (q *Queries) mayBeThere(class string) bool {
	q.Dependencies.AddLeading(class)
	q.Dependencies.AddHidden(q.Tree, module.Class, class)
	return q.MayExist(module.Class, class, q.Body.Module) || q.ClosureOf(q.Body.Node).Classes[class] || q.isGivenToMissing(class)
}

// isGivenToMissing reports whether the body gives the name of a class to a function of a missing
// module, which may create a class of that name.
func (q *Queries) isGivenToMissing(class string) bool {
	given := false
	syntax.Inspect(q.Body.Node, func(node syntax.Node) bool {
		if call, isCall := node.(*syntax.CallNamedFunctionExpression); isCall && !given {
			name, _ := call.Functor.(*syntax.QualifiedName)
			if name == nil {
				return true
			}
			owner, _, isQualified := strings.Cut(module.Normalize(name.Value), "::")
			given = isQualified && q.Tree.Module(owner) == nil && slices.Contains(program.NamesGiven(call.Arguments), class)
		}
		return !given
	})
	return given
}

// mayBeDeclaredEarlier reports whether the body may have declared a class before a point.
func (q *Queries) mayBeDeclaredEarlier(class string, at syntax.Node) bool {
	q.Dependencies.AddLeading(class)
	before := q.declaredBefore(at)
	return before.Classes[class] || before.Incomplete || before.AnyUnresolved || len(before.unresolved) > 0
}

// isTestedFor reports whether the body tests, with defined(), for a class or for a class that
// declares it.
func (q *Queries) isTestedFor(class string) bool {
	direct := q.LocalOf(q.Body.Node)
	return direct.Guarded || slices.ContainsFunc(direct.Guards, func(name string) bool {
		asked := q.Class(name)
		return asked == nil || name == class || q.ClosureOf(asked.Node).mayBeUnresolved(class, q.Body.Definition.Name) || q.ClosureOf(asked.Node).Classes[class]
	})
}

// mayLeadTo reports whether the body may declare a class, directly or indirectly; if at is not
// nil, only before at. A missing module is assumed not to declare classes of the body's own
// module, unless the body inherits from a missing class.
func (q *Queries) mayLeadTo(class string, at syntax.Node) bool {
	own := &q.ClosureOf(q.Body.Node).ClassSet
	if at != nil {
		own = q.declaredBefore(at)
	}
	isOwn := strings.HasPrefix(class+"::", q.Body.Module.Name+"::") && !q.inheritsFromMissing()
	return own.Classes[class] || own.mayBeUnresolved(class, q.Body.Definition.Name) || own.Incomplete && !isOwn
}

// inheritsFromMissing reports whether the body is a class with an ancestor that does not exist.
func (q *Queries) inheritsFromMissing() bool {
	d := q.Body.Definition
	for range program.MaxAncestors {
		if d.Parent() == "" {
			return false
		}
		if d = q.Class(d.Parent()); d == nil {
			return true
		}
	}
	return false
}

// mayBeDeclaredByAncestors reports whether the ancestors of a definition may declare a class.
func (q *Queries) mayBeDeclaredByAncestors(class string, d *program.Definition) bool {
	if d.Parent() == "" || d.Parent() == class {
		return d.Parent() == class
	}
	parent := q.Class(d.Parent())
	if parent == nil {
		return true
	}
	q.Dependencies.AddLeading(class)
	reached := q.ClosureOf(parent.Node)
	return reached.Vague || reached.Classes[class]
}

// declaredBefore returns the classes that the body may have declared before a point. Resources
// of defined types do not count, since Puppet evaluates them later.
func (q *Queries) declaredBefore(at syntax.Node) *ClassSet {
	search := &classSetSearch{Declarations: q.Declarations, seen: map[syntax.Node]bool{}, found: &ClassSet{Classes: map[string]bool{}}}
	before := at.Span().Start
	if q.InDefault {
		before = 0 // the body has not been evaluated yet
	}
	search.add(readLocalDeclarations(q.Body.Node, before))
	search.addPending(search.add)
	return search.found
}

// declarable returns the classes and defined types of a module.
func (p *Declarations) declarable(of *module.Module) []*module.Definition {
	return p.ownDefinitions.Get(of, func() []*module.Definition {
		var found []*module.Definition
		for _, manifest := range p.Tree.Manifests.Of(of) {
			for _, definition := range manifest.Definitions {
				if definition.Kind == module.Class || definition.Kind == module.DefinedType {
					found = append(found, definition)
				}
			}
		}
		return found
	})
}
