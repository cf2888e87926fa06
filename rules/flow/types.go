package flow

import (
	"strings"

	"puppet-lint/syntax"
)

// Leaves are the types that a type expression is put together from: those
// within Optional, Variant and NotUndef, apart from Undef. It is empty for nil.
func Leaves(typeExpr syntax.Node) []syntax.Node {
	typeExpr = Unparenthesized(typeExpr)
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

// TypeName is the name before a type's parameters, without a leading "::"; ""
// for what is no type.
func TypeName(typeExpr syntax.Node) string {
	if access, ok := typeExpr.(*syntax.AccessExpression); ok {
		typeExpr = access.Left
	}
	if reference, ok := typeExpr.(*syntax.QualifiedReference); ok {
		return strings.TrimPrefix(reference.Value, "::")
	}
	return ""
}

// TypeParameters are what stands in a type's brackets.
func TypeParameters(typeExpr syntax.Node) []syntax.Node {
	if access, ok := typeExpr.(*syntax.AccessExpression); ok {
		return access.Keys
	}
	return nil
}

// MayHoldAnyText reports whether a value of the type may be, or hold, any text
// at all. That is so of String, of the types that include it, and of no type at
// all; an alias, an Enum, a Pattern or a number restricts what there may be.
func MayHoldAnyText(typeExpr syntax.Node) bool {
	if typeExpr == nil {
		return true
	}
	for _, leaf := range Leaves(typeExpr) {
		switch TypeName(leaf) {
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
				if TypeName(parameter) != "" && MayHoldAnyText(parameter) {
					return true
				}
			}
		}
	}
	return false
}
