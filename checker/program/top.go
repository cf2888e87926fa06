package program

import (
	"context"
	"slices"
	"sync"

	"puppet-lint/checker/lattice"
	"puppet-lint/module"
	"puppet-lint/module/builtin"
	"puppet-lint/syntax"
	"puppet-lint/types"
)

// TopScope holds the variables that initial manifests set at top scope and in nodes.
type TopScope struct {
	// assigners maps the name of a variable to the manifests that set it outside of all
	// definitions.
	assigners map[string][]*Body
	// Nodes are the names of the variables set in node definitions. Classes included from a
	// node see them.
	Nodes map[string]bool
}

// New returns the program of a tree. known holds the results of earlier checks.
func New(ctx context.Context, tree *module.Tree, interpret Interpreter, known *SyntaxInfo, options Options) *Program {
	if options.Target == 0 {
		options.Target = 8
	}
	p := &Program{
		interruption: interruption{ctx: ctx}, SyntaxInfo: known, interpret: interpret, Tree: tree,
		Target: options.Target, Strict: options.Strict, Tracks: options.Tracks, Initial: options.Initial,
	}
	p.Lattice = lattice.New(known.interned, p, p.Target)
	p.AliasAcceptsUndef = p.aliasTakesUndef
	p.Top = sync.OnceValue(p.readTopScope)
	p.CustomFacts = sync.OnceValue(tree.Plugins.CustomFacts)
	return p
}

func (p *Program) readTopScope() *TopScope {
	top := &TopScope{assigners: map[string][]*Body{}, Nodes: map[string]bool{}}
	for _, manifest := range append(p.Initial[:len(p.Initial):len(p.Initial)], p.Tree.Manifests.Initial()...) {
		whole := p.TopBody(manifest)
		for _, name := range AssignedIn(manifest.Program.Body) {
			if !slices.Contains(top.assigners[name], whole) {
				top.assigners[name] = append(top.assigners[name], whole)
			}
		}
		for _, node := range manifest.Program.Definitions {
			if node, ok := node.(*syntax.NodeDefinition); ok && node.Body != nil {
				for _, name := range AssignedIn(node.Body) {
					top.Nodes[name] = true
				}
			}
		}
	}
	return top
}

// TopBody returns the body of the code of a manifest outside of all definitions.
func (p *Program) TopBody(manifest *module.Manifest) *Body {
	return p.outside.Get(manifest, func() *Body {
		return &Body{Manifest: manifest, Module: manifest.Module, Node: manifest.Program}
	})
}

// AssignedIn returns the names of the variables that code sets in its own scope.
func AssignedIn(root syntax.Node) []string {
	var names []string
	syntax.Inspect(root, func(node syntax.Node) bool {
		switch node := node.(type) {
		case *syntax.AssignmentExpression:
			names = append(names, TargetsOf(node.Left)...)
		case *syntax.LambdaExpression:
			return false
		}
		return !syntax.IsDefinition(node)
	})
	return names
}

// TargetsOf returns the names of the variables on the left of an assignment.
func TargetsOf(node syntax.Node) []string {
	switch node := node.(type) {
	case *syntax.VariableExpression:
		return []string{node.Name}
	case *syntax.LiteralList:
		var names []string
		for _, value := range node.Values {
			names = append(names, TargetsOf(value)...)
		}
		return names
	}
	return nil
}

// TopBodies returns the bodies that set a variable at top scope.
func (p *Program) TopBodies(name string) []*Body { return p.Top().assigners[name] }

// TopVariable returns the type of a variable of top scope as a body sees it, or nil if there is
// none. The initial manifests, facts and the compiler set such variables.
func (p *Program) TopVariable(reader *Body, name string) types.Type {
	var result types.Type
	for _, setter := range p.TopBodies(name) {
		if setter == reader {
			continue // it finds the variable in its own scope
		}
		t := p.Unknown // for a manifest with a syntax error, since part of the code may be missing
		if !IsBroken(setter.Manifest) {
			if known, ok := p.SummaryOf(setter).Variables[name]; ok {
				t = known
			}
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
		return p.ParseType(text)
	}
	if p.Top().Nodes[name] {
		return p.Unknown
	}
	if fact := builtin.FindFact(name); fact != nil {
		return p.FactType(fact)
	}
	if fact := builtin.LegacyFact(name); fact != nil {
		return p.Optional(p.ParseType(fact.Type))
	}
	if _, found := slices.BinarySearch(p.CustomFacts().Names, name); found {
		return p.Unknown
	}
	return nil
}

// FactType returns the type of a core fact. The type includes undef, since any fact may be
// absent. Facts that are hashes or arrays are Unknown.
func (p *Program) FactType(fact *builtin.Fact) types.Type {
	if fact.Type == "Hash" || fact.Type == "Any" || fact.Type == "Array" {
		return p.Unknown
	}
	return p.Optional(p.ParseType(fact.Type))
}

// DefinesNodes reports whether a manifest has node definitions.
func DefinesNodes(manifest *module.Manifest) bool {
	return slices.ContainsFunc(manifest.Program.Definitions, func(definition syntax.Node) bool {
		_, isNode := definition.(*syntax.NodeDefinition)
		return isNode
	})
}
