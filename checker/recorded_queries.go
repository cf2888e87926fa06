package checker

import (
	"maps"
	"slices"

	"puppet-lint/checker/deps"
	"puppet-lint/syntax"
)

// query is one that the evaluation of a body asked about what leads where: its
// answer follows from the syntax of other files alone. So it can be asked again
// without evaluating the body.
type query struct {
	kind queryKind
	// name is that of a class or resource type, title that of a resource.
	name, title string
	// shared and at are those of isUndeclaredClass.
	shared bool
	at     syntax.Node
	// isPending says that it was asked in the default of a parameter.
	isPending bool
}

type queryKind uint8

const (
	// isUndeclaredClass asks isUndeclaredClass, isUndeclaredResource isUndeclaredResource, mayComeBefore
	// whether something else than a statement of the body may lead to a class before,
	// mayBeThere whether a class that is not found may be.
	isUndeclaredClass queryKind = iota
	isUndeclaredResource
	mayComeBefore
	mayBeThere
	// mayComeEarly asks whether the body may have declared a class before a place,
	// isDeclaredTwice what declaredTwice finds.
	mayComeEarly
	isDeclaredTwice
	// isOfWhole stands for all that checkReferencesOfWhole asks. It has no answer.
	isOfWhole
)

// queryAnswer is what a question finds out; meant is the title that was. isGuess says that
// only what other code does speaks for it.
type queryAnswer struct {
	yes, isGuess bool
	meant        string
}

type recordedQuery struct {
	query
	queryAnswer
}

// query asks a question and keeps it, for later checks.
func (e *evaluator) query(q query) queryAnswer {
	asked := e.declarationQueries()
	q.isPending = asked.inDefault
	found := asked.answer(q)
	e.record(q, found)
	return found
}

func (e *evaluator) record(q query, found queryAnswer) {
	if e.tracks {
		e.recordedQueries = append(e.recordedQueries, recordedQuery{q, found})
	}
}

// askers are the manifests whose bodies have asked anything.
func (s *Session) askers() map[string]bool {
	found := map[string]bool{}
	for path, known := range s.known {
		found[path] = len(known.recordedQueries) > 0
	}
	maps.DeleteFunc(found, func(_ string, asks bool) bool { return !asks })
	return found
}

// anyAnswerDiffers reports whether what a manifest asked now has another answer. What
// the answers depend on is added to dependencies.
func (p *program) anyAnswerDiffers(known *checked, dependencies deps.Set) bool {
	return slices.ContainsFunc(p.bodiesOf(known.manifest), func(b *body) bool {
		return p.answersDiffer(b, known.recordedQueries[b.node], dependencies)
	})
}

// answersDiffer reports whether what a body asked now has another answer. What the
// answers depend on is added to dependencies.
func (p *program) answersDiffer(b *body, all []recordedQuery, dependencies deps.Set) bool {
	q := &declarationQueries{program: p, recording: &recording{dependencies: dependencies}, body: b}
	return slices.ContainsFunc(all, func(one recordedQuery) bool {
		q.inDefault = one.isPending
		return one.kind == isOfWhole || q.answer(one.query) != one.queryAnswer
	})
}
