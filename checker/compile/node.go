package compile

import (
	"cmp"
	"slices"
	"strings"

	"puppet-lint/checker/catalog"
	"puppet-lint/checker/eval"
	"puppet-lint/checker/lattice"
	"puppet-lint/checker/program"
	"puppet-lint/module"
	"puppet-lint/syntax"
	"puppet-lint/types"
)

// Classes returns the names of the classes in all modules of the tree, sorted.
func (c *Compiler) Classes() []string {
	var names []string
	for _, owner := range c.interpreter.Tree.Modules {
		if owner.Known != nil {
			continue
		}
		for _, manifest := range c.interpreter.Tree.Manifests.Of(owner) {
			for _, found := range manifest.Definitions {
				if found.Kind == module.Class {
					names = append(names, found.Name)
				}
			}
		}
	}
	slices.Sort(names)
	return slices.Compact(names)
}

// Nodes returns the names of the nodes that the main manifests define, sorted. It leaves out
// nodes that are defined by regular expressions. The caller must not change the slice.
func (c *Compiler) Nodes() []string { return c.nodes().names }

// nodeDefinitions are the node definitions of the main manifests.
type nodeDefinitions struct {
	names []string // see Compiler.Nodes
	// byName holds the first definition for a name in lower case, byDefault the last default one.
	byName    map[string]*program.Body
	byDefault *program.Body
	patterns  []nodePattern
	// all are the definitions in order; their names are those of program.NameOfNode.
	all []nodeDefinition
}

type nodeDefinition struct {
	name string
	body *program.Body
}

// nodePattern is a regular expression that selects a node definition.
type nodePattern struct {
	pattern *syntax.LiteralRegularExpression
	body    *program.Body
}

// readNodes reads the node definitions of the main manifests.
func readNodes(tree *module.Tree) *nodeDefinitions {
	found := &nodeDefinitions{byName: map[string]*program.Body{}}
	for _, manifest := range tree.Manifests.Initial() {
		for _, node := range manifest.Program.Definitions {
			node, ok := node.(*syntax.NodeDefinition)
			if !ok {
				continue
			}
			body := &program.Body{Manifest: manifest, Module: manifest.Module, Node: node}
			found.all = append(found.all, nodeDefinition{program.NameOfNode(manifest.File, node), body})
			for _, match := range node.HostMatches {
				found.add(match, body)
			}
		}
	}
	slices.Sort(found.names)
	found.names = slices.Compact(found.names)
	return found
}

// add adds a node definition under the name or pattern that it matches.
func (n *nodeDefinitions) add(match syntax.Node, body *program.Body) {
	switch name := program.LiteralText(match); {
	case program.IsDefault(match):
		n.byDefault = body
		n.names = append(n.names, "default")
	case eval.IsRegexp(match):
		n.patterns = append(n.patterns, nodePattern{match.(*syntax.LiteralRegularExpression), body})
	case name != "":
		n.names = append(n.names, name)
		if lower := strings.ToLower(name); n.byName[lower] == nil {
			n.byName[lower] = body
		}
	}
}

// Node returns the catalog of a node. It returns nil if no main manifest has code for the node
// or for all nodes, unless the name is a host name or the name of a node definition. If a syntax error
// may hide the definition of a host, the catalog fails.
func (c *Compiler) Node(name string) *catalog.Catalog {
	if strings.Contains(name, "::") {
		return nil
	}
	manifests := c.interpreter.Tree.Manifests.Initial()
	chosen, known := c.nodeFor(strings.ToLower(name))
	isHidden := chosen == nil && known && strings.Contains(name, ".") && slices.ContainsFunc(manifests, (*module.Manifest).Broken)
	if len(manifests) == 0 || chosen == nil && known && !isHidden {
		return nil
	}
	if chosen != nil && !strings.Contains(name, ".") && !slices.Contains(c.Nodes(), strings.ToLower(name)) {
		return nil // not a host name: probably a misspelt name
	}
	return c.nodeOf(name, chosen)
}

