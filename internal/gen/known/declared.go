//go:build develop

package main

import (
	"slices"
	"strings"

	"puppet-lint/checker/declarations"
	"puppet-lint/module"
	"puppet-lint/module/builtin"
	"puppet-lint/module/known"
	"puppet-lint/syntax"
)

// declaredBy returns what the body of a class declares, or nil if that does not follow from names: it
// declares something with a computed name, a defined type, whose body would have to be known, or
// calls a function that might declare something.
func (r *reader) declaredBy(class *syntax.HostClassDefinition) *known.Declared {
	local := new(declarations.SyntaxInfo).LocalOf(class)
	collects := false
	syntax.Inspect(class, func(node syntax.Node) bool {
		_, isCollector := node.(*syntax.CollectExpression)
		collects = collects || isCollector
		return !collects
	})
	isOpaque := func(function string) bool {
		found := builtin.FindFunction(function)
		return found == nil || r.tree.Manifests.Find(module.Function, function) != nil
	}
	if collects || local.Vague || local.TitleIsType || len(local.Prefixes) > 0 || slices.ContainsFunc(local.Functions, isOpaque) {
		return nil
	}
	declared := &known.Declared{}
	parent := module.Normalize(class.ParentClass)
	for _, name := range local.Classes {
		if name != parent {
			declared.Classes = append(declared.Classes, name)
		}
	}
	slices.Sort(declared.Classes)
	declared.Classes = slices.Compact(declared.Classes)
	for _, use := range local.Uses {
		if use.Open || strings.Contains(use.TypeName, "::") || r.tree.Manifests.Find(module.DefinedType, use.TypeName) != nil {
			return nil
		}
		if declared.Resources == nil {
			declared.Resources = map[string][]string{}
		}
		titles := append(declared.Resources[use.TypeName], use.Titles...)
		slices.Sort(titles)
		declared.Resources[use.TypeName] = slices.Compact(titles)
	}
	return declared
}
