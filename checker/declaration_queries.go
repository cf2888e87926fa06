package checker

import (
	"slices"
	"strings"

	"puppet-lint/checker/deps"
	"puppet-lint/checker/program"
	"puppet-lint/module"
	"puppet-lint/syntax"
)

// declarationQueries answers which classes and resources a body declares, directly or
// through others. It reads only the summaries of declarations (declaration_closure.go),
// never the state of the evaluation, so that an answer can be recomputed without
// evaluating the body.
type declarationQueries struct {
	*declarationIndex
	// dependencies collects what the answers depend on; nil if that is not wanted.
	dependencies deps.Set
	body         *program.Body
	// inDefault reports whether the default of a parameter is being evaluated, before the code
	// of the body.
	inDefault bool
}

// declarationQueries returns the queries of the body at the current point.
func (e *evaluator) declarationQueries() *declarationQueries {
	return &declarationQueries{declarationIndex: e.declarationIndex, dependencies: e.dependencies, body: e.body, inDefault: e.pending != nil}
}

func (q *declarationQueries) answer(asked query) (found queryAnswer) {
	switch asked.kind {
	case isUndeclaredClass:
		found = q.isUndeclaredClass(asked.name, asked.shared, asked.at)
	case isUndeclaredResource:
		found = q.isUndeclaredResource(asked.name, asked.title)
	case mayComeBefore:
		found.yes = q.mayComeBefore(asked.name, asked.at)
		found.isGuess = !found.yes && q.isPreceded(asked.name)
	case mayBeThere:
		found.yes = q.mayBeThere(asked.name)
	case mayComeEarly:
		found.yes = q.mayComeEarly(asked.name, asked.at)
	case isDeclaredTwice:
		found.meant = describeTwice(q.declaredTwice())
	}
	return found
}

// mayComeBefore reports whether a class may be declared before a point of the body: the body
// tests whether it is, or what the body declares before the point may declare it.
func (q *declarationQueries) mayComeBefore(class string, at syntax.Node) bool {
	q.dependencies.AddLeading(class, q.body.Definition.Name)
	return q.isAskedFor(class) || q.mayLeadTo(class, at)
}

// mayBeThere reports whether a class that is not found may exist, or whether the body itself
// declares it, which is then the mistake to report.
func (q *declarationQueries) mayBeThere(class string) bool {
	q.dependencies.AddLeading(class)
	q.dependencies.AddHidden(q.Tree, class)
	return q.MayExist(module.Class, class, q.body.Module) || q.closureOf(q.body.Node).classes[class]
}

// mayComeEarly reports whether the body may have declared a class before a point.
func (q *declarationQueries) mayComeEarly(class string, at syntax.Node) bool {
	q.dependencies.AddLeading(class)
	before := q.earlyAt(at)
	return before.classes[class] || before.incomplete || before.anyUnresolved || len(before.unresolved) > 0
}

// isAskedFor reports whether the body tests, with defined(), for a class or for a class that
// declares it.
func (q *declarationQueries) isAskedFor(class string) bool {
	direct := q.localDeclarationsOf(q.body.Node)
	return direct.guarded || slices.ContainsFunc(direct.guards, func(name string) bool {
		asked := q.Class(name)
		return asked == nil || name == class || q.closureOf(asked.Node).mayBeUnresolved(class, q.body.Definition.Name) || q.closureOf(asked.Node).classes[class]
	})
}

// mayLeadTo reports whether the body may declare a class, directly or indirectly; if at is not
// nil, only before at. A missing module is assumed not to declare classes of the body's own
// module, unless the body inherits from a missing class.
func (q *declarationQueries) mayLeadTo(class string, at syntax.Node) bool {
	own := &q.closureOf(q.body.Node).classSet
	if at != nil {
		own = q.earlyAt(at)
	}
	isOwn := strings.HasPrefix(class+"::", q.body.Module.Name+"::") && !q.inheritsFromMissing()
	return own.classes[class] || own.mayBeUnresolved(class, q.body.Definition.Name) || own.incomplete && !isOwn
}

// inheritsFromMissing reports whether the body is a class with an ancestor that does not exist.
func (q *declarationQueries) inheritsFromMissing() bool {
	d := q.body.Definition
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

// comesWithParent reports whether the ancestors of a definition may declare a class.
func (q *declarationQueries) comesWithParent(class string, d *program.Definition) bool {
	if d.Parent() == "" || d.Parent() == class {
		return d.Parent() == class
	}
	parent := q.Class(d.Parent())
	if parent == nil {
		return true
	}
	q.dependencies.AddLeading(class)
	reached := q.closureOf(parent.Node)
	return reached.vague || reached.classes[class]
}

// earlyAt returns the classes that the body may have declared before a point: by the code
// before it, and by what that declares at once. Resources of defined types are evaluated later
// and do not count.
func (q *declarationQueries) earlyAt(at syntax.Node) *classSet {
	search := &spanSearch{declarationIndex: q.declarationIndex, seen: map[syntax.Node]bool{}, found: &classSet{classes: map[string]bool{}}}
	before := at.Span().Start
	if q.inDefault {
		before = 0 // nothing of the body has been evaluated
	}
	search.add(readLocalDeclarations(q.body.Node, before))
	search.follow(search.add)
	return search.found
}

// declarable returns the classes and defined types of a module.
func (p *declarationIndex) declarable(of *module.Module) []*module.Definition {
	return p.ownDefinitions.Get(of, func() []*module.Definition {
		var found []*module.Definition
		for _, manifest := range p.Tree.ManifestsOf(of) {
			for _, definition := range manifest.Definitions {
				if definition.Kind == module.Class || definition.Kind == module.DefinedType {
					found = append(found, definition)
				}
			}
		}
		return found
	})
}
