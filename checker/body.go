package checker

import (
	"puppet-lint/module"
	"puppet-lint/syntax"
)

// body is a piece of code with a scope of its own: that of a class, defined
// type, function, plan or node, or what stands outside of all of them in a
// manifest or template.
type body struct {
	// definition is nil for a node and for what stands outside.
	definition *definition
	manifest   *module.Manifest
	module     *module.Module
	// node is the definition, or the Program.
	node syntax.Node
	// alone says that the node is a statement of a manifest with syntax errors, of whose
	// surroundings nothing is known (damaged.go).
	alone bool
	// wanted says that findings are wanted: the file is one to be checked.
	wanted bool
	// final says that the body has been evaluated: its summary is what it will be
	// for as long as the tree is what it is.
	final bool
	// reused says that it is settled without that: by the summary of an earlier check.
	reused bool
	// summary is filled when the body has been evaluated; the bodies that ask
	// for it come after it.
	summary *summary
	// declarations are kept when the body has been evaluated for findings.
	declarations []declaration
}

// isTop reports whether the body is the code of a manifest outside of all
// definitions.
func (b *body) isTop() bool { return b.node.Kind() == syntax.KindProgram }

// summary is what other bodies may know of a body that has been evaluated.
type summary struct {
	// returns is the type of a function's result.
	returns Type
	// variables are the variables of a class or of top scope, with the types
	// that they have at the end.
	variables map[string]Type
	// growing says that the body is part of a cycle that has not settled, open
	// that there may be more variables.
	growing, open bool
}

// bodiesOf lists the bodies of a manifest in the order of the text.
func (p *program) bodiesOf(manifest *module.Manifest) []*body {
	bodies := []*body{p.programBody(manifest)}
	for _, node := range manifest.Program.Definitions {
		if _, ok := node.(*syntax.NodeDefinition); ok {
			bodies = append(bodies, &body{manifest: manifest, module: manifest.Module, node: node})
		}
	}
	for _, found := range manifest.Definitions {
		switch found.Kind {
		case module.Class, module.DefinedType, module.Function, module.Plan:
			definition := p.find(found.Kind, found.Name)
			if definition == nil || definition.node != found.Node {
				definition = p.newDefinition(found) // hidden by another of the same name
			}
			bodies = append(bodies, definition.body())
		}
	}
	return bodies
}

// statementsOf are the statements of a body.
func statementsOf(node syntax.Node) []syntax.Node {
	var block *syntax.BlockExpression
	switch node := node.(type) {
	case *syntax.Program:
		if whole, ok := node.Body.(*syntax.BlockExpression); ok {
			return whole.Statements
		}
		return []syntax.Node{node.Body}
	case *syntax.HostClassDefinition:
		block = node.Body
	case *syntax.ResourceTypeDefinition:
		block = node.Body
	case *syntax.FunctionDefinition:
		block = node.Body
	case *syntax.PlanDefinition:
		block = node.Body
	case *syntax.NodeDefinition:
		block = node.Body
	}
	if block == nil {
		return nil
	}
	return block.Statements
}
