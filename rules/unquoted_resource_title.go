package rules

import (
	"puppet-lint/internal/diag"
	"puppet-lint/syntax"
)

var unquotedResourceTitle = Rule{
	Rule: diag.Rule{
		Name:        "unquoted_resource_title",
		Group:       diag.Style,
		Severity:    diag.Warning,
		Core:        true,
		RubyKind:    diag.Warning,
		RubyDefault: true,
		Summary:     "a resource title without quotes",
		Rationale: "Titles are strings, and those with a dot or a capital letter need quotes. Quote them all, so " +
			"that they look the same.",
		Bad:        []diag.Example{{Code: "# An example.\nclass example {\n  package { vim: }\n}\n", Fixed: "# An example.\nclass example {\n  package { 'vim': }\n}\n"}},
		Good:       []diag.Example{{Code: "# An example.\nclass example {\n  package { 'vim': }\n}\n"}},
		Fix:        diag.FixInfo{Safety: diag.Safe, Summary: "quote the title"},
		Since:      "1.0.0",
		References: []string{"https://www.puppet.com/docs/puppet/latest/style_guide.html#resource-names"},
	},
	Visits: []Visit{resourceBodies(func(pass *Pass, body *resourceBody) {
		closing := pass.PreviousCode(body.Colon)
		if pass.Token(closing).Kind != syntax.RightBracket {
			first := body.TitleFirst
			if pass.AsRuby() {
				// puppet-lint (Ruby) looks only at the token before the colon.
				if first = closing; closing != body.Colon-1 || pass.hiddenFromRuby(pass.Token(closing).Start) {
					return
				}
			}
			reportBareTitle(pass, first, closing)
			return
		}
		for _, name := range body.TitleNames {
			if !pass.AsRuby() || isLastList(pass, name) {
				reportBareTitle(pass, name, name)
			}
		}
	})},
}

func reportBareTitle(pass *Pass, first, last int) {
	if token := pass.Token(first); first == last && (token.Kind == syntax.Name || token.Kind == syntax.Word) {
		finding := pass.Report(token.Span, "unquoted resource title")
		pass.Fix(finding, pass.Replace(token.Span, "'"+pass.Text(first)+"'"))
	}
}

// isLastList reports whether no bracket opens after the token. puppet-lint (Ruby) looks for the
// titles of a list after the last bracket of the file.
func isLastList(pass *Pass, index int) bool {
	for i := index + 1; i < len(pass.File.Tokens); i++ {
		if kind := pass.Token(i).Kind; (kind == syntax.LeftBracket || kind == syntax.ListStart) && !pass.hiddenFromRuby(pass.Token(i).Start) {
			return false
		}
	}
	return true
}
