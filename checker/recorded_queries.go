package checker

import (
	"maps"
	"slices"

	"puppet-lint/checker/deps"
	"puppet-lint/checker/program"
	"puppet-lint/module"
	"puppet-lint/syntax"
)

// query is a question about declarations that the evaluation of a body asked. The syntax of
// other files alone determines its answer, so that it can be asked again without evaluating the
// body.
type query struct {
	kind queryKind
	// name is the name of a class or resource type, title that of a resource.
	name, title string
	// shared and at are arguments of isUndeclaredClass.
	shared bool
	at     syntax.Node
	// isPending means that the query was asked in the default of a parameter.
	isPending bool
}

type queryKind uint8

const (
	// isUndeclaredClass and isUndeclaredResource call the functions of these names.
	// mayComeBefore asks whether something other than a statement of the body may declare a
	// class earlier. mayBeThere asks whether a class that is not found may exist.
	isUndeclaredClass queryKind = iota
	isUndeclaredResource
	mayComeBefore
	mayBeThere
	// mayComeEarly asks whether the body may have declared a class before a node.
	// isDeclaredTwice asks for the result of declaredTwice.
	mayComeEarly
	isDeclaredTwice
	// isOfWhole represents all queries of checkReferencesOfWhole. It has no answer.
	isOfWhole
)

// queryAnswer is the answer to a query. meant is the title that was probably intended. isGuess
// means that only the behavior of other code supports the answer.
type queryAnswer struct {
	yes, isGuess bool
	meant        string
}

type recordedQuery struct {
	query
	queryAnswer
}

// query answers a query and records it for later checks.
func (e *evaluator) query(q query) queryAnswer {
	asked := e.declarationQueries()
	q.isPending = asked.inDefault
	found := asked.answer(q)
	e.record(q, found)
	return found
}

func (e *evaluator) record(q query, found queryAnswer) {
	if e.Tracks {
		e.recordedQueries = append(e.recordedQueries, recordedQuery{q, found})
	}
}

// askers returns the manifests whose bodies have asked any queries.
func (s *Session) askers() map[string]bool {
	found := map[string]bool{}
	for path, known := range s.known {
		found[path] = len(known.recordedQueries) > 0
	}
	maps.DeleteFunc(found, func(_ string, asks bool) bool { return !asks })
	return found
}

// anyAnswerDiffers reports whether the answer to any query of a manifest, recorded by body,
// has changed. It adds
// the dependencies of the answers to dependencies.
func (p *declarationIndex) anyAnswerDiffers(manifest *module.Manifest, recorded map[syntax.Node][]recordedQuery, dependencies deps.Set) bool {
	return slices.ContainsFunc(p.BodiesOf(manifest), func(b *program.Body) bool {
		return p.answersDiffer(b, recorded[b.Node], dependencies)
	})
}

// answersDiffer reports whether the answer to any query of a body has changed. It adds the
// dependencies of the answers to dependencies.
func (p *declarationIndex) answersDiffer(b *program.Body, all []recordedQuery, dependencies deps.Set) bool {
	q := &declarationQueries{declarationIndex: p, dependencies: dependencies, body: b}
	return slices.ContainsFunc(all, func(one recordedQuery) bool {
		q.inDefault = one.isPending
		return one.kind == isOfWhole || q.answer(one.query) != one.queryAnswer
	})
}
