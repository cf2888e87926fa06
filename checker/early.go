package checker

import (
	"strings"

	"puppet-lint/module"
	"puppet-lint/syntax"
)

// earlyAt is what the code of the evaluated body may have declared, of classes,
// before a place: what stands before it, and what that declares at once.
// Resources of defined types are evaluated later, and do not count.
func (e *evaluator) earlyAt(at syntax.Node) *span {
	search := &earlySearch{program: e.program, seen: map[syntax.Node]bool{}, found: &span{classes: map[string]bool{}}}
	before := at.Span().Start
	if e.pending != nil {
		before = 0 // nothing of the body has been evaluated
	}
	search.add(readDirect(e.body.node, before))
	for len(search.pending) > 0 {
		node := search.pending[len(search.pending)-1]
		search.pending = search.pending[:len(search.pending)-1]
		if search.seen[node] {
			continue
		}
		if len(search.seen) == maxReach {
			search.found.anyStray = true
			break
		}
		search.seen[node] = true
		search.add(e.directOf(node))
	}
	return search.found
}

type earlySearch struct {
	*program
	seen    map[syntax.Node]bool
	pending []syntax.Node
	found   *span
}

func (s *earlySearch) add(from *direct) {
	if from.vague {
		s.found.addStray(from)
	}
	for _, name := range from.classes {
		s.found.classes[name] = true
		if class := s.class(name); class != nil {
			s.pending = append(s.pending, class.node)
		} else {
			s.found.incomplete = true
		}
	}
	for _, prefix := range from.prefixes {
		first, _, _ := strings.Cut(prefix, "::")
		owner := s.tree.Module(first)
		if owner == nil {
			s.found.incomplete = true
			continue
		}
		for _, definition := range s.declarable(owner) {
			if definition.Kind == module.Class && strings.HasPrefix(definition.Name, prefix) {
				s.found.classes[definition.Name] = true
				s.pending = append(s.pending, definition.Node)
			}
		}
	}
	for _, name := range from.functions {
		if function := s.find(module.Function, name); function != nil {
			s.pending = append(s.pending, function.node)
		}
	}
}
