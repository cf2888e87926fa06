package pattern

import (
	"slices"

	"puppet-lint/syntax"
)

// Condition is a condition on a capture. An empty field requires nothing.
type Condition struct {
	// Matches must match a part of the capture's Text, NotMatches must not.
	Matches, NotMatches *Expression
	// OneOf and NotOneOf are allowed and forbidden values of Text.
	OneOf, NotOneOf []string
	// Kinds and NotKinds are allowed and forbidden kinds, from the function Kinds.
	Kinds, NotKinds []string
	// Contains requires that one of the patterns matches the capture or a node in it.
	// NotContains requires that none does.
	Contains, NotContains []*Pattern
}

// Kinds returns the kinds of captures that conditions can name.
func Kinds() []string {
	return []string{"string", "interpolated", "name", "integer", "float", "boolean", "undef", "default", "regexp",
		"array", "hash", "variable", "type", "call", "resource", "selector", "operator", "access", "nothing"}
}

func kindOf(capture *Capture) string {
	if len(capture.nodes) == 0 {
		switch {
		case capture.text == "":
			return "nothing"
		case capture.placed:
			return "name"
		}
		return "string"
	}
	switch n := bare(capture.nodes[0]).(type) {
	case *syntax.LiteralString:
		return "string"
	case *syntax.HeredocExpression:
		if _, plain := n.Text.(*syntax.LiteralString); plain {
			return "string"
		}
		return "interpolated"
	case *syntax.ConcatenatedString:
		return "interpolated"
	case *syntax.QualifiedName:
		return "name"
	case *syntax.LiteralInteger:
		return "integer"
	case *syntax.LiteralFloat:
		return "float"
	case *syntax.LiteralBoolean:
		return "boolean"
	case *syntax.LiteralUndef:
		return "undef"
	case *syntax.LiteralDefault:
		return "default"
	case *syntax.LiteralRegularExpression:
		return "regexp"
	case *syntax.LiteralList:
		return "array"
	case *syntax.LiteralHash:
		return "hash"
	case *syntax.VariableExpression:
		return "variable"
	case *syntax.QualifiedReference:
		return "type"
	case *syntax.AccessExpression:
		if _, isType := n.Left.(*syntax.QualifiedReference); isType {
			return "type"
		}
		return "access"
	case *syntax.CallNamedFunctionExpression, *syntax.CallMethodExpression:
		return "call"
	case *syntax.ResourceExpression:
		return "resource"
	case *syntax.SelectorExpression:
		return "selector"
	}
	return "operator"
}

// hasPatterns reports whether the condition has patterns of its own.
func (c *Condition) hasPatterns() bool { return len(c.Contains)+len(c.NotContains) > 0 }

func (c *Condition) holds(m *matcher, capture *Capture) bool {
	switch {
	case c.Matches != nil && !m.finds(c.Matches, capture.text),
		c.NotMatches != nil && (m.finds(c.NotMatches, capture.text) || m.isExhausted()),
		c.OneOf != nil && !slices.Contains(c.OneOf, capture.text),
		c.NotOneOf != nil && slices.Contains(c.NotOneOf, capture.text):
		return false
	}
	if c.Kinds != nil || c.NotKinds != nil {
		kind := kindOf(capture)
		if c.Kinds != nil && !slices.Contains(c.Kinds, kind) || slices.Contains(c.NotKinds, kind) {
			return false
		}
	}
	if c.Contains != nil && !m.within(c.Contains, capture) {
		return false
	}
	return c.NotContains == nil || !m.within(c.NotContains, capture)
}

// within reports whether a pattern matches the capture or a node in it.
func (m *matcher) within(patterns []*Pattern, capture *Capture) bool {
	found := false
	for _, root := range capture.nodes {
		syntax.Inspect(root, func(node syntax.Node) bool {
			for _, p := range patterns {
				if !found && !m.isExhausted() {
					m.node(p, p.root, node, func() bool { found = true; return true })
				}
			}
			return !found && !m.spend(1)
		})
	}
	return found
}
