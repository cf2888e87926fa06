package program

import (
	"strings"

	"puppet-lint/checker/lattice"
	"puppet-lint/internal/source"
	"puppet-lint/module"
	"puppet-lint/module/builtin"
	"puppet-lint/syntax"
	"puppet-lint/types"
)

// ParseType returns the type written in a text. It is Unknown if the text cannot be parsed.
func (p *Program) ParseType(text string) types.Type { return p.ParseTypeText(TypeText{text, false}) }

// ParseTypeOnBolt is ParseType for code that Bolt may run, in which Bolt's types are known.
func (p *Program) ParseTypeOnBolt(text string) types.Type {
	return p.ParseTypeText(TypeText{text, true})
}

// TypeText is the text of a type. onBolt is set if Bolt may read the text.
type TypeText struct {
	Text   string
	OnBolt bool
}

// ParseTypeText returns the type of a text. It is Unknown if the text cannot be parsed.
func (p *Program) ParseTypeText(of TypeText) types.Type {
	return p.typeTexts.Get(of, func() types.Type {
		manifest := module.NewManifest(source.NewFile("type", of.Text), nil)
		if len(manifest.Errors) > 0 {
			return p.Unknown
		}
		return p.StaticType(manifest.Program.Body, manifest, of.OnBolt)
	})
}

// StaticType returns the type of a type expression, without findings. It is Unknown if it
// cannot be determined. onBolt is set if Bolt may read it.
func (p *Program) StaticType(node syntax.Node, manifest *module.Manifest, onBolt bool) types.Type {
	t := p.interpret.EvaluateType(node, manifest, onBolt)
	if lattice.TypeClassOf(t) != lattice.TypeValueClass {
		return p.Unknown
	}
	return lattice.TypeIn(t)
}

// maxReading limits the number of aliases that are read at the same time, by all goroutines
// together. Only an alias that needs its own definition to be read, as in "type A = A[1]",
// reaches the limit.
const maxReading = 1000

// ResolveAlias returns the type that an alias represents. The types package calls it.
func (p *Program) ResolveAlias(name string) (types.Type, bool) {
	lower := module.Normalize(name)
	t := p.aliases.Get(lower, func() types.Type {
		defer p.reading.Add(-1)
		if p.reading.Add(1) > maxReading {
			return p.Unknown
		}
		return p.aliasStandsFor(name, nil)
	})
	return t, !p.IsUnknown(t)
}

// aliasStandsFor reads the definition of an alias. within holds the names of the aliases that
// are being read.
func (p *Program) aliasStandsFor(name string, within []string) types.Type {
	lower := module.Normalize(name)
	found := p.FindAlias(lower)
	if found == nil {
		if text := builtin.StdlibTypeAliases()[name]; text != "" {
			return p.ParseType(text)
		}
		if bolts := builtin.FindBoltType(lower); bolts != nil && bolts.Alias != "" {
			return p.ParseTypeOnBolt(bolts.Alias)
		}
		return p.Unknown
	}
	alias, ok := found.Node.(*syntax.TypeAlias)
	if !ok {
		return p.Unknown
	}
	if kind, _ := namedDefinition(alias); kind != "" {
		t, err := p.ReadDefinition(alias, found.Manifest, within)
		if err != nil {
			return p.Unknown
		}
		return t
	}
	return p.StaticType(alias.TypeExpr, found.Manifest, true)
}

// aliasTakesUndef reports whether undef is an instance of an alias. It uses the text of the
// definition, because the type of the alias may still be under construction.
func (p *Program) aliasTakesUndef(name string, depth int) bool {
	if name == "Data" || name == "RichData" || depth > lattice.MaxAliasDepth {
		return true
	}
	found := p.FindAlias(module.Normalize(name))
	if found == nil {
		bolts := builtin.FindBoltType(name)
		return bolts != nil && (strings.Contains(bolts.Alias, "Undef") || builtin.FindBoltType(bolts.Alias) != nil && p.aliasTakesUndef(bolts.Alias, depth+1))
	}
	alias, ok := found.Node.(*syntax.TypeAlias)
	return ok && p.takesUndef(alias.TypeExpr, depth)
}

func (p *Program) takesUndef(node syntax.Node, depth int) bool {
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

// FindAlias returns the definition of an alias, or nil.
func (p *Program) FindAlias(lower string) *module.Definition {
	return p.aliasDefinitions.Get(lower, func() *module.Definition {
		for _, manifest := range p.Initial {
			if found := manifest.Find(module.TypeAlias, lower); found != nil {
				return found
			}
		}
		return p.Tree.Manifests.Find(module.TypeAlias, lower)
	})
}

// alias returns the type of an alias, given its name in lower case. The alias must exist.
func (p *Program) alias(lower string) types.Type {
	found := p.FindAlias(lower)
	if alias, ok := found.Node.(*syntax.TypeAlias); ok && !IsDamaged(found) {
		return p.Store.Alias(alias.Name)
	}
	return p.Unknown
}
