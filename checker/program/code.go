package program

import (
	"puppet-lint/internal/lazyregexp"
	"puppet-lint/module"
	"puppet-lint/syntax"
)

// IsDefault reports whether an expression is the word default.
func IsDefault(node syntax.Node) bool {
	_, ok := syntax.Unparenthesized(node).(*syntax.LiteralDefault)
	return ok
}

// NamesGiven returns the names with "::" in the literal texts anywhere in the arguments of a call.
func NamesGiven(arguments []syntax.Node) (names []string) {
	for _, argument := range arguments {
		syntax.Inspect(argument, func(node syntax.Node) bool {
			if text := LiteralText(node); namePattern.MatchString(text) {
				names = append(names, module.Normalize(text))
			}
			return true
		})
	}
	return names
}

// namePattern matches the name of a class in a module, apart from that of the module itself.
var namePattern = lazyregexp.New(`^(?:::)?[a-z]\w*(?:::[a-z_]\w*)+$`)

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
