package rules

import (
	"puppet-lint/internal/diag"
	"puppet-lint/syntax"
)

var sourceWithoutRights = Rule{
	Rule: communityRule(diag.Rule{
		Name:     "source_without_rights",
		Group:    diag.Style,
		Plugin:   "puppet-lint-file_source_rights-check",
		Narrower: true,
		Summary:  "a file with a source has no owner, group or mode",
		Advice:   "set owner, group and mode",
		Rationale: "Without these attributes the file gets the owner, group and mode of the user that runs the agent or, " +
			"with older settings, of the file on the server: the same code leads to different rights on different " +
			"machines. Attributes from defaults, overrides and collectors in the same file count.",
		Bad:  examples("  file { '/tmp/a':\n    source => 'puppet:///modules/example/a',\n  }\n"),
		Good: examples("  file { '/tmp/a':\n    source => 'puppet:///modules/example/a',\n    owner  => 'root',\n    group  => 'root',\n    mode   => '0644',\n  }\n"),
	}),
	Visits: []Visit{resourcesOf([]string{"file"}, func(pass *Pass, body *resourceBody) {
		source := body.attribute("source")
		if source == nil || body.Node.Title.Kind() == syntax.KindLiteralDefault {
			return
		}
		if ensure := body.attribute("ensure"); ensure != nil {
			if text, isLiteral := literalText(ensure.Value); isLiteral && text == "absent" {
				return
			}
		}
		attributes := pass.effectiveAttributes(body)
		for _, name := range []string{"owner", "group", "mode"} {
			if !attributes.has(name) {
				pass.Report(pass.Token(source.NameToken).Span, "file with source missing "+name)
			}
		}
	})},
}
