package rules

import (
	"strings"

	"puppet-lint/internal/diag"
	"puppet-lint/internal/source"
	"puppet-lint/syntax"
)

var relativeClassnameInclusion = Rule{
	Rule: diag.Rule{
		Name:         "relative_classname_inclusion",
		Group:        diag.Style,
		Severity:     diag.Warning,
		OffByDefault: true,
		Plugin:       "puppet-lint-absolute_classname-check",
		VoxPupuli:    true,
		Summary:      "a class is included by a name with leading colons",
		Rationale: "Since Puppet 4, class names are always absolute, so a leading `::` has no meaning; a search for " +
			"`include apache` misses it. (The rule's name dates from the time when it required the `::`.)",
		Bad:        []diag.Example{{Code: "# An example.\nclass example {\n  include ::apache\n}\n", Fixed: "# An example.\nclass example {\n  include apache\n}\n"}},
		Good:       []diag.Example{{Code: "# An example.\nclass example {\n  include apache\n}\n"}},
		Fix:        diag.FixInfo{Safety: diag.Safe, Summary: "remove the leading ::"},
		Since:      "1.0.0",
		References: []string{"https://github.com/voxpupuli/puppet-lint-absolute_classname-check"},
	},
	Visits: []Visit{
		prefixCalls(func(pass *Pass, name string, _ int, call *syntax.CallExpression) {
			if name != "include" && name != "contain" && name != "require" {
				return
			}
			for _, argument := range call.Arguments {
				eachElement(argument, func(class syntax.Node) { reportAbsoluteName(pass, class, includedAbsolutely) })
			}
		}),
		Enter(func(pass *Pass, node *syntax.ResourceExpression) {
			if pass.Token(node.TypeName.FirstToken()).Kind != syntax.KeywordClass {
				return
			}
			for _, body := range node.Bodies {
				eachElement(body.Title, func(class syntax.Node) { reportAbsoluteName(pass, class, includedAbsolutely) })
			}
		}),
		Enter(func(pass *Pass, node *syntax.HostClassDefinition) {
			if node.ParentToken < 0 {
				return
			}
			if span := pass.Token(int(node.ParentToken)).Span; strings.HasPrefix(pass.Source.Slice(span), "::") {
				pass.Fix(pass.Report(span, includedAbsolutely), pass.Delete(source.Span{Start: span.Start, End: span.Start + 2}))
			}
		}),
	},
}

const includedAbsolutely = "class included by absolute name (::$class)"

// reportAbsoluteName reports a bare or quoted name that starts with "::".
func reportAbsoluteName(pass *Pass, class syntax.Node, message string) {
	text, isLiteral := literalText(class)
	if !isLiteral || !strings.HasPrefix(text, "::") || class.FirstToken() != class.LastToken() {
		return
	}
	if pass.AsRuby() && pass.Token(class.FirstToken()).Kind == syntax.DoubleQuoted {
		return
	}
	span := pass.Token(class.FirstToken()).Span
	colons := span.Start
	if pass.Source.Text[colons] != ':' {
		colons++
	}
	if strings.HasPrefix(pass.Source.Text[colons:], "::") {
		pass.Fix(pass.Report(span, message), pass.Delete(source.Span{Start: colons, End: colons + 2}))
	}
}
