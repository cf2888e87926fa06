package flow

import (
	"strings"

	"puppet-lint/syntax"
)

// Leaves returns the types that a type expression consists of: those within Optional, Variant
// and NotUndef, except for Undef. It returns none for nil.
func Leaves(typeExpr syntax.Node) []syntax.Node {
	typeExpr = syntax.Unparenthesized(typeExpr)
	access, isAccess := typeExpr.(*syntax.AccessExpression)
	if !isAccess {
		if typeExpr == nil || TypeName(typeExpr) == "Undef" {
			return nil
		}
		return []syntax.Node{typeExpr}
	}
	switch TypeName(access) {
	case "Optional", "Variant", "NotUndef":
		var leaves []syntax.Node
		for _, key := range access.Keys {
			leaves = append(leaves, Leaves(key)...)
		}
		return leaves
	}
	return []syntax.Node{typeExpr}
}

// TypeName returns the name before a type's parameters, without a leading "::". It returns ""
// if the expression is not a type.
func TypeName(typeExpr syntax.Node) string {
	if access, ok := typeExpr.(*syntax.AccessExpression); ok {
		typeExpr = access.Left
	}
	if reference, ok := typeExpr.(*syntax.QualifiedReference); ok {
		return strings.TrimPrefix(reference.Value, "::")
	}
	return ""
}

// TypeParameters returns the expressions in a type's brackets.
func TypeParameters(typeExpr syntax.Node) []syntax.Node {
	if access, ok := typeExpr.(*syntax.AccessExpression); ok {
		return access.Keys
	}
	return nil
}

// MayHoldAnyText reports whether a value of the type may be or contain arbitrary text. That is
// so for String, for types that include it, and if no type is given. An Enum, a Pattern or a
// number restricts the values. aliasOf returns the type that an alias stands for, or nil if it
// is unknown. An unknown alias restricts the values; if aliasOf is nil, all aliases do.
func MayHoldAnyText(typeExpr syntax.Node, aliasOf func(name string) syntax.Node) bool {
	return mayHoldAnyText(typeExpr, aliasOf, 0)
}

func mayHoldAnyText(typeExpr syntax.Node, aliasOf func(name string) syntax.Node, depth int) bool {
	if typeExpr == nil {
		return true
	}
	for _, leaf := range Leaves(typeExpr) {
		switch name := TypeName(leaf); name {
		case "String", "Any", "Data", "RichData", "Scalar", "ScalarData", "NotUndef":
			return true
		case "Optional", "Variant":
			return true // without parameters
		case "Array", "Hash", "Tuple", "Struct", "Iterable", "Collection", "Sensitive":
			parameters := TypeParameters(leaf)
			if len(parameters) == 0 {
				return true
			}
			for _, parameter := range parameters {
				if holdsAnyText(parameter, aliasOf, depth) {
					return true
				}
			}
		case "Integer", "Float", "Numeric", "Boolean", "Enum", "Pattern", "Undef", "Default", "":
		default:
			if aliasOf == nil || depth > maxAliases || len(TypeParameters(leaf)) > 0 {
				continue
			}
			if of := aliasOf(name); of != nil && mayHoldAnyText(of, aliasOf, depth+1) {
				return true
			}
		}
	}
	return false
}

// holdsAnyText reports whether a parameter of a collection type allows arbitrary text. The
// parameter is a type, or the hash of a Struct.
func holdsAnyText(parameter syntax.Node, aliasOf func(name string) syntax.Node, depth int) bool {
	if hash, isHash := parameter.(*syntax.LiteralHash); isHash {
		for _, entry := range hash.Entries {
			if TypeName(entry.Value) != "" && mayHoldAnyText(entry.Value, aliasOf, depth) {
				return true
			}
		}
		return false
	}
	return TypeName(parameter) != "" && mayHoldAnyText(parameter, aliasOf, depth)
}

// maxAliases limits the number of aliases that are followed from one to the next.
const maxAliases = 8
