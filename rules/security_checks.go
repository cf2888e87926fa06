package rules

import (
	"strconv"

	"puppet-lint/diag"
	"puppet-lint/rules/flow"
	"puppet-lint/syntax"
)

// securityRule completes a rule from two older security plugins. Checks that our own rules
// cover, too, are found by those, also under the plugins' names.
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
	switch node := flow.Unparenthesized(node).(type) {
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

// mentions reports whether the file contains one of the words, ignoring case. The words must be
// in lower case. Rules that visit every string call it first.
func (p *Pass) mentions(words ...string) bool {
	state := State[mentioned](p)
	if !state.isKnown {
		*state = mentioned{true, mentionsAny(p.lowered(), words)}
	}
	return state.found
}

type mentioned struct{ isKnown, found bool }

// lowered returns the text of the file in lower case. Offsets do not change.
func (r *fileRun) lowered() string {
	if r.lower == "" {
		r.lower = lowerASCII(r.File.Source.Text)
	}
	return r.lower
}
