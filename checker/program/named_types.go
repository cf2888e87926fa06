package program

import (
	"slices"

	"puppet-lint/internal/ascii"

	"puppet-lint/module"
	"puppet-lint/syntax"
	"puppet-lint/types"
	"puppet-lint/types/typeexpr"
)

// NamesInTree resolves the type names in one type expression and records whether any is
// unknown.
type NamesInTree struct {
	*Program
	OnBolt bool
	// IsVague reports whether a name refers to an unknown type.
	IsVague bool
}

// TypeNamed returns the type that a name refers to.
func (n *NamesInTree) TypeNamed(name string) (types.Type, bool) {
	t, found := n.Reference(name)
	if !found && n.OnBolt {
		t = n.BoltReference(name)
		found = t != nil
	}
	n.IsVague = n.IsVague || !found || n.IsUnknown(t)
	return t, found
}

// DefinitionResolver resolves aliases while the definition of an alias is read. The alias
// itself is still unknown.
type DefinitionResolver struct {
	*Program
	// within holds the names, in lower case, of the definitions being read.
	within []string
	// isVague reports whether one of the definitions being read was looked up.
	isVague bool
}

// ResolveAlias returns the type that an alias represents, unless its definition is being read.
func (r *DefinitionResolver) ResolveAlias(name string) (types.Type, bool) {
	if slices.Contains(r.within, module.Normalize(name)) {
		r.isVague = true
		return nil, false
	}
	t := r.aliasStandsFor(name, r.within)
	return t, !r.IsUnknown(t)
}

// namedDefinition returns the hash of an alias that is defined by Object[{…}], TypeSet[{…}] or
// a hash alone. The resulting type has the name of the alias. kind is "" for any other alias.
func namedDefinition(alias *syntax.TypeAlias) (kind string, hash syntax.Node) {
	switch node := alias.TypeExpr.(type) {
	case *syntax.LiteralHash:
		return "object", node
	case *syntax.AccessExpression:
		if reference, ok := node.Left.(*syntax.QualifiedReference); ok && len(node.Keys) == 1 {
			switch name := ascii.Lower(reference.Value); name {
			case "object", "typeset":
				return name, node.Keys[0]
			}
		}
	}
	return "", nil
}

// ReadDefinition reads the definition of an alias by the rules of Puppet's type parser. The
// type is Unknown if any part of it is unknown. The error is one that Puppet reports.
func (p *Program) ReadDefinition(alias *syntax.TypeAlias, manifest *module.Manifest, within []string) (types.Type, error) {
	within = append(slices.Clone(within), module.Normalize(alias.Name))
	if p.inheritsItself(alias) {
		return p.Unknown, &types.ParameterError{Message: "the Object type '" + alias.Name + "' inherits from itself"}
	}
	names := &NamesInTree{Program: p, OnBolt: true}
	resolver := &DefinitionResolver{Program: p, within: within}
	reader := &typeexpr.Reader{Algebra: p.Store.Algebra(resolver), Names: names, File: manifest.File}
	var t types.Type
	var err error
	switch kind, hash := namedDefinition(alias); kind {
	case "":
		t, err = reader.Type(alias.TypeExpr)
	default:
		t, err = p.readNamed(reader, kind, alias.Name, hash)
	}
	if names.IsVague || resolver.isVague {
		return p.Unknown, nil
	}
	if err != nil {
		return p.Unknown, err
	}
	return t, nil
}

// readNamed reads the definition of an Object or TypeSet that has a name.
func (p *Program) readNamed(reader *typeexpr.Reader, kind, name string, node syntax.Node) (types.Type, error) {
	if literal, ok := node.(*syntax.LiteralHash); ok && kind == "typeset" {
		hash, err := readTypeSet(reader, literal)
		if err != nil {
			return nil, err
		}
		return nilOf(reader.Algebra.TypeSetFromHash(name, hash))
	}
	value, err := reader.Constant(node)
	if err != nil {
		return nil, err
	}
	if hash, ok := value.(*types.Hash); ok && kind == "object" {
		return nilOf(reader.Algebra.ObjectFromHash(name, hash))
	}
	return p.Unknown, nil
}

// readTypeSet reads the hash of a TypeSet. The names of its types and references are written as
// type names, not as strings.
func readTypeSet(reader *typeexpr.Reader, literal *syntax.LiteralHash) (*types.Hash, error) {
	entries := make([]types.HashEntry, 0, len(literal.Entries))
	for _, entry := range literal.Entries {
		var key types.Value = types.String(LiteralText(entry.Key))
		var err error
		if reference, ok := entry.Key.(*syntax.QualifiedReference); ok {
			key = types.String(reference.Value)
		} else if key == types.String("") {
			key, err = reader.Constant(entry.Key)
		}
		if err != nil {
			return nil, err
		}
		var value types.Value
		switch inner, isHash := entry.Value.(*syntax.LiteralHash); {
		case isHash && (key == types.String("types") || key == types.String("references")):
			value, err = readTypeSet(reader, inner)
		default:
			value, err = reader.Constant(entry.Value)
		}
		if err != nil {
			return nil, err
		}
		entries = append(entries, types.HashEntry{Key: key, Value: value})
	}
	return types.NewHash(entries...), nil
}

// nilOf converts the results of a constructor. On an error it returns a nil Type rather than a
// nil pointer in one.
func nilOf[T types.Type](t T, err error) (types.Type, error) {
	if err != nil {
		return nil, err
	}
	return t, nil
}

// inheritsItself reports whether an Object type is among its own ancestors.
func (p *Program) inheritsItself(alias *syntax.TypeAlias) bool {
	first := module.Normalize(alias.Name)
	seen := map[string]bool{}
	for name := extendedBy(alias); name != "" && !seen[name]; {
		if name == first {
			return true
		}
		seen[name] = true
		found := p.FindAlias(name)
		if found == nil {
			return false
		}
		next, ok := found.Node.(*syntax.TypeAlias)
		if !ok {
			return false
		}
		name = extendedBy(next)
	}
	return false
}

// extendedBy returns the name, in lower case, of the parent of an Object type, or "".
func extendedBy(alias *syntax.TypeAlias) string {
	kind, node := namedDefinition(alias)
	hash, ok := node.(*syntax.LiteralHash)
	if !ok || kind != "object" {
		return ""
	}
	for _, entry := range hash.Entries {
		if reference, ok := entry.Value.(*syntax.QualifiedReference); ok && LiteralText(entry.Key) == "parent" {
			return module.Normalize(reference.Value)
		}
	}
	return ""
}
