package checker

import (
	"cmp"
	"slices"
	"strings"

	"puppet-lint/module"
	"puppet-lint/syntax"
)

// graph is the order in which bodies are summarized. A component is a set of bodies that need
// each other. Each component comes after those that it needs.
type graph struct {
	components [][]*body
	// needs lists, for each component, the components that it needs.
	needs [][]int
	// cyclic marks the components whose bodies need each other.
	cyclic []bool
}

// newGraph finds everything that the summaries of bodies depend on, and loads the manifests
// that hold it.
func (p *program) newGraph(bodies []*body) *graph {
	builder := &graphBuilder{program: p, index: map[*body]int{}, result: &graph{}, component: map[*body]int{}}
	for _, b := range bodies {
		if _, seen := builder.index[b]; !seen {
			builder.visit(b)
		}
	}
	return builder.result
}

// declaredBy returns the bodies of the definitions that bodies declare, directly or indirectly.
// They are evaluated as instances (call_site.go).
func (p *run) declaredBy(bodies []*body) []*body {
	seen, found := map[*body]bool{}, []*body{}
	add := func(d *definition) {
		if d != nil && !seen[d.body()] {
			seen[d.body()] = true
			found = append(found, d.body())
		}
	}
	level := bodies
	for range maxInstances + 1 {
		start := len(found)
		for _, b := range level {
			direct := p.localDeclarationsOf(b.node)
			for _, use := range direct.uses {
				add(p.definedType(use.typeName))
			}
			for _, name := range direct.classes {
				add(p.class(name))
			}
		}
		level = found[start:]
	}
	return found
}

// graphBuilder runs Tarjan's algorithm without recursion, since a chain of calls may be as long
// as the program.
type graphBuilder struct {
	*program
	index     map[*body]int
	low       []int
	stack     []*body
	onStack   map[*body]bool
	component map[*body]int
	result    *graph
}

// visitFrame is a body whose needs are being visited; next is the index of the next one.
type visitFrame struct {
	body  *body
	needs []*body
	next  int
}

func (g *graphBuilder) visit(root *body) {
	if g.onStack == nil {
		g.onStack = map[*body]bool{}
	}
	frames := []visitFrame{g.open(root)}
	for len(frames) > 0 {
		frame := &frames[len(frames)-1]
		if frame.next < len(frame.needs) {
			need := frame.needs[frame.next]
			frame.next++
			if at, seen := g.index[need]; !seen {
				frames = append(frames, g.open(need))
			} else if g.onStack[need] {
				g.low[g.index[frame.body]] = min(g.low[g.index[frame.body]], at)
			}
			continue
		}
		g.close(frame.body, frame.needs)
		done := frame.body
		frames = frames[:len(frames)-1]
		if len(frames) > 0 {
			outer := g.index[frames[len(frames)-1].body]
			g.low[outer] = min(g.low[outer], g.low[g.index[done]])
		}
	}
}

func (g *graphBuilder) open(b *body) visitFrame {
	g.index[b] = len(g.low)
	g.low = append(g.low, len(g.low))
	g.stack = append(g.stack, b)
	g.onStack[b] = true
	if g.isInterrupted() {
		return visitFrame{body: b}
	}
	return visitFrame{body: b, needs: g.needsOf(b)}
}

// close ends the visit of a body. If the body was the first one visited of its component, the
// component is the body and everything above it on the stack.
func (g *graphBuilder) close(b *body, needs []*body) {
	at := g.index[b]
	if g.low[at] != at {
		return
	}
	start := slices.Index(g.stack, b)
	members := slices.Clone(g.stack[start:])
	g.stack = g.stack[:start]
	number := len(g.result.components)
	for _, member := range members {
		g.onStack[member] = false
		g.component[member] = number
	}
	// This order does not depend on where the search began.
	slices.SortFunc(members, func(a, b *body) int {
		return cmp.Or(cmp.Compare(a.manifest.Source.Name, b.manifest.Source.Name), cmp.Compare(a.node.Span().Start, b.node.Span().Start))
	})
	var outer []int
	for _, member := range members {
		for _, need := range g.needsOf(member) {
			if other, ok := g.component[need]; ok && other != number && !slices.Contains(outer, other) {
				outer = append(outer, other)
			}
		}
	}
	g.result.components = append(g.result.components, members)
	g.result.needs = append(g.result.needs, outer)
	g.result.cyclic = append(g.result.cyclic, len(members) > 1 || slices.Contains(needs, b))
}

