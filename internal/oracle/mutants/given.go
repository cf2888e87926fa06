//go:build develop

package main

import (
	"math/rand/v2"
	"slices"

	"puppet-lint/module"
	"puppet-lint/module/known"
	"puppet-lint/syntax"
)

// givenKind is the kind of the faults in what is passed to a known other module: to its
// classes, defined types, resource types and functions.
const givenKind = "given to a dependency"

// givenFaults returns such faults in a manifest of a module that is present with its
// dependencies: an attribute with a wrong name, a value of another type, a missing attribute,
// an argument of another type, too many arguments, and too few.
func givenFaults(tree *module.Tree, file *syntax.File, own *module.Module, random *rand.Rand) []fault {
	b := &breaker{file: file, random: random}
	syntax.Walk(file.Program, func(cursor *syntax.Cursor) bool {
		switch node := cursor.Node().(type) {
		case *syntax.ResourceExpression:
			if isOfDependency(own, ownerOfResource(tree, node)) {
				b.givenToResource(node)
			}
		case *syntax.CallNamedFunctionExpression:
			if name, ok := node.Functor.(*syntax.QualifiedName); ok && isOfDependency(own, ownerOfFunction(tree, name.Value)) {
				b.arguments(&node.CallExpression)
			}
		}
		return true
	}, nil)
	kept := slices.DeleteFunc(b.faults, func(f fault) bool { return f.Kind == "lambda parameters" })
	for i := range kept {
		kept[i].Kind = givenKind
	}
	return kept
}

// isOfDependency reports whether the metadata of a module name another module that is known.
func isOfDependency(own *module.Module, owner string) bool {
	metadata := own.Metadata()
	return owner != "" && owner != own.Name && metadata != nil &&
		slices.ContainsFunc(metadata.Dependencies, func(d module.Dependency) bool {
			return d.Name == owner && known.Embedded().Find(d.Owner, d.Name) != nil
		})
}

// ownerOfResource returns the module that defines what a resource expression declares, or "".
func ownerOfResource(tree *module.Tree, node *syntax.ResourceExpression) string {
	name, ok := node.TypeName.(*syntax.QualifiedName)
	if !ok {
		return ""
	}
	kind, sought := module.DefinedType, module.Normalize(name.Value)
	if sought == "class" {
		class, ok := node.Bodies[0].Title.(*syntax.LiteralString)
		if !ok || len(node.Bodies) != 1 {
			return ""
		}
		kind, sought = module.Class, module.Normalize(class.Value)
	}
	if found := tree.Manifests.Find(kind, sought); found != nil && found.Manifest.Module != nil {
		return found.Manifest.Module.Name
	}
	if found := tree.Plugins.FindResourceType(sought); found != nil && found.Module != nil {
		return found.Module.Name
	}
	return ""
}

// ownerOfFunction returns the module that defines a function, or "".
func ownerOfFunction(tree *module.Tree, name string) string {
	if found := tree.Manifests.Find(module.Function, module.Normalize(name)); found != nil && found.Manifest.Module != nil {
		return found.Manifest.Module.Name
	}
	if found := tree.Plugins.FindFunction(module.Normalize(name)); found != nil && found.Module != nil {
		return found.Module.Name
	}
	return ""
}

// givenToResource breaks the attributes of a resource expression.
func (b *breaker) givenToResource(node *syntax.ResourceExpression) {
	for _, body := range node.Bodies {
		for _, operation := range body.Operations {
			attribute, ok := operation.(*syntax.AttributeOperation)
			if !ok {
				continue
			}
			b.misspell(givenKind, b.file.Tokens[attribute.NameToken].Span)
			b.retype(givenKind, attribute.Value)
			b.dropListed(givenKind, attribute)
		}
	}
}
