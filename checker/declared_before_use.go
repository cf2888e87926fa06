package checker

import "puppet-lint/syntax"

// earlyAt is what the code of the evaluated body may have declared, of classes,
// before a place: what stands before it, and what that declares at once.
// Resources of defined types are evaluated later, and do not count.
func (e *evaluator) earlyAt(at syntax.Node) *classSet {
	search := &spanSearch{program: e.program, seen: map[syntax.Node]bool{}, found: &classSet{classes: map[string]bool{}}}
	before := at.Span().Start
	if e.pending != nil {
		before = 0 // nothing of the body has been evaluated
	}
	search.add(readLocalDeclarations(e.body.node, before))
	search.follow(search.add)
	return search.found
}
