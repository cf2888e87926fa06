package program

import (
	"strings"

	"puppet-lint/internal/ascii"

	"puppet-lint/module"
	"puppet-lint/syntax"
	"puppet-lint/types"
)

// Reference returns the type that a capitalized name refers to: a data type, an alias, a
// resource type or a defined type.
func (p *Program) Reference(name string) (t types.Type, found bool) {
	lower := strings.ToLower(strings.TrimPrefix(name, "::"))
	known := p.references.Get(lower, func() reference { return p.resolveReference(name, lower) })
	return known.typ, known.typ != nil
}

// reference is the result of resolving a capitalized name; typ is nil if the name refers to
// nothing.
type reference struct{ typ types.Type }

func (p *Program) resolveReference(name, lower string) reference {
	if t := p.DataType(lower); t != nil {
		return reference{t}
	}
	if p.Find(module.TypeAlias, lower) != nil {
		return reference{p.alias(lower)}
	}
	if _, found := p.Tree.Plugins.FindDataType(lower); found {
		return reference{p.Unknown}
	}
	if isInternalType(lower) || p.inTypeSet(lower) {
		return reference{p.Unknown}
	}
	if p.Tree.Plugins.FindResourceType(lower) != nil || p.Find(module.DefinedType, lower) != nil {
		return reference{p.ResourceReference(lower)}
	}
	return reference{}
}

// isInternalType reports whether Puppet has a type of that name for its own use (StaticLoader,
// Pcore, the lookup subsystem). Manifests can name such types nevertheless.
func isInternalType(lower string) bool {
	switch lower {
	case "component", "node", "whit":
		return true
	}
	return strings.HasPrefix(lower, "pcore::") || strings.HasPrefix(lower, "puppet::")
}

// inTypeSet reports whether a name may be that of a type of a TypeSet: it begins with the name of
// the TypeSet, and the TypeSet has a type or a reference with the next part of the name, or is not
// written out.
func (p *Program) inTypeSet(lower string) bool {
	if strings.Count(lower, "::") > module.MaxNameDepth {
		return false
	}
	for at := strings.LastIndex(lower, "::"); at > 0; at = strings.LastIndex(lower[:at], "::") {
		found := p.FindAlias(lower[:at])
		if found == nil {
			continue
		}
		alias, ok := found.Node.(*syntax.TypeAlias)
		if !ok || !IsTypeSet(alias.TypeExpr) {
			continue
		}
		first, _, _ := strings.Cut(lower[at+len("::"):], "::")
		if mayHaveType(alias.TypeExpr.(*syntax.AccessExpression), first) {
			return true
		}
	}
	return false
}

// mayHaveType reports whether TypeSet[…] has a type or a reference with a name in lower case, or is
// not written out.
func mayHaveType(set *syntax.AccessExpression, lower string) bool {
	if len(set.Keys) != 1 {
		return true
	}
	parts, ok := set.Keys[0].(*syntax.LiteralHash)
	if !ok {
		return true
	}
	for _, part := range parts.Entries {
		if name := LiteralText(part.Key); name != "" && name != "types" && name != "references" {
			continue
		}
		members, ok := part.Value.(*syntax.LiteralHash)
		if !ok {
			return true
		}
		for _, member := range members.Entries {
			name := LiteralText(member.Key)
			if reference, ok := member.Key.(*syntax.QualifiedReference); ok {
				name = reference.Value
			}
			if name == "" || ascii.Lower(name) == lower {
				return true
			}
		}
	}
	return false
}

// IsTypeSet reports whether a node is TypeSet[…].
func IsTypeSet(node syntax.Node) bool {
	access, ok := node.(*syntax.AccessExpression)
	if !ok {
		return false
	}
	name, ok := access.Left.(*syntax.QualifiedReference)
	return ok && ascii.Lower(name.Value) == "typeset"
}
