package program

import (
	"cmp"
	"slices"
	"strings"

	"puppet-lint/module"
	"puppet-lint/syntax"
)

// Graph is the order in which bodies are summarized. A component is a set of bodies that need
// each other. Each component comes after the components that it needs.
type Graph struct {
	Components [][]*Body
	// Needs lists, for each component, the components that it needs.
	Needs [][]int
	// Cyclic marks the components whose bodies need each other.
	Cyclic []bool
}

// NewGraph finds everything that the summaries of bodies depend on, and loads the manifests
// that contain it.
func (p *Program) NewGraph(bodies []*Body) *Graph {
	builder := &graphBuilder{Program: p, index: map[*Body]int{}, result: &Graph{}, component: map[*Body]int{}}
	for _, b := range bodies {
		if _, seen := builder.index[b]; !seen {
			builder.visit(b)
		}
	}
	return builder.result
}

// graphBuilder runs Tarjan's algorithm without recursion, since a chain of calls may be as long
// as the program.
type graphBuilder struct {
	*Program
	index     map[*Body]int
	low       []int
	stack     []*Body
	onStack   map[*Body]bool
	component map[*Body]int
	result    *Graph
}

// visitFrame is a body whose needs are being visited; next is the index of the next one.
type visitFrame struct {
	body  *Body
	needs []*Body
	next  int
}

func (g *graphBuilder) visit(root *Body) {
	if g.onStack == nil {
		g.onStack = map[*Body]bool{}
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

func (g *graphBuilder) open(b *Body) visitFrame {
	g.index[b] = len(g.low)
	g.low = append(g.low, len(g.low))
	g.stack = append(g.stack, b)
	g.onStack[b] = true
	if g.IsInterrupted() {
		return visitFrame{body: b}
	}
	return visitFrame{body: b, needs: g.NeedsOf(b)}
}

// close ends the visit of a body. If the body was the first one visited of its component, the
// component is the body and everything above it on the stack.
func (g *graphBuilder) close(b *Body, needs []*Body) {
	at := g.index[b]
	if g.low[at] != at {
		return
	}
	start := slices.Index(g.stack, b)
	members := slices.Clone(g.stack[start:])
	g.stack = g.stack[:start]
	number := len(g.result.Components)
	for _, member := range members {
		g.onStack[member] = false
		g.component[member] = number
	}
	// This order does not depend on where the search has begun.
	slices.SortFunc(members, func(a, b *Body) int {
		return cmp.Or(cmp.Compare(a.Manifest.Source.Name, b.Manifest.Source.Name), cmp.Compare(a.Node.Span().Start, b.Node.Span().Start))
	})
	var outer []int
	for _, member := range members {
		for _, need := range g.NeedsOf(member) {
			if other, ok := g.component[need]; ok && other != number && !slices.Contains(outer, other) {
				outer = append(outer, other)
			}
		}
	}
	g.result.Components = append(g.result.Components, members)
	g.result.Needs = append(g.result.Needs, outer)
	g.result.Cyclic = append(g.result.Cyclic, len(members) > 1 || slices.Contains(needs, b))
}

// NeedsOf returns the bodies whose summaries a body may read: the functions that it calls and
// that declare no result, the plans that it runs, the classes whose variables it reads or that
// it inherits from, and top scope if it reads that.
func (p *Program) NeedsOf(b *Body) []*Body {
	return p.needs.Get(b, func() []*Body { return p.findNeeds(b) })
}

func (p *Program) findNeeds(b *Body) []*Body {
	names := p.namedIn(b.Node)
	var needs []*Body
	for _, one := range names.definitions {
		definition := p.Find(one.Kind, one.Name)
		if definition == nil {
			continue
		}
		if function, ok := definition.Node.(*syntax.FunctionDefinition); !ok || function.ReturnType == nil {
			needs = append(needs, definition.Body())
		}
	}
	seen := map[*Body]bool{b: true} // a body finds its own variables in its scope
	for _, name := range names.bare {
		for _, top := range p.TopBodies(name) {
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
	definitions []DefinitionKey
	bare        []string
}

// namedIn collects from the syntax the names by which a body may need others.
func (f *SyntaxInfo) namedIn(root syntax.Node) *needNames {
	return f.needNames.Get(root, func() *needNames {
		finder := needFinder{seen: map[DefinitionKey]bool{}, seenBare: map[string]bool{}}
		syntax.Inspect(root, func(node syntax.Node) bool {
			if syntax.IsDefinition(node) {
				return node == root
			}
			finder.visit(node)
			return true
		})
		if class, ok := root.(*syntax.HostClassDefinition); ok && class.ParentClass != "" {
			finder.add(module.Class, class.ParentClass)
		}
		// What finds the names is not kept, nor is room for more of them.
		return &needNames{slices.Clone(finder.definitions), slices.Clone(finder.bare)}
	})
}

// needFinder collects the names for namedIn.
type needFinder struct {
	needNames
	seen     map[DefinitionKey]bool
	seenBare map[string]bool
}

// add adds the name of a definition as the code writes it.
func (f *needFinder) add(kind module.Kind, written string) {
	if key := (DefinitionKey{kind, module.Normalize(written)}); !f.seen[key] {
		f.seen[key] = true
		f.definitions = append(f.definitions, key)
	}
}

// visit adds the names in a single node.
func (f *needFinder) visit(node syntax.Node) {
	switch node := node.(type) {
	case *syntax.VariableExpression:
		f.variable(strings.TrimPrefix(node.Name, "::"))
	case *syntax.CallNamedFunctionExpression:
		if name, ok := node.Functor.(*syntax.QualifiedName); ok {
			f.add(module.Function, name.Value)
			if name.Value == "run_plan" && len(node.Arguments) > 0 {
				f.add(module.Plan, LiteralText(node.Arguments[0]))
			}
		}
	case *syntax.NamedAccessExpression:
		if name, ok := node.Right.(*syntax.QualifiedName); ok {
			f.add(module.Function, name.Value)
		}
	case *syntax.AssignmentExpression:
		access, ok := node.Right.(*syntax.AccessExpression)
		if !ok || !IsClassAccess(access) {
			return
		}
		for _, key := range access.Keys {
			if name := LiteralText(key); name != "" {
				f.add(module.Class, name)
			}
		}
	}
}

// variable adds the class of a qualified variable, or the name of another variable.
func (f *needFinder) variable(name string) {
	if at := strings.LastIndex(name, "::"); at >= 0 {
		f.add(module.Class, name[:at])
	} else if !f.seenBare[name] {
		f.seenBare[name] = true
		f.bare = append(f.bare, name)
	}
}

// IsClassAccess reports whether an access is Class[…].
func IsClassAccess(access *syntax.AccessExpression) bool {
	reference, ok := access.Left.(*syntax.QualifiedReference)
	return ok && strings.EqualFold(reference.Value, "class")
}

// LiteralText returns the text of a bare word or a plain string; "" for anything else.
func LiteralText(node syntax.Node) string {
	text, _ := syntax.LiteralText(node)
	return text
}

// DefinitionKey identifies a definition of a manifest.
type DefinitionKey struct {
	Kind module.Kind
	Name string
}
