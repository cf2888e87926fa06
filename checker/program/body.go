package program

import (
	"strings"

	"slices"

	"puppet-lint/module"
	"puppet-lint/syntax"
	"puppet-lint/types"
)

// Body is a piece of code with a scope of its own: the body of a class, defined type, function,
// plan or node, or the top-level code of a manifest or template.
type Body struct {
	// Definition is nil for a node and for top-level code.
	Definition *Definition
	Manifest   *module.Manifest
	Module     *module.Module
	// Node is the syntax node of the definition, or the Program.
	Node syntax.Node
	// Alone marks a single statement of a manifest with syntax errors. The code around it is
	// unknown (damaged.go).
	Alone bool
	// Wanted reports whether findings are wanted, because the file is one to check.
	Wanted bool
	// Final marks a body that has been evaluated. Its summary stays valid while the tree does
	// not change.
	Final bool
	// Reused marks a final body that was not evaluated: an earlier check left its summary.
	Reused bool
	// Summary is set when the body has been evaluated, before the bodies that need it are
	// evaluated.
	Summary *Summary
}

// IsTop reports whether the body is the top-level code of a manifest.
func (b *Body) IsTop() bool { return b.Node.Kind() == syntax.KindProgram }

// Summary is the result of evaluating a body, for use by other bodies.
type Summary struct {
	// Returns is the type of a function's result.
	Returns types.Type
	// Variables are the variables of a class or of top scope, with their types at the end of
	// the body.
	Variables map[string]types.Type
	// Growing marks the summary of a body in a cycle that has no fixpoint yet. Open means that
	// there may be more variables. Placeholder marks the summary of a class without any content,
	// which often stands for one with secrets that is kept elsewhere.
	Growing, Open, Placeholder bool
}

// BodiesOf returns the bodies of a manifest: its top-level code, its nodes and its definitions.
func (p *Program) BodiesOf(manifest *module.Manifest) []*Body {
	bodies := []*Body{p.TopBody(manifest)}
	for _, node := range manifest.Program.Definitions {
		if _, ok := node.(*syntax.NodeDefinition); ok {
			bodies = append(bodies, &Body{Manifest: manifest, Module: manifest.Module, Node: node})
		}
	}
	for _, found := range manifest.Definitions {
		switch found.Kind {
		case module.Class, module.DefinedType, module.Function, module.Plan:
			definition := p.Find(found.Kind, found.Name)
			if definition == nil || definition.Node != found.Node {
				definition = p.NewDefinition(found) // another definition of the same name hides it
			}
			bodies = append(bodies, definition.Body())
		}
	}
	return bodies
}

// NameOfNode returns what a node definition matches: host names, and regular expressions and the word
// default as they are written, after commas.
func NameOfNode(file *syntax.File, node *syntax.NodeDefinition) string {
	names := make([]string, len(node.HostMatches))
	for i, match := range node.HostMatches {
		text, isText := syntax.LiteralText(match)
		if !isText {
			text = file.Source.Slice(file.Extent(match))
		}
		names[i] = text
	}
	return strings.Join(names, ", ")
}

// StatementsOf returns the statements of a body. The slice may be that of the tree: the caller must
// not change it.
func StatementsOf(node syntax.Node) []syntax.Node {
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

// ValueLocation returns the expression that gives node its value: for a variable that the body
// sets only once, the expression assigned to it.
func (b *Body) ValueLocation(node syntax.Node) syntax.Node {
	for range MaxAncestors {
		variable, ok := syntax.Unparenthesized(node).(*syntax.VariableExpression)
		if !ok {
			break
		}
		value := b.onlyValue(variable.Name)
		if value == nil {
			break
		}
		node = value
	}
	return syntax.Unparenthesized(node)
}

// onlyValue returns the expression that the body assigns to a variable; nil unless there is
// exactly one assignment.
func (b *Body) onlyValue(name string) (value syntax.Node) {
	count := 0
	syntax.Inspect(b.Node, func(node syntax.Node) bool {
		if assignment, ok := node.(*syntax.AssignmentExpression); ok {
			for _, target := range TargetsOf(assignment.Left) {
				if target != name {
					continue
				}
				count++
				if _, alone := assignment.Left.(*syntax.VariableExpression); alone {
					value = assignment.Right
				}
			}
		}
		return true
	})
	if count != 1 {
		return nil
	}
	return value
}

// EntryOf returns the expression of the value of a key of a literal hash; nil if it is unknown.
func (b *Body) EntryOf(hash *syntax.LiteralHash, key string) syntax.Node {
	if entry := EntryOf(hash, key); entry != nil {
		return b.ValueLocation(entry.Value)
	}
	return nil
}

// EntryOf returns the entry of a hash with a key, or nil. hash may be nil.
func EntryOf(hash *syntax.LiteralHash, key string) *syntax.KeyedEntry {
	if hash == nil {
		return nil
	}
	for _, entry := range slices.Backward(hash.Entries) { // the last one counts
		if LiteralText(entry.Key) == key {
			return entry
		}
	}
	return nil
}
