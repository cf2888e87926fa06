package module

import (
	"strings"

	"puppet-lint/internal/document/ruby"
	"puppet-lint/module/builtin"
)

// fromBuiltinType converts an embedded resource type to the form of one read from a Ruby file.
func fromBuiltinType(name string, from *builtin.ResourceType) *ruby.ResourceType {
	to := &ruby.ResourceType{Name: name}
	for i := range from.Attributes {
		to.Attributes = append(to.Attributes, fromBuiltinAttribute(&from.Attributes[i]))
	}
	for _, other := range from.Autorequires {
		to.Automatic = append(to.Automatic, ruby.Automatic{Kind: "autorequire", Type: other})
	}
	return to
}

func fromBuiltinAttribute(from *builtin.Attribute) *ruby.Attribute {
	to := &ruby.Attribute{
		Name: from.Name, Namevar: from.Namevar, Required: from.Required, Boolean: from.Boolean, ReadOnly: from.ReadOnly,
		ArrayMatchingAll: from.Array, Validate: from.Validated, Munge: from.Munged, Features: from.Features,
	}
	if from.Property {
		to.Kind = ruby.Property
	}
	for _, value := range from.Values {
		to.Values = append(to.Values, ruby.Value{Name: value})
	}
	for _, pattern := range from.Patterns {
		to.Values = append(to.Values, ruby.Value{Name: pattern, Regex: true})
	}
	if from.Default != "" {
		to.Default = ruby.Default{Exists: true, Known: true, Literal: ruby.Literal{Kind: ruby.StringLiteral, Text: from.Default}}
	}
	return to
}

// IsMetaparameter reports whether every resource has an attribute called name.
func IsMetaparameter(name string) bool { return builtin.Metaparameter(name) != nil }

func fromBuiltinFunction(name string, from *builtin.Function) *ruby.Function {
	to := &ruby.Function{Name: name, Internal: from.Scope}
	for _, signature := range from.Signatures {
		to.Signatures = append(to.Signatures, fromBuiltinSignature(&signature, false))
	}
	for _, signature := range from.Refused {
		to.Signatures = append(to.Signatures, fromBuiltinSignature(&signature, true))
	}
	for alias, text := range from.LocalTypes {
		to.LocalTypes = append(to.LocalTypes, ruby.TypeAlias{Name: alias, Type: ruby.TypeText{Text: text}})
	}
	return to
}

// BoltSignatures converts signatures of Bolt to the form of a function read from a Ruby file.
func BoltSignatures(name string, from []builtin.Signature) *ruby.Function {
	return fromBuiltinFunction(name, &builtin.Function{Signatures: from})
}

func fromBuiltinSignature(from *builtin.Signature, mismatch bool) *ruby.Signature {
	to := &ruby.Signature{Mismatch: mismatch}
	for _, parameter := range from.Parameters {
		kind := ruby.Required
		switch parameter.Kind {
		case builtin.OptionalArgument:
			kind = ruby.Optional
		case builtin.Repeated:
			kind = ruby.Repeated
		case builtin.RequiredRepeated:
			kind = ruby.RequiredRepeated
		}
		to.Parameters = append(to.Parameters, ruby.FunctionParameter{Name: parameter.Name, Kind: kind, Type: ruby.TypeText{Text: parameter.Type}})
	}
	if from.Block != nil {
		// The tables give Callable[2, 2] for a block of exactly two parameters.
		to.Block = &ruby.BlockParameter{Name: "block", Optional: from.Block.Optional, Type: ruby.TypeText{Text: from.Block.Type}}
	}
	if from.ReturnType != "" {
		to.Returns = &ruby.TypeText{Text: from.ReturnType}
	}
	return to
}

func legacyFromBuiltin(name string, from *builtin.Function) *ruby.LegacyFunction {
	arity := from.Min
	if from.Max != from.Min {
		arity = -from.Min - 1
	}
	return &ruby.LegacyFunction{Name: strings.TrimPrefix(name, "::"), Statement: from.Statement, KindKnown: true, ArityKnown: true, Arity: arity, Guard: ruby.Bounds{Least: from.Min, Most: -1}}
}