// needsOf returns the bodies whose summaries a body may read: the functions that it calls and
// that declare no result, the plans that it runs, the classes whose variables it reads or that
// it inherits from, and top scope if it reads that.
func (p *program) needsOf(b *body) []*body {
	return p.needs.get(b, func() []*body { return p.findNeeds(b) })
}

func (p *program) findNeeds(b *body) []*body {
	names := p.namedIn(b.node)
	var needs []*body
	for _, one := range names.definitions {
		definition := p.find(one.kind, one.name)
		if definition == nil {
			continue
		}
		if function, ok := definition.Node.(*syntax.FunctionDefinition); !ok || function.ReturnType == nil {
			needs = append(needs, definition.body())
		}
	}
	if b.isTop() {
		return needs
	}
	seen := map[*body]bool{}
	for _, name := range names.bare {
		for _, top := range p.topBodies(name) {
			if !seen[top] {
				seen[top] = true
				needs = append(needs, top)
			}
		}
	}
	return needs
}

// needNames are the names by which a body may need other bodies, each once: names of functions,
// plans and classes, and of variables without a class.
type needNames struct {
	definitions []definitionKey
	bare        []string
}

// namedIn collects from the syntax the names by which a body may need others.
func (f *programFacts) namedIn(root syntax.Node) *needNames {
	return f.needNames.get(root, func() *needNames {
		found := &needNames{}
		seen, seenBare := map[definitionKey]bool{}, map[string]bool{}
		add := func(kind module.Kind, name string) {
			if key := (definitionKey{kind, name}); !seen[key] {
				seen[key] = true
				found.definitions = append(found.definitions, key)
			}
		}
		syntax.Inspect(root, func(node syntax.Node) bool {
			switch node := node.(type) {
			case *syntax.VariableExpression:
				bare := strings.TrimPrefix(node.Name, "::")
				if at := strings.LastIndex(bare, "::"); at >= 0 {
					add(module.Class, strings.ToLower(bare[:at]))
				} else if !seenBare[bare] {
					seenBare[bare] = true
					found.bare = append(found.bare, bare)
				}
			case *syntax.CallNamedFunctionExpression:
				if name, ok := node.Functor.(*syntax.QualifiedName); ok {
					add(module.Function, module.Normalize(name.Value))
					if name.Value == "run_plan" && len(node.Arguments) > 0 {
						add(module.Plan, module.Normalize(literalText(node.Arguments[0])))
					}
				}
			case *syntax.NamedAccessExpression:
				if name, ok := node.Right.(*syntax.QualifiedName); ok {
					add(module.Function, module.Normalize(name.Value))
				}
			case *syntax.AssignmentExpression:
				if access, ok := node.Right.(*syntax.AccessExpression); ok && isClassAccess(access) {
					for _, key := range access.Keys {
						if name := literalText(key); name != "" {
							add(module.Class, module.Normalize(name))
						}
					}
				}
			case *syntax.HostClassDefinition, *syntax.ResourceTypeDefinition, *syntax.FunctionDefinition,
				*syntax.PlanDefinition, *syntax.NodeDefinition:
				return node == root
			}
			return true
		})
		if class, ok := root.(*syntax.HostClassDefinition); ok && class.ParentClass != "" {
			add(module.Class, module.Normalize(class.ParentClass))
		}
		return found
	})
}

// isClassAccess reports whether an access is Class[…].
func isClassAccess(access *syntax.AccessExpression) bool {
	reference, ok := access.Left.(*syntax.QualifiedReference)
	return ok && strings.EqualFold(reference.Value, "class")
}

// literalText returns the text of a bare word or a plain string, "" for anything else.
func literalText(node syntax.Node) string {
	switch node := node.(type) {
	case *syntax.QualifiedName:
		return node.Value
	case *syntax.LiteralString:
		return node.Value
	}
	return ""
}
