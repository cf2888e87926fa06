package rules

import (
	"strconv"

	"puppet-lint/internal/diag"
	"puppet-lint/internal/wordset"
	"puppet-lint/syntax"
)

// securityRule completes a rule from two older security plugins. If one of this program's own rules
// covers a check of these plugins, the plugin's name for it is an alias of that rule.
func securityRule(rule diag.Rule) diag.Rule {
	rule.Group, rule.Plugin = diag.Security, "puppet-lint-security-plugins"
	rule.References = append(rule.References, "https://github.com/floek/puppet-lint-security-plugins")
	return communityRule(rule)
}

// written returns the literal value of the attribute: the text of a string, word, number or
// boolean.
func (b *resourceBody) written(name string) (text string, isWritten bool) {
	attribute := b.attribute(name)
	if attribute == nil {
		return "", false
	}
	return writtenValue(attribute.Value)
}

func writtenValue(node syntax.Node) (text string, isWritten bool) {
	switch node := syntax.Unparenthesized(node).(type) {
	case *syntax.LiteralInteger:
		return strconv.FormatInt(node.Value, 10), node.Big == ""
	case *syntax.LiteralBoolean:
		return strconv.FormatBool(node.Value), true
	default:
		return literalText(node)
	}
}

// isDeclared reports whether the body declares a resource that is present: it is not a
// "default:" body, and not absent.
func isDeclared(body *resourceBody) bool {
	return body.Node.Title.Kind() != syntax.KindLiteralDefault && !isAbsent(body)
}

// anyCase returns the group of words of which a file must contain one; case does not count.
func anyCase(words ...string) wordset.Group { return wordset.Group{Words: words, AnyCase: true} }
