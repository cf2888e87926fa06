package checker

import (
	"context"
	"slices"
	"sync"

	"puppet-lint/checker/lattice"
	"puppet-lint/internal/document/ruby"
	"puppet-lint/module"
	"puppet-lint/module/builtin"
	"puppet-lint/syntax"
)

// topScope holds what the initial manifests set at top scope and in nodes.
type topScope struct {
	// assigners maps the name of a variable to the manifests that set it outside of all
	// definitions.
	assigners map[string][]*body
	// nodes are the names of the variables set in node definitions. Classes included from a
	// node see them.
	nodes map[string]bool
	// customFacts are the facts that Ruby files of the tree define.
	customFacts []string
	factsOpen   bool
	// factPatterns match facts whose names Ruby files compute.
	factPatterns []ruby.NamePattern
}

// newProgram returns the program of a tree. known holds what is known of its manifests.
func newProgram(ctx context.Context, tree *module.Tree, interpret Interpreter, known *programFacts, options programOptions) *program {
	if options.target == 0 {
		options.target = 8
	}
	p := &program{
		interruption: interruption{ctx: ctx}, programFacts: known, interpret: interpret, tree: tree,
		target: options.target, strict: options.strict, tracks: options.tracks, extra: options.initial,
	}
	p.Lattice = lattice.New(known.interned, p, p.target)
	p.AliasAcceptsUndef = p.aliasTakesUndef
	p.top = sync.OnceValue(p.readTopScope)
	return p
}

func (p *program) readTopScope() *topScope {
	top := &topScope{assigners: map[string][]*body{}, nodes: map[string]bool{}}
	for _, manifest := range append(p.extra[:len(p.extra):len(p.extra)], p.tree.Initial()...) {
		whole := p.programBody(manifest)
		for _, name := range assignedIn(manifest.Program.Body) {
			if !slices.Contains(top.assigners[name], whole) {
				top.assigners[name] = append(top.assigners[name], whole)
			}
		}
		for _, node := range manifest.Program.Definitions {
			if node, ok := node.(*syntax.NodeDefinition); ok && node.Body != nil {
				for _, name := range assignedIn(node.Body) {
					top.nodes[name] = true
				}
			}
		}
	}
	top.customFacts, top.factsOpen = p.tree.CustomFacts()
	top.factPatterns = p.tree.FactPatterns()
	return top
}

// programBody returns the body of the code of a manifest outside of all definitions.
func (p *program) programBody(manifest *module.Manifest) *body {
	return p.outside.get(manifest, func() *body {
		return &body{manifest: manifest, module: manifest.Module, node: manifest.Program}
	})
}

// assignedIn returns the names of the variables that code sets in its own scope.
func assignedIn(root syntax.Node) []string {
	var names []string
	syntax.Inspect(root, func(node syntax.Node) bool {
		switch node := node.(type) {
		case *syntax.AssignmentExpression:
			names = append(names, targetsOf(node.Left)...)
		case *syntax.LambdaExpression, *syntax.HostClassDefinition, *syntax.ResourceTypeDefinition,
			*syntax.FunctionDefinition, *syntax.PlanDefinition, *syntax.NodeDefinition:
			return false
		}
		return true
	})
	return names
}

// targetsOf returns the names of the variables on the left of an assignment.
func targetsOf(node syntax.Node) []string {
	switch node := node.(type) {
	case *syntax.VariableExpression:
		return []string{node.Name}
	case *syntax.LiteralList:
		var names []string
		for _, value := range node.Values {
			names = append(names, targetsOf(value)...)
		}
		return names
	}
	return nil
}

// topBodies returns the bodies that set a variable at top scope.
func (p *program) topBodies(name string) []*body { return p.top().assigners[name] }

// topVariable returns the type of a variable of top scope as a body sees it, or nil if there is
// none. The initial manifests, facts and the compiler set such variables.
func (p *program) topVariable(reader *body, name string) Type {
	var result Type
	for _, setter := range p.topBodies(name) {
		if setter == reader {
			continue // it would have found the variable in its own scope
		}
		t, ok := p.summaryOf(setter).variables[name]
		if !ok {
			t = p.Unknown
		}
		if result == nil {
			result = t
		} else {
			result = p.Join(result, t)
		}
	}
	if result != nil {
		return result
	}
	switch name {
	case "facts":
		return p.FactsType
	case "trusted":
		return p.TrustedType
	case "server_facts":
		return p.ServerFactsType
	case "title", "name":
		return p.String
	}
	if text := builtin.Words().TopVariables[name]; text != "" {
		return p.parseType(text)
	}
	if p.top().nodes[name] {
		return p.Unknown
	}
	if fact := builtin.FindFact(name); fact != nil {
		return p.factType(fact)
	}
	if fact := builtin.LegacyFact(name); fact != nil {
		return p.Optional(p.parseType(fact.Type))
	}
	if _, found := slices.BinarySearch(p.top().customFacts, name); found {
		return p.Unknown
	}
	return nil
}

// factType returns the type of a core fact, which includes undef since any fact may be absent.
// Facts that are hashes or arrays are Unknown.
func (p *program) factType(fact *builtin.Fact) Type {
	if fact.Type == "Hash" || fact.Type == "Any" || fact.Type == "Array" {
		return p.Unknown
	}
	return p.Optional(p.parseType(fact.Type))
}
