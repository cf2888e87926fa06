package checker

import (
	"puppet-lint/module"
	"puppet-lint/syntax"
)

// body is a piece of code with a scope of its own: the body of a class, defined type, function,
// plan or node, or the top-level code of a manifest or template.
type body struct {
	// definition is nil for a node and for top-level code.
	definition *definition
	manifest   *module.Manifest
	module     *module.Module
	// node is the syntax node of the definition, or the Program.
	node syntax.Node
	// alone marks a single statement of a manifest with syntax errors. Nothing is known about
	// the code around it (damaged.go).
	alone bool
	// wanted reports whether findings are wanted, because the file is one to check.
	wanted bool
	// final marks a body that has been evaluated. Its summary stays valid while the tree does
	// not change.
	final bool
	// reused marks a final body that was not evaluated: an earlier check left its summary.
	reused bool
	// summary is filled when the body has been evaluated, before the bodies that need it are.
	summary *summary
}

// isTop reports whether the body is the top-level code of a manifest.
func (b *body) isTop() bool { return b.node.Kind() == syntax.KindProgram }

// summary is the result of evaluating a body, for use by other bodies.
type summary struct {
	// returns is the type of a function's result.
	returns Type
	// variables are the variables of a class or of top scope, with their types at the end of
	// the body.
	variables map[string]Type
	// growing marks the summary of a body in a cycle that has no fixpoint yet. open means that
	// there may be more variables.
	growing, open bool
}

// bodiesOf returns the bodies of a manifest: its top-level code, its nodes and its definitions.
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
			if definition == nil || definition.Node != found.Node {
				definition = p.newDefinition(found) // hidden by another of the same name
			}
			bodies = append(bodies, definition.body())
		}
	}
	return bodies
}

// statementsOf returns the statements of a body.
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
