package program

import (
	"puppet-lint/syntax"
)

// IsDefault reports whether an expression is the word default.
func IsDefault(node syntax.Node) bool {
	_, ok := syntax.Unparenthesized(node).(*syntax.LiteralDefault)
	return ok
}

// LiteralTexts returns the text of a literal, or the texts of the literals in a list.
func LiteralTexts(node syntax.Node) []string {
	node = syntax.Unparenthesized(node)
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
