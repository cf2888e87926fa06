package declarations

import (
	"slices"

	"puppet-lint/checker/deps"
	"puppet-lint/checker/program"
	"puppet-lint/module"
	"puppet-lint/syntax"
)

// Query is a question about declarations that the evaluation of a body asked. Its answer
// depends only on the syntax of other files, so it can be asked again without evaluating the
// body.
type Query struct {
	Kind QueryKind
	// Name is the name of a class or resource type. Title is the title of a resource.
	Name, Title string
	// Shared and At are arguments of isUndeclaredClass.
	Shared bool
	At     syntax.Node
	// IsPending means that the query was asked in the default of a parameter.
	IsPending bool
}

// QueryKind is what a query asks.
type QueryKind uint8

const (
	// IsUndeclaredClass asks whether a class is certainly not declared where it is used.
	IsUndeclaredClass QueryKind = iota
	// IsUndeclaredResource asks the same about a resource.
	IsUndeclaredResource
	// MayComeBefore asks whether a class may be declared before a point of the body, by a test
	// in the body or by other code that it declares.
	MayComeBefore
	// MayBeThere asks whether a class that is not found may exist.
	MayBeThere
	// MayBeDeclaredEarlier asks whether the body may have declared a class before a node.
	MayBeDeclaredEarlier
	// IsDeclaredTwice asks which class the catalog certainly declares twice (DeclaredTwice).
	IsDeclaredTwice
	// IsForeignResource asks whether only other code can have declared a resource.
	IsForeignResource
	// IsOfWhole represents all queries of checkReferencesOfWhole. It has no answer.
	IsOfWhole
)

// Answer is the answer to a query. Meant is the title that was probably intended, or the class
// that declares a foreign resource. IsGuess means that the answer is only inferred from what
// other code does.
type Answer struct {
	Yes, IsGuess bool
	Meant        string
}

// RecordedQuery is a query of an evaluation with the answer that it got.
type RecordedQuery struct {
	Query
	Answer
}

// AnyAnswerDiffers reports whether the answer to any query of a manifest has changed. recorded
// holds the queries by body. It adds the dependencies of the answers to dependencies.
func (p *Declarations) AnyAnswerDiffers(manifest *module.Manifest, recorded map[syntax.Node][]RecordedQuery, dependencies deps.Set) bool {
	return slices.ContainsFunc(p.BodiesOf(manifest), func(b *program.Body) bool {
		return p.answersDiffer(b, recorded[b.Node], dependencies)
	})
}

// answersDiffer reports whether the answer to any query of a body has changed. It adds the
// dependencies of the answers to dependencies.
func (p *Declarations) answersDiffer(b *program.Body, all []RecordedQuery, dependencies deps.Set) bool {
	q := &Queries{Declarations: p, Dependencies: dependencies, Body: b}
	return slices.ContainsFunc(all, func(one RecordedQuery) bool {
		q.InDefault = one.IsPending
		return one.Kind == IsOfWhole || q.Answer(one.Query) != one.Answer
	})
}
