package checker

import (
	"strings"

	"puppet-lint/checker/deps"
	"puppet-lint/checker/lattice"
	"puppet-lint/internal/spell"
	"puppet-lint/module"
	"puppet-lint/module/builtin"
	"puppet-lint/source"
	"puppet-lint/syntax"
	"puppet-lint/types"
)

// parseType returns the type written in a text, Unknown if it cannot be parsed.
func (p *program) parseType(text string) Type { return p.parseTypeText(typeText{text, false}) }

// parseTypeOnBolt is parseType for code that Bolt may run, in which Bolt's types are known.
func (p *program) parseTypeOnBolt(text string) Type { return p.parseTypeText(typeText{text, true}) }

// typeText is the text of a type. onBolt is set if Bolt may read it.
type typeText struct {
	text   string
	onBolt bool
}

func (p *program) parseTypeText(of typeText) Type {
	return p.typeTexts.get(of, func() Type {
		manifest := module.NewManifest(source.NewFile("type", of.text), nil)
		if len(manifest.Errors) > 0 {
			return p.Unknown
		}
		return p.staticType(manifest.Program.Body, manifest, of.onBolt)
	})
}

// staticType returns the type of a type expression, without findings. It is Unknown if it
// cannot be determined. onBolt is set if Bolt may read it.
func (p *program) staticType(node syntax.Node, manifest *module.Manifest, onBolt bool) Type {
	t := p.interpret.EvaluateType(node, manifest, onBolt)
	if lattice.TypeClassOf(t) != lattice.TypeValueClass {
		return p.Unknown
	}
	return lattice.TypeIn(t)
}

// typeExpression returns the type of a type expression and reports findings.
func (e *evaluator) typeExpression(node syntax.Node) Type {
	t := e.evaluate(node)
	if lattice.TypeClassOf(t) != lattice.TypeValueClass {
		return e.Unknown
	}
	return lattice.TypeIn(t)
}

// ResolveAlias returns the type that an alias represents. The types package calls it.
func (p *program) ResolveAlias(name string) (Type, bool) {
	lower := module.Normalize(name)
	t := p.aliases.get(lower, func() Type { return p.aliasStandsFor(name, nil) })
	return t, !p.IsUnknown(t)
}

// aliasStandsFor reads the definition of an alias. within are the names of the aliases that are
// being read.
func (p *program) aliasStandsFor(name string, within []string) Type {
	lower := module.Normalize(name)
	found := p.findAlias(lower)
	if found == nil {
		if text := builtin.Words().StdlibTypeAliases[name]; text != "" {
			return p.parseType(text)
		}
		if bolts := builtin.FindBoltType(lower); bolts != nil && bolts.Alias != "" {
			return p.parseTypeOnBolt(bolts.Alias)
		}
		return p.Unknown
	}
	alias, ok := found.Node.(*syntax.TypeAlias)
	if !ok {
		return p.Unknown
	}
	if kind, _ := namedDefinition(alias); kind != "" {
		t, err := p.readDefinition(alias, found.Manifest, within)
		if err != nil {
			return p.Unknown
		}
		return t
	}
	return p.staticType(alias.TypeExpr, found.Manifest, true)
}

// aliasTakesUndef reports whether undef is an instance of an alias. It uses the text of the
// definition, because the type of the alias may still be under construction.
func (p *program) aliasTakesUndef(name string, depth int) bool {
	if name == "Data" || name == "RichData" || depth > lattice.MaxAliasDepth {
		return true
	}
	found := p.findAlias(module.Normalize(name))
	if found == nil {
		bolts := builtin.FindBoltType(name)
		return bolts != nil && (strings.Contains(bolts.Alias, "Undef") || builtin.FindBoltType(bolts.Alias) != nil && p.aliasTakesUndef(bolts.Alias, depth+1))
	}
	alias, ok := found.Node.(*syntax.TypeAlias)
	return ok && p.takesUndef(alias.TypeExpr, depth)
}

func (p *program) takesUndef(node syntax.Node, depth int) bool {
	switch node := node.(type) {
	case *syntax.QualifiedReference:
		switch lower := module.Normalize(node.Value); lower {
		case "any", "undef", "optional", "data", "richdata":
			return true
		default:
			return p.DataType(lower) == nil && p.aliasTakesUndef(lower, depth+1)
		}
	case *syntax.AccessExpression:
		reference, ok := node.Left.(*syntax.QualifiedReference)
		if !ok {
			return false
		}
		switch module.Normalize(reference.Value) {
		case "optional":
			return true
		case "variant":
			for _, key := range node.Keys {
				if p.takesUndef(key, depth) {
					return true
				}
			}
		}
	}
	return false
}

// findAlias returns the definition of an alias, or nil.
func (p *program) findAlias(lower string) *module.Definition {
	return p.aliasDefinitions.get(lower, func() *module.Definition {
		for _, manifest := range p.extra {
			if found := manifest.Find(module.TypeAlias, lower); found != nil {
				return found
			}
		}
		return p.tree.Find(module.TypeAlias, lower)
	})
}

// alias returns the type of an alias, given its name in lower case. The alias must exist.
func (p *program) alias(lower string) Type {
	found := p.findAlias(lower)
	if alias, ok := found.Node.(*syntax.TypeAlias); ok && !isDamaged(found) {
		return p.Store.Alias(alias.Name)
	}
	return p.Unknown
}

// typeMeant returns the type that a capitalized name is a typo of, or "".
func (e *evaluator) typeMeant(name string) string {
	names := append([]string(nil), builtin.Words().DataTypes...)
	for _, defined := range e.definedNames(module.Normalize(name), module.TypeAlias, module.DefinedType) {
		names = append(names, types.CapitalizeSegments(defined))
	}
	e.depend(deps.Plugins)
	for _, native := range e.tree.ResourceTypeNames() {
		names = append(names, types.CapitalizeSegments(native))
	}
	return spell.Best(name, names)
}
