package compile

import (
	"strings"

	"puppet-lint/checker/program"
	"puppet-lint/module"
	"puppet-lint/module/builtin"
	"puppet-lint/syntax"
)

// Puppet reads the manifest of a defined type when code names it, in whatever way: in a reference, a
// collector, resource defaults, or a resource expression without titles. A syntax error there
// ends the compilation, although no resource of the type is declared.

// readsForName records that Puppet reads the manifests of the names in an evaluated node, if one of them
// has a syntax error or is watched for one.
func (s evaluatedScope) readsForName(node syntax.Node) {
	kinds := []module.Kind{module.DefinedType}
	if _, isCall := node.(*syntax.CallNamedFunctionExpression); isCall {
		kinds = append(kinds, module.Class) // defined() looks for classes, too
	}
	for _, name := range namedIn(node) {
		if builtin.FindResourceType(name) != nil {
			continue
		}
		for _, kind := range kinds {
			if d := s.k.Find(kind, name); d != nil && mayNotParse(s.k, d) {
				s.adds(func(s *scope) { s.k.loads(d, s.isCertain()) })
			}
		}
	}
}

// mayNotParse reports whether a manifest that Puppet reads for a definition has a syntax error, or is watched
// for one.
func mayNotParse(k *compilation, d *program.Definition) bool {
	isBroken := func(manifest *module.Manifest) bool {
		return manifest.Broken() || k.watch != nil && k.watch.parsed[manifest.Source]
	}
	if isBroken(d.Manifest) {
		return true
	}
	main := k.mainOf(d.Manifest.Module)
	return main != nil && isBroken(main)
}

// namedIn returns the names of types that a node itself contains, and those of the texts that are given to
// defined().
func namedIn(node syntax.Node) (names []string) {
	switch node := node.(type) {
	case *syntax.QualifiedReference:
		names = append(names, node.Value)
	case *syntax.AccessExpression:
		names = namedIn(referenceOf(node.Left))
	case *syntax.CollectExpression:
		names = namedIn(referenceOf(node.TypeExpr))
	case *syntax.ResourceDefaultsExpression:
		names = namedIn(referenceOf(node.TypeRef))
	case *syntax.ResourceOverrideExpression:
		names = namedIn(node.Resources)
	case *syntax.ResourceExpression:
		if name, isName := node.TypeName.(*syntax.QualifiedName); isName {
			names = append(names, name.Value)
		}
	case *syntax.CallNamedFunctionExpression:
		if name, isName := node.Functor.(*syntax.QualifiedName); isName && name.Value == "defined" {
			for _, argument := range node.Arguments {
				names = append(names, program.LiteralText(argument))
				names = append(names, namedIn(referenceOf(argument))...)
			}
		}
	}
	for i, name := range names {
		names[i] = module.Normalize(strings.ToLower(name))
	}
	return names
}

// referenceOf returns a node if it is a name of a type, or nil.
func referenceOf(node syntax.Node) syntax.Node {
	if reference, isReference := node.(*syntax.QualifiedReference); isReference {
		return reference
	}
	return nil
}
