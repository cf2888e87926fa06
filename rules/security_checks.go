package rules

import (
	"strconv"

	"puppet-lint/diag"
	"puppet-lint/rules/flow"
	"puppet-lint/syntax"
)

// securityRule is what the checks of two older security plugins share. What
// they have in common with rules of our own is found by those, under the
// plugins' names as well.
func securityRule(rule diag.Rule) diag.Rule {
	rule.Group, rule.Plugin = diag.Security, "puppet-lint-security-plugins"
	rule.References = append(rule.References, "https://github.com/floek/puppet-lint-security-plugins")
	return communityRule(rule)
}

// written is how the attribute's value is written out: the text of a string,
// word, number or boolean.
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

// isDeclared reports whether the body is one of a resource that is to be
// there: no "default:" body, and not absent.
func isDeclared(body *resourceBody) bool {
	return body.Node.Title.Kind() != syntax.KindLiteralDefault && !isAbsent(body)
}

// mentions reports whether the file holds one of the words, which are in small letters,
// in whatever letters: a rule that looks at every string asks first.
func (p *Pass) mentions(words ...string) bool {
	state := State[mentioned](p)
	if !state.isKnown {
		*state = mentioned{true, mentionsAny(p.lowered(), words)}
	}
	return state.found
}

type mentioned struct{ isKnown, found bool }

// lowered is the text of the file in small letters, byte for byte.
func (r *fileRun) lowered() string {
	if r.lower == "" {
		r.lower = lowerASCII(r.File.Source.Text)
	}
	return r.lower
}