// NodeDefinition returns the catalog of the nodes that a node definition is for. name is that of
// program.NameOfNode; if there are no node definitions, default stands for all nodes. The catalog is
// that of Node if there is no such definition.
func (c *Compiler) NodeDefinition(name string) *catalog.Catalog {
	for _, one := range c.nodes().all {
		if one.name == name {
			return c.nodeOf(name, one.body)
		}
	}
	return c.Node(name)
}

// DefinitionOfFacts returns the name of the node definition for the host whose facts the compiler has,
// as NodeDefinition expects it: default if there are no node definitions, "" if none is for the host.
// known is false if it cannot be determined.
func (c *Compiler) DefinitionOfFacts() (name string, known bool) {
	host := hostOf(c.facts)
	if host == "" {
		return "", false
	}
	nodes := c.nodes()
	if len(nodes.all) == 0 {
		return "default", true
	}
	chosen, known := c.nodeFor(strings.ToLower(host))
	for _, one := range nodes.all {
		if one.body == chosen {
			return one.name, known
		}
	}
	return "", known
}

// hostOf returns the name of the host with some facts, or "" if they do not tell it.
func hostOf(facts *types.Hash) string {
	text := func(in *types.Hash, name string) string {
		if in == nil {
			return ""
		}
		value, _ := in.Get(types.String(name))
		found, _ := value.(types.String)
		return string(found)
	}
	hash := func(name string) *types.Hash {
		if facts == nil {
			return nil
		}
		value, _ := facts.Get(types.String(name))
		found, _ := value.(*types.Hash)
		return found
	}
	return cmp.Or(text(hash("trusted"), "certname"), text(facts, "clientcert"), text(hash("networking"), "fqdn"), text(facts, "fqdn"))
}

// nodeOf returns the catalog of a node with the code of all nodes and that of a node definition, which
// is nil if none is known.
func (c *Compiler) nodeOf(name string, chosen *program.Body) *catalog.Catalog {
	manifests := c.interpreter.Tree.Manifests.Initial()
	k := c.newCompilation(name)
	k.catalog.Node = true
	k.run(func() {
		if chosen == nil && slices.ContainsFunc(manifests, program.DefinesNodes) {
			k.open = true
			k.gap("which node definition is meant is not known", catalog.Location{})
		}
		for _, manifest := range manifests {
			k.reads(manifest, true)
		}
		k.evaluateMain(manifests)
		if chosen != nil {
			k.recordEvaluated(chosen.Node)
			k.node = k.newScope(chosen, k.main, nil)
			k.node.EvaluateBlock(program.StatementsOf(chosen.Node))
			k.checkEnd(k.node)
		}
	})
	return k.finish()
}

// evaluateMain evaluates the top-level code of the main manifests as one program.
func (k *compilation) evaluateMain(manifests []*module.Manifest) {
	for _, manifest := range manifests {
		b := k.TopBody(manifest)
		k.recordEvaluated(b.Node)
		main := k.mainEvaluator(b)
		main.Body = b
		main.EvaluateBlock(program.StatementsOf(b.Node))
		k.checkEnd(main)
	}
}

// checkEnd records a failure of the catalog if the top-level code, or that of the node, always
// fails.
func (k *compilation) checkEnd(e *scope) {
	if e.HasFailed() && k.budget >= 0 {
		k.settleRefusals()
		k.fails("the code of the node fails", e.locationOf(e.Body.Node))
	}
}

// nodeFor returns the body of the node definition that Puppet selects for a name in lower case.
// If there are node definitions and none matches, it returns nil and true. known is false if
// the selection cannot be determined or if there are no node definitions: in the second case,
// the top-level code is for all nodes.
func (c *Compiler) nodeFor(name string) (chosen *program.Body, known bool) {
	nodes := c.nodes()
	if named := nodes.byName[name]; named != nil {
		return named, true
	}
	var byPattern *program.Body
	for _, one := range nodes.patterns {
		switch c.interpreter.MatchesRegexp(c.interpreter.Str(name), c.interpreter.RegexpOf(one.pattern.Pattern)) {
		case lattice.Maybe:
			return nil, false
		case lattice.Always:
			if byPattern == nil {
				byPattern = one.body
			}
		}
	}
	if byPattern == nil {
		byPattern = nodes.byDefault
	}
	return byPattern, byPattern != nil || len(nodes.all) > 0
}
