package program

import (
	"puppet-lint/syntax"
)

// IsDefault reports whether an expression is the word default.
func IsDefault(node syntax.Node) bool {
	_, ok := Unparenthesized(node).(*syntax.LiteralDefault)
	return ok
}

// Unparenthesized returns an expression without the parentheses around it.
func Unparenthesized(node syntax.Node) syntax.Node {
	return syntax.Unparenthesized(node)
}

// LiteralTexts returns the text of a literal, or the texts of the literals in a list.
func LiteralTexts(node syntax.Node) []string {
	node = Unparenthesized(node)
	if list, ok := node.(*syntax.LiteralList); ok {
		var texts []string
		for _, value := range list.Values {
			texts = append(texts, LiteralTexts(value)...)
		}
		return texts
	}
	if text := LiteralText(node); text != "" {
		return []string{text}
	}
	return nil
}
