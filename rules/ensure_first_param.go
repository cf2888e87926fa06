package rules

import (
	"puppet-lint/internal/diag"
	"puppet-lint/internal/source"
	"puppet-lint/syntax"
)

var ensureFirstParam = Rule{
	Rule: diag.Rule{
		Name:        "ensure_first_param",
		Group:       diag.Style,
		Severity:    diag.Warning,
		Core:        true,
		RubyKind:    diag.Warning,
		RubyDefault: true,
		Summary:     "`ensure` is not the first attribute",
		Rationale:   "`ensure` says whether the resource exists at all, which a reader wants to know first.",
		Bad:         []diag.Example{{Code: "# An example.\nclass example {\n  file { '/tmp/a':\n    owner  => 'a',\n    ensure => file,\n  }\n}\n", Fixed: "# An example.\nclass example {\n  file { '/tmp/a':\n    ensure => file,\n    owner  => 'a',\n  }\n}\n"}},
		Good:        []diag.Example{{Code: "# An example.\nclass example {\n  file { '/tmp/a':\n    ensure => file,\n    owner  => 'a',\n  }\n}\n"}},
		Fix:         diag.FixInfo{Safety: diag.Safe, Summary: "swap ensure with the first attribute"},
		Since:       "1.0.0",
		References:  []string{"https://www.puppet.com/docs/puppet/latest/style_guide.html#attribute-ordering"},
	},
	Visits: []Visit{resourceBodies(func(pass *Pass, body *resourceBody) {
		if body.IsClass || len(body.Attributes) == 0 {
			return
		}
		first := &body.Attributes[0]
		for i := range body.Attributes {
			ensure := &body.Attributes[i]
			if ensure.Name != "ensure" {
				continue
			}
			if i > 0 {
				finding := pass.Report(pass.Token(ensure.NameToken).Span, "ensure found on line but it's not the first attribute")
				swapAttributes(pass, finding, first, ensure)
			}
			return
		}
	})},
}

// swapAttributes exchanges the texts of two attributes. It does nothing if one has a heredoc,
// whose text begins after the line of its tag and cannot be moved this way.
func swapAttributes(pass *Pass, finding *diag.Diagnostic, first, second *attribute) {
	a, b := attributeSpan(pass, first), attributeSpan(pass, second)
	for i := first.NameToken; i < len(pass.File.Tokens) && pass.Token(i).Start < b.End; i++ {
		if pass.Token(i).Kind == syntax.HeredocTag {
			return
		}
	}
	pass.Fix(finding, pass.Replace(a, pass.Source.Slice(b)), pass.Replace(b, pass.Source.Slice(a)))
}

// attributeSpan returns the span from the attribute's name to the end of its value.
func attributeSpan(p *Pass, attribute *attribute) source.Span {
	return source.Span{Start: p.Token(attribute.NameToken).Start, End: attribute.End}
}
