package eval

import (
	"slices"
	"strings"

	"puppet-lint/checker/code"
	"puppet-lint/checker/declarations"
	"puppet-lint/checker/lattice"
	"puppet-lint/internal/ascii"
	"puppet-lint/internal/diag"
	"puppet-lint/internal/source"
	"puppet-lint/module"
	"puppet-lint/syntax"
	"puppet-lint/types"
)

// edge means that one resource comes before another. Both are keys as keysOf returns
// them; a class has the type "class".
type edge struct{ from, to string }

// noteOrder records that all resources in first come before all in second, if both are known.
func (e *Evaluator) noteOrder(first, second Type, at syntax.Node) {
	from, to := e.keysOf(first), e.keysOf(second)
	if len(from)*len(to) > lattice.MaxTuple {
		return
	}
	for _, a := range from {
		for _, b := range to {
			e.state.edges = e.state.edges.with(edge{a, b}, e.Body.Manifest.Extent(at))
		}
	}
}

// keysOf returns the keys of the resources that a value refers to; nil unless all are known.
func (e *Evaluator) keysOf(value Type) []string {
	items, exact := e.FlattenOne(value, 0)
	if !exact {
		return nil
	}
	var keys []string
	for _, item := range items {
		switch reference := lattice.TypeIn(item).(type) {
		case *types.ClassType:
			if !reference.HasName {
				return nil
			}
			keys = append(keys, declarations.ResourceKey("class", reference.Name))
		case *types.ResourceType:
			if !reference.HasTitle {
				return nil
			}
			keys = append(keys, declarations.ResourceKey(ascii.Lower(reference.Name), reference.Title))
		default:
			return nil
		}
	}
	return keys
}

// noteRelated records the order that the attributes of declared resources define.
func (e *Evaluator) noteRelated(resources Type, given Attributes) {
	for i, name := range given.Names {
		switch name {
		case "require", "subscribe":
			e.noteOrder(given.Values[i], resources, given.Nodes[i][1])
		case "before", "notify":
			e.noteOrder(resources, given.Values[i], given.Nodes[i][1])
		}
	}
}

// checkCycles reports resources that wait for each other whenever the body is evaluated,
// because of relationships or because the class contains them.
func (e *Evaluator) checkCycles() {
	if slices.ContainsFunc(e.Findings, func(finding *diag.Diagnostic) bool { return finding.Rule == &code.DuplicateDeclaration }) {
		return // two resources of one name look like a cycle, and the error is reported
	}
	after := map[string][]*chain[edge]{}
	own := ""
	if d := e.Body.Definition; d != nil && d.Kind == module.Class {
		own = declarations.ResourceKey("class", d.Name)
	}
	for link := e.state.edges; link != nil; link = link.before {
		a, b := link.value.from, link.value.to
		if a == b || a == own && e.declaresItself(b) || b == own && e.declaresItself(a) {
			e.reportCycle(link.at, slices.Compact([]string{a, b}))
			return
		}
		after[a] = append(after[a], link)
	}
	search := &cycleSearch{after: after, entered: map[string]int{}}
	for link := e.state.edges; link != nil; link = link.before {
		if search.entered[link.value.from] == 0 && search.visit(link.value.from) {
			e.reportCycle(search.at, search.path)
			return
		}
	}
}

// declaresItself reports whether the body declares a resource directly.
func (e *Evaluator) declaresItself(key string) bool {
	typeName, title := declarations.SplitResourceKey(key)
	return typeName != "class" && e.declaredBefore(declarations.ResourceKey(typeName, "'"+title)) != nil
}

// cycleSearch is a depth-first search for a cycle.
type cycleSearch struct {
	after map[string][]*chain[edge]
	// entered is 1 for a resource on the current path, and 2 for one from which no cycle is
	// reached.
	entered map[string]int
	path    []string
	at      source.Span
}

func (s *cycleSearch) visit(key string) bool {
	if len(s.path) > maxDepth {
		return false
	}
	s.entered[key] = 1
	s.path = append(s.path, key)
	for _, link := range s.after[key] {
		switch next := link.value.to; s.entered[next] {
		case 1:
			s.path, s.at = s.path[slices.Index(s.path, next):], link.at
			return true
		case 0:
			if s.visit(next) {
				return true
			}
		}
	}
	s.path = s.path[:len(s.path)-1]
	s.entered[key] = 2
	return false
}

func (e *Evaluator) reportCycle(at source.Span, path []string) {
	var names []string
	for _, key := range append(path, path[0]) {
		typeName, title := declarations.SplitResourceKey(key)
		names = append(names, types.CapitalizeSegments(typeName)+"["+lattice.Quote(title)+"]")
	}
	e.reportAt(&code.DependencyCycle, at, "", "relationships between resources form a cycle: "+strings.Join(names, " -> "))
}
