package eval

import (
	"puppet-lint/checker/code"
	"puppet-lint/checker/declarations"
	"puppet-lint/checker/lattice"
	"puppet-lint/syntax"
)

// declarationQueries returns the queries of the body at the current point.
func (e *Evaluator) declarationQueries() *declarations.Queries {
	return &declarations.Queries{Declarations: e.Declarations, Dependencies: e.Dependencies, Body: e.Body, InDefault: e.pending != nil}
}

// checkDuplicateAcross reports a resource that two classes declare, if the body always declares
// both, or that the body and such a class declare. If a single statement of the body leads to
// both declarations, the finding is reported for the class that the statement names.
func (e *Evaluator) checkDuplicateAcross() {
	if !e.reporting || e.callSite != nil {
		return
	}
	twice := e.declarationQueries().DeclaredTwice()
	if e.Tracks {
		e.record(declarations.Query{Kind: declarations.IsDeclaredTwice}, declarations.Answer{Meant: declarations.DescribeTwice(twice)})
	}
	for _, both := range twice {
		e.reportAcross(both[0], both[1])
	}
}

func (e *Evaluator) reportAcross(first, second declarations.Declarer) {
	typeName, title := declarations.SplitResourceKey(second.Resource.Key)
	where := "this class"
	if first.Class != nil {
		where = "class '" + first.Class.Name + "'"
	} else if e.Body.Definition == nil {
		where = "this code"
	}
	at := second.Through
	switch {
	case first.Class == nil: // the body itself declares it
		at, where = first.Resource.Node, "class '"+second.Class.Name+"', which is always declared with it,"
	case second.Class.Manifest == e.Body.Manifest:
		at = second.Resource.Node
	}
	finding := e.report(&code.DuplicateDeclaration, at, "RUNTIME_ERROR",
		declaredTwice(typeName, lattice.Quote(title))+": "+where+" declares it too")
	if finding == nil {
		return
	}
	other := second
	if at != syntax.Node(first.Resource.Node) {
		other = first
	}
	if other.Class != nil {
		related := e.related(other.Class.Manifest.Extent(other.Resource.Node), "declared here")
		related.File = other.Class.Manifest.Source
		finding.Related = append(finding.Related, related)
	}
}

// declaredTwice returns the message about a class or another resource. The title is quoted.
func declaredTwice(typeName, title string) string {
	if typeName != "class" {
		typeName = "resource " + typeName
	}
	return "the " + typeName + " " + title + " is declared twice"
}

// query answers a query and records it for later checks.
func (e *Evaluator) query(q declarations.Query) declarations.Answer {
	asked := e.declarationQueries()
	q.IsPending = asked.InDefault
	found := asked.Answer(q)
	e.record(q, found)
	return found
}

func (e *Evaluator) record(q declarations.Query, found declarations.Answer) {
	if e.Tracks {
		e.RecordedQueries = append(e.RecordedQueries, declarations.RecordedQuery{Query: q, Answer: found})
	}
}
